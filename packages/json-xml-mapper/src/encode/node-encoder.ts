import type { ElementMember } from '../shape/shape.js';
import type { EncodingRun } from './encoding-run.js';
import { type InputObject, memberOf } from './json-input.js';
import type { MemberEncoder } from './member-encoder.js';

/** One node of a content plan, compiled: takes what it needs from the object and writes it (§8.1). */
export interface NodeEncoder {
  /** Every key that the node looks at. */
  readonly keys: readonly string[];
  /** Keys that must be present for the node to be valid: what a choice looks at. */
  readonly requiredKeys: readonly string[];
  /** Can the node be valid without any element? */
  readonly emptiable: boolean;
  /** For messages: `iban, bic?`. */
  readonly label: string;
  /** The keys of the node that are present with a value (CM-12). */
  presentKeys(source: InputObject): readonly string[];
  encode(source: InputObject, run: EncodingRun, cursors: Cursors): string;
}

/** How many values of a key that stands at several places have been written (CM-8). */
export type Cursors = Map<ElementMember, number>;

/** What the nodes of one scope are compiled with. */
export interface ScopeContext {
  memberEncoder(member: ElementMember): MemberEncoder;
  /** Members that stand at several places, one after the other. */
  readonly shared: ReadonlySet<ElementMember>;
}

/** The value of a key, where `undefined` also says: `null`, which means absent here (NL-2), or an empty array (CM-12). */
export function presentValue(source: InputObject, key: string, nullIsValue: boolean): unknown {
  const value = memberOf(source, key);
  if (value === null) return nullIsValue ? null : undefined;
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
