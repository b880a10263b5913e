import { WHITE_SPACE } from '../../xml/byte-classes.js';
import type { Decoding } from '../decoding.js';

/** Whether the last piece of text is white space. */
export function isWhiteSpace(decoding: Decoding): boolean {
  const { text, textStart, textEnd } = decoding.reader;
  for (let i = textStart; i < textEnd; i++) if (WHITE_SPACE[text[i]!] === 0) return false;
  return true;
}
