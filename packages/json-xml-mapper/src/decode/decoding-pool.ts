import { Decoding } from './decoding.js';
import type { ResponseKind } from './response-kind.js';

/** More are in use at once only under load, and then memory is better spent. */
const MAX_IDLE = 8;

/** One that a large document has made larger than this, in bytes, is not kept. */
const MAX_CAPACITY = 1 << 21;

/**
 * Decodings that wait for the next response, of whatever operation. The one that was used last is taken first: its memory
 * is what the processor still has at hand, and fetching that of another costs a small response more than reading it.
 */
const idle: Decoding[] = [];

/** A decoding for a response of this kind that begins now. */
export function takeDecoding(kind: ResponseKind): Decoding {
  return idle.pop() ?? new Decoding(kind);
}

/** A decoding that nobody uses any more. */
export function giveBackDecoding(decoding: Decoding): void {
  if (idle.length < MAX_IDLE && decoding.capacity <= MAX_CAPACITY) idle.push(decoding);
}
