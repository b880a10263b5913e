import type { EncodingRun } from '../../request/encoding-run.js';
import { describeValue } from '../../scalar/describe.js';
import { isInputObject } from '../json-input.js';

/** Reads an object with exactly one key: an entry of `$any` or `$content`. Reports and returns `undefined` otherwise. */
export function readSingleEntry(
  entry: unknown,
  run: EncodingRun,
): { readonly key: string; readonly value: unknown } | undefined {
  if (!isInputObject(entry)) {
    run.report('type', `must be an object with one key, got ${describeValue(entry, run.secret)}`, 'object');
    return undefined;
  }
  const keys = Object.keys(entry).filter((key) => entry[key] !== undefined);
  const [key] = keys;
  if (key === undefined || keys.length > 1) {
    run.report(
      'type',
      `must be an object with one key, the name of an element, has ${keys.length}`,
      'object',
    );
    return undefined;
  }
  return { key, value: entry[key] };
}
