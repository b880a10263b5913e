import { isMultipart } from '@soapstone/mime';
import { joinBytes } from '@soapstone/soap-model/bytes';
import { type EnvelopeHead, readEnvelopeHead } from './envelope-head.js';
import type { HttpRequest } from './http-message.js';
import { charsetOf } from './text-decoder.js';

/** The number of bytes that are read to find the operation of a request. */
const PEEKED = 1 << 15;

/** A request whose first bytes have been read. */
export interface PeekedRequest {
  /** The request, still with its whole body. */
  readonly request: HttpRequest;
  /** The whole body, from its start. */
  readonly chunks: AsyncIterator<Uint8Array>;
  /** Absent for a request that has arrived completely, or whose first bytes are not the head of an envelope. */
  readonly head?: EnvelopeHead;
}

/** Reads the first bytes of a request without consuming them. */
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
    // Reading the whole request will report the error.
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
