import { NAME, WHITE_SPACE } from './bytes/byte-classes.js';
import type { DocumentKind } from './document-kind.js';
import type { InputWindow } from './input-window.js';
import { XmlError, type XmlErrorCode } from './xml-error.js';

const GREATER = 0x3e;
const QUESTION = 0x3f;

/**
 * Reads the `<?target` of a processing instruction (XML 1.0 §2.6) at the window's position: a name without a colon (Namespaces in
 * XML 1.0 §7) other than `xml`, followed by white space or `?>`.
 *
 * @returns its length, or -1 if more bytes are needed
 */
export function scanTarget(window: InputWindow, { limits, names, root }: DocumentKind): number {
  const { bytes, end, position } = window;
  const start = position + 2;
  let at = start;
  while (NAME[bytes[at]!] === 1) at++;
  if (at - start > limits.nameLength) fail(window, 'the target of an instruction is too long', 'LIMIT');
  if (at >= end) return -1;
  const target = at === start ? undefined : names.attribute(bytes, start, at, root);
  if (target === undefined || typeof target === 'string' || target.prefix !== '') {
    return fail(window, 'expected the target of a processing instruction');
  }
  if (target.localName.toLowerCase() === 'xml') fail(window, 'an XML declaration that is not at the start');
  if (WHITE_SPACE[bytes[at]!] === 1) return at - position;
  if (bytes[at] === QUESTION && at + 1 >= end) return -1;
  if (bytes[at] !== QUESTION || bytes[at + 1] !== GREATER)
    fail(window, 'expected white space after the target');
  return at - position;
}

function fail(window: InputWindow, message: string, code: XmlErrorCode = 'SYNTAX'): never {
  throw new XmlError({ code, message, offset: window.offsetOf(window.position) });
}
