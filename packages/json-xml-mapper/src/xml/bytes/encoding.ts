import { encodingLabel } from '@soapstone/soap-model/encoding';

/** The encoding of a document's bytes. */
export interface EncodingDecision {
  /** `utf-8`, or a label of the WHATWG Encoding Standard that the platform's decoder knows. */
  readonly label: string;
  /** Length of the byte order mark, in bytes. */
  readonly skip: number;
}

/** How many bytes of a document are inspected. The reader rejects a longer XML declaration. */
export const ENCODING_HEAD = 1024;

/**
 * Determines the encoding of a document (TR-9): byte order mark, otherwise the pattern that UTF-16 gives to the first `<`,
 * otherwise the HTTP charset, otherwise the XML declaration, otherwise UTF-8.
 *
 * Two errors are common enough to be corrected: an unknown charset is ignored, and a declaration of UTF-16 in a document whose
 * declaration is readable as ASCII cannot be true (servers that write the encoding of a string in memory).
 *
 * @param head the first bytes, at most `ENCODING_HEAD` of them
 * @param complete whether the document ends with a head shorter than that
 * @param charset the `charset` parameter of the HTTP Content-Type
 * A declaration of another encoding than the mark or the pattern show is an error (XML 1.0 §4.3.3), unless the HTTP charset agrees with
 * the bytes: nobody knows which of the two is wrong.
 *
 * @returns `undefined` if more bytes are needed; a string says why the document cannot be decoded
 */
export function decideEncoding(
  head: Uint8Array,
  complete: boolean,
  charset: string | undefined,
): EncodingDecision | string | undefined {
  if (head.length < 4 && !complete) return undefined;
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return notSupported('UTF-32');
  const fromHttp = charset === undefined ? undefined : encodingLabel(charset);
  const shown = encodingOfBytes(head);
  if (shown !== undefined) {
    return fromHttp !== undefined && isSameFamily(fromHttp, shown.label)
      ? shown
      : confirmByDeclaration(shown, head, complete);
  }
  if (fromHttp !== undefined && !fromHttp.startsWith('utf-16')) return { label: fromHttp, skip: 0 };
  return declaredEncoding(head, complete);
}

/** The encoding that a byte order mark or the first "<" shows. */
function encodingOfBytes([a, b, c]: Uint8Array): EncodingDecision | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return { label: 'utf-8', skip: 3 };
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', skip: 2 };
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', skip: 2 };
  if (a === 0x3c && b === 0 && c !== 0) return { label: 'utf-16le', skip: 0 };
  if (a === 0 && b === 0x3c) return { label: 'utf-16be', skip: 0 };
  return undefined;
}

/** `shown`, unless the declaration names an encoding that the bytes contradict. */
function confirmByDeclaration(
  shown: EncodingDecision,
  head: Uint8Array,
  complete: boolean,
): EncodingDecision | string | undefined {
  const bytes = head.subarray(shown.skip);
  const isWide = shown.label !== 'utf-8';
  const low = shown.label === 'utf-16be' ? 1 : 0;
  // The declaration is ASCII: in UTF-16, every other byte of it.
  const text = isWide ? bytes.filter((_, index) => index % 2 === low) : bytes;
  const name = declaredName(
    text,
    complete,
    isWide ? ENCODING_HEAD / 2 - shown.skip : ENCODING_HEAD - shown.skip,
  );
  if (typeof name !== 'string') return name === undefined ? undefined : shown;
  const label = encodingLabel(name);
  // UTF-16 is what programs declare for a text in memory; a mark of UTF-8 does not make it more true.
  if (label === undefined || isSameFamily(label, shown.label) || label.startsWith('utf-16')) return shown;
  return `the declaration says ${name.slice(0, 40)}, and the first bytes show ${shown.label}`;
}

function isSameFamily(one: string, other: string): boolean {
  return one === other || (one.startsWith('utf-16') && other.startsWith('utf-16'));
}

function notSupported(encoding: string): string {
  return `the encoding ${encoding} is not supported`;
}

const DECLARATION_START = [0x3c, 0x3f, 0x78, 0x6d, 0x6c];

function declaredEncoding(head: Uint8Array, complete: boolean): EncodingDecision | string | undefined {
  const declared = declaredName(head, complete, ENCODING_HEAD);
  if (declared === undefined) return undefined;
  if (declared === NO_NAME) return { label: 'utf-8', skip: 0 };
  const label = encodingLabel(declared);
  if (label === undefined) return notSupported(declared);
  return { label: label.startsWith('utf-16') ? 'utf-8' : label, skip: 0 };
}

/** A document whose declaration names no encoding. */
const NO_NAME = Symbol('no encoding is declared');

/** The encoding that the XML declaration names; `undefined` if more than the bytes of `head` are needed, which has at most `limit` of them. */
function declaredName(
  head: Uint8Array,
  complete: boolean,
  limit: number,
): string | typeof NO_NAME | undefined {
  for (let i = 0; i < DECLARATION_START.length; i++) {
    if (i >= head.length && !complete) return undefined;
    if (head[i] !== DECLARATION_START[i]) return NO_NAME;
  }
  let declaration = '';
  for (const byte of head) {
    declaration += String.fromCharCode(byte);
    if (byte === 0x3e) break;
  }
  if (!declaration.endsWith('?>') && !complete && head.length < limit) return undefined;
  if (/ encoding="utf-8"\?>$/i.test(declaration)) return 'utf-8';
  const name = /[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*(?:"([^"]*)"|'([^']*)')/.exec(declaration);
  return name === null ? NO_NAME : (name[1] ?? name[2] ?? '');
}
