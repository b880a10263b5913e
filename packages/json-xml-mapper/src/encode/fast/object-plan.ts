import type { Fragment } from './fragment.js';
import type { Lane } from './lanes.js';

/** One key of an object. All of them are made in one place, so that V8 sees one kind of object. */
export interface FieldPlan {
  /** Position in schema order: attributes, then content. */
  readonly index: number;
  readonly key: string;
  /** The key with its quotes, as JSON has it. */
  readonly quotedKey: Fragment;
  readonly place: typeof IN_TAG | typeof IN_CONTENT;
  /** `<ns1:a>` (without the end for objects), or ` a="`. */
  readonly open: Fragment;
  readonly close: Fragment;
  /** `lane.kind`, where it is found without a look at the lane. */
  readonly kind: Lane['kind'];
  readonly lane: Lane;
  /** `<ns1:a xsi:nil="true"/>`. */
  readonly nil: Fragment | undefined;
  /** NL-2: null is absent. */
  readonly nullIsAbsent: boolean;
  readonly array: boolean;
  /** Entries of `$items`: scopes without tags. */
  readonly bare: boolean;
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
  /** Fields that must be present whatever else is. */
  readonly required: readonly RequiredField[];
  /** Choices and optional groups. */
  readonly rule: PresenceRule | undefined;
  /** Simple content is never written short (XO-5). */
  readonly simpleContent: boolean;
}

export interface RequiredField {
  readonly index: number;
  /** What stands in for an absent one (NL-3). */
  readonly inserted: Fragment | undefined;
}

/** What choices and optional groups ask of the keys that are present (CM-12 to CM-14). */
export type PresenceRule =
  | { readonly kind: 'field'; readonly index: number; readonly required: boolean }
  | { readonly kind: 'sequence'; readonly optional: boolean; readonly children: readonly PresenceRule[] }
  | { readonly kind: 'choice'; readonly optional: boolean; readonly branches: readonly PresenceRule[] };
