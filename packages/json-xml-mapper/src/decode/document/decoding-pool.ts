import { documentContent } from '../envelope/envelope.js';
import { Decoding } from '../state/decoding.js';
import type { Reading } from './reading.js';
import type { ResponseKind } from './response-kind.js';

/** The maximum number of pooled objects. Only peak load needs more at once, and then memory is better spent elsewhere. */
const MAX_IDLE = 8;

/** The maximum size of a pooled object, in bytes. One that a large document made larger is not kept. */
const MAX_CAPACITY = 1 << 21;

/**
 * A pool of `Decoding` objects for the responses of any operation. The most recently used is taken first, because its memory is
 * still in the processor's caches; fetching another costs more than decoding a small response.
 */
const idle: Decoding[] = [];

/** Returns a decoding for a response of this kind. One for a `reading` is new, because that may change it, and is not given back. */
export function takeDecoding(kind: ResponseKind, reading?: Reading): Decoding {
  return (reading ? undefined : idle.pop()) ?? new Decoding(kind, documentContent);
}

/** Releases a decoding. */
export function giveBackDecoding(decoding: Decoding): void {
  if (idle.length < MAX_IDLE && decoding.capacity <= MAX_CAPACITY) idle.push(decoding);
}
