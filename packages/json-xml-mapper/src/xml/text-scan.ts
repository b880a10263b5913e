import type { InputWindow } from './input-window.js';
import { XmlError } from './xml-error.js';

const LESS = 0x3c;
const GREATER = 0x3e;
const AMPERSAND = 0x26;
const CLOSE_BRACKET = 0x5d;
const CARRIAGE_RETURN = 0x0d;
const NON_CHARACTER_LEAD = 0xef;

/** Whether U+FFFE or U+FFFF, which are EF BF BE and EF BF BF, starts at `at`, the position of an EF. */
export function isNonCharacter(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe;
}

/**
 * The end of the run of plain characters that starts at `position`: markup, a reference, a line end, `]]>`, or the end of what can
 * be judged with the available bytes.
 *
 * @param stop `TEXT_STOP` or `CDATA_STOP`
 * @throws `XmlError` at a character that XML does not allow
 */
export function scanCharacters(window: InputWindow, stop: Uint8Array, position: number): number {
  const { bytes, end } = window;
  let at = position;
  for (;;) {
    while (stop[bytes[at]!] === 0) at++;
    const byte = bytes[at]!;
    if (at >= end || byte === LESS || byte === AMPERSAND || byte === CARRIAGE_RETURN) return at;
    if (byte === NON_CHARACTER_LEAD) {
      if (isNonCharacter(bytes, at)) failCharacter(window, at);
      at += 3;
    } else if (byte === CLOSE_BRACKET) {
      if (at + 2 >= end) return at;
      if (bytes[at + 1] === CLOSE_BRACKET && bytes[at + 2] === GREATER) return at;
      at++;
    } else {
      failCharacter(window, at);
    }
  }
}

/** The next `wanted` byte from the window's position on, or the window's end: used to skip comments and instructions. */
export function findByte(window: InputWindow, stop: Uint8Array, wanted: number): number {
  const { bytes, end } = window;
  let at = window.position;
  for (;;) {
    while (stop[bytes[at]!] === 0) at++;
    if (at >= end || bytes[at] === wanted) return at;
    if (bytes[at] !== NON_CHARACTER_LEAD || isNonCharacter(bytes, at)) failCharacter(window, at);
    at += 3;
  }
}

/** Whether markup appears at the window's position, as far as its bytes are available. */
export function compareMarkup(window: InputWindow, markup: string): 'same' | 'cut' | 'other' {
  const { bytes, end, position } = window;
  for (let i = 0; i < markup.length; i++) {
    if (position + i >= end) return 'cut';
    if (bytes[position + i] !== markup.charCodeAt(i)) return 'other';
  }
  return 'same';
}

function failCharacter(window: InputWindow, at: number): never {
  throw new XmlError({
    code: 'SYNTAX',
    message: 'a character that XML does not allow',
    offset: window.offsetOf(at),
  });
}
