import { charge } from '../../work.js';

/**
 * The keys of one constraint inside an element: of its own scope and, for references, of the scopes inside it (XML Schema Part 1 §3.11.4,
 * the node tables). The value of a key is false where two scopes have it, so that nothing can refer to it.
 */
export type KeyTable = Map<string, boolean>;

/** Adds the keys of a scope to those of the scopes inside it, whose keys give way to its own. @returns one of the tables */
export function withOwnKeys(own: KeyTable, inner: KeyTable | undefined): KeyTable {
  if (inner === undefined) return own;
  const [larger, smaller] = inner.size > own.size ? [inner, own] : [own, inner];
  charge(smaller.size);
  if (smaller === own) for (const key of own.keys()) larger.set(key, true);
  else for (const [key, isUsable] of smaller) if (!larger.has(key)) larger.set(key, isUsable);
  return larger;
}

/** Adds the keys of one scope to those of another next to it. @returns one of the tables */
export function joinTables(table: KeyTable, other: KeyTable | undefined): KeyTable {
  if (other === undefined) return table;
  // Adding the smaller table to the larger one costs n log n steps at most, however deep the scopes are.
  const [larger, smaller] = other.size > table.size ? [other, table] : [table, other];
  charge(smaller.size);
  for (const [key, isUsable] of smaller) larger.set(key, larger.has(key) ? false : isUsable);
  return larger;
}
