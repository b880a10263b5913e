import type { ElementMember } from '../shape/shape.js';
import type { EncodingRun } from './encoding-run.js';
import { type InputObject, memberOf } from './json-input.js';
import type { MemberEncoder } from './member-encoder.js';

/** One node of a content plan, compiled: takes what it needs from the object and writes it (§8.1). */
export interface NodeEncoder {
  /** Every key that the node looks at. */
  readonly keys: readonly string[];
  /** Keys that must be present for the node to be valid. */
  readonly requiredKeys: readonly string[];
  /** Can the node be valid without any element? */
  readonly emptiable: boolean;
  /** For messages: `iban, bic?`. */
  readonly label: string;
  /** Nothing that the node needs is missing among the keys that are present: what a choice looks at (CM-13). */
  isComplete(present: ReadonlySet<string>): boolean;
  /** Is a key of the node present with a value (CM-12)? By key. */
  readonly presence: ReadonlyMap<string, (source: InputObject) => boolean>;
  encode(source: InputObject, run: EncodingRun, cursors: Cursors): string;
}

/** The keys of a node that are present with a value (CM-12); in as many steps as the smaller of the two has keys. */
export function presentKeys({ presence }: NodeEncoder, source: InputObject): readonly string[] {
  const given = Object.keys(source);
  if (given.length < presence.size) return given.filter((key) => presence.get(key)?.(source) === true);
  const keys: string[] = [];
  for (const [key, isPresent] of presence) if (isPresent(source)) keys.push(key);
  return keys;
}

/** How many values of a key that stands at several places have been written (CM-8). */
export type Cursors = Map<ElementMember, number>;

/** What the nodes of one scope are compiled with. */
export interface ScopeContext {
  memberEncoder(member: ElementMember): MemberEncoder;
  /** Members that stand at several places, one after the other. */
  readonly shared: ReadonlySet<ElementMember>;
}

/**
 * The value of a key, where `undefined` also says: an empty array of repetitions (CM-12), or `null` that means absent (NL-2).
 * `single` is the member of a key that holds one value: there `[]` is a value, an empty list or SOAP array.
 */
export function presentValue(source: InputObject, key: string, single?: ElementMember): unknown {
  const value = memberOf(source, key);
  if (value === null) return single?.nillable === true ? null : undefined;
  return single === undefined && Array.isArray(value) && value.length === 0 ? undefined : value;
}
