import type { PlaceOrder } from '../../shape/place-order.js';
import type { WildcardShape } from '../../shape/wildcard-shape.js';
import type { SimplePlan } from '../content/simple.js';
import type { Decoding } from '../decoding.js';
import type { AttributeLane } from '../fast/attribute-lane.js';
import type { LaneOptions } from '../fast/scalar-lanes.js';
import type { JsonOutput } from '../output/json-output.js';
import type { Slot } from './slot.js';

/** How the decoder handles the content of an element, compiled from a Shape. */
export interface ValuePlan {
  /** The fast lane that reads a plain value of this kind; `LANE_NONE` if only `open` can. */
  readonly lane: Lane;
  /** For the lanes of simple values. */
  readonly laneOptions: LaneOptions | undefined;
  /** An object that the fast lane can read: for `LANE_OBJECT`, and for simple content with attributes. */
  readonly plainObject: PlainObject | undefined;
  /** An object, which has room for `$element` and `$nil` next to its members. */
  readonly isObject: boolean;
  /**
   * Starts the value of the element whose start tag was read last: writes what can be written and pushes exactly one frame, which
   * is popped when the element ends.
   */
  open(decoding: Decoding, element: ElementPlan): void;
  /** Writes the attributes that the JSON of a nil element keeps (NL-5). @returns whether there were any */
  nilAttributes(decoding: Decoding): boolean;
  /** The derived type stated by a nil element (PY-2): its `$type`, and the writer of its attributes. */
  nilVariant?(decoding: Decoding): { readonly key: string; readonly plan: ValuePlan } | undefined;
}

/** How the fast lane handles an object, besides the general `open`. */
export interface PlainObject {
  /** For elements with attributes. */
  readonly attributeLane: AttributeLane | undefined;
  /** The type of `$value`, if the object is simple content with attributes. */
  readonly simple: SimplePlan | undefined;
  /** Starts an object whose attribute members are already written, in schema order, each followed by a comma. */
  openWith(decoding: Decoding, element: ElementPlan, members: JsonOutput): void;
  /** Starts an object of an element without attributes. */
  openPlain(decoding: Decoding, element: ElementPlan): void;
}

/** Fast lanes: values that are copied from the input to the output after a lexical check, without an intermediate string. */
export type Lane = number;
export const LANE_NONE = 0;
export const LANE_OBJECT = 1;
export const LANE_STRING = 2;
export const LANE_INTEGER = 3;
export const LANE_DECIMAL = 4;
export const LANE_FLOAT = 5;
export const LANE_BOOLEAN = 6;
export const LANE_TOKEN = 7;
export const LANE_DATE = 8;
export const LANE_DATE_TIME = 9;

/** An expected element: its value, and what to do if it is missing. */
export interface ElementPlan {
  readonly key: string;
  readonly value: ValuePlan;
  readonly nillable: boolean;
  /** The default or fixed value, which an empty element has (§9.2). */
  readonly whenEmpty: string | undefined;
  /** `$element`: this element substitutes the head of its substitution group (SG-1). */
  readonly substitute: string | undefined;
}

/** What a slot does if the document has nothing for it: a set of bits. */
export const ABSENT_NOTHING = 0;
/** CM-11: `[]`. */
export const ABSENT_EMPTY_ARRAY = 1;
/** TR-3: a warning. */
export const ABSENT_MISSING = 2;

/** A name that a scope knows. */
export interface Target {
  readonly slot: Slot;
  /** Clark name, as declared. */
  readonly name: string;
  /** The element's own plan; for a substitution it differs from the slot's. Absent for elements of a repeating group. */
  readonly element: ElementPlan | undefined;
  /** The repeating group that the element belongs to. */
  readonly group: RepetitionPlan | undefined;
  /** How often the member may occur (AN-5). */
  readonly most: number;
}

/** A wildcard of a scope. */
export interface WildcardTarget {
  readonly slot: Slot;
  readonly wildcard: WildcardShape;
  readonly ordinal: number;
  /** The repeating group that the wildcard belongs to; its elements then start a repetition. */
  readonly group: RepetitionPlan | undefined;
}

/** The content of one JSON object. */
export interface ScopePlan {
  /** The member that came first last time. */
  first: Slot | undefined;
  readonly slots: readonly Slot[];
  /** By Clark name, in schema order if a name has several targets (inside and outside a repeating group). */
  readonly byName: ReadonlyMap<string, readonly Target[]>;
  /** By local name, if exactly one declared name has it (KY-5). */
  readonly byLocalName: ReadonlyMap<string, Target>;
  readonly wildcards: readonly WildcardTarget[];
  /** The only accessor of an rpc wrapper, which may have any name (BD-6). */
  anyName: Target | undefined;
  /** `$unknown` (TR-1), if enabled. */
  readonly unknown: Slot | undefined;
  /** For each slot and one past the last: the next slot that must be written or reported if absent. */
  readonly nextNotable: readonly number[];
}

/** A repeating group (CM-17): its body is the scope of one repetition. */
export interface RepetitionPlan {
  readonly body: { readonly scope: ScopePlan; readonly places: PlaceOrder };
  /** Starts a repetition with the element whose start tag was read last. */
  start(decoding: Decoding, declaredName: string): void;
}
