import type { EncodingRun } from '../../request/encoding-run.js';
import { countOf, describeValue } from '../../scalar/describe.js';
import type { NodeEncoder } from '../compiler.js';
import { type InputObject, memberOf } from '../json-input.js';
import { presentValue } from './node-encoder.js';

/** A member that holds an array by itself: `$items`, `$any`. */
export interface ArrayMember {
  readonly key: string;
  readonly min: number;
  readonly max: number;
}

/** Compiles a node whose only member is an array. `encodeEntry` writes one of its entries; `source` is the object around it. */
export function compileArrayMember(
  { key, min, max }: ArrayMember,
  encodeEntry: (entry: unknown, run: EncodingRun, source: InputObject) => void,
): NodeEncoder {
  return {
    keys: [key],
    requiredKeys: min > 0 ? [key] : [],
    emptiable: min === 0,
    isComplete: (present) => min === 0 || present.has(key),
    label: min > 0 ? key : `${key}?`,
    presence: new Map([[key, (source: InputObject) => presentValue(source, key) !== undefined]]),
    encode(source, run) {
      const entries = readEntries(memberOf(source, key), key, min, max, run);
      run.enter(key);
      run.eachItem(entries, 0, entries.length, (entry) => encodeEntry(entry, run, source));
      run.leave();
    },
  };
}

/** The entries of `$items`, `$any` or `$content`: an array within its bounds. Problems are reported at `key`. */
export function readEntries(
  value: unknown,
  key: string,
  min: number,
  max: number,
  run: EncodingRun,
): readonly unknown[] {
  if (value === undefined || (value === null && min === 0)) {
    if (min > 0) run.reportAt(key, 'required', `is required: an array of at least ${min}`);
    return [];
  }
  if (!Array.isArray(value)) {
    run.reportAt(key, 'type', `must be an array, got ${describeValue(value, run.secret)}`, 'array');
    return [];
  }
  if (value.length < min) {
    run.reportAt(key, 'minItems', `must have at least ${countOf(min)}, has ${value.length}`, min);
    return [];
  }
  if (value.length > max) {
    run.reportAt(key, 'maxItems', `must have at most ${countOf(max)}, has ${value.length}`, max);
    return [];
  }
  return value;
}
