import { patternSteps } from '../../scalar/pattern-steps.js';
import type { SimpleCodec, SimpleLimits } from '../../scalar/simple-codec.js';
import { integerBounds, isIntegerType } from '../../scalar/spaces/integer.js';
import type { Facets, ScalarShape, SimpleShape } from '../../shape/simple-shape.js';
import { KnownTexts } from '../lanes/known-text-lane.js';
import {
  LANE_BASE64,
  LANE_BOOLEAN,
  LANE_CHECKED_TEXT,
  LANE_CODEC,
  LANE_DATE,
  LANE_DECIMAL,
  LANE_INTEGER,
  LANE_KNOWN_TEXT,
  LANE_TEXT,
  type SimpleLane,
} from '../lanes/lanes.js';
import {
  type DecimalCheck,
  type IntegerCheck,
  MAX_DIGITS,
  safeDigits,
  safeIntegerDigits,
} from '../lanes/number-lanes.js';

/** Chooses the lane of a simple type: one over bytes if its facets can be checked there, otherwise the codec. */
export function simpleLane(shape: SimpleShape, codec: SimpleCodec, limits: SimpleLimits): SimpleLane {
  const slow: SimpleLane = { kind: LANE_CODEC, codec };
  if (shape.kind !== 'scalar' || shape.lexical) return slow;
  const { builtin, wire } = shape;
  // Only texts are known by their names (DF-12).
  if (wire !== undefined && builtin !== 'string') return slow;
  // The lanes copy numbers of up to this many digits without counting them.
  const countsDigits = limits.numberDigits < MAX_DIGITS;
  if (isIntegerType(builtin)) return (countsDigits ? undefined : integerLane(shape, codec)) ?? slow;
  switch (builtin) {
    case 'string':
    case 'normalizedString':
    case 'token':
    case 'anyURI':
      return textLane(shape.facets, codec, limits);
    case 'boolean':
      return hasFacets(shape.facets) ? slow : { kind: LANE_BOOLEAN };
    case 'decimal':
    case 'float':
    case 'double':
      return (countsDigits ? undefined : decimalLane(shape, codec, limits)) ?? slow;
    case 'date':
    case 'dateTime':
      return hasFacets(shape.facets) ? slow : { kind: LANE_DATE, withTime: builtin === 'dateTime', codec };
    case 'base64Binary':
      return hasFacets(shape.facets) ? slow : { kind: LANE_BASE64, codec };
    default:
      return slow;
  }
}

function textLane(facets: Facets, codec: SimpleCodec, limits: SimpleLimits): SimpleLane {
  if (facets.whiteSpace === 'preserve' && !hasFacets(facets)) return { kind: LANE_TEXT };
  if (facets.enumeration !== undefined)
    return { kind: LANE_KNOWN_TEXT, known: new KnownTexts(facets.enumeration, codec), codec };
  const patterns = patternSteps(facets.patterns, limits);
  const { length, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = facets;
  return {
    kind: LANE_CHECKED_TEXT,
    codec,
    check: {
      collapse: facets.whiteSpace === 'collapse',
      minLength: Math.max(minLength, length ?? 0),
      maxLength: Math.min(maxLength, length ?? Number.POSITIVE_INFINITY),
      patterns: patterns.isEmpty ? undefined : patterns,
    },
  };
}

/**
 * Bounds must be exact as doubles. The bounds of xs:long and xs:unsignedLong are not, so the lane relies on the
 * number of digits for these types.
 */
function integerLane(shape: ScalarShape, codec: SimpleCodec): SimpleLane | undefined {
  const { facets, builtin } = shape;
  if (facets.enumeration !== undefined) return undefined;
  const [builtinMin, builtinMax] = integerBounds(builtin);
  const isWide = builtin === 'long' || builtin === 'unsignedLong';
  const lower = [facets.minInclusive, isWide && builtin === 'long' ? undefined : builtinMin];
  const upper = [facets.maxInclusive, isWide ? undefined : builtinMax];
  const exclusive = [facets.minExclusive, facets.maxExclusive].map(exactNumber);
  const bounds = [...lower, ...upper].map(exactNumber);
  if ([...bounds, ...exclusive].includes(null)) return undefined;
  const [min, lowest, max, highest] = bounds as (number | undefined)[];
  const [above, below] = exclusive as (number | undefined)[];
  // Integers: an exclusive bound plus one is the inclusive one.
  const least = Math.max(min ?? -Infinity, lowest ?? -Infinity, above === undefined ? -Infinity : above + 1);
  const most = Math.min(max ?? Infinity, highest ?? Infinity, below === undefined ? Infinity : below - 1);
  const widest = isWide ? WIDE_DIGITS : MAX_DIGITS;
  const check: IntegerCheck = {
    min: least,
    max: most,
    maxDigits: facets.totalDigits ?? Number.POSITIVE_INFINITY,
    safeDigits: least <= 0 ? Math.min(widest, most < 0 ? 0 : safeDigits(most)) : 0,
    safeDigitsBelow: most >= 0 ? Math.min(widest, least > 0 ? 0 : safeDigits(-least)) : 0,
  };
  return { kind: LANE_INTEGER, codec, check };
}

/** Any integer of 18 digits is an xs:long and, without a sign, an xs:unsignedLong. */
const WIDE_DIGITS = 18;

function decimalLane(shape: ScalarShape, codec: SimpleCodec, limits: SimpleLimits): SimpleLane | undefined {
  const { facets, builtin } = shape;
  if (facets.enumeration !== undefined) return undefined;
  const bounds = [facets.minInclusive, facets.maxInclusive, facets.minExclusive, facets.maxExclusive];
  const bounded = bounds.some((bound) => bound !== undefined);
  // Rounding to binary32 would have to come before the comparison.
  if (bounded && builtin === 'float') return undefined;
  const exact = bounds.map(exactNumber);
  if (exact.includes(null)) return undefined;
  const [min, max, exclusiveMin, exclusiveMax] = exact as (number | undefined)[];
  const check: DecimalCheck = {
    safeDigits: builtin === 'float' ? 6 : builtin === 'double' || bounded ? 15 : 300,
    totalDigits: facets.totalDigits ?? Number.POSITIVE_INFINITY,
    fractionDigits: facets.fractionDigits ?? Number.POSITIVE_INFINITY,
    bounded,
    // This requires that zero itself is allowed.
    safeIntegerDigits:
      (min ?? 0) <= 0 && (exclusiveMin ?? -1) < 0
        ? Math.min(safeIntegerDigits(max ?? Infinity), safeIntegerDigits(exclusiveMax ?? Infinity))
        : 0,
    min: min ?? Number.NEGATIVE_INFINITY,
    max: max ?? Number.POSITIVE_INFINITY,
    exclusiveMin: exclusiveMin ?? Number.NEGATIVE_INFINITY,
    exclusiveMax: exclusiveMax ?? Number.POSITIVE_INFINITY,
    zeros: builtin === 'decimal' && limits.digits === 'lexical',
    binary: builtin !== 'decimal',
  };
  return { kind: LANE_DECIMAL, codec, check };
}

/** A bound as an exactly equal double: at most fifteen digits. `null` if impossible. */
function exactNumber(bound: string | undefined): number | undefined | null {
  if (bound === undefined) return undefined;
  return /^[+-]?[0-9.]{1,15}$/.test(bound) ? Number(bound) : null;
}

function hasFacets(facets: Facets): boolean {
  const { whiteSpace: _, patterns, ...rest } = facets;
  return patterns.length > 0 || Object.values(rest).some((facet) => facet !== undefined);
}

/** Whether a value of the type can be a QName. */
export function mayBeName(shape: SimpleShape): boolean {
  switch (shape.kind) {
    case 'scalar':
      return shape.builtin === 'QName' || shape.builtin === 'NOTATION';
    case 'list':
      return mayBeName(shape.item);
    case 'union':
      return shape.members.some(mayBeName);
    case 'anySimpleType':
      return false;
  }
}
