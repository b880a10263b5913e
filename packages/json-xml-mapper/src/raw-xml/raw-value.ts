import { clarkName } from '@soapstone/soap-model';
import { type ExtraKeys, NO_EXTRA_KEYS, type RawXml } from '../explain/compiler.js';
import { type InputObject, memberOf } from '../explain/json-input.js';
import type { RawElement } from '../explain/raw/raw-place.js';
import type { EncodingRun } from '../request/encoding-run.js';
import { asEntry, asMember } from './raw-check.js';
import { openRawElement } from './raw-element.js';

/** Runs a step at `$xml` of a value that must have no other member, except for the keys of a message. */
function inside(
  value: InputObject,
  run: EncodingRun,
  step: (element: RawElement) => void,
  extraKeys: ExtraKeys = NO_EXTRA_KEYS,
): void {
  for (const key of Object.keys(value)) {
    if (key === '$xml' || value[key] === undefined || extraKeys.includes(key)) continue;
    run.reportAt(key, 'additionalProperties', 'must not be given: $xml is the whole element');
    return;
  }
  atKey(memberOf(value, '$xml'), run, step);
}

/** Runs a step at `$xml` on its element. */
function atKey(value: unknown, run: EncodingRun, step: (element: RawElement) => void): void {
  run.enter('$xml');
  const element = openRawElement(value, run);
  if (element !== undefined) step(element);
  run.leave();
}

/** The places of finished elements. See `RawXml`. */
export const rawPlaces: Pick<RawXml, 'member' | 'named' | 'entry'> = {
  member: (value, encoder, compiler, run, extraKeys) =>
    inside(value, run, (element) => asMember(element, encoder, compiler, run), extraKeys),

  named: (name, value, place, compiler, run) =>
    inside(value, run, (element) => {
      if (clarkName(element.name) === clarkName(name)) asEntry(element, place, compiler, run);
      else run.report('content', `must be the element ${clarkName(name)}`);
    }),

  entry: (value, place, compiler, run) =>
    atKey(value, run, (element) => asEntry(element, place, compiler, run)),
};
