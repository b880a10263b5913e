import { WHITE_SPACE } from '../../xml/bytes/byte-classes.js';
import type { XmlReader } from '../../xml/xml-reader.js';
import type { Decoding } from '../state/decoding.js';

/** Whether the last piece of text is white space. */
export function isWhiteSpace({ reader }: { readonly reader: XmlReader }): boolean {
  const { text, textStart, textEnd } = reader;
  for (let i = textStart; i < textEnd; i++) if (WHITE_SPACE[text[i]!] === 0) return false;
  return true;
}

/** TR-5: reports text where only elements are expected. */
export function warnText(decoding: Decoding): void {
  if (!isWhiteSpace(decoding)) decoding.warn('UNEXPECTED_TEXT', 'text among elements is ignored');
}
