import { nearestName } from '../../explain/keys/nearest-name.js';
import {
  describe,
  type FillOrigin,
  HEADER_NAME,
  hint,
  isRecord,
  ownValue,
  SECRET_NAME,
} from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';
import { type EntryReader, listIn, nameIn, onlyOne, pathIn, recordOf } from '../session-fields.js';
import type { TokenCarrier, TokenPlace } from './parsed-session.js';

const TOKEN_PLACES = ['result', 'soapHeader', 'cookie', 'httpHeader', 'provided'];
const CARRIERS = ['soapHeader', 'member', 'cookie', 'httpHeader'];

/** Reads where a token comes from. Problems are reported. */
export function readToken(
  data: unknown,
  reader: EntryReader,
): { readonly place: TokenPlace; readonly expires: readonly string[] | undefined } | undefined {
  const at = ['session', 'token'];
  const fields = recordOf(data, at, [...TOKEN_PLACES, 'expires'], reader, 'where the answer has the token');
  if (fields === undefined) return undefined;
  const expires = Object.hasOwn(fields, 'expires') ? pathIn(fields, 'expires', at, reader) : undefined;
  const kind = onlyOne(fields, TOKEN_PLACES, at, reader);
  switch (kind) {
    case undefined:
      return undefined;
    case 'provided': {
      if (Object.hasOwn(fields, 'expires'))
        reader.report([...at, 'expires'], 'cannot be beside provided: a token comes with its end');
      const parts = readParts(fields, [...at, kind], reader);
      return parts && { place: { kind, parts }, expires: undefined };
    }
    case 'result':
    case 'soapHeader': {
      const keys = pathIn(fields, kind, at, reader);
      return keys && { place: { kind, keys }, expires };
    }
    default: {
      const name = nameIn(fields, kind, at, 'a name', reader);
      if (name === undefined) return undefined;
      const isCookie = kind === 'cookie';
      if (!(isCookie && name === '*') && !HEADER_NAME.test(name)) {
        const what = isCookie ? 'a cookie, such as JSESSIONID, or *' : 'an HTTP header, such as X-Session';
        reader.report([...at, kind], `must name ${what}`);
        return undefined;
      }
      return { place: { kind: isCookie ? 'cookie' : 'httpHeader', name }, expires };
    }
  }
}

/** The names of the values of a token that a program hands in. */
function readParts(
  fields: Readonly<Record<string, unknown>>,
  at: readonly string[],
  reader: EntryReader,
): readonly string[] | undefined {
  const value = ownValue(fields, 'provided');
  if (value === true) return [];
  const wanted = 'must be true, or list the names of the values that a token consists of: [token, sign]';
  if (!Array.isArray(value) || value.length === 0) {
    reader.report(at, `${wanted}, got ${describe(value)}`);
    return undefined;
  }
  const names = listIn(fields, 'provided', at.slice(0, -1), reader);
  for (const [index, name] of names.entries()) {
    if (typeof name === 'string' && SECRET_NAME.test(name) && names.indexOf(name) === index) {
      if (reader.count(name.length, at)) continue;
      return undefined;
    }
    reader.report([...at, String(index)], `${wanted}, each once, got ${describe(name)}`);
    return undefined;
  }
  return names.length === 0 ? undefined : (names as readonly string[]);
}

/** Reads where calls send a token. */
export function readSend(
  data: unknown,
  token: TokenPlace | undefined,
  login: string | undefined,
  reader: EntryReader,
): TokenCarrier | undefined {
  const at = ['session', 'send'];
  const fields = recordOf(data, at, CARRIERS, reader, 'where calls send the token');
  const kind = fields && onlyOne(fields, CARRIERS, at, reader);
  if (fields === undefined || kind === undefined) return undefined;
  const place = [...at, kind];
  const parts = token?.kind === 'provided' ? token.parts : [];
  if (parts.length > 0 && kind !== 'member') {
    reader.report(
      place,
      `sends one value, and the token has ${parts.length}: use member: { '*/token': ${parts[0]} }`,
    );
    return undefined;
  }
  if (token?.kind === 'cookie' && token.name === '*' && !(kind === 'cookie' && fields['cookie'] === true)) {
    reader.report(
      place,
      'sends one value, and "*" of token names all cookies: name one, or send cookie: true',
    );
    return undefined;
  }
  switch (kind) {
    case 'soapHeader': {
      const keys = pathIn(fields, kind, at, reader);
      if (keys === undefined) return undefined;
      reader.fill('*', ['$headers', ...keys], { kind: 'session' }, place);
      return { kind: 'message' };
    }
    case 'member':
      return readMembers(ownValue(fields, kind), place, { login, parts }, reader);
    case 'cookie': {
      if (ownValue(fields, kind) === true) {
        if (token === undefined || token.kind === 'cookie')
          return { kind, ...(token?.name !== '*' && { name: token?.name }) };
        reader.report(
          place,
          'must name the cookie, because the token of the login is not one: cookie: JSESSIONID',
        );
        return undefined;
      }
      const name = nameIn(fields, kind, at, 'true, or the name of a cookie', reader);
      if (name === undefined) return undefined;
      if (HEADER_NAME.test(name)) return { kind, name };
      reader.report(place, 'must name a cookie, such as JSESSIONID');
      return undefined;
    }
    default: {
      const name = nameIn(fields, kind, at, 'a name', reader);
      if (name === undefined) return undefined;
      if (HEADER_NAME.test(name)) return { kind: 'httpHeader', name };
      reader.report(place, 'must name an HTTP header, such as X-Session');
      return undefined;
    }
  }
}

function readMembers(
  data: unknown,
  at: readonly string[],
  { login, parts }: { readonly login: string | undefined; readonly parts: readonly string[] },
  reader: EntryReader,
): TokenCarrier {
  if (parts.length > 0) {
    readParted(data, at, parts, reader);
    return { kind: 'message' };
  }
  const paths: readonly unknown[] = Array.isArray(data) ? data : [data];
  if (paths.length === 0) reader.report(at, "must name a member: '*/sessionId'");
  for (const [index, path] of paths.slice(0, DESIGN_LIMITS.fills).entries()) {
    const place = Array.isArray(data) ? [...at, String(index)] : at;
    if (typeof path !== 'string') {
      reader.report(place, `must be the path of a member, '*/sessionId', got ${describe(path)}`);
      continue;
    }
    readMember(path, place, { kind: 'session' }, login, reader);
  }
  return { kind: 'message' };
}

/** Members that have one value each of a token that consists of several. */
function readParted(
  data: unknown,
  at: readonly string[],
  parts: readonly string[],
  reader: EntryReader,
): void {
  if (!isRecord(data)) {
    reader.report(
      at,
      `must say which value each member has, { '*/token': ${parts[0]} }, got ${describe(data)}`,
    );
    return;
  }
  const unsent = new Set(parts);
  for (const path of Object.keys(data).slice(0, DESIGN_LIMITS.fills)) {
    const part = data[path];
    const place = [...at, path];
    if (typeof part === 'string' && parts.includes(part)) {
      unsent.delete(part);
      readMember(path, place, { kind: 'session', part }, undefined, reader);
      continue;
    }
    const nearest = typeof part === 'string' ? nearestName(part, parts) : undefined;
    reader.report(
      place,
      `must be a value of the token, ${parts.join(' or ')}, got ${describe(part)}${hint(nearest)}`,
      nearest,
    );
  }
  const [first] = unsent;
  if (first !== undefined) reader.report(at, `sends the value ${first} of the token in no member`);
}

function readMember(
  path: string,
  place: readonly string[],
  origin: FillOrigin,
  login: string | undefined,
  reader: EntryReader,
): void {
  const [operation, ...keys] = reader.parsePath(path, place) ?? [];
  if (operation === undefined) return;
  if (keys.length === 0) reader.report(place, "must name an operation or *, and a member: '*/sessionId'");
  else if (keys.length > DESIGN_LIMITS.pathKeys)
    reader.report(place, `must have at most ${DESIGN_LIMITS.pathKeys} keys after the operation`);
  else if (operation === login) reader.report(place, `must not be in ${login}, whose answer has the token`);
  else reader.fill(operation, keys, origin, place);
}
