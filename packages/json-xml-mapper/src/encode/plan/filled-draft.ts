import type { FillSource } from '../../api/fills.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import type { Fill } from '../../shape/fill.js';
import { Fragment } from '../bytes/fragment.js';
import { giveUp } from '../bytes/give-up.js';
import { LANE_ENCODER } from '../lanes/lanes.js';
import { type Draft, type Insertion, nodeDraft, type Probe } from './field-draft.js';
import type { FieldPlan, LateInsertion } from './object-plan.js';

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

/** Prepares what a filled member is written as: bytes if they are the same in every call. `fill` is that of the member itself. */
export function compileInsertion(
  encode: (run: EncodingRun) => string,
  probe: Probe,
  fill: Pick<Fill, 'kind'> | undefined,
): Insertion {
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
  if (!late && text !== undefined) return new Fragment(text);
  return fill?.kind === 'generate' ? insertEach(encode) : insertLate(encode);
}

/** Writes a text that differs in each call, and the same only by chance. */
function insertEach(encode: (run: EncodingRun) => string): LateInsertion {
  return { write: (output, run) => output.text(written(encode, run)) };
}

/** Writes a text that only a call knows. The last one is kept as bytes once it has come twice, as those of secrets and sessions do. */
function insertLate(encode: (run: EncodingRun) => string): LateInsertion {
  let last: string | undefined;
  let bytes: Fragment | undefined;
  return {
    write(output, run) {
      const text = written(encode, run);
      if (text !== last) bytes = undefined;
      else bytes ??= new Fragment(text);
      last = text;
      if (bytes === undefined) output.text(text);
      else output.fragment(bytes);
    },
  };
}

/** Gives up if the text has a problem, or a prefix of its own. */
function written(encode: (run: EncodingRun) => string, run: EncodingRun): string {
  const mark = run.prefixes.open();
  const text = encode(run);
  return run.errors.length > 0 || run.prefixes.open() !== mark ? giveUp() : text;
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
