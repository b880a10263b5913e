import { isMap, YAMLMap } from 'yaml';
import { changeAt, parseDesign, printDesign } from './design-text.js';
import { escapeKey as escapeSegment } from './fill-lines.js';

/** A value of a session in the file: a text, a number, a list of those, a flag, or nothing. */
export type SessionValue = string | boolean | readonly (string | number)[] | undefined;

/** Returns `session` of a design that has been read; undefined if it has none, or the text is not YAML. */
export function readSession(json: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const { session } = JSON.parse(json ?? '{}') as { readonly session?: unknown };
  return typeof session === 'object' && session !== null ? { ...session } : undefined;
}

/** The actions that a session takes over from clients. */
export interface SessionReach {
  /** Whether it sends a member of an operation, or gives it a value in its login. */
  sends(operation: string, path: string): boolean;
  /** The operations that log in and out, which clients do not see. */
  readonly operations: readonly string[];
}

/** Reads what the session of a design does in place of clients; nothing if it has none. */
export function readReach(json: string | undefined): SessionReach {
  const session = readSession(json) ?? {};
  const { send, login, logout, shown } = session as {
    readonly send?: { readonly member?: unknown; readonly soapHeader?: unknown } | null;
    readonly login?: { readonly operation?: unknown } | null;
    readonly logout?: unknown;
    readonly shown?: unknown;
  };
  const { member, soapHeader } = send ?? {};
  const given =
    typeof member === 'string' ? [member] : Array.isArray(member) ? member : Object.keys(member ?? {});
  const sent = new Set(given.map(String));
  if (typeof soapHeader === 'string') sent.add(`*/$headers/${soapHeader}`);
  const loggedIn = login?.operation;
  const names = [loggedIn, logout].filter((name): name is string => typeof name === 'string');
  return {
    sends: (operation, path) =>
      operation === loggedIn || sent.has(`*/${path}`) || sent.has(`${escapeSegment(operation)}/${path}`),
    operations: shown === true ? [] : names,
  };
}

/** Sets one value of `session`, or removes it with what is empty without it. */
export function changeSession(text: string, keys: readonly string[], value: SessionValue): string {
  return changeAt(text, ['session', ...keys], value);
}

/** Writes a whole session, such as a proposed one; undefined removes it. */
export function replaceSession(text: string, session: object | undefined): string {
  const document = parseDesign(text);
  if (document.errors.length > 0) return text;
  if (session === undefined) document.delete('session');
  else {
    if (!isMap(document.contents)) document.contents = document.createNode({});
    const map = new YAMLMap(document.schema);
    for (const [key, part] of Object.entries(session))
      map.set(key, document.createNode(part, { flow: true }));
    document.set('session', map);
  }
  return printDesign(document);
}
