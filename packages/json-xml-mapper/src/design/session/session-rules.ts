import type { LoginAnswer, LoginToken, RefusedAnswer, SessionOf, SessionRules } from '../../api/session.js';
import { isJsonNumber } from '../../json/json-number.js';
import { URL } from '../../platform.js';
import { MOST_MS } from '../session-fields.js';
import type { ParsedSession, TokenPlace } from './parsed-session.js';
import { assertSendable, LoginAnswerError, takeToken, valuesOf } from './session-token.js';

/** The cookies of one answer. */
const MOST_COOKIES = 50;
/** A number of seconds. */
const SECONDS = /^[0-9]{1,12}(?:\.[0-9]{1,9})?$/;
const ZONE = /(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/**
 * The session of a service, with its operations.
 *
 * @param compile compiles an operation, which is done once
 */
export function sessionOf<Operation>(
  session: ParsedSession | undefined,
  compile: (operation: string) => Operation,
): SessionOf<Operation> | undefined {
  if (session === undefined) return undefined;
  const { login, logout } = session;
  return {
    ...createSessionRules(session),
    get login() {
      return login === undefined ? undefined : compile(login);
    },
    get logout() {
      return logout === undefined ? undefined : compile(logout);
    },
  };
}

/** Makes the rules of a session from what its design says (DF-7). */
function createSessionRules(session: ParsedSession): SessionRules {
  const { before, repeatable, faults, statuses, send } = session;
  const names = new Set(faults);
  return {
    before,
    repeatable,
    ...(session.token.kind === 'provided' && { provided: session.token.parts }),
    take: (token) => takeToken(session, token),
    valuesOf: (token) => valuesOf(session.token, token),
    read: (answer, now, known) => readLogin(session, answer, now, known),
    headersOf(token) {
      switch (send.kind) {
        case 'message':
          return {};
        case 'httpHeader':
          return { [send.name]: token };
        case 'cookie':
          return { cookie: send.name === undefined ? token : `${send.name}=${token}` };
      }
    },
    isRefused: ({ status, fault }) =>
      (status !== undefined && statuses.includes(status)) ||
      (fault !== undefined && names.size > 0 && namesOf(fault).some((name) => names.has(name))),
  };
}

/** The names that a design may call a fault by. */
function namesOf({
  code,
  subcodes = [],
  reason,
  name,
  detail,
}: NonNullable<RefusedAnswer['fault']>): string[] {
  const codes = [code, ...subcodes].map(localName);
  return [
    ...codes,
    // A code of SOAP 1.1 may be refined: Client.SessionExpired.
    ...codes.map((each) => each.slice(each.lastIndexOf('.') + 1)),
    ...(name === undefined ? [] : [name]),
    ...Object.keys(detail ?? {}).map(localName),
    reason,
  ];
}

function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('}'), name.lastIndexOf(':')) + 1);
}

function readLogin(
  session: ParsedSession,
  answer: LoginAnswer,
  now: number,
  known: readonly string[],
): LoginToken {
  const { login, expires, after, endpoint, send } = session;
  if (login === undefined) throw new LoginAnswerError('a program hands the token in: nothing logs in');
  const { token, maxAge } = readToken(session.token, answer, login);
  assertSendable(token, send, `the token of ${login}`);
  const end = expires && instantOf(valueAt(answer.result, expires), now);
  // Each call would log in again.
  if (end !== undefined && end <= now)
    throw new LoginAnswerError(
      `the answer of ${login} says that the session has ended already, at ${expires?.join('/')}: check the clocks and time zones, or use renew > after in place of token > expires`,
    );
  const ends = [
    end,
    maxAge !== undefined && expires === undefined ? now + maxAge * 1_000 : undefined,
    after !== undefined ? now + after : undefined,
  ]
    .filter((each) => each !== undefined)
    .map((each) => Math.min(each, now + MOST_MS));
  const address = endpoint && readEndpoint(endpoint, answer, known, login);
  return {
    token,
    ...(ends.length > 0 && { expiresAt: Math.min(...ends) }),
    ...(address !== undefined && { endpoint: address }),
  };
}

function readToken(
  place: TokenPlace,
  answer: LoginAnswer,
  login: string,
): { readonly token: string; readonly maxAge?: number | undefined } {
  switch (place.kind) {
    case 'result':
    case 'soapHeader': {
      const source = place.kind === 'result' ? answer.result : (answer.soapHeaders ?? {});
      const token = textOf(valueAt(source, place.keys));
      if (token !== undefined && token !== '') return { token };
      const where = place.kind === 'result' ? 'answer' : 'SOAP header';
      throw new LoginAnswerError(`the ${where} of ${login} has no ${place.keys.join('/')}`);
    }
    case 'httpHeader': {
      const value = answer.headers[place.name.toLowerCase()];
      const token = typeof value === 'string' ? value : value?.[0];
      if (token !== undefined && token !== '') return { token };
      throw new LoginAnswerError(`the answer of ${login} has no HTTP header ${place.name}`);
    }
    case 'cookie':
      return readCookies(place.name, answer, login);
    case 'provided':
      throw new LoginAnswerError('a program hands the token in: nothing logs in');
  }
}

function readCookies(
  name: string,
  { headers }: LoginAnswer,
  login: string,
): { readonly token: string; readonly maxAge?: number | undefined } {
  const given = headers['set-cookie'] ?? [];
  const cookies = new Map<string, { readonly value: string; readonly maxAge: number | undefined }>();
  for (const line of (typeof given === 'string' ? [given] : given).slice(0, MOST_COOKIES)) {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const key = pair.slice(0, at).trim();
    const age = attributes.map((each) => each.trim()).find((each) => /^max-age=/i.test(each));
    const maxAge = age === undefined || !SECONDS.test(age.slice(8)) ? undefined : Number(age.slice(8));
    const isEnd = age !== undefined && (maxAge === undefined || maxAge === 0);
    if (isEnd) cookies.delete(key);
    else cookies.set(key, { value: pair.slice(at + 1).trim(), maxAge });
  }
  const wanted = [...cookies].filter(([key]) => name === '*' || key === name);
  const [first] = wanted;
  if (first === undefined)
    throw new LoginAnswerError(`the answer of ${login} sets no cookie${name === '*' ? '' : ` ${name}`}`);
  const ages = wanted.flatMap(([, { maxAge }]) => maxAge ?? []);
  return {
    token: name === '*' ? wanted.map(([key, { value }]) => `${key}=${value}`).join('; ') : first[1].value,
    ...(ages.length > 0 && { maxAge: Math.min(...ages) }),
  };
}

function readEndpoint(
  { keys, hosts }: NonNullable<ParsedSession['endpoint']>,
  answer: LoginAnswer,
  known: readonly string[],
  login: string,
): string | undefined {
  const text = textOf(valueAt(answer.result, keys));
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const services = known.flatMap((each) => (URL.canParse(each) ? [new URL(each)] : []));
  const isSecure = services.every(({ protocol }) => protocol === 'https:');
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && !isSecure)))
    throw new LoginAnswerError(
      `the address in the answer of ${login} is not an ${isSecure ? 'https:' : 'http: or https:'} URL`,
    );
  const isKnown =
    url.username === '' &&
    url.password === '' &&
    (services.some(({ host }) => host === url.host) || hosts.some((host) => matches(url, host)));
  if (isKnown) return url.href;
  throw new LoginAnswerError(
    `the address in the answer of ${login} is on a host that session > endpoint > hosts does not have`,
  );
}

function matches({ host, hostname }: URL, pattern: string): boolean {
  // Without a port, the port is that of the scheme.
  if (!pattern.startsWith('*.')) return host === pattern;
  return (pattern.includes(':') || host === hostname) && host.endsWith(pattern.slice(1));
}

/** The value at a path. Only own keys count. */
function valueAt(source: unknown, keys: readonly string[]): unknown {
  let value = source;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  return isJsonNumber(value) ? value.text : undefined;
}

/** A date and time, in UTC unless it has a zone, or a number of seconds from now. */
function instantOf(value: unknown, now: number): number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
  const text = textOf(value)?.trim();
  if (text === undefined) return undefined;
  if (SECONDS.test(text)) return now + Number(text) * 1_000;
  const isDate = text.length <= 40 && /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(text);
  const instant = isDate
    ? Date.parse(text.includes('T') && !ZONE.test(text) ? `${text}Z` : text)
    : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}
