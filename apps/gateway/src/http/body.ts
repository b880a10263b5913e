import type { IncomingMessage } from 'node:http';
import { bodyTooLargeProblem } from '@soapstone/http-contract';
import { badRequest, GatewayError } from '../errors/errors.js';

const EMPTY_BODY = new Uint8Array();

/**
 * The whole body of a request, at most `limit` bytes. Throws `BODY_TOO_LARGE` as soon as it is known to be longer, and
 * `REQUEST_INCOMPLETE` where the client stops in the middle.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  // Node has checked that the header is a number, and ends the body after it.
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  // Who has left sends no more events.
  if (request.destroyed) throw incomplete();
  if (!request.complete) return collect(request, limit);
  // It arrived while something else was waited for.
  const body = (request.read() as Buffer | null) ?? EMPTY_BODY;
  if (body.length > limit) throw tooLarge(limit);
  return body;
}

/** What arrives piece by piece. */
function collect(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > limit) {
        request.pause();
        reject(tooLarge(limit));
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    // Who watches the clients says so where a body is too slow; every other error is a client that left.
    request.on('error', (error) => reject(error instanceof GatewayError ? error : incomplete()));
  });
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError(bodyTooLargeProblem(limit));
}

function incomplete(): GatewayError {
  return badRequest('REQUEST_INCOMPLETE', 'The body ended too early');
}
