import { createHash } from 'node:crypto';
import type { SoapRequest } from '@soapstone/json-xml-mapper';
import { createMultipartMessage } from '@soapstone/mime';
import type { HttpRequest } from './http-request.js';

/** A request whose envelope and parts are one multipart message. */
export interface PackedRequest extends HttpRequest {
  /** The whole body. Absent for an envelope alone. */
  readonly packed?: Uint8Array;
}

/**
 * Packs a request as `call` sends it. The boundary depends on the envelope alone, so that equal requests are printed equally.
 *
 * @param isXop whether it is packed with MTOM, even without parts
 */
export async function packRequest(
  made: HttpRequest,
  { body: envelope, contentType, attachments }: SoapRequest,
  isXop: boolean,
): Promise<PackedRequest> {
  if (attachments.length === 0 && !isXop) return made;
  const message = createMultipartMessage({
    envelope,
    contentType,
    packaging: isXop ? 'mtom' : 'swa',
    attachments,
    boundary: `soapstone-${createHash('sha256').update(envelope).digest('hex').slice(0, 32)}`,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of message.chunks()) chunks.push(chunk);
  const headers = {
    ...made.headers,
    'Content-Type': message.contentType,
    'Content-Length': String(message.length),
  };
  return { ...made, headers, packed: Buffer.concat(chunks) };
}
