import { joinBytes } from '@soapstone/soap-model/bytes';
import { isMultipart } from '@soapstone/soap-transport/mime';
import { type EnvelopeHead, readEnvelopeHead } from './envelope-head.js';
import type { HttpRequest } from './http-message.js';
import { charsetOf } from './text-decoder.js';

/** The bytes that are read to learn which operation a request means. */
const PEEKED = 1 << 15;

/** A request whose first bytes are known. */
export interface PeekedRequest {
  /** The request with its whole body. */
  readonly request: HttpRequest;
  /** The whole body, from its start. */
  readonly chunks: AsyncIterator<Uint8Array>;
  /** Absent for a request that has come as a whole, or whose first bytes are not the head of an envelope. */
  readonly head?: EnvelopeHead;
}

/** Reads the first bytes of a request, from which nothing is lost. */
export async function peekRequest(request: HttpRequest): Promise<PeekedRequest> {
  const contentType = request.headers.get('content-type') ?? '';
  const source = request.body?.[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isOver = source === undefined || isMultipart(contentType);
  while (source !== undefined && !isOver && length < PEEKED) {
    const { value, done } = await source.next();
    if (done === true) isOver = true;
    else {
      pieces.push(value);
      length += value.length;
    }
  }
  const first = joinBytes(pieces);
  const chunks = withFirst(first, source);
  const body = source === undefined ? null : { [Symbol.asyncIterator]: () => chunks };
  const { method, headers } = request;
  const again: HttpRequest = { method, headers, body, fetchRequest: () => request.fetchRequest() };
  if (isOver) return { request: again, chunks };
  try {
    return { request: again, chunks, head: readEnvelopeHead(first, charsetOf(contentType)) };
  } catch {
    // The reading of the whole request says what is wrong.
    return { request: again, chunks };
  }
}

function withFirst(
  first: Uint8Array,
  source: AsyncIterator<Uint8Array> | undefined,
): AsyncIterator<Uint8Array> {
  let isFirst = true;
  return {
    async next() {
      if (isFirst) {
        isFirst = false;
        if (first.length > 0) return { done: false, value: first };
      }
      return source === undefined ? { done: true, value: undefined } : await source.next();
    },
    async return() {
      await source?.return?.();
      return { done: true, value: undefined };
    },
  };
}
