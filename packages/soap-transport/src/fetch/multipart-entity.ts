import { createMultipartMessage } from '@soapstone/mime';
import { type Bytes, joinBytes } from '@soapstone/soap-model/bytes';
import type { TransportRequest } from '../exchange.js';
import { invalidRequest } from '../transport-error.js';

/** The body of an HTTP request with its media type. */
export interface Entity {
  readonly contentType: string;
  /** A `Blob` if a part is one: the runtime reads it while it sends. */
  readonly body: Bytes | Blob;
}

/** Packages a message with its attachments. Throws `TransportError` `INVALID_REQUEST` for some that cannot be packaged. */
export async function multipartEntity({
  body: envelope,
  contentType,
  attachments = [],
  packaging = 'swa',
}: TransportRequest): Promise<Entity> {
  try {
    const message = createMultipartMessage({
      envelope,
      contentType,
      packaging,
      attachments,
      boundary: `soapstone-${crypto.randomUUID()}`,
    });
    const { pieces } = message;
    const isRead = pieces.every((piece) => piece instanceof Uint8Array);
    return {
      contentType: message.contentType,
      body: isRead ? joinBytes(pieces) : new Blob(pieces as (Bytes | Blob)[]),
    };
  } catch (error) {
    throw invalidRequest(error instanceof TypeError ? error.message : 'cannot package the attachments');
  }
}
