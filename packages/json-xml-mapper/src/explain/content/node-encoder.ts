import type { ElementMember } from '../../shape/shape.js';
import type { MemberEncoder, NodeEncoder } from '../compiler.js';
import { type InputObject, memberOf } from '../json-input.js';

/** The keys of a node that are present with a value (CM-12); takes as many steps as the smaller of the two has keys. */
export function presentKeys({ presence }: NodeEncoder, source: InputObject): readonly string[] {
  const given = Object.keys(source);
  if (given.length < presence.size) return given.filter((key) => presence.get(key)?.(source) === true);
  const keys: string[] = [];
  for (const [key, isPresent] of presence) if (isPresent(source)) keys.push(key);
  return keys;
}

/** The context of compiling the nodes of a scope. */
export interface ScopeContext {
  memberEncoder(member: ElementMember): MemberEncoder;
  /** Members with several places in sequence. */
  readonly shared: ReadonlySet<ElementMember>;
}

/**
 * The value of a key; `undefined` also for an empty array of repetitions (CM-12) and for a `null` that means absent (NL-2).
 * `single` is the member of a key with a single value: there `[]` is a value, an empty list or SOAP array.
 */
export function presentValue(source: InputObject, key: string, single?: ElementMember): unknown {
  const value = memberOf(source, key);
  if (value === null) return single?.nillable === true ? null : undefined;
  return single === undefined && Array.isArray(value) && value.length === 0 ? undefined : value;
}
