import type { JsonSchema } from '../../api/values.js';
import type { LeafNode } from '../../shape/fold-plan.js';
import type { ElementMember } from '../../shape/shape.js';
import { NULL } from '../context/schema-parts.js';

/** A key whose presence a clause tests. A key is present if it has a value (CM-12). */
export interface Key {
  readonly key: string;
  /** Whether the value of the key is an array; an empty one is not a value. */
  readonly isArray: boolean;
  /** Whether the schema of the key accepts a `null` that is not a value (NL-2). */
  readonly nullIsAbsent: boolean;
}

/**
 * The key of a place of a content plan.
 *
 * @param absentAsNull `null` is accepted where it means absent; otherwise the schema of the key itself rules it out
 */
export function keyOf(leaf: LeafNode, absentAsNull: boolean): Key {
  if (leaf.kind === 'element') return memberKey(leaf.member, absentAsNull);
  return { key: leaf.key, isArray: true, nullIsAbsent: absentAsNull };
}

/** The key of an element. `null` is a value where it means nil. */
export function memberKey({ key, array, nillable }: ElementMember, absentAsNull: boolean): Key {
  return { key, isArray: array, nullIsAbsent: absentAsNull && (array || !nillable) };
}

/** The schema of objects in which the key has a value. */
export function present(key: Key): JsonSchema {
  return allPresent([key]);
}

/** The schema of objects in which each of the keys has a value, and an array at least `least` entries. */
export function allPresent(keys: readonly Key[], least = 1): JsonSchema {
  const members = keys.flatMap(({ key, isArray, nullIsAbsent }): [string, JsonSchema][] => {
    if (isArray) return [[key, { ...(nullIsAbsent ? { type: 'array' } : {}), minItems: least }]];
    return nullIsAbsent ? [[key, NOT_NULL]] : [];
  });
  return {
    required: [...new Set(keys.map(({ key }) => key))],
    // fromEntries turns every name into an own property, `__proto__` too (VO-5).
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) }),
  };
}

const NOT_NULL: JsonSchema = { not: NULL };
