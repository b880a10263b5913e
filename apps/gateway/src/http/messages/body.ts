import type { IncomingMessage } from 'node:http';
import { bodyTooLargeProblem } from '@soapstone/http-contract';
import { badRequest, GatewayError } from '../../errors/errors.js';
import type { BodyLease } from '../limits/body-room.js';

const EMPTY_BODY = new Uint8Array();

/**
 * Reads the whole body of a request, at most `limit` bytes. Throws `BODY_TOO_LARGE` as soon as the body is known to be longer,
 * `REQUEST_INCOMPLETE` if the client stops in the middle, and what `lease` throws, which counts the bytes.
 */
export function readBody(request: IncomingMessage, limit: number, lease?: BodyLease): Promise<Uint8Array> {
  // Node has validated the header as a number and ends the body accordingly.
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit));
  // There are no more events if the client has already disconnected.
  if (request.destroyed) return Promise.reject(incomplete());
  // An async function would wrap the promise in a second one.
  return request.complete ? takeBody(request, limit, lease) : collect(request, limit, lease);
}

/** Takes a body that arrived while something else was awaited. */
async function takeBody(
  request: IncomingMessage,
  limit: number,
  lease: BodyLease | undefined,
): Promise<Uint8Array> {
  const body = (request.read() as Buffer | null) ?? EMPTY_BODY;
  if (body.length > limit) throw tooLarge(limit);
  lease?.add(body.length);
  return body;
}

/** Reads the body chunk by chunk. */
function collect(request: IncomingMessage, limit: number, lease?: BodyLease): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const refuse = (error: unknown): void => {
      request.off('data', take);
      request.pause();
      chunks.length = 0;
      reject(error);
    };
    const take = (chunk: Uint8Array): void => {
      size += chunk.length;
      if (size > limit) {
        refuse(tooLarge(limit));
        return;
      }
      chunks.push(chunk);
      try {
        lease?.add(chunk.length);
      } catch (error) {
        refuse(error);
      }
    };
    lease?.signal.addEventListener('abort', () => refuse(lease.signal.reason), { once: true });
    request.on('data', take);
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    // The slow-client watch reports bodies that are too slow; any other error is a client that disconnected.
    request.on('error', (error) => reject(error instanceof GatewayError ? error : incomplete()));
  });
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError(bodyTooLargeProblem(limit));
}

function incomplete(): GatewayError {
  return badRequest('REQUEST_INCOMPLETE', 'The body ended too early');
}
