import type { BuiltinTypeName, FacetStep } from '@soapstone/soap-model';
import { canonicalDecimal, compareDecimals, isDecimalLexical } from '../json/exact-decimal.js';
import { applyWhiteSpace } from '../scalar/white-space.js';
import { BUILTIN_TYPES } from '../shape/builtin-types.js';
import type { Facets } from '../shape/simple-shape.js';

type WhiteSpace = Facets['whiteSpace'];
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const NO_FACETS: ReadonlyMap<WhiteSpace, Facets> = new Map(
  (['preserve', 'replace', 'collapse'] as const).map((whiteSpace) => [
    whiteSpace,
    { whiteSpace, patterns: [] },
  ]),
);

/** The facets of a type that states none. */
export function noFacets(whiteSpace: WhiteSpace): Facets {
  return NO_FACETS.get(whiteSpace)!;
}

/**
 * The combined facets of all derivation steps (FA-1): the tighter bound of each kind, every step's patterns, and the enumeration
 * values that all steps allow (LU-3: white space applied, schema order, each once).
 *
 * `builtin` is the nearest built-in ancestor of an atomic type; absent for lists and unions.
 */
export function mergeFacets(
  steps: readonly FacetStep[],
  inherited: WhiteSpace,
  builtin?: BuiltinTypeName,
): Facets {
  if (steps.length === 0) return noFacets(inherited);
  const order = boundOrder(builtin);
  const merged: Mutable<Facets> = { whiteSpace: inherited, patterns: [] };
  const patterns: (readonly string[])[] = [];
  const enumerations: (readonly string[])[] = [];
  for (const step of steps) {
    if (step.whiteSpace !== undefined) merged.whiteSpace = step.whiteSpace;
    if (step.length !== undefined) merged.length = step.length;
    if (step.minLength !== undefined) merged.minLength = Math.max(merged.minLength ?? 0, step.minLength);
    for (const kind of ['maxLength', 'totalDigits', 'fractionDigits'] as const) {
      const limit = step[kind];
      if (limit !== undefined) merged[kind] = Math.min(merged[kind] ?? limit, limit);
    }
    for (const [kind, sign] of BOUNDS) {
      if (step[kind] !== undefined) merged[kind] = tighter(merged[kind], step[kind], order, sign);
    }
    if (step.patterns !== undefined && step.patterns.length > 0) patterns.push(step.patterns);
    if (step.enumeration !== undefined) enumerations.push(step.enumeration);
  }
  merged.patterns = patterns;
  const enumeration = intersect(enumerations, merged.whiteSpace, builtin);
  if (enumeration !== undefined) merged.enumeration = enumeration;
  return merged;
}

/** The bounds of values. The greater of two lower bounds is tighter, and the lesser of two upper bounds. */
const BOUNDS = [
  ['minInclusive', 1],
  ['minExclusive', 1],
  ['maxInclusive', -1],
  ['maxExclusive', -1],
] as const;

type Order = (left: string, right: string) => number;

/** Decimals and integers have a total order. Elsewhere the last step counts, because a valid restriction only tightens. */
function boundOrder(builtin: BuiltinTypeName | undefined): Order | undefined {
  const family = builtin === undefined ? undefined : BUILTIN_TYPES[builtin].family;
  if (family !== 'integer' && family !== 'decimal') return undefined;
  return (left, right) => {
    if (!isDecimalLexical(left) || !isDecimalLexical(right)) return -1;
    return compareDecimals(canonicalDecimal(left), canonicalDecimal(right));
  };
}

function tighter(current: string | undefined, next: string, order: Order | undefined, sign: 1 | -1): string {
  if (current === undefined || order === undefined) return next;
  return order(current, next) * sign > 0 ? current : next;
}

function intersect(
  enumerations: readonly (readonly string[])[],
  whiteSpace: WhiteSpace,
  builtin: BuiltinTypeName | undefined,
): readonly string[] | undefined {
  let result: Map<string, string> | undefined;
  for (const values of enumerations) {
    const step = new Map<string, string>();
    for (const value of values) {
      const normalised = applyWhiteSpace(whiteSpace, value);
      const key = valueKey(normalised, builtin);
      if (step.has(key) || (result !== undefined && !result.has(key))) continue;
      step.set(key, normalised);
    }
    result = step;
  }
  return result === undefined ? undefined : [...result.values()];
}

/** Numbers are compared by value: a base that lists `1.0` allows `1`. */
function valueKey(lexical: string, builtin: BuiltinTypeName | undefined): string {
  const family = builtin === undefined ? undefined : BUILTIN_TYPES[builtin].family;
  if (family !== 'integer' && family !== 'decimal') return lexical;
  return isDecimalLexical(lexical) ? canonicalDecimal(lexical) : lexical;
}
