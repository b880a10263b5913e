import { componentOf, type DocumentSchema, referenceIn } from '../schema/document-schema.js';
import { comparePlace, type Place, type SchemaPair } from './compare-places.js';
import type { ContractMessage, MessageChange } from './contract-change.js';

/** The result of comparing two components, independent of their place: changes, and the components inside them, by relative path. */
interface Found {
  readonly changes: readonly Omit<MessageChange, 'message'>[];
  readonly references: readonly Place[];
}

/** Compares the messages of two documents. */
export interface MessageComparison {
  /** The changes of one message, from its root on. */
  compare(message: ContractMessage, before: DocumentSchema, after: DocumentSchema): Iterable<MessageChange>;
}

/**
 * Creates a comparison. A pair of components is compared once for all messages and reported once in each, so recursive types end, and many
 * operations over the same types cost little more than one.
 */
export function createMessageComparison(schemas: SchemaPair): MessageComparison {
  const changed = changedComponents(schemas);
  const known = { input: new Map<string, Found>(), output: new Map<string, Found>() };
  return {
    *compare(message, before, after) {
      const direction = message === 'input' || message === 'query' ? 'input' : 'output';
      const seen = new Set<string>();
      const pending: Place[] = [{ path: '', before, after }];
      for (const place of pending) {
        const [was, is] = [place.before, place.after].map(plainReference);
        const pair = `${was} ${is}`;
        const isPair = was !== undefined && is !== undefined;
        if (isPair) {
          if (seen.has(pair)) continue;
          seen.add(pair);
          if (was === is && !changed.has(componentOf(was))) continue;
        }
        const found = (isPair ? known[direction].get(pair) : undefined) ?? explore(place, direction, schemas);
        if (isPair) known[direction].set(pair, found);
        for (const change of found.changes) yield { ...change, message, path: place.path + change.path };
        for (const inner of found.references) pending.push({ ...inner, path: place.path + inner.path });
      }
    },
  };
}

/** The reference of a schema without other constraints. */
function plainReference(schema: DocumentSchema): string | undefined {
  return schema.$ref === undefined ? undefined : referenceIn(schema);
}

/** Compares a place, down to where both sides refer to components. */
function explore(start: Place, direction: 'input' | 'output', schemas: SchemaPair): Found {
  const changes: Omit<MessageChange, 'message'>[] = [];
  const references: Place[] = [];
  // One side may refer where the other does not, endlessly in turns: compare each pair of schemas once.
  const seen = new Map<DocumentSchema, Set<DocumentSchema>>();
  const pending: Place[] = [{ ...start, path: '' }];
  for (const place of pending) {
    const { before, after, path } = place;
    if (place !== pending[0] && plainReference(before) !== undefined && plainReference(after) !== undefined) {
      references.push(place);
      continue;
    }
    const partners = seen.get(before) ?? new Set();
    if (partners.has(after)) continue;
    seen.set(before, partners.add(after));
    pending.push(...comparePlace(place, direction, schemas, (change) => changes.push({ path, ...change })));
  }
  return { changes, references };
}

/** The components that differ between the documents, and those that lead to one. */
function changedComponents({ before, after }: SchemaPair): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const changed = new Set<string>();
  for (const [name, schema] of Object.entries(before)) {
    const text = JSON.stringify(schema);
    if (JSON.stringify(after[name]) !== text) changed.add(name);
    for (const [, used = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      const list = users.get(used);
      if (list === undefined) users.set(used, [name]);
      else list.push(name);
    }
  }
  // The set grows during the iteration.
  for (const name of changed) for (const user of users.get(name) ?? []) changed.add(user);
  return changed;
}
