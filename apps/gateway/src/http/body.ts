import type { IncomingMessage } from 'node:http';
import { badRequest, GatewayError } from '../proxy/errors.js';

/**
 * The whole body of a request, at most `limit` bytes. Throws `BODY_TOO_LARGE` as soon as it is known to be longer, and
 * `REQUEST_INCOMPLETE` where the client stops in the middle.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(badRequest('BODY_TOO_LARGE', `The body is longer than ${limit} bytes`));
    // Node has checked that the header is a number, and ends the body after it.
    if (Number(request.headers['content-length'] ?? 0) > limit) return tooLarge();
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > limit) {
        request.pause();
        tooLarge();
      } else {
        chunks.push(chunk);
      }
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    const incomplete = () => reject(badRequest('REQUEST_INCOMPLETE', 'The body ended too early'));
    // Who watches the clients says so where a body is too slow.
    request.once('error', (error) => (error instanceof GatewayError ? reject(error) : incomplete()));
    request.once('aborted', incomplete);
  });
}
