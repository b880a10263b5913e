import { type Bytes, joinBytes } from '@soapstone/soap-model/bytes';
import type { TransportRequest } from '../exchange.js';
import { createMultipartMessage } from '../mime/multipart-writer.js';
import { hexOf } from '../security/print-bytes.js';
import { invalidRequest } from '../transport-error.js';

/** The body of an HTTP request with its media type. */
export interface Entity {
  readonly contentType: string;
  readonly body: Bytes;
}

/** Packages a message with its attachments. Throws `TransportError` `INVALID_REQUEST` for some that cannot be packaged. */
export async function multipartEntity({
  body,
  contentType,
  attachments = [],
  packaging = 'swa',
}: TransportRequest): Promise<Entity> {
  try {
    const message = createMultipartMessage({
      envelope: body,
      contentType,
      packaging,
      attachments,
      boundary: `soapstone-${hexOf(crypto.getRandomValues(new Uint8Array(18)))}`,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of message.chunks()) chunks.push(chunk);
    return { contentType: message.contentType, body: joinBytes(chunks) };
  } catch (error) {
    throw invalidRequest(error instanceof TypeError ? error.message : 'cannot package the attachments');
  }
}
