import type { CompatibilityRemedy } from './compatibility-advice.js';
import { fieldOf, onOneLine, type ReceivedAnswer, textOfAnswer } from './received-answer.js';
import { readSchemes } from './schemes.js';

/** The kinds of what can come back instead of a SOAP message. */
export type AnswerKind =
  | 'redirect'
  | 'login'
  | 'proxy-login'
  | 'forbidden'
  | 'empty'
  | 'html'
  | 'json'
  | 'text'
  | 'binary';

/**
 * The remedy for the person who configured the call. Each door names it in its own words: an option, a field, a member.
 *
 * - `endpoint`: call the address that the server named
 * - `credentials`: send credentials, or other ones
 * - `trust-issuer`: trust the authority that issued the certificate of the server
 * - `client-certificate`: present a client certificate, or another one
 * - `lenient-http`: read responses that break the syntax of HTTP
 * - `minimum-tls`, `legacy-renegotiation`, `weak-ciphers`, `header-names`, `connection-close`, `http-1.0`, `identity-encoding`: the member of
 *   `compatibility` with that name
 * - `replace-certificate`: nothing but another certificate of the server, or none of the checks, in tests
 */
export type Remedy =
  | 'endpoint'
  | 'credentials'
  | 'trust-issuer'
  | 'client-certificate'
  | 'lenient-http'
  | CompatibilityRemedy
  | 'replace-certificate';

/** An answer in words: lower case, without a full stop. */
export interface AnswerDescription {
  readonly kind: AnswerKind;
  /** For callers: nothing that the server wrote. `its body is empty`. */
  readonly short: string;
  /** For the owner: with the target, the scheme or the beginning of the text. */
  readonly full: string;
  readonly remedy?: Remedy;
}

/** The number of characters of a body that a sentence quotes. */
const MAX_QUOTE = 200;

/** One row of the table: returns a description if the answer is of this kind. */
type AnswerRule = (answer: ReceivedAnswer, text: string | undefined) => AnswerDescription | undefined;

/** The possible responses that are not SOAP messages. The first rule that applies describes the answer. */
const RULES: readonly AnswerRule[] = [
  describeRedirect,
  (answer, text) => describeLogin(answer, text, 407),
  (answer, text) => describeLogin(answer, text, 401),
  describeForbidden,
  describeOldServer,
  describeEmpty,
  describeBinary,
  describeHtml,
  describeJson,
  describeText,
];

/**
 * Says what a server sent in place of a SOAP message. `undefined` if it may be one: XML that is not a page, which only its reader
 * can judge.
 *
 * @example
 * ```ts
 * const said = describeAnswer({ status: 200, headers: {}, start: new Uint8Array(), truncated: false });
 * said?.short; // 'its body is empty'
 * ```
 */
export function describeAnswer(answer: ReceivedAnswer): AnswerDescription | undefined {
  const text = textOfAnswer(answer);
  for (const rule of RULES) {
    const found = rule(answer, text);
    if (found !== undefined) return { ...found, full: `${found.full}${saidByFields(answer)}` };
  }
  return undefined;
}

/** Header fields that say what would be accepted, or when, by the statuses that they explain (RFC 9110). */
const EXPLAINING_FIELDS: readonly {
  readonly statuses: readonly number[];
  readonly field: string;
  readonly says: (value: string) => string;
}[] = [
  { statuses: [405], field: 'allow', says: (methods) => `it takes ${methods} there` },
  { statuses: [415], field: 'accept-post', says: (types) => `it takes ${types}` },
  { statuses: [415], field: 'accept', says: (types) => `it takes ${types}` },
  {
    statuses: [429, 503],
    field: 'retry-after',
    says: (time) => `it asks to try again ${/^\d{1,9}$/.test(time) ? `in ${time} seconds` : `at ${time}`}`,
  },
];

/** The header fields of an error, as a clause for the owner; empty if they say nothing. */
function saidByFields({ status, headers }: ReceivedAnswer): string {
  for (const { statuses, field, says } of EXPLAINING_FIELDS) {
    const value = statuses.includes(status) ? fieldOf(headers, field) : undefined;
    if (value !== undefined && value.trim() !== '') return `; ${says(quote(value))}`;
  }
  return '';
}

function describeRedirect({ status, headers }: ReceivedAnswer): AnswerDescription | undefined {
  // 304 says that a cached response is still right, which no call has asked.
  if (status < 300 || status > 399 || status === 304) return undefined;
  const location = fieldOf(headers, 'location');
  const short = `a redirect (${status}), which calls do not follow`;
  if (location === undefined) return { kind: 'redirect', short, full: `${short}; it names no target` };
  const target = onOneLine(location).slice(0, MAX_QUOTE);
  return {
    kind: 'redirect',
    short,
    full: `a redirect (${status}) to ${target}, which calls do not follow`,
    remedy: /login|signin|sso|saml|oauth|adfs/i.test(target) ? 'credentials' : 'endpoint',
  };
}

function describeLogin(
  { status, headers }: ReceivedAnswer,
  text: string | undefined,
  wanted: 401 | 407,
): AnswerDescription | undefined {
  if (status !== wanted || isXml(text)) return undefined;
  const isProxy = wanted === 407;
  const kind = isProxy ? 'proxy-login' : 'login';
  const who = isProxy ? 'a proxy asks for a login' : 'it asks for a login';
  const asked = readSchemes(headers, isProxy ? 'proxy-authenticate' : 'www-authenticate');
  const remedy = isProxy ? {} : { remedy: 'credentials' as const };
  if (asked.names.length === 0) return { kind, short: who, full: `${who} and names no scheme`, ...remedy };
  const realm = asked.realm === undefined ? '' : ` (realm "${onOneLine(asked.realm)}")`;
  const why = asked.description === undefined ? '' : `: "${onOneLine(asked.description)}"`;
  const full = `${who} with ${asked.names.join(' or ')}${realm}${why}`;
  if (asked.supported.length > 0 || isProxy) return { kind, short: who, full, ...remedy };
  return { kind, short: who, full: `${full}, which is not supported` };
}

function describeForbidden(answer: ReceivedAnswer, text: string | undefined): AnswerDescription | undefined {
  if (answer.status !== 403 || isXml(text)) return undefined;
  const short = 'it refuses access';
  const body = RULES_OF_BODIES.map((rule) => rule(answer, text)).find((found) => found !== undefined);
  const full = body === undefined || body.kind === 'empty' ? short : `${short}; ${body.full}`;
  return { kind: 'forbidden', short, full, remedy: 'credentials' };
}

/** Statuses and words with which old servers refuse what every current client sends. */
const OLD_SERVERS: readonly {
  readonly statuses: readonly number[];
  readonly text?: RegExp;
  readonly short: string;
  readonly remedy: CompatibilityRemedy;
}[] = [
  { statuses: [505], short: 'it does not speak HTTP/1.1 (505)', remedy: 'http-1.0' },
  {
    statuses: [400, 426, 500, 501],
    text: /HTTP\/1\.1|HTTP version/i,
    short: 'it does not seem to speak HTTP/1.1',
    remedy: 'http-1.0',
  },
  {
    statuses: [411],
    short: 'it does not find the Content-Length that was sent (411)',
    remedy: 'header-names',
  },
  {
    statuses: [400, 415, 500, 501],
    text: /(?:accept|content)-encoding/i,
    short: 'it does not accept the header Accept-Encoding',
    remedy: 'identity-encoding',
  },
  // Every message of SOAP is accepted, so only the codings are left (RFC 9110 §12.5.3).
  {
    statuses: [406],
    short: 'it does not accept the header Accept-Encoding (406)',
    remedy: 'identity-encoding',
  },
  {
    statuses: [400, 415, 500],
    text: /SOAPAction|Content-(?:Type|Length)/i,
    short: 'it does not find a header that was sent',
    remedy: 'header-names',
  },
  {
    statuses: [400, 500, 501, 503],
    text: /keep-?alive|persistent connection|Connection: close/i,
    short: 'it does not keep connections open',
    remedy: 'connection-close',
  },
];

/** Errors in XML are faults, which say for themselves what is wrong. */
function describeOldServer(answer: ReceivedAnswer, text = ''): AnswerDescription | undefined {
  const { status } = answer;
  if (status < 400 || isXml(text)) return undefined;
  const start = text.slice(0, 1024);
  const found = OLD_SERVERS.find(
    (each) => each.statuses.includes(status) && (each.text === undefined || each.text.test(start)),
  );
  if (found === undefined) return undefined;
  const { short, remedy } = found;
  const body = RULES_OF_BODIES.map((rule) => rule(answer, text)).find((each) => each !== undefined);
  const full = body === undefined || body.kind === 'empty' ? short : `${short}; ${body.full}`;
  return { kind: body?.kind ?? 'empty', short, full, remedy };
}

function describeEmpty({ start }: ReceivedAnswer, text: string | undefined): AnswerDescription | undefined {
  if (start.length > 0 && (text === undefined || text.trim() !== '')) return undefined;
  const short = start.length === 0 ? 'its body is empty' : 'its body is empty but for white space';
  return { kind: 'empty', short, full: short };
}

function describeBinary(answer: ReceivedAnswer, text: string | undefined): AnswerDescription | undefined {
  // UTF-16 and UTF-32 have NUL bytes, and the reader of the message knows them.
  if (text !== undefined || startsAsWideXml(answer.start)) return undefined;
  if (startsAsEnvelope(answer.start)) return undefined;
  const type = typeOf(answer);
  // As bytes, or as those of a text in which the second one was replaced.
  if (answer.start[0] === 0x1f && (answer.start[1] === 0x8b || answer.start[1] === 0xef)) {
    const compressed = 'it is gzip data without the Content-Encoding that says so';
    return { kind: 'binary', short: compressed, full: compressed };
  }
  const short = 'it is binary data, not XML';
  return { kind: 'binary', short, full: type === '' ? short : `it is binary data (${type}), not XML` };
}

function describeHtml(answer: ReceivedAnswer, text = ''): AnswerDescription | undefined {
  const start = text.slice(0, 1024);
  const isPage = /<(?:!doctype[ \t\r\n]{1,9}html|html)[\s>]/i.test(start);
  // A piece of a page, such as an error that PHP prints. Some servers call an envelope HTML.
  const isPiece = isXml(start) && /^text\/html$/i.test(typeOf(answer)) && !/<\?xml|envelope/i.test(start);
  // PHP prints its errors before everything else, under any announced type.
  const isError = /^\s*<br[ /]*>\s*<b>/i.test(start);
  if (!isPage && !isPiece && !isError) return undefined;
  const title = titleOf(text);
  const short = 'it is an HTML page';
  const full =
    title === undefined || title.trim() === ''
      ? `${short}: "${quote(textOfPage(text))}"`
      : `${short} with the title "${quote(title)}"`;
  return { kind: 'html', short, full };
}

function describeJson(_answer: ReceivedAnswer, text = ''): AnswerDescription | undefined {
  const trimmed = text.replace(/^\ufeff/, '').trimStart();
  if (!/^(?:\{\s*["}]|\[)/.test(trimmed)) return undefined;
  const short = 'it is JSON, not XML';
  return { kind: 'json', short, full: `${short}: "${quote(messageOf(trimmed) ?? trimmed)}"` };
}

function describeText(answer: ReceivedAnswer, text = ''): AnswerDescription | undefined {
  if (isXml(text) || startsAsWideXml(answer.start) || startsAsEnvelope(answer.start)) return undefined;
  // A multipart message whose parts were not found, or an envelope after a preamble: its reader says more.
  if (/^multipart\//i.test(typeOf(answer))) return undefined;
  const server = fieldOf(answer.headers, 'server');
  const from = server === undefined ? '' : ` from ${onOneLine(server).slice(0, 60)}`;
  const short = 'it is text, not XML';
  return { kind: 'text', short, full: `${short}${from}: "${quote(text)}"` };
}

const RULES_OF_BODIES: readonly AnswerRule[] = [
  describeEmpty,
  describeBinary,
  describeHtml,
  describeJson,
  describeText,
];

function isXml(text: string | undefined): boolean {
  const start = text?.replace(/^\ufeff/, '').trimStart() ?? '';
  return start.startsWith('<') && !/^<(?:!doctype[ \t\r\n]{1,9}html|html)[\s>]/i.test(start);
}

/** An envelope, including one with a NUL in it or after it: the reader of the message says where. */
function startsAsEnvelope(start: Uint8Array): boolean {
  const text = new TextDecoder().decode(start.subarray(0, 200));
  return /^\s{0,50}<(?:\?xml|[\w.-]{1,50}:Envelope|Envelope)\s/.test(text);
}

/** `<` in UTF-16 or UTF-32, with or without a byte order mark (XML 1.0 §F). */
function startsAsWideXml(start: Uint8Array): boolean {
  const [first, second, third, fourth] = start;
  return (
    (first === 0xfe && second === 0xff) ||
    (first === 0xff && second === 0xfe) ||
    (first === 0 && second === 0x3c) ||
    (first === 0 && second === 0 && third === 0 && fourth === 0x3c) ||
    (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) ||
    (first === 0x3c && second === 0)
  );
}

function typeOf({ headers }: ReceivedAnswer): string {
  return onOneLine((fieldOf(headers, 'content-type') ?? '').split(';', 1)[0] ?? '').slice(0, 100);
}

function quote(text: string): string {
  const line = onOneLine(text);
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
}

/** The title of a page; a cut-off one counts. */
function titleOf(page: string): string | undefined {
  const start = page.search(/<title[\s>]/i);
  if (start === -1) return undefined;
  const [, after] = page.slice(start).split('>', 2);
  return after?.split('<', 1)[0];
}

/** The text of a page without its markup, scripts and styles. */
function textOfPage(page: string): string {
  let text = '';
  let skipped: string | undefined;
  for (const piece of page.split('<').slice(1)) {
    const end = piece.indexOf('>');
    const name = /^\/?([a-z]{1,10})/i.exec(piece)?.[0]?.toLowerCase();
    if (skipped !== undefined && name !== `/${skipped}`) continue;
    skipped = name === 'script' || name === 'style' || name === 'head' ? name : undefined;
    if (skipped === undefined && end !== -1) text += ` ${piece.slice(end + 1)}`;
  }
  return text;
}

/** The members that carry the message of a JSON error, in the order of preference. */
const MESSAGE_MEMBERS = [
  'message',
  'detail',
  'error_description',
  'faultstring',
  'title',
  'error',
  'fault',
  'errors',
];

/** The message in a JSON error; `undefined` if it has none, or was cut off. */
function messageOf(json: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  // An error is nested a few levels at most.
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) value = value[0];
    if (typeof value !== 'object' || value === null) return undefined;
    const members = value as Readonly<Record<string, unknown>>;
    const own = MESSAGE_MEMBERS.filter((each) => Object.hasOwn(members, each) && members[each] !== null);
    const name = own.find((each) => typeof members[each] === 'string') ?? own[0];
    if (name === undefined) return undefined;
    value = members[name];
  }
  return typeof value === 'string' ? value : undefined;
}
