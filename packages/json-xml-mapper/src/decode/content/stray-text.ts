import { WHITE_SPACE } from '../../xml/bytes/byte-classes.js';
import type { ByteCollector } from '../state/byte-collector.js';
import type { Decoding, Frame } from '../state/decoding.js';
import { warnText } from '../values/white-space.js';
import { beginMember } from './member-order.js';

const QUOTE = 0x22;
const COMMA = 0x2c;

/**
 * TR-5: receives a piece of text where only elements are expected. With `unknown: "keep"` the pieces are collected, because only the
 * next tag tells whether a run of text is more than white space, and because comments and CDATA sections do not end a run.
 */
export function strayText(decoding: Decoding, frame: Frame): void {
  if (frame.scope?.unknown === undefined) {
    warnText(decoding);
    return;
  }
  const { reader } = decoding;
  decoding.stray.append(reader.text, reader.textStart, reader.textEnd);
  // The fast lane would read the next tag without ending the run.
  if (frame.inLane) frame.isPaused = true;
  frame.inLane = false;
}

/** Ends the run of text in a plain object, if there is one: a string in `$unknown`. Call it before the next tag has an effect. */
export function endStrayText(decoding: Decoding, frame: Frame): void {
  if (frame.isPaused) {
    frame.isPaused = false;
    frame.inLane = true;
  }
  if (!takeRun(decoding)) return;
  const slot = frame.scope!.unknown!;
  beginMember(decoding, frame, slot);
  writeRun(decoding);
}

/** The same in `$content`: a string among its entries. */
export function endStrayEntry(decoding: Decoding, frame: Frame): void {
  if (!takeRun(decoding)) return;
  frame.count++;
  writeRun(decoding);
}

/** Reports a run with more than white space, and forgets any other. */
function takeRun(decoding: Decoding): boolean {
  const { stray } = decoding;
  if (isWhite(stray)) {
    stray.clear();
    return false;
  }
  decoding.warn('UNEXPECTED_TEXT', 'text among elements is kept apart');
  return true;
}

function writeRun({ out, stray }: Decoding): void {
  out.byte(QUOTE);
  out.escape(stray.bytes, 0, stray.length);
  out.byte(QUOTE);
  out.byte(COMMA);
  stray.clear();
}

function isWhite({ bytes, length }: ByteCollector): boolean {
  for (let i = 0; i < length; i++) if (WHITE_SPACE[bytes[i]!] === 0) return false;
  return true;
}
