import { describe, HEADER_NAME, isRecord, ownValue } from './design-data.js';
import { DESIGN_LIMITS } from './limits.js';
import type { ParsedSession, TokenCarrier, TokenPlace } from './parsed-session.js';
import {
  durationIn,
  type EntryReader,
  flagIn,
  listIn,
  nameIn,
  onlyOne,
  pathIn,
  recordOf,
} from './session-fields.js';

const PARTS = ['login', 'token', 'send', 'endpoint', 'renew', 'logout', 'repeatable', 'shown'];
const TOKEN_PLACES = ['result', 'soapHeader', 'cookie', 'httpHeader'];
const CARRIERS = ['soapHeader', 'member', 'cookie', 'httpHeader'];

/** A session is renewed this long before its end, unless the design says otherwise. */
const DEFAULT_BEFORE_MS = 60_000;

/** A host name, with `*.` for all hosts below it, and a port if it is not that of the scheme. */
const HOST = /^(?:\*\.)?[A-Za-z0-9_.-]{1,253}(?::[0-9]{1,5})?$/;

/** Reads the part `session`. Problems are reported; undefined if there are too many to go on. */
export function readSession(data: unknown, reader: EntryReader): ParsedSession | undefined {
  const at = ['session'];
  const fields = recordOf(data, at, PARTS, reader);
  if (fields === undefined) return undefined;
  const login = readLogin(ownValue(fields, 'login'), reader);
  const token = readToken(ownValue(fields, 'token'), reader);
  const send = readSend(ownValue(fields, 'send'), token?.place, login, reader);
  const endpoint = readEndpoint(ownValue(fields, 'endpoint'), reader);
  const renewal = readRenewal(ownValue(fields, 'renew'), reader);
  const logout = nameIn(fields, 'logout', at, 'an operation', reader);
  const repeatable = flagIn(fields, 'repeatable', reader);
  const shown = flagIn(fields, 'shown', reader);
  if (login === undefined || token === undefined || send === undefined) return undefined;
  if (logout === login) reader.report(['session', 'logout'], 'must not be the operation that logs in');
  return {
    login,
    logout,
    token: token.place,
    expires: token.expires,
    send,
    endpoint,
    ...renewal,
    repeatable,
    shown,
  };
}

function readLogin(data: unknown, reader: EntryReader): string | undefined {
  const at = ['session', 'login'];
  const fields = recordOf(data, at, ['operation', 'input'], reader, 'the operation that logs in');
  if (fields === undefined) return undefined;
  const operation = nameIn(fields, 'operation', at, 'an operation', reader);
  if (operation === undefined) {
    if (!Object.hasOwn(fields, 'operation')) reader.report(at, 'must have an operation: operation: Login');
    return undefined;
  }
  if (operation === '*') {
    reader.report([...at, 'operation'], 'must be one operation');
    return undefined;
  }
  const input = ownValue(fields, 'input');
  if (isRecord(input)) reader.readEntries(input, [operation], [...at, 'input']);
  else if (input !== undefined && input !== null)
    reader.report([...at, 'input'], `must be an object of paths, got ${describe(input)}`);
  return operation;
}

function readToken(
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

function readSend(
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
      return readMembers(ownValue(fields, kind), place, login, reader);
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
  login: string | undefined,
  reader: EntryReader,
): TokenCarrier {
  const paths: readonly unknown[] = Array.isArray(data) ? data : [data];
  if (paths.length === 0) reader.report(at, "must name a member: '*/sessionId'");
  for (const [index, path] of paths.slice(0, DESIGN_LIMITS.fills).entries()) {
    const place = Array.isArray(data) ? [...at, String(index)] : at;
    if (typeof path !== 'string') {
      reader.report(place, `must be the path of a member, '*/sessionId', got ${describe(path)}`);
      continue;
    }
    const [operation, ...keys] = reader.parsePath(path, place) ?? [];
    if (operation === undefined) continue;
    if (keys.length === 0) reader.report(place, "must name an operation or *, and a member: '*/sessionId'");
    else if (keys.length > DESIGN_LIMITS.pathKeys)
      reader.report(place, `must have at most ${DESIGN_LIMITS.pathKeys} keys after the operation`);
    else if (operation === login) reader.report(place, `must not be in ${login}, whose answer has the token`);
    else reader.fill(operation, keys, { kind: 'session' }, place);
  }
  return { kind: 'message' };
}

function readEndpoint(data: unknown, reader: EntryReader): ParsedSession['endpoint'] {
  if (data === undefined || data === null) return undefined;
  const at = ['session', 'endpoint'];
  const fields = recordOf(data, at, ['result', 'hosts'], reader);
  if (fields === undefined) return undefined;
  const hosts = listIn(fields, 'hosts', at, reader).filter((host, index): host is string => {
    if (typeof host === 'string' && HOST.test(host) && reader.count(host.length, at)) return true;
    const place = [...at, 'hosts', String(index)];
    reader.report(place, `must be a host, crm.example.com or *.example.com, got ${describe(host)}`);
    return false;
  });
  const keys = pathIn(fields, 'result', at, reader);
  return keys && { keys, hosts: hosts.map((host) => host.toLowerCase()) };
}

function readRenewal(
  data: unknown,
  reader: EntryReader,
): Pick<ParsedSession, 'after' | 'before' | 'faults' | 'statuses'> {
  const none = { before: DEFAULT_BEFORE_MS, faults: [], statuses: [] };
  if (data === undefined || data === null) return none;
  const at = ['session', 'renew'];
  const fields = recordOf(data, at, ['after', 'before', 'faults', 'statuses'], reader);
  if (fields === undefined) return none;
  const after = durationIn(fields, 'after', at, 1_000, reader);
  const before = durationIn(fields, 'before', at, 0, reader) ?? DEFAULT_BEFORE_MS;
  const faults = listIn(fields, 'faults', at, reader).filter((fault, index): fault is string => {
    if (typeof fault === 'string' && fault !== '') return reader.count(fault.length, at);
    reader.report([...at, 'faults', String(index)], `must name a fault, got ${describe(fault)}`);
    return false;
  });
  const statuses = listIn(fields, 'statuses', at, reader).flatMap((given, index) => {
    const status = typeof given === 'bigint' ? Number(given) : given;
    if (typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599)
      return [status];
    reader.report(
      [...at, 'statuses', String(index)],
      `must be an HTTP status from 400 to 599, got ${describe(given)}`,
    );
    return [];
  });
  return { before, faults, statuses, ...(after !== undefined && { after }) };
}
