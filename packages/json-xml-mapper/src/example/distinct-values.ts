import type { JsonValue } from '../api/values.js';
import { compileSimple, SCHEMA_NAMES, type SimpleLimits } from '../scalar/simple-codec.js';
import { BUILTIN_TYPES, isNumeric } from '../shape/builtin-types.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { acceptedText } from './accepted.js';
import { ALPHABETS, countUp, DIGITS, MAX_TEXTS } from './count-up.js';

/** A series ends after this many texts that the type rejects. */
const MAX_REFUSED = 200;

/** A value and its text in the XML. */
export interface Distinct {
  readonly value: JsonValue;
  readonly text: string;
}

/** Valid values of a type that differ from `value` but are close to it: the next numbers, numbered texts, the values of an enumeration. */
export function* distinctValues(
  shape: SimpleShape,
  value: JsonValue,
  limits: SimpleLimits,
): Generator<Distinct> {
  const codec = compileSimple(shape, limits);
  const base = lexicalOf(shape, value, limits);
  for (const series of seriesOf(shape, base)) {
    let refused = 0;
    for (const lexical of series) {
      const parsed = codec.parse(lexical, SCHEMA_NAMES);
      const text = parsed === undefined ? undefined : acceptedText(codec, parsed);
      if (parsed !== undefined && text !== undefined) yield { value: parsed, text };
      else if (++refused >= MAX_REFUSED) break;
    }
  }
}

/** The text of a value, as the schema would write it: QNames by their namespace. */
export function lexicalOf(shape: SimpleShape, value: JsonValue, limits: SimpleLimits): string {
  if (typeof value === 'string') return value;
  return acceptedText(compileSimple(shape, limits), value) ?? '';
}

function seriesOf(shape: SimpleShape, base: string): readonly Iterable<string>[] {
  if (shape.kind !== 'scalar') return [countUp(base, ALPHABETS)];
  const { builtin, facets, lexical } = shape;
  if (facets.enumeration !== undefined) return [facets.enumeration];
  const { family } = BUILTIN_TYPES[builtin];
  const hasLetters = family === 'string' || family === 'binary' || family === 'name';
  const counted = countUp(base, hasLetters ? ALPHABETS : DIGITS);
  if (family === 'boolean') return [['true', 'false']];
  if (lexical) return [counted];
  if (isNumeric(family)) return [near(base, 1n), near(base, -1n), counted];
  return family === 'string' ? [numbered(base), counted] : [counted];
}

/** The numbers above or below, with the same fraction. */
function* near(base: string, step: bigint): Generator<string> {
  const { whole, rest } = /^(?<whole>[+-]?[0-9]+)(?<rest>\.[0-9]+)?$/.exec(base)?.groups ?? {};
  if (whole === undefined) return;
  for (let n = 1n; n <= MAX_TEXTS; n++) yield `${BigInt(whole) + n * step}${rest ?? ''}`;
}

/** `name-2`, `name-3` … */
function* numbered(base: string): Generator<string> {
  for (let n = 2; n <= MAX_TEXTS; n++) yield `${base}-${n}`;
}
