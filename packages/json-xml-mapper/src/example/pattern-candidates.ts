import { exampleOfPattern } from '../pattern/example-text.js';
import { textsOfPattern } from '../pattern/text-of-length.js';
import type { SimpleCodec } from '../scalar/simple-codec.js';
import { type BuiltinFamily, isNumeric } from '../shape/builtin-types.js';
import type { Facets } from '../shape/simple-shape.js';
import { accepts } from './accepted.js';

/** The length above which texts are only generated if a facet requires them. */
export const MAX_FILL = 100_000;

/** How many lengths above the minimum are tried. */
const MORE_LENGTHS = 20;

/** Texts that match the patterns of a type, as candidates for the other facets. */
export function* patternTexts(
  { patterns, ...facets }: Partial<Facets> & Pick<Facets, 'patterns'>,
  family?: BuiltinFamily,
): Generator<string> {
  const sources = patterns.flat();
  for (const source of sources) yield* textsOf(source);
  const lengths = lengthsOf(facets, family);
  for (const source of lengths.length > 0 ? sources : []) {
    const ofLength = textsOfPattern(source);
    for (const length of lengths) {
      const text = ofLength(length);
      if (text !== undefined) yield text;
    }
  }
  // Other digits, for bounds, and for dates, which have no month 00.
  for (const source of family === 'date' || (family !== undefined && isNumeric(family)) ? sources : []) {
    for (const text of textsOf(source)) yield* [...'159'].map((digit) => text.replaceAll('0', digit));
  }
}

/** Texts that match a pattern, in order of length. */
function* textsOf(source: string): Generator<string> {
  for (const more of [0, 1, 2, 3, 5, 8, 13, 21]) {
    const text = exampleOfPattern(source, more);
    if (text !== undefined) yield text;
  }
}

/** The text lengths that the facets allow; the first ones are enough. */
function lengthsOf({ length, minLength, maxLength }: Partial<Facets>, family?: BuiltinFamily): number[] {
  if (length === undefined && minLength === undefined && maxLength === undefined) return [];
  const least = length ?? minLength ?? 0;
  const most = Math.min(length ?? maxLength ?? least + MORE_LENGTHS, least + MORE_LENGTHS);
  const lengths = Array.from({ length: Math.max(0, most - least + 1) }, (_, more) => least + more);
  if (family !== 'binary') return lengths.filter((each) => each <= MAX_FILL);
  // The length facets of binary types count octets: two characters of hexBinary, four per three octets of base64Binary.
  return lengths.flatMap((octets) => [octets * 2, Math.ceil(octets / 3) * 4]);
}

/** Texts in well-known formats, if the pattern requires exactly such a format: neither shorter nor longer texts match. */
export function* knownFormats(codec: SimpleCodec): Generator<string> {
  const matches = (text: string): boolean => accepts(codec, text);
  for (const text of FORMATS) {
    if (matches(text) && !matches(text.slice(0, -1)) && !matches(`${text}${text.at(-1)}`)) yield text;
  }
}

const FORMATS = [
  '2026-01-31',
  '2026-01-31T09:30:00Z',
  '2026-01-31T09:30:00',
  '09:30:00',
  '09:30',
  '20260131',
  '31.01.2026',
  '31/01/2026',
  '01/31/2026',
  '123e4567-e89b-42d3-a456-426614174000',
  '123E4567-E89B-42D3-A456-426614174000',
  '{123e4567-e89b-42d3-a456-426614174000}',
  '192.0.2.1',
];

/** Numbers within bounds, formatted as a pattern may require: with a number of decimals and leading zeros. */
export function* spellings(facets: Facets): Generator<string> {
  const limits = bounds(facets).map(Number).filter(Number.isFinite);
  const middle = limits.reduce((sum, limit) => sum + limit, 0) / limits.length;
  for (const number of limits.length === 0 ? [] : [...limits, middle]) {
    for (let decimals = 0; decimals <= 6; decimals++) {
      const text = number.toFixed(decimals);
      for (let more = 0; more <= 8; more++) yield text.padStart(text.length + more, '0');
    }
  }
}

/** The bounds of a type as the schema writes them. */
export function bounds(facets: Facets): readonly string[] {
  const { minInclusive, maxInclusive, minExclusive, maxExclusive } = facets;
  return [minInclusive, maxInclusive, minExclusive, maxExclusive].filter((bound) => bound !== undefined);
}
