import type { EncodingRun } from '../../request/encoding-run.js';
import { Fragment } from '../bytes/fragment.js';
import { LANE_ARRAY } from '../lanes/lanes.js';
import {
  type FieldPlan,
  IN_CONTENT,
  type Insertion,
  type Lane,
  type ObjectPlan,
  type PresenceRule,
} from './object-plan.js';

export type { Insertion } from './object-plan.js';

/** The parts of a field without its position. */
export type Draft = Omit<FieldPlan, Derived> & {
  readonly array: boolean;
  readonly required: boolean;
  /** The schema's value, written if the field is absent (NL-3), or that of a design (DF-1). */
  readonly inserted: Insertion | undefined;
};

type Derived = 'index' | 'room' | 'kind' | 'itemKind' | 'weight';

/** Runs an encoder of the slow path at compile time; `undefined` if the result is not constant. */
export type Probe = (encode: (run: EncodingRun) => string) => string | undefined;

export const EMPTY_FRAGMENT: Fragment = new Fragment('');

/** The maximum that the number and date lanes write. */
const ROOM_FOR_VALUE = 512;

/** A key in JSON spelling. */
export function spelledKey(key: string): Pick<FieldPlan, 'key' | 'keyAndColon' | 'commaAndKey'> {
  const text = JSON.stringify(key);
  return { key, keyAndColon: new Fragment(`${text}:`), commaAndKey: new Fragment(`,${text}:`) };
}

/** A key without its own tags. */
export function nodeDraft(key: string, lane: Lane): Draft {
  return {
    ...spelledKey(key),
    place: IN_CONTENT,
    open: EMPTY_FRAGMENT,
    close: EMPTY_FRAGMENT,
    lane,
    nil: undefined,
    nullIsAbsent: false,
    array: false,
    bare: false,
    min: 0,
    max: 1,
    required: false,
    inserted: undefined,
  };
}

/** Creates the plan of an object: assigns positions to its drafts. */
export function finish(
  drafts: readonly Draft[],
  rule: PresenceRule | undefined,
  simpleContent: boolean,
): ObjectPlan {
  const fields = drafts.map((draft, index) => makeField(draft, index));
  const required = fields.filter(({ index }) => drafts[index]?.required === true);
  return {
    fields,
    byKey: new Map(fields.map((field) => [field.key, field])),
    required: Int32Array.from(required, ({ index }) => index),
    inserted: required.map(({ index }) => drafts[index]?.inserted),
    rule,
    simpleContent,
  };
}

/** The only place that creates fields; see `FieldPlan`. */
export function makeField(draft: Draft, index: number): FieldPlan {
  return {
    index,
    key: draft.key,
    keyAndColon: draft.keyAndColon,
    commaAndKey: draft.commaAndKey,
    place: draft.place,
    open: draft.open,
    close: draft.close,
    room: draft.open.length + draft.close.length + ROOM_FOR_VALUE,
    kind: draft.array ? LANE_ARRAY : draft.lane.kind,
    itemKind: draft.lane.kind,
    lane: draft.lane,
    nil: draft.nil,
    nullIsAbsent: draft.nullIsAbsent,
    bare: draft.bare,
    weight: draft.required ? 1 : 0,
    min: draft.min,
    max: draft.max,
  };
}
