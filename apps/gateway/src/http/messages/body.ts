import type { IncomingMessage } from 'node:http';
import { bodyTooLargeProblem } from '@soapstone/http-contract';
import type { BodyStream } from '../../calls/proxy/http.js';
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

/**
 * Reads a body while it arrives, at most `limit` bytes. Throws `BODY_TOO_LARGE` for one that says that it is longer; reading throws it as soon as
 * the body is longer, and `REQUEST_INCOMPLETE` if the client stops in the middle.
 */
export function streamBody(request: IncomingMessage, limit: number): BodyStream {
  const declared = request.headers['content-length'];
  const size = declared === undefined ? Number.NaN : Number(declared);
  if (size > limit) throw tooLarge(limit);
  return { size, chunks: () => arriving(request, limit) };
}

async function* arriving(request: IncomingMessage, limit: number): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  try {
    // A handler that returns early sends a response on the same connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof GatewayError ? error : incomplete();
  }
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
