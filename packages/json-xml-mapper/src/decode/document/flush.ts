import type { Bytes } from '@soapstone/soap-model/bytes';
import type { Decoding, Frame } from '../state/decoding.js';
import { NO_PAYLOAD } from '../state/reply.js';

const EMPTY = new Uint8Array(0);
/** The minimum size of a piece, in bytes. Smaller ones are not worth a copy. */
const WORTHWHILE = 1 << 15;
/** The number of last bytes that are kept: a comma may become a bracket, and `$attachments` comes before the last brace. */
const KEPT = 3;

/**
 * Removes the final part of the result from its buffer and returns it, so that a response of any size is decoded in bounded
 * memory.
 *
 * Nothing is returned before the payload element has arrived, because a fault would replace it; from then on it is certain that
 * there is a result. Output that may still be rewritten stays: an object with members out of order until it closes, and text that may
 * turn out to be content.
 */
export function flush(decoding: Decoding): Bytes {
  const { reply, marks } = decoding;
  const out = reply.result;
  if (out.length < WORTHWHILE || reply.payload === NO_PAYLOAD || reply.fault !== undefined) return EMPTY;
  let limit = out.length - KEPT;
  for (const frame of decoding.openFrames()) limit = Math.min(limit, unsettledFrom(decoding, frame));
  if (limit < WORTHWHILE) return EMPTY;
  const final = out.slice(0, limit);
  out.bytes.copyWithin(0, limit, out.length);
  out.length -= limit;
  decoding.flushed += limit;
  decoding.allowOutput();
  marks.shift(limit);
  for (const frame of decoding.openFrames()) shift(decoding, frame, limit);
  return final;
}

/** The output position from which an open frame may still change. */
function unsettledFrom(decoding: Decoding, frame: Frame): number {
  if (frame.disordered && frame.scope !== undefined) return decoding.marks.start(frame.marks);
  return frame.content.unsettledFrom?.(frame) ?? Number.POSITIVE_INFINITY;
}

function shift({ marks }: Decoding, frame: Frame, by: number): void {
  frame.start -= by;
  for (const entry of frame.compact?.entries ?? []) entry.start -= by;
  if (frame.array?.sparse !== undefined) frame.array.sparse.start -= by;
  if (frame.scope !== undefined && marks.top > frame.marks && marks.start(frame.marks) < 0)
    frame.released = true;
}
