import { type KeyLane, LANE_KEY } from '../lanes/lanes.js';
import { type Draft, nodeDraft } from './field-draft.js';
import { IN_TAG } from './object-plan.js';

/** A key of the root that leaves no trace in the Body, `$headers` or `$attachments`: kept in the run for later. */
export function rootKeyDraft(key: string): Draft {
  const encode: KeyLane['encode'] = (value, run) => {
    run.beside ??= {};
    run.beside[key] = value;
    return '';
  };
  return { ...nodeDraft(key, { kind: LANE_KEY, encode, emptyIsPresent: false }), place: IN_TAG };
}
