import type { DerivationMethod } from '@soapstone/soap-model';
import type { PlaceOrder } from '../../shape/place-order.js';
import type { WildcardShape } from '../../shape/wildcard-shape.js';
import type { BytePattern } from '../../xml/bytes/byte-pattern.js';
import type { NamespaceContext } from '../../xml/namespace-context.js';
import type { AttributeLane } from '../lanes/attribute-lane.js';
import { LANE_NONE, type Lane, type LaneOptions, type LaneType } from '../lanes/lane.js';
import type { WordMemory } from '../lanes/word-memory.js';
import type { JsonFragment, JsonOutput } from '../output/json-output.js';
import { LearnedTag } from './learned-tag.js';

/*
 * Plans act on the state of a document, and the state holds the plans of what is open. `D` is that state: `decoding.ts` fills it in,
 * and every other file imports the result from there.
 */

/** The decoder of the content of an element, compiled from a Shape. */
export interface ValuePlan<D> {
  /** The fast lane that reads a plain value of this kind; `LANE_NONE` if only `open` can. */
  readonly lane: Lane;
  /** The facts about the type that the lanes of simple values need. */
  readonly laneOptions: LaneOptions | undefined;
  /** An object that the fast lane can read: for `LANE_OBJECT`, and for simple content with attributes. */
  readonly plainObject: PlainObject<D> | undefined;
  /** Whether the value is an object, which has room for `$element` and `$nil` next to its members. */
  readonly isObject: boolean;
  /**
   * Starts the value of the element whose start tag was read last: writes what can be written and pushes exactly one frame, which
   * is popped when the element ends.
   */
  open(decoding: D, element: ElementPlan<D>): void;
  /** Writes the attributes that the JSON of a nil element keeps (NL-5). @returns whether there were any */
  nilAttributes(decoding: D): boolean;
  /** The derived type stated by a nil element (PY-2): its `$type`, and the writer of its attributes. */
  nilVariant?(decoding: D): { readonly key: string; readonly plan: ValuePlan<D> } | undefined;
}

/** The fast lane's handling of an object, besides the general `open`. */
export interface PlainObject<D> {
  /** The lane for elements with attributes. */
  readonly attributeLane: AttributeLane | undefined;
  /** The type of `$value`, if the object is simple content with attributes. */
  readonly simple: LaneType | undefined;
  /** Starts an object whose attribute members are already written, in schema order, each followed by a comma. */
  openWith(decoding: D, element: ElementPlan<D>, members: JsonOutput): void;
  /** Starts an object of an element without attributes. */
  openPlain(decoding: D, element: ElementPlan<D>): void;
}

/** An expected element: its value, and what to do if it is missing. */
export interface ElementPlan<D> {
  readonly key: string;
  readonly value: ValuePlan<D>;
  readonly nillable: boolean;
  /** For a simple type and anyType: see `ElementMember.block`. */
  readonly block: readonly DerivationMethod[] | undefined;
  /** The default or fixed value, which an empty element has (§9.2). */
  readonly whenEmpty: string | undefined;
  /** `$element`: this element substitutes the head of its substitution group (SG-1). */
  readonly substitute: string | undefined;
  /** For a substitute whose value is not an object: the element without `$element`, whose value is below `$value` (SG-1). */
  readonly bare: ElementPlan<D> | undefined;
}

/** The key of the only member of a lifted object (DF-14), which has no place in JSON. No other key is empty. */
export const NO_KEY = '';

/** The index of the slot of an element that a design leaves out (DF-8): before all others, so that it has no place. */
export const NO_PLACE = -1;

/** The action for a slot that has no value in the document: a set of bits. */
export const ABSENT_NOTHING = 0;
/** CM-11: `[]`. */
export const ABSENT_EMPTY_ARRAY = 1;
/** TR-3: a warning. */
export const ABSENT_MISSING = 2;

/**
 * One member of a JSON object, at its position in the order of VO-6. Mutable in one respect: it remembers the tag that it was last
 * recognised by and the member that came next.
 */
export class Slot<D> extends LearnedTag {
  readonly index: number;
  /** Whether the value is an array: an element that may repeat, `$items`, `$any`. */
  readonly array: boolean;
  readonly lane: Lane;
  /** Whether an empty element has a default or fixed value. */
  readonly hasDefault: boolean;
  /** Position of its first place in the content model, which determines the wildcards after it (AN-2). */
  readonly ordinal: number;
  readonly laneOptions: LaneOptions | undefined;
  readonly object: PlainObject<D> | undefined;
  /** The slot that followed last time. */
  successor: Slot<D> | undefined = undefined;
  /** ` xsi:nil="true"/>` as written after the learned tag, in the context in which it was read. */
  learnedNil: { readonly pattern: BytePattern; readonly context: NamespaceContext } | undefined = undefined;
  /** Present for an element, absent for `$items` and `$any`. */
  readonly element: ElementPlan<D> | undefined;
  readonly key: string;
  readonly whenAbsent: number;

  constructor(options: {
    index: number;
    key: string;
    array: boolean;
    whenAbsent: number;
    opening: JsonFragment;
    element: ElementPlan<D> | undefined;
    ordinal: number;
    memory: WordMemory;
  }) {
    super(options.opening, options.memory);
    const { element } = options;
    this.index = options.index;
    this.array = options.array;
    this.lane = element?.value.lane ?? LANE_NONE;
    this.hasDefault = element?.whenEmpty !== undefined;
    this.ordinal = options.ordinal;
    this.laneOptions = element?.value.laneOptions;
    this.object = element?.value.plainObject;
    this.element = element;
    this.key = options.key;
    this.whenAbsent = options.whenAbsent;
  }
}

/** A name that a scope knows. */
export interface Target<D> {
  readonly slot: Slot<D>;
  /** Clark name, as declared. */
  readonly name: string;
  /** The element's own plan; for a substitution it differs from the slot's. Absent for elements of a repeating group. */
  readonly element: ElementPlan<D> | undefined;
  /** The repeating group that the element belongs to. */
  readonly group: RepetitionPlan<D> | undefined;
  /** How often the member may occur (AN-5). */
  readonly most: number;
}

/** A wildcard of a scope. */
export interface WildcardTarget<D> {
  readonly slot: Slot<D>;
  readonly wildcard: WildcardShape;
  /** How many elements it admits (AN-2). */
  readonly most: number;
  readonly ordinal: number;
  /** The repeating group that the wildcard belongs to; its elements then start a repetition. */
  readonly group: RepetitionPlan<D> | undefined;
}

/** The content of one JSON object. */
export interface ScopePlan<D> {
  /** The member that came first last time. */
  first: Slot<D> | undefined;
  readonly slots: readonly Slot<D>[];
  /** The targets by Clark name, in schema order if a name has several (inside and outside a repeating group). */
  readonly byName: ReadonlyMap<string, readonly Target<D>[]>;
  /** The targets by local name, if exactly one declared name has it (KY-5). */
  readonly byLocalName: ReadonlyMap<string, Target<D>>;
  readonly wildcards: readonly WildcardTarget<D>[];
  /** Whether a valid document has the elements in the order of the slots. */
  readonly sequential: boolean;
  /** The only accessor of an rpc wrapper, which may have any name (BD-6). */
  anyName: Target<D> | undefined;
  /** `$unknown` (TR-1), if enabled. */
  readonly unknown: Slot<D> | undefined;
  /** The elements that a design leaves out (DF-8), by Clark name; by local name too, if no declared element has it. */
  readonly omitted: ReadonlySet<string> | undefined;
  /** Slots without a place in JSON, by Clark name, that the fast lane recognises omitted elements by. */
  readonly passedOver: ReadonlyMap<string, Slot<D>> | undefined;
  /** For each slot and one past the last: the next slot that must be written or reported if absent. */
  readonly nextNotable: readonly number[];
}

/** A repeating group (CM-17): its body is the scope of one repetition. */
export interface RepetitionPlan<D> {
  readonly body: { readonly scope: ScopePlan<D>; readonly places: PlaceOrder };
  /** Starts a repetition with the element whose start tag was read last. */
  start(decoding: D, declaredName: string): void;
}

/** A simple type, as the frame of a value that is read piece by piece knows it. */
export interface TextType<D> extends LaneType {
  /** Whether the type is xs:base64Binary without facets to check. */
  readonly takesAnyBase64: boolean;
  /** The text that is written before the base64 of a part. */
  readonly partStart: string;
  /** Writes a value from its text; `whenEmpty` is its default (§9.2). Warnings concern the innermost frame, or its member. */
  write(
    decoding: D,
    source: Uint8Array,
    start: number,
    end: number,
    whenEmpty: string | undefined,
    member?: string,
  ): void;
}

/** A type that a document names with `xsi:type` where the schema leaves it open (AN-6, AN-8). */
export interface NamedType<D> {
  readonly isSimple: boolean;
  /** Whether its content is text: a simple type, or a complex type with simple content. */
  readonly isText: boolean;
  open(decoding: D, element: ElementPlan<D>): void;
}
