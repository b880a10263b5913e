import type { FillSource } from '../../api/fills.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import { Fragment } from '../bytes/fragment.js';
import { giveUp } from '../bytes/give-up.js';
import { LANE_ENCODER } from '../lanes/lanes.js';
import { type Draft, type Insertion, nodeDraft, type Probe } from './field-draft.js';
import type { FieldPlan } from './object-plan.js';

/**
 * A member that a design fills (DF-1), as a field that is always absent from the input: its key makes the fast path give up, and the slow
 * path reports it.
 *
 * @param inserted what is written; undefined for nothing
 */
export function filledDraft(key: string, place: FieldPlan['place'], inserted: Insertion | undefined): Draft {
  const draft = nodeDraft(key, { kind: LANE_ENCODER, encode: giveUp });
  return { ...draft, place, required: inserted !== undefined, inserted };
}

/** Prepares what a filled member is written as: bytes if they are the same in every call. */
export function compileInsertion(encode: (run: EncodingRun) => string, probe: Probe): Insertion {
  let late = false;
  const text = probe((run) => {
    run.fills = NOT_YET;
    try {
      return encode(run);
    } catch (error) {
      if (error !== LATE) throw error;
      late = true;
      return '';
    }
  });
  return late || text === undefined ? encode : new Fragment(text);
}

const LATE = new Error('only a call knows the value');

function onlyACallKnows(): never {
  throw LATE;
}

const NOT_YET: FillSource = {
  secret: onlyACallKnows,
  header: onlyACallKnows,
  session: onlyACallKnows,
  uuid: onlyACallKnows,
  now: onlyACallKnows,
};
