import type { Diagnostic, SourceLocation } from '@soapstone/soap-model';
import { encodingLabel } from '@soapstone/soap-model/encoding';
import { diagnose } from '../diagnostics.js';
import { refusal } from '../errors.js';
import { TextDecoder } from '../platform.js';

/**
 * Turns the bytes of a document into text, fatally: a byte sequence that the encoding does not allow is rejected, never
 * replaced. The first of these decides (RFC 7303 §3, XML 1.0 §4.3.3 and Appendix F):
 *
 *     1. a byte order mark                    UTF-8, UTF-16LE, UTF-16BE
 *     2. the zero bytes of "<" in UTF-16      UTF-16LE, UTF-16BE
 *     3. the charset of the Content-Type
 *     4. the encoding of the XML declaration
 *     5. otherwise                            UTF-8
 *
 * A declaration that names another encoding than the first two show is an error (XML 1.0 §4.3.3), unless the charset agrees with the
 * bytes. A charset or declaration that says UTF-16 over bytes that show plain "<" is overruled (.NET writes that declaration into
 * UTF-8 files). UTF-32, EBCDIC and encodings with states are rejected by name.
 *
 * @throws {WsdlError} `BAD_ENCODING`
 */
export function decodeText(
  bytes: Uint8Array,
  file: string,
  contentType: string | undefined,
  report: (diagnostic: Diagnostic) => void,
): string {
  const whole: SourceLocation = { file, line: 0, column: 0 };
  const marked = encodingOfMark(bytes);
  if (marked === 'refused') {
    throw refusal('BAD_ENCODING', whole, 'cannot decode the document: UTF-32 and EBCDIC are not supported');
  }
  const stated = marked ?? statedEncoding(bytes, contentType);
  const label = encodingLabel(stated);
  if (label === undefined) {
    throw refusal(
      'BAD_ENCODING',
      whole,
      `cannot decode the document: encoding "${stated.slice(0, 40)}" is not supported`,
    );
  }
  const contradicted = marked === undefined && label.startsWith('utf-16') && bytes.length > 0;
  if (contradicted) {
    report(
      diagnose(
        'ENCODING_CONTRADICTION',
        whole,
        `the document says ${stated} and is not: it is read as UTF-8`,
      ),
    );
  }
  const used = contradicted ? 'utf-8' : label;
  const text = decodeAs(used, bytes, whole);
  if (marked !== undefined && !isSameFamily(encodingLabel(charsetOf(contentType) ?? ''), marked)) {
    assertDeclares(marked, text, whole);
  }
  return text;
}

/** Rejects a text whose declaration names another encoding than its bytes show. */
function assertDeclares(marked: string, text: string, whole: SourceLocation): void {
  const declared = ENCODING.exec(text.slice(0, 256))?.[1] ?? '';
  const label = encodingLabel(declared);
  // UTF-16 is what programs declare for a text in memory; a mark of UTF-8 does not make it more true.
  if (label === undefined || isSameFamily(label, marked) || label.startsWith('utf-16')) return;
  const what = `the declaration says ${declared.slice(0, 40)}, and the first bytes show ${marked}`;
  throw refusal('BAD_ENCODING', { ...whole, line: 1, column: 1 }, `cannot decode the document: ${what}`);
}

function isSameFamily(one: string | undefined, other: string): boolean {
  return one === other || (one?.startsWith('utf-16') === true && other.startsWith('utf-16'));
}

function decodeAs(used: string, bytes: Uint8Array, whole: SourceLocation): string {
  try {
    return new TextDecoder(used, { fatal: true }).decode(bytes);
  } catch (cause) {
    // A RangeError is the constructor's: this platform's decoder lacks the encoding.
    const reason =
      cause instanceof RangeError ? `encoding "${used}" is not supported here` : `it is not valid ${used}`;
    throw refusal('BAD_ENCODING', whole, `cannot decode the document: ${reason}`, cause);
  }
}

/** The encoding that the first bytes prove; `undefined` if they fit any ASCII-like encoding. */
function encodingOfMark(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'refused' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0) return 'refused';
  if (a === 0x3c && b === 0) return c === 0 ? 'refused' : 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  if (a === 0x4c && b === 0x6f && c === 0xa7 && d === 0x94) return 'refused';
  return undefined;
}

function statedEncoding(bytes: Uint8Array, contentType: string | undefined): string {
  return charsetOf(contentType) ?? declaredEncoding(bytes) ?? 'utf-8';
}

function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
}

/** The pseudo-attribute `encoding` of an XML declaration, read from ASCII bytes. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 256));
  return ENCODING.exec(start)?.[1];
}

const ENCODING = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/;
