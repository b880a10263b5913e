import { encodeText } from './page-cursors.js';

/** A part of a form. */
export interface PartOfForm {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The media type of a file; undefined for a part that says none. */
  readonly mediaType?: string | undefined;
}

/** The maximum number of parts of a form. */
export const MOST_PARTS = 1000;
/** The maximum size of the headers of a part, in bytes. */
export const MOST_HEADER_BYTES = 16_384;
const MOST_HEADERS = 20;
/** RFC 2046, section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;
/** The content transfer encodings that are none; others are deprecated (RFC 7578, section 4.7). */
const PLAIN: readonly string[] = ['7bit', '8bit', 'binary'];
export const CR = 0x0d;
export const LF = 0x0a;
export const DASH = 0x2d;
/** The end of a line, and the empty line after it. */
export const EMPTY_LINE: Uint8Array = Uint8Array.of(CR, LF, CR, LF);

/** The part of the class of the Encoding Standard that this file uses. Every platform has the class. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

/**
 * Reads the parts of a form (`multipart/form-data`, RFC 7578) that is in memory as a whole, in their order. File names are not read.
 *
 * @returns the parts, or what is wrong with the form, as the end of a sentence about it
 */
export function partsOfForm(
  contentType: string,
  body: Uint8Array,
): readonly PartOfForm[] | { readonly problem: string } {
  const delimiter = delimiterOf(contentType);
  if ('problem' in delimiter) return delimiter;
  const parts: PartOfForm[] = [];
  // The first delimiter may be the first line.
  const isFirst = startsWith(body, delimiter.subarray(2), 0);
  let at = isFirst ? delimiter.length - 2 : endOf(body, delimiter, 0);
  for (;;) {
    if (at < 0) return NO_END;
    if (body[at] === DASH && body[at + 1] === DASH) return parts;
    while (body[at] === 0x20 || body[at] === 0x09) at += 1;
    if (body[at] !== CR || body[at + 1] !== LF) return NO_END;
    const headersAt = at + 2;
    const contentAt = endOfHeaders(body, headersAt);
    if (contentAt < 0) return NO_END;
    const next = endOf(body, delimiter, contentAt - 2);
    if (next < 0) return NO_END;
    if (parts.length === MOST_PARTS) return { problem: `has more than ${MOST_PARTS} parts` };
    const bytes = body.subarray(contentAt, Math.max(contentAt, next - delimiter.length));
    const head = headOf(body.subarray(headersAt, contentAt));
    if ('problem' in head) return head;
    parts.push({ ...head, bytes });
    at = next;
  }
}

export const NO_END = { problem: 'cannot be read' } as const;

/** The line between the parts of a form: the line before it ends there, too. */
export function delimiterOf(contentType: string): Uint8Array | { readonly problem: string } {
  const { boundary = '' } = parametersOf(contentType);
  return BOUNDARY.test(boundary)
    ? encodeText(`\r\n--${boundary}`)
    : { problem: 'has no boundary that can be used' };
}

/** Reads the headers of a part, with the empty line after them. */
export function headOf(section: Uint8Array): Omit<PartOfForm, 'bytes'> | { readonly problem: string } {
  const headers = new Map<string, string>();
  const lines = new TextDecoder().decode(section).split('\r\n');
  if (lines.length > MOST_HEADERS + 2) return NO_END;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const { name, filename } = parametersOf(disposition);
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) return NO_END;
  const encoding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!PLAIN.includes(encoding.toLowerCase())) return { problem: 'must not encode its parts' };
  const type = headers.get('content-type') ?? 'text/plain';
  // A part without a type is text (RFC 7578, section 4.4), regardless of its bytes.
  const isText = filename === undefined && /^text\/plain\s*(?:;|$)/i.test(type);
  return { name: unescaped(name), ...(!isText && { mediaType: type }) };
}

/** Browsers escape three characters of a name (the HTML standard, multipart/form-data). */
function unescaped(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** The parameters of a header by their lower-case names; the first of two counts. */
function parametersOf(header: string): { readonly [name: string]: string | undefined } {
  const parameters = Object.create(null) as Record<string, string>;
  for (let at = header.indexOf(';'); at >= 0; at = header.indexOf(';', at)) {
    const equals = header.indexOf('=', at);
    if (equals < 0) break;
    const name = header
      .slice(at + 1, equals)
      .trim()
      .toLowerCase();
    let value = '';
    at = equals + 1;
    if (header[at] === '"') {
      for (at += 1; at < header.length && header[at] !== '"'; at += 1) {
        if (header[at] === '\\' && header[at + 1] === '"') at += 1;
        value += header[at];
      }
    } else {
      const end = header.indexOf(';', at);
      value = header.slice(at, end < 0 ? header.length : end).trim();
    }
    if (!(name in parameters)) parameters[name] = value;
  }
  return parameters;
}

/** Where the empty line after the headers at `from` ends; -1 if there is none. */
function endOfHeaders(body: Uint8Array, from: number): number {
  if (body[from] === CR && body[from + 1] === LF) return from + 2;
  const most = Math.min(body.length, from + MOST_HEADER_BYTES);
  for (let at = body.indexOf(CR, from); at >= 0 && at < most; at = body.indexOf(CR, at + 1))
    if (startsWith(body, EMPTY_LINE, at)) return at + EMPTY_LINE.length;
  return -1;
}

/** Where the next `pattern`, which begins with CR, ends at or after `from`; -1 if there is none. */
export function endOf(body: Uint8Array, pattern: Uint8Array, from: number): number {
  for (let at = body.indexOf(CR, from); at >= 0; at = body.indexOf(CR, at + 1))
    if (startsWith(body, pattern, at)) return at + pattern.length;
  return -1;
}

export function startsWith(body: Uint8Array, pattern: Uint8Array, at: number): boolean {
  for (let index = 0; index < pattern.length; index++) if (body[at + index] !== pattern[index]) return false;
  return true;
}
