import type { EncodingRun } from '../request/encoding-run.js';
import { describeValue } from '../scalar/describe.js';
import type { ItemsNode } from '../shape/shape.js';
import { NO_EXTRA_KEYS } from './compiler.js';
import type { ContentEncoder } from './content-encoder.js';
import { type InputObject, isInputObject, memberOf } from './json-input.js';
import { compileKeyCheck } from './key-check.js';
import { type NodeEncoder, presentValue } from './node-encoder.js';

/** Compiles a repeating group (CM-17): an array with one object per repetition, written in the given order (CM-18). */
export function compileItemsNode(node: ItemsNode, body: ContentEncoder): NodeEncoder {
  const { key, max } = node;
  // CM-21: a group that can be empty can repeat without a trace.
  const min = body.emptiable ? 0 : node.min;
  const checkKeys = compileKeyCheck(body.keys);

  const encodeEntry = (entry: unknown, run: EncodingRun): string => {
    if (!isInputObject(entry)) {
      run.report('type', `must be an object, got ${describeValue(entry, run.secret)}`, 'object');
      return '';
    }
    const text = body.encode(entry, run);
    checkKeys(entry, run, NO_EXTRA_KEYS);
    return text;
  };

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
      const text = run.eachItem(entries, 0, entries.length, (entry) => encodeEntry(entry, run));
      run.leave();
      return text;
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
    run.reportAt(key, 'minItems', `must have at least ${min} items, has ${value.length}`, min);
    return [];
  }
  if (value.length > max) {
    run.reportAt(key, 'maxItems', `must have at most ${max} items, has ${value.length}`, max);
    return [];
  }
  return value;
}
