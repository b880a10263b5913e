import { assertOptions, optional, text as string } from '@soapstone/options';

/** A Content-Type or Content-Disposition value, read. */
export interface HeaderValue {
  /** Lower case, without parameters: `multipart/related`. */
  readonly value: string;
  /** Names in lower case; the first of two equal names wins. */
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Parses `value; name=token; name="quoted"`. Unreadable parts are dropped. Throws `OptionError` for anything but a string.
 *
 * @example
 * ```ts
 * readHeaderValue('text/xml; charset=utf-8').parameters.get('charset'); // utf-8
 * ```
 */
export function readHeaderValue(text: string): HeaderValue {
  assertOptions(string, text, 'readHeaderValue', 'text');
  const end = text.indexOf(';');
  const value = (end === -1 ? text : text.slice(0, end)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  let at = end;
  while (at !== -1 && at < text.length) {
    const equals = text.indexOf('=', at);
    if (equals === -1) break;
    // Empty parameters (`;;`) have no name.
    const name = text.slice(at, equals).replace(/^[;\s]+/, '');
    const start = skipSpace(text, equals + 1);
    const [content, next] = text[start] === '"' ? readQuoted(text, start) : readToken(text, start);
    const key = name.trim().toLowerCase();
    if (!parameters.has(key)) parameters.set(key, content);
    at = text.indexOf(';', next);
  }
  return { value, parameters };
}

/** Quotes a parameter value (RFC 9110 §5.6.4). Throws `TypeError` on control characters. */
export function quoteParameter(value: string): string {
  if (/[\x00-\x1f\x7f]/.test(value))
    throw new TypeError('cannot quote a header parameter: it holds a control character');
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function readToken(text: string, start: number): [string, number] {
  const end = text.indexOf(';', start);
  return end === -1 ? [text.slice(start).trim(), text.length] : [text.slice(start, end).trim(), end];
}

function readQuoted(text: string, start: number): [string, number] {
  let content = '';
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\' && at + 1 < text.length) at += 1;
    content += text[at];
    at += 1;
  }
  return [content, at + 1];
}

/**
 * Whether a Content-Type is multipart. Throws `OptionError` for anything but a string or `undefined`.
 *
 * @example
 * ```ts
 * isMultipart('multipart/related; boundary=b'); // true
 * ```
 */
export function isMultipart(contentType: string | undefined): boolean {
  assertOptions(optional(string), contentType, 'isMultipart', 'contentType');
  return contentType !== undefined && isMultipartType(contentType);
}

/** The same for a text that our own code has read. */
export function isMultipartType(contentType: string): boolean {
  return /^\s*multipart\//i.test(contentType);
}
