import type { EncodingRun } from '../request/encoding-run.js';
import type { ExtraKeys } from './compiler.js';
import type { InputObject } from './json-input.js';
import { nearestName } from './nearest-name.js';

/** Reports unknown keys: they are mistakes and never ignored (P3). */
export type KeyCheck = (source: InputObject, run: EncodingRun, extraKeys: ExtraKeys) => void;

/**
 * Compiles the check for an object with these keys.
 *
 * @param others keys that are allowed too, but not suggested in messages
 */
export function compileKeyCheck(keys: readonly string[], others: readonly string[] = []): KeyCheck {
  const known = new Set([...keys, ...others]);
  return (source, run, extraKeys) => {
    for (const key of Object.keys(source)) {
      if (known.has(key) || extraKeys.includes(key) || source[key] === undefined) continue;
      const nearest = nearestName(key, extraKeys) ?? nearestName(key, keys);
      const hint = nearest === undefined ? '' : `, did you mean ${nearest}`;
      run.reportAt(key, 'additionalProperties', `is not a field of this object${hint}`, nearest);
    }
  };
}
