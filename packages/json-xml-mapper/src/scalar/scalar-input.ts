import { decimalOfJsonNumber } from '../json/exact-decimal.js';
import { isJsonNumber } from '../json/json-number.js';
import type { ScalarShape } from '../shape/simple-shape.js';
import type { PrintContext, SimpleLimits } from './codec.js';
import { describeGrammar, describeType, describeValue } from './describe.js';
import { isIntegerType } from './spaces/integer.js';
import type { ValueSpace } from './spaces/value-space.js';
import { applyWhiteSpace } from './white-space.js';
import { firstIllegalChar } from './xml-char.js';

/** Converts a JSON value to its lexical form, with white space applied, and grammar and range checked. Reports problems. */
export type LexicalReader = (value: unknown, context: PrintContext) => string | undefined;

/** TY-1 and TY-2 for one atomic type. The caller checks facets. */
export function compileLexicalReader(
  shape: ScalarShape,
  space: ValueSpace,
  limits: SimpleLimits,
): LexicalReader {
  switch (inputKind(shape)) {
    case 'boolean':
      return compileBoolean(shape);
    case 'number':
      return compileNumber(shape, space, limits);
    case 'text':
      return compileText(shape, space);
  }
}

/** The JSON values that an atomic type accepts: `true` and `false`, numbers and strings, or strings alone. */
export function inputKind(shape: ScalarShape): 'boolean' | 'number' | 'text' {
  if (shape.json === 'boolean') return 'boolean';
  const { builtin } = shape;
  if (builtin === 'decimal' || builtin === 'float' || builtin === 'double' || isIntegerType(builtin)) {
    return 'number';
  }
  return 'text';
}

/** `true` and `false` only: accepting a string would hide a mistake (TY-2). */
function compileBoolean(shape: ScalarShape): LexicalReader {
  // A pattern such as `0|1` can forbid the usual spelling of a boolean.
  const patterns = shape.facets.patterns.flat().join('|');
  const digits = patterns !== '' && !/[tfa-z\\.]/.test(patterns);
  const [yes, no] = digits ? ['1', '0'] : ['true', 'false'];
  return (value, context) => {
    if (typeof value === 'boolean') return value ? yes : no;
    return reportType(shape, value, context);
  };
}

function hasMoreDigits(lexical: string, most: number): boolean {
  return lexical.length > most && lexical.replaceAll(/[^0-9]/g, '').length > most;
}

/** A JSON number, converted exactly, or a string with a lexical form of the type (NM-3). */
function compileNumber(shape: ScalarShape, space: ValueSpace, limits: SimpleLimits): LexicalReader {
  const { builtin } = shape;
  const binary = builtin === 'float' || builtin === 'double';
  const isInteger = isIntegerType(builtin);
  const toLexical = binary ? floatToken : limits.digits === 'lexical' ? lexicalToken : decimalToken;

  return (value, context) => {
    let lexical: string | undefined;
    if (typeof value === 'string') {
      lexical = applyWhiteSpace('collapse', value);
      if (!space.accepts(lexical)) return reportType(shape, value, context);
      if (hasMoreDigits(lexical, limits.numberDigits)) lexical = undefined;
    } else if (typeof value === 'number' || typeof value === 'bigint' || isJsonNumber(value)) {
      lexical = toLexical(value, limits.numberDigits, isInteger);
      if (lexical !== undefined && !space.accepts(lexical)) return reportType(shape, value, context);
    } else {
      return reportType(shape, value, context);
    }
    if (lexical === undefined) {
      context.report('format', `must have at most ${limits.numberDigits} digits`, `xs:${builtin}`);
      return undefined;
    }
    const range = space.rangeProblem?.(lexical) ?? (binary ? overflow(space, lexical) : undefined);
    if (range === undefined) return lexical;
    const phrase = range.keyword === 'minimum' ? 'at least' : 'at most';
    context.report(range.keyword, `must be ${phrase} ${range.bound} (xs:${builtin})`, range.bound);
    return undefined;
  };
}

function decimalToken(value: unknown, maxDigits: number): string | undefined {
  return decimalOfJsonNumber(Object.is(value, -0) ? '0' : String(value), maxDigits) ?? specialNumber(value);
}

/** NM-8: the digits of a decimal as they are written. No integer has a point, and XML Schema has no exponent of a decimal. */
function lexicalToken(value: unknown, maxDigits: number, isInteger: boolean): string | undefined {
  const canonical = decimalToken(value, maxDigits);
  if (canonical === undefined || !isJsonNumber(value)) return canonical;
  const { text } = value;
  return /[eE]/.test(text) || (isInteger && text.includes('.')) ? canonical : text;
}

/** NaN and the infinities of the TypeScript interface are not decimals, but not long numbers either. */
function specialNumber(value: unknown): string | undefined {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : undefined;
}

/** Keeps `-0` (NM-6) and handles the spelling of infinity. */
function floatToken(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  return String(value).replace('Infinity', 'INF');
}

/** NM-4: a finite token whose value is not a finite number of the type. */
function overflow(
  space: ValueSpace,
  lexical: string,
): { keyword: 'minimum' | 'maximum'; bound: string } | undefined {
  if (lexical.endsWith('INF') || lexical === 'NaN') return undefined;
  const canonical = space.canonical(lexical);
  if (!canonical.endsWith('INF')) return undefined;
  return canonical.startsWith('-')
    ? { keyword: 'minimum', bound: 'the smallest finite number' }
    : { keyword: 'maximum', bound: 'the largest finite number' };
}

/** Everything else requires a string (TY-2). */
function compileText(shape: ScalarShape, space: ValueSpace): LexicalReader {
  const { builtin, facets } = shape;
  return (input, context) => {
    const value = typeof input === 'object' && input !== null ? space.textOf?.(input) : input;
    if (typeof value !== 'string') return reportType(shape, input, context);
    const illegal = firstIllegalChar(value);
    if (illegal !== undefined) {
      context.report('xmlChar', `must not contain ${illegal}: XML has no such character`);
      return undefined;
    }
    const lexical = applyWhiteSpace(facets.whiteSpace, value);
    if (space.accepts(lexical)) return lexical;
    // An empty string is not a value of the type at all (§9.1); anything else is a malformed one.
    if (lexical === '') return reportType(shape, value, context);
    const got = describeValue(value, context.secret);
    context.report('format', `must be ${describeGrammar(builtin)}, got ${got}`, `xs:${builtin}`);
    return undefined;
  };
}

function reportType(shape: ScalarShape, value: unknown, context: PrintContext): undefined {
  const got = describeValue(value, context.secret);
  context.report('type', `must be ${describeType(shape.builtin)}, got ${got}`, `xs:${shape.builtin}`);
  return undefined;
}
