import { type Document, isMap, YAMLMap } from 'yaml';
import { parseDesign, printDesign } from './design-text.js';

/** A value of a session in the file: a text, a number, a list of those, a flag, or nothing. */
export type SessionValue = string | boolean | readonly (string | number)[] | undefined;

/** Returns `session` of a design that has been read; undefined if it has none, or the text is not YAML. */
export function readSession(json: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const { session } = JSON.parse(json ?? '{}') as { readonly session?: unknown };
  return typeof session === 'object' && session !== null ? { ...session } : undefined;
}

/** Sets one value of `session`, or removes it with what is empty without it. */
export function changeSession(text: string, keys: readonly string[], value: SessionValue): string {
  const document = parseDesign(text);
  if (document.errors.length > 0) return text;
  const path = ['session', ...keys];
  if (value === undefined) removeAt(document, path);
  else {
    if (!isMap(document.contents)) document.contents = document.createNode({});
    document.setIn(path, document.createNode(value, { flow: true }));
  }
  return printDesign(document);
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

function removeAt(document: Document, path: readonly string[]): void {
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  for (let depth = path.length - 1; depth > 0; depth--) {
    const above = document.getIn(path.slice(0, depth));
    if (!isMap(above) || above.items.length > 0) return;
    document.deleteIn(path.slice(0, depth));
  }
}
