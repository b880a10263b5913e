/** The response of a server that is not usable: for the owner of the service, never for its callers. */
export interface ReceivedAnswer {
  readonly status: number;
  /** The reason phrase of the status line, if it had one. */
  readonly statusText?: string;
  /** The header fields by their lower-case names. */
  readonly headers: ReceivedFields;
  /** The first bytes of the body after its content coding was removed, at most `MAX_START`. */
  readonly start: Uint8Array;
  /** Whether the body is longer than `start`. */
  readonly truncated: boolean;
}

/** Header fields by their lower-case names. */
export type ReceivedFields = Readonly<Record<string, string | string[] | undefined>>;

/** The number of bytes of a body that are kept and shown. */
export const MAX_START = 2048;

/** The number of characters of a field value that are shown. */
const MAX_VALUE = 500;
/** The number of fields that are shown. */
const MAX_FIELDS = 50;

/** Fields whose values are secrets between the server and this client. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'set-cookie',
  'set-cookie2',
  'authentication-info',
  'proxy-authentication-info',
]);

/** An answer as text, to be shown to the owner. */
export interface PrintedAnswer {
  /** `HTTP 302 Found`. */
  readonly statusLine: string;
  /** `name: value`, one for each field line. */
  readonly fields: readonly string[];
  /** The beginning of the body as text; a note if it is not text. */
  readonly body: string;
  /** Whether the body is longer. */
  readonly truncated: boolean;
}

/**
 * Returns an answer as text. Values of cookies and of authentication are never shown.
 *
 * @param hide removes the secrets of the service from a text, such as the function of `createRedactor`
 *
 * @example
 * ```ts
 * const { statusLine, fields, body } = printAnswer(error.answer, createRedactor(profile));
 * ```
 */
export function printAnswer(answer: ReceivedAnswer, hide: (text: string) => string): PrintedAnswer {
  const { status, headers, truncated } = answer;
  const statusText = answer.statusText ?? STATUS_PHRASES[status];
  const fields: string[] = [];
  for (const [name, value = []] of Object.entries(headers)) {
    for (const each of [value].flat()) {
      if (fields.length === MAX_FIELDS) break;
      const shown = SECRET_FIELDS.has(name) ? '[hidden]' : onOneLine(hide(each)).slice(0, MAX_VALUE);
      fields.push(`${onOneLine(name)}: ${shown}`);
    }
  }
  const text = textOfAnswer(answer);
  return {
    statusLine: hide(onOneLine(statusText === undefined ? `HTTP ${status}` : `HTTP ${status} ${statusText}`)),
    fields,
    body: text === undefined ? `(${answer.start.length} bytes that are not text)` : hide(text),
    truncated,
  };
}

/**
 * Returns an answer without the secrets of the service, which a server may echo. The body stays as long as it is; one that is not
 * UTF-8 is searched as Latin-1, in which secrets of ASCII characters look the same.
 */
export function hideInAnswer(answer: ReceivedAnswer, hide: (text: string) => string): ReceivedAnswer {
  const headers = Object.entries(answer.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(hide) : value === undefined ? value : hide(value),
  ]);
  return { ...answer, headers: Object.fromEntries(headers), start: hideInBytes(answer.start, hide) };
}

function hideInBytes(bytes: Uint8Array, hide: (text: string) => string): Uint8Array {
  const utf8 = new TextDecoder().decode(bytes);
  const isUtf8 = !utf8.includes('\ufffd');
  const text = isUtf8 ? utf8 : Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const hidden = hide(text);
  if (hidden === text) return bytes;
  return isUtf8
    ? new TextEncoder().encode(hidden)
    : Uint8Array.from(hidden, (character) => character.charCodeAt(0));
}

/** The value of a field; the first if there are several. */
export function fieldOf(headers: ReceivedFields, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** All values of a field as a list. */
export function fieldsOf(headers: ReceivedFields, name: string): readonly string[] {
  return [headers[name] ?? []].flat();
}

/** The beginning of the body as text without control characters; `undefined` if it is not text. */
export function textOfAnswer({ start, headers }: ReceivedAnswer): string | undefined {
  const charset = /charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})/i.exec(
    fieldOf(headers, 'content-type') ?? '',
  )?.[1];
  const text = decode(start, charset ?? 'utf-8');
  // Text has no NUL, and hardly any other control character.
  let controls = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0) return undefined;
    if (unit < 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) controls += 1;
  }
  if (controls * 20 > text.length) return undefined;
  return withoutControls(text);
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Characters that a terminal would act on are shown as replacement characters. */
function withoutControls(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd');
}

/** A text of the server on one line. */
export function onOneLine(text: string): string {
  return withoutControls(text)
    .replace(/[\t\r\n ]+/g, ' ')
    .trim();
}

/** The reason phrases of common statuses (RFC 9110 §15), for answers whose status line has none. */
export const STATUS_PHRASES: Readonly<Record<number, string>> = {
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  407: 'Proxy Authentication Required',
  410: 'Gone',
  411: 'Length Required',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
