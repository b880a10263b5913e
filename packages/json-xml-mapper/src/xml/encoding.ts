import { encodingLabel } from '@soapstone/soap-model/xml';

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
 * @returns `undefined` if more bytes are needed; a string is the name of an unsupported encoding
 */
export function decideEncoding(
  head: Uint8Array,
  complete: boolean,
  charset: string | undefined,
): EncodingDecision | string | undefined {
  if (head.length < 4 && !complete) return undefined;
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { label: 'utf-8', skip: 3 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'UTF-32';
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', skip: 2 };
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', skip: 2 };
  if (a === 0x3c && b === 0 && c !== 0) return { label: 'utf-16le', skip: 0 };
  if (a === 0 && b === 0x3c) return { label: 'utf-16be', skip: 0 };
  const fromHttp = charset === undefined ? undefined : encodingLabel(charset);
  if (fromHttp !== undefined && !fromHttp.startsWith('utf-16')) return { label: fromHttp, skip: 0 };
  return declaredEncoding(head, complete);
}

const DECLARATION_START = [0x3c, 0x3f, 0x78, 0x6d, 0x6c];

function declaredEncoding(head: Uint8Array, complete: boolean): EncodingDecision | string | undefined {
  for (let i = 0; i < DECLARATION_START.length; i++) {
    if (i >= head.length && !complete) return undefined;
    if (head[i] !== DECLARATION_START[i]) return { label: 'utf-8', skip: 0 };
  }
  let declaration = '';
  for (const byte of head) {
    declaration += String.fromCharCode(byte);
    if (byte === 0x3e) break;
  }
  if (!declaration.endsWith('?>') && !complete && head.length < ENCODING_HEAD) return undefined;
  if (/ encoding="utf-8"\?>$/i.test(declaration)) return { label: 'utf-8', skip: 0 };
  const name = /[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*(?:"([^"]*)"|'([^']*)')/.exec(declaration);
  if (name === null) return { label: 'utf-8', skip: 0 };
  const declared = name[1] ?? name[2] ?? '';
  const label = encodingLabel(declared);
  if (label === undefined) return declared;
  return { label: label.startsWith('utf-16') ? 'utf-8' : label, skip: 0 };
}
