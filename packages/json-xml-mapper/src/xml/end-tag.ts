import { WHITE_SPACE } from './bytes/byte-classes.js';
import type { InputWindow } from './input-window.js';
import { XmlError } from './xml-error.js';
import type { XmlName } from './xml-name.js';

const GREATER = 0x3e;

/**
 * Reads an end tag that has white space before its `>`, or is truncated or wrong. The usual ones are compared as a whole
 * (`XmlName.endsAt`).
 *
 * @param name of the open element
 * @returns the position after it, or -1 if more bytes are needed
 */
export function scanEndTag(window: InputWindow, name: XmlName): number {
  const { bytes, end, position } = window;
  let at = position + 2;
  for (const byte of name.bytes) {
    if (at >= end) return -1;
    if (bytes[at++] !== byte) fail(window, name);
  }
  while (WHITE_SPACE[bytes[at]!] === 1) at++;
  if (at >= end) return -1;
  if (bytes[at] !== GREATER) fail(window, name);
  return at + 1;
}

function fail(window: InputWindow, { qualified }: XmlName): never {
  const shown = qualified.length > 100 ? `${qualified.slice(0, 100)}…` : qualified;
  throw new XmlError({
    code: 'SYNTAX',
    message: `expected </${shown}>`,
    offset: window.offsetOf(window.position),
  });
}
