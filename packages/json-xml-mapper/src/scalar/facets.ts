import type { Keyword } from '../api/problems.js';
import { canonicalDecimal, countDigits } from '../json/exact-decimal.js';
import type { PatternSteps } from '../pattern/pattern-facet.js';
import type { Facets } from '../shape/simple-shape.js';
import { charge } from '../work.js';
import { cutText } from './describe.js';

/** A facet that a value violates. */
export interface FacetProblem {
  readonly keyword: Keyword;
  readonly message: string;
  /** Machine readable (VE-4): a bound, the pattern sources of a step, the enumeration (at most 20). */
  readonly expected: unknown;
}

/** The input of facets; `text` is a normalised lexical form that its type accepts. */
export interface FacetTarget {
  identity(text: string): string;
  compare?(left: string, right: string): number | undefined;
  length?(text: string): number;
  /** The unit of `length`: "characters". */
  readonly unit: string;
  /** Whether totalDigits and fractionDigits apply: decimal and its descendants. */
  readonly digits: boolean;
  /** An enumeration value in its JSON form. */
  show(text: string): unknown;
}

export type FacetCheck = (text: string) => FacetProblem | undefined;

/** The maximum number of enumeration values in `expected` (VE-4). */
const MAX_EXPECTED = 20;

/** How many characters of a bound are compared with a value for one unit of work. */
const CHARACTERS_PER_UNIT = 32;

/**
 * The checks of every facet but `pattern` and `whiteSpace`, in a fixed order (FA-1). Bounds are compared exactly (FA-2); two dates
 * without an order satisfy a bound (FA-3).
 */
export function compileFacets(facets: Facets, target: FacetTarget): readonly FacetCheck[] {
  return [
    ...compileLength(facets, target),
    ...compileEnumeration(facets, target),
    ...compileBounds(facets, target),
    ...(target.digits ? compileDigits(facets) : []),
  ];
}

/** The check of the pattern facet: one pattern of every step must match. */
export function compilePatternCheck(steps: PatternSteps): FacetCheck {
  return (text) => {
    const failed = steps.firstMismatch(text);
    if (failed === undefined) return undefined;
    return {
      keyword: 'pattern',
      message: `must match the pattern ${failed.slice(0, MAX_EXPECTED).map(cutText).join(' or ')}`,
      expected: failed.length === 1 ? failed[0] : failed.slice(0, MAX_EXPECTED),
    };
  };
}

function compileLength(facets: Facets, target: FacetTarget): FacetCheck[] {
  const { length: count, unit } = target;
  if (count === undefined) return [];
  const check = (
    keyword: Keyword,
    bound: number | undefined,
    phrase: string,
    fits: (length: number, bound: number) => boolean,
  ): FacetCheck[] => {
    if (bound === undefined) return [];
    return [
      (text) => {
        const length = count(text);
        if (fits(length, bound)) return undefined;
        return { keyword, message: `must have ${phrase} ${bound} ${unit}, has ${length}`, expected: bound };
      },
    ];
  };
  return [
    ...check('length', facets.length, 'exactly', (length, bound) => length === bound),
    // A list is an array in JSON, and its length is the number of its items (§10.4).
    ...check(
      unit === 'items' ? 'minItems' : 'minLength',
      facets.minLength,
      'at least',
      (length, bound) => length >= bound,
    ),
    ...check(
      unit === 'items' ? 'maxItems' : 'maxLength',
      facets.maxLength,
      'at most',
      (length, bound) => length <= bound,
    ),
  ];
}

function compileEnumeration(facets: Facets, target: FacetTarget): FacetCheck[] {
  const { enumeration } = facets;
  if (enumeration === undefined) return [];
  const allowed = new Set(enumeration.map((value) => target.identity(value)));
  const expected = enumeration.slice(0, MAX_EXPECTED).map((value) => shown(value, target));
  const more = enumeration.length > MAX_EXPECTED ? ', …' : '';
  const message = `must be one of ${expected.map((value) => cutText(JSON.stringify(value))).join(', ')}${more}`;
  return [
    (text) => (allowed.has(target.identity(text)) ? undefined : { keyword: 'enum', message, expected }),
  ];
}

function compileBounds(facets: Facets, target: FacetTarget): FacetCheck[] {
  const { compare } = target;
  if (compare === undefined) return [];
  const check = (
    keyword: Keyword,
    bound: string | undefined,
    phrase: string,
    fits: (order: number) => boolean,
  ): FacetCheck[] => {
    if (bound === undefined) return [];
    const problem = {
      keyword,
      message: `must be ${phrase} ${cutText(bound)}`,
      expected: shown(bound, target),
    };
    const cost = Math.floor(bound.length / CHARACTERS_PER_UNIT);
    return [
      (text) => {
        if (cost > 0) charge(cost);
        const order = compare(text, bound);
        return order === undefined || fits(order) ? undefined : problem;
      },
    ];
  };
  return [
    ...check('minimum', facets.minInclusive, 'at least', (order) => order >= 0),
    ...check('maximum', facets.maxInclusive, 'at most', (order) => order <= 0),
    ...check('exclusiveMinimum', facets.minExclusive, 'more than', (order) => order > 0),
    ...check('exclusiveMaximum', facets.maxExclusive, 'less than', (order) => order < 0),
  ];
}

function compileDigits(facets: Facets): FacetCheck[] {
  const { totalDigits, fractionDigits } = facets;
  const checks: FacetCheck[] = [];
  if (totalDigits !== undefined) {
    const message = `must have at most ${totalDigits} digits`;
    checks.push((text) =>
      countDigits(canonicalDecimal(text)).total <= totalDigits
        ? undefined
        : { keyword: 'totalDigits', message, expected: totalDigits },
    );
  }
  if (fractionDigits !== undefined) {
    const message = `must have at most ${fractionDigits} fraction digits`;
    checks.push((text) =>
      countDigits(canonicalDecimal(text)).fraction <= fractionDigits
        ? undefined
        : { keyword: 'fractionDigits', message, expected: fractionDigits },
    );
  }
  return checks;
}

/** A schema value as data, in its JSON form; one that is too long to be sent with each error is cut. */
function shown(text: string, target: FacetTarget): unknown {
  const cut = cutText(text);
  return cut === text ? target.show(text) : cut;
}
