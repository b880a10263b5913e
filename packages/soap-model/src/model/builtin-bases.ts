import type { BuiltinTypeName } from './schema.js';

/** The base of each built-in type that is derived by restriction (XML Schema Part 2 §3). */
const BASES: ReadonlyMap<string, BuiltinTypeName> = new Map([
  ['normalizedString', 'string'],
  ['token', 'normalizedString'],
  ['language', 'token'],
  ['NMTOKEN', 'token'],
  ['Name', 'token'],
  ['NCName', 'Name'],
  ['ID', 'NCName'],
  ['IDREF', 'NCName'],
  ['ENTITY', 'NCName'],
  ['integer', 'decimal'],
  ['nonPositiveInteger', 'integer'],
  ['negativeInteger', 'nonPositiveInteger'],
  ['long', 'integer'],
  ['int', 'long'],
  ['short', 'int'],
  ['byte', 'short'],
  ['nonNegativeInteger', 'integer'],
  ['unsignedLong', 'nonNegativeInteger'],
  ['unsignedInt', 'unsignedLong'],
  ['unsignedShort', 'unsignedInt'],
  ['unsignedByte', 'unsignedShort'],
  ['positiveInteger', 'nonNegativeInteger'],
]);

/**
 * Whether the built-in type called `name` is `base` or restricts it, so that each of its values is a value of `base`. The names of
 * other types are derived from nothing.
 *
 * @example
 * ```ts
 * isBuiltinDerived('int', 'decimal'); // true
 * ```
 */
export function isBuiltinDerived(name: string, base: string): boolean {
  for (let type: string | undefined = name; type !== undefined; type = BASES.get(type)) {
    if (type === base) return true;
  }
  return false;
}
