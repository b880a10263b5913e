import { STRING_STOP } from '../../xml/bytes/byte-classes.js';
import { REFERENCE_CUT, referredCharacter, scanReference } from '../../xml/references.js';
import type { JsonOutput } from '../output/json-output.js';

const LESS = 0x3c;
const SLASH = 0x2f;
const AMPERSAND = 0x26;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const TAB = 0x09;
const CLOSE_BRACKET = 0x5d;
const GREATER = 0x3e;
const NON_CHARACTER_LEAD = 0xef;

/** The room that every step of the loop has: the longest single write is a code point. */
const SLACK = 16;

/**
 * Copies character data into a JSON string, from `start` to the end tag. The caller writes the quotes.
 *
 * @param end of the window
 * @returns where the `</` is, or -1 if something else comes first: other markup, an error, the end of the window
 */
export function copyString(out: JsonOutput, source: Uint8Array, start: number, end: number): number {
  let at = start;
  for (;;) {
    // Room for everything before the next character that is escaped, so the loop needs no check.
    out.reserve(end - at + SLACK);
    const { bytes } = out;
    let to = out.length;
    let byte = source[at]!;
    while (STRING_STOP[byte] === 0) {
      bytes[to++] = byte;
      byte = source[++at]!;
    }
    out.length = to;
    if (byte === LESS) return source[at + 1] === SLASH ? at : -1;
    at = copySpecial(out, source, at, end, byte);
    if (at < 0) return -1;
  }
}

/** Handles one character that cannot be copied. @returns the position after it, or -1 */
function copySpecial(out: JsonOutput, source: Uint8Array, at: number, end: number, byte: number): number {
  switch (byte) {
    case QUOTE:
    case BACKSLASH:
    case TAB:
    case LINE_FEED:
      out.escapeByte(byte);
      return at + 1;
    case AMPERSAND:
      return copyReference(out, source, at, end);
    case CARRIAGE_RETURN:
      // XML 1.0 §2.11.
      if (at + 1 >= end) return -1;
      out.escapeByte(LINE_FEED);
      return source[at + 1] === LINE_FEED ? at + 2 : at + 1;
    case CLOSE_BRACKET:
      if (at + 2 >= end || (source[at + 1] === CLOSE_BRACKET && source[at + 2] === GREATER)) return -1;
      out.bytes[out.length++] = byte;
      return at + 1;
    case NON_CHARACTER_LEAD:
      if (source[at + 1] === 0xbf && source[at + 2]! >= 0xbe) return -1;
      out.bytes[out.length++] = byte;
      return at + 1;
    default:
      return -1;
  }
}

function copyReference(out: JsonOutput, source: Uint8Array, at: number, end: number): number {
  // The document offset is only for the message, and the general path encounters the same error.
  const length = scanReference(source, at, end, at);
  if (length === REFERENCE_CUT) return -1;
  out.escapeCodePoint(referredCharacter());
  return at + length;
}
