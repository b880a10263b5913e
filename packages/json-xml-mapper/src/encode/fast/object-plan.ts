import type { Fragment } from './fragment.js';
import type { LANE_ARRAY, Lane } from './lanes.js';

/** One key of an object. All of them are made in one place, so that V8 sees one kind of object. */
export interface FieldPlan {
  /** Position in schema order: attributes, then content. */
  readonly index: number;
  readonly key: string;
  /** The key with its quotes and colon, as JSON without white space has it. */
  readonly keyAndColon: Fragment;
  /** The same after a comma: what follows the value before, where a program wrote the JSON in schema order. */
  readonly commaAndKey: Fragment;
  readonly place: typeof IN_TAG | typeof IN_CONTENT;
  /** `<ns1:a>` (without the end for objects), or ` a="`. */
  readonly open: Fragment;
  readonly close: Fragment;
  /** Room for both and a number or date between them. */
  readonly room: number;
  /** What stands at the key: `itemKind`, or `LANE_ARRAY` for a repeatable key. */
  readonly kind: Lane['kind'] | typeof LANE_ARRAY;
  /** `lane.kind`, where it is found without a look at the lane. */
  readonly itemKind: Lane['kind'];
  readonly lane: Lane;
  /** `<ns1:a xsi:nil="true"/>`. */
  readonly nil: Fragment | undefined;
  /** NL-2: null is absent. */
  readonly nullIsAbsent: boolean;
  /** Objects without tags: entries of `$items`. */
  readonly bare: boolean;
  /** 1 for what must be present whatever else is, else 0: a number, because it is added up. */
  readonly weight: 0 | 1;
  /** Bounds of an array. */
  readonly min: number;
  readonly max: number;
}

export const IN_TAG = 0;
export const IN_CONTENT = 1;

/** One object, compiled. */
export interface ObjectPlan {
  readonly fields: readonly FieldPlan[];
  readonly byKey: ReadonlyMap<string, FieldPlan>;
  /** Indexes of the fields that must be present whatever else is. */
  readonly required: Int32Array;
  /** What stands in for an absent one of these (NL-3), by position in `required`. */
  readonly inserted: readonly (Fragment | undefined)[];
  /** Choices and optional groups. */
  readonly rule: PresenceRule | undefined;
  /** Simple content is never written short (XO-5). */
  readonly simpleContent: boolean;
}

/** What choices and optional groups ask of the keys that are present (CM-12 to CM-14). */
export type PresenceRule = FieldRule | SequenceRule | ChoiceRule;

interface RulePart {
  /** It is about the fields from this index up to `to`, which it does not include. Parts of a rule stand in schema order. */
  readonly from: number;
  readonly to: number;
  /** No field at all satisfies it. */
  readonly emptiable: boolean;
}

export interface FieldRule extends RulePart {
  readonly kind: 'field';
}

export interface SequenceRule extends RulePart {
  readonly kind: 'sequence';
  readonly children: readonly PresenceRule[];
  /** How many children are not emptiable. */
  readonly needed: number;
}

export interface ChoiceRule extends RulePart {
  readonly kind: 'choice';
  readonly branches: readonly PresenceRule[];
}
