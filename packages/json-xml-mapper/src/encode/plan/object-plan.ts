import type { EncodingRun } from '../../request/encoding-run.js';
import type { Fragment } from '../bytes/fragment.js';
import type { OutputBytes } from '../bytes/output-bytes.js';
import type {
  EncoderLane,
  KeyLane,
  LANE_ARRAY,
  LANE_LIFTED,
  LANE_OBJECT,
  LANE_PART,
  LANE_POLYMORPHIC,
  SimpleLane,
} from '../lanes/lanes.js';

/** The reader of a value: a lane reads bytes if there is one, otherwise the codec or encoder of the slow path. */
export type Lane = SimpleLane | ObjectLane | PolymorphicLane | PartLane | LiftedLane | EncoderLane | KeyLane;

export interface ObjectLane {
  readonly kind: typeof LANE_OBJECT;
  readonly plan: () => ObjectPlan;
}

/** Selected by `$type`, which must be the first key. */
export interface PolymorphicLane {
  readonly kind: typeof LANE_POLYMORPHIC;
  readonly variants: () => Variants;
}

/** One of several Body children: an object with its own namespace declarations (XO-2). */
export interface PartLane {
  readonly kind: typeof LANE_PART;
  readonly namespaces: ReadonlySet<string>;
  /** The object. */
  readonly field: FieldPlan;
}

/** An element without a key of its own around the values of a field (DF-14). */
export interface LiftedLane {
  readonly kind: typeof LANE_LIFTED;
  /** The field of the values. */
  readonly field: () => FieldPlan;
}

/** The types that an element of a polymorphic declaration can have. */
export interface Variants {
  /** The type without `$type`; absent if the declared type is abstract. */
  readonly declared: ObjectPlan | undefined;
  /** Its ` xsi:type="…"` in rpc/encoded, otherwise nothing. */
  readonly declaredType: Fragment;
  readonly byKey: ReadonlyMap<string, Variant>;
}

/** One of the possible types. */
export interface Variant {
  /** Compiled when it is first named, because a base type may have thousands of derived types. */
  readonly plan: () => ObjectPlan;
  /** Its ` xsi:type="…"`. */
  readonly typeAttribute: Fragment;
}

/** One key of an object. All are created in one place, so that V8 sees one hidden class. */
export interface FieldPlan {
  /** Position in schema order: attributes, then content. */
  readonly index: number;
  readonly key: string;
  /** The key with its quotes and colon, as in JSON without white space. */
  readonly keyAndColon: Fragment;
  /** The same after a comma: what follows the previous value in JSON written in schema order. */
  readonly commaAndKey: Fragment;
  readonly place: typeof IN_TAG | typeof IN_CONTENT;
  /** `<ns1:a>` (without the end for objects), or ` a="`. */
  readonly open: Fragment;
  readonly close: Fragment;
  /** Room for both and a number or date between them. */
  readonly room: number;
  /** The kind of the value: `itemKind`, or `LANE_ARRAY` for a repeatable key. */
  readonly kind: Lane['kind'] | typeof LANE_ARRAY;
  /** A copy of `lane.kind` that is read without loading the lane. */
  readonly itemKind: Lane['kind'];
  readonly lane: Lane;
  /** `<ns1:a xsi:nil="true"/>`. */
  readonly nil: Fragment | undefined;
  /** NL-2: whether null means absent. */
  readonly nullIsAbsent: boolean;
  /** Whether the values are objects without tags: entries of `$items`. */
  readonly bare: boolean;
  /** 1 if it must always be present, otherwise 0: a number, because it is summed. */
  readonly weight: 0 | 1;
  /** Bounds of an array. */
  readonly min: number;
  readonly max: number;
}

export const IN_TAG = 0;
export const IN_CONTENT = 1;

/** A compiled object. */
export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  readonly byKey: ReadonlyMap<string, FieldPlan>;
  /** Indexes of the fields that must always be present. */
  readonly required: Int32Array;
  /** The replacement for an absent one of these (NL-3, DF-1), by position in `required`. */
  readonly inserted: readonly (Insertion | undefined)[];
  /** Choices and optional groups. */
  readonly rule: PresenceRule | undefined;
  /** Whether the content is simple: it is then never written as an empty-element tag (XO-5). */
  readonly simpleContent: boolean;
}

/** The text for an absent field: always the same bytes, or a value that only the call knows. */
export type Insertion = Fragment | LateInsertion;

/** A value that only the call knows. */
export interface LateInsertion {
  /** Appends the text. Gives up where the slow path has to explain or number something. */
  write(output: OutputBytes, run: EncodingRun): void;
}

/** The rules of choices and optional groups about which keys are present (CM-12 to CM-14). */
export type PresenceRule = FieldRule | SequenceRule | ChoiceRule;

interface RulePart {
  /** It concerns the fields from this index up to `to` (exclusive). Parts of a rule are in schema order. */
  readonly from: number;
  readonly to: number;
  /** Whether an empty selection satisfies it. */
  readonly emptiable: boolean;
}

export interface FieldRule extends RulePart {
  readonly kind: 'field';
}

export interface SequenceRule extends RulePart {
  readonly kind: 'sequence';
  readonly children: readonly PresenceRule[];
  /** How many children cannot be empty. */
  readonly needed: number;
}

export interface ChoiceRule extends RulePart {
  readonly kind: 'choice';
  readonly branches: readonly PresenceRule[];
}
