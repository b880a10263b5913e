import { type Draft, nodeDraft } from './field-draft.js';
import { type KeyLane, LANE_KEY } from './lanes.js';
import { IN_TAG } from './object-plan.js';

/** A key of the root that leaves no trace in the Body: `$headers`, `$attachments`. */
export interface RootKey {
  readonly key: string;
  take(value: unknown): void;
}

/** Such a key as a field without XML. */
export function rootKeyDraft({ key, take }: RootKey): Draft {
  const encode: KeyLane['encode'] = (value) => {
    take(value);
    return '';
  };
  return { ...nodeDraft(key, { kind: LANE_KEY, encode, emptyIsPresent: false }), place: IN_TAG };
}
