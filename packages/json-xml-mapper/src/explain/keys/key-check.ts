import type { EncodingRun } from '../../request/encoding-run.js';
import type { ExtraKeys } from '../compiler.js';
import type { InputObject } from '../json-input.js';
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
      const nearest = nearestName(key, extraKeys) ?? nearestName(key, keys) ?? inThisNotation(key, keys);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      run.reportAt(key, 'additionalProperties', `is not a field of this object${hint}`, nearest);
    }
  };
}

/** The keys that other mappings of XML to JSON use for attributes and text. */
const ATTRIBUTES: ReadonlySet<string> = new Set(['attributes', '$attributes', '_attributes', '$', '@']);
const TEXT: ReadonlySet<string> = new Set(['_', '$t', '_text', '#text', '_value', '__text']);

/** The key to suggest in place of one that another mapping uses for attributes or text. */
function inThisNotation(key: string, keys: readonly string[]): string | undefined {
  if (ATTRIBUTES.has(key)) return keys.find((each) => each.startsWith('@'));
  return TEXT.has(key) && keys.includes('$value') ? '$value' : undefined;
}
