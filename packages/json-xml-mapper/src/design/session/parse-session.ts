import { describe, isRecord, ownValue, refuseEmpty } from '../design-data.js';
import { durationIn, type EntryReader, flagIn, listIn, nameIn, pathIn, recordOf } from '../session-fields.js';
import { readSend, readToken } from './parse-token.js';
import type { ParsedSession } from './parsed-session.js';

const PARTS = ['login', 'token', 'send', 'endpoint', 'renew', 'logout', 'repeatable', 'shown'];

/** A session is renewed this long before its end, unless the design says otherwise. */
const DEFAULT_BEFORE_MS = 60_000;

/** A host name, with `*.` for all hosts below it, and a port if it is not that of the scheme. */
const HOST = /^(?:\*\.)?[A-Za-z0-9_.-]{1,253}(?::[0-9]{1,5})?$/;

/** Reads the part `session`. Problems are reported; undefined if there are too many to go on. */
export function readSession(data: unknown, reader: EntryReader): ParsedSession | undefined {
  const at = ['session'];
  const fields = recordOf(data, at, PARTS, reader);
  if (fields === undefined) return undefined;
  const given = ownValue(fields, 'token');
  const isProvided = isRecord(given) && Object.hasOwn(given, 'provided');
  const login = isProvided ? undefined : readLogin(ownValue(fields, 'login'), reader);
  const token = readToken(given, reader);
  const send = readSend(ownValue(fields, 'send'), token?.place, login, reader);
  const endpoint = isProvided ? undefined : readEndpoint(ownValue(fields, 'endpoint'), reader);
  const renewal = readRenewal(ownValue(fields, 'renew'), reader);
  if (isProvided) refuseLogin(fields, renewal, reader);
  const logout = nameIn(fields, 'logout', at, 'an operation', reader);
  const repeatable = flagIn(fields, 'repeatable', reader);
  const shown = flagIn(fields, 'shown', reader);
  if ((login === undefined && !isProvided) || token === undefined || send === undefined) return undefined;
  if (logout !== undefined && logout === login)
    reader.report(['session', 'logout'], 'must not be the operation that logs in');
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

/** The values that only the answer of a login has. */
function refuseLogin(
  fields: Readonly<Record<string, unknown>>,
  { after }: Pick<ParsedSession, 'after'>,
  reader: EntryReader,
): void {
  for (const part of ['login', 'endpoint']) {
    const value = ownValue(fields, part);
    if (value !== undefined && value !== null)
      reader.report(['session', part], 'cannot be beside token > provided: a program logs in');
  }
  if (after !== undefined)
    reader.report(
      ['session', 'renew', 'after'],
      'cannot be beside token > provided: a token comes with its end',
    );
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
  const given = Object.values(fields).filter((value) => value !== undefined && value !== null);
  if (refuseEmpty(given, at, reader)) return none;
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
