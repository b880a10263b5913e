import type { JsonValue } from '../api/values.js';
import { jsonDecimal } from '../json/exact-decimal.js';
import { exactNumber } from '../json/json-number.js';
import type { ScalarShape } from '../shape/simple-shape.js';
import { markIn, type Notation, SCHEMA_NAMES, type SimpleCodec, type SimpleLimits } from './codec.js';
import { completeCodec } from './codec-parts.js';
import { compileFacets, compilePatternCheck, type FacetCheck, type FacetProblem } from './facets.js';
import { patternSteps } from './pattern-steps.js';
import { compileLexicalReader } from './scalar-input.js';
import { valueSpaceOf } from './spaces/builtin-spaces.js';
import { isIntegerType } from './spaces/integer.js';
import { type LookupPrefix, parseClarkName, resolveQName } from './spaces/qname.js';
import type { ValueSpace } from './spaces/value-space.js';
import { applyWhiteSpace } from './white-space.js';

/** Compiles an atomic type. */
export function compileScalar(shape: ScalarShape, limits: SimpleLimits, notation: Notation): SimpleCodec {
  const { builtin, facets } = shape;
  const known = valueSpaceOf(builtin, limits.types);
  const space = shape.anyText ? ofAnyText(known) : known;
  const isName = builtin === 'QName' || builtin === 'NOTATION';
  const toShown = valueMaker(shape, space.canonical);
  const keepsDigits = limits.digits === 'lexical' && (builtin === 'decimal' || isIntegerType(builtin));
  const patterns = patternSteps(facets.patterns, limits);
  const patternCheck = patterns.isEmpty ? undefined : compilePatternCheck(patterns);
  const checks: readonly FacetCheck[] = [
    ...(patternCheck === undefined || isName ? [] : [patternCheck]),
    ...compileFacets(facets, {
      identity: space.identity,
      ...(space.compare && { compare: space.compare }),
      ...(space.length && { length: space.length }),
      unit: builtin.endsWith('Binary') ? 'octets' : 'characters',
      digits: builtin === 'decimal' || isIntegerType(builtin),
      show: toShown,
    }),
  ];
  const facetProblems = (neutral: string): FacetProblem[] => runChecks(checks, neutral);
  // A boolean is spelled as its pattern requires; a numeric type with a pattern keeps its text (NM-5).
  const keepsLexical = shape.lexical || shape.json === 'boolean' || keepsDigits;
  const readLexical = compileLexicalReader(shape, space, limits);

  const read = (text: string, lookupPrefix: LookupPrefix): string | undefined => {
    const lexical = applyWhiteSpace(facets.whiteSpace, text);
    if (isName && lookupPrefix !== SCHEMA_NAMES) return resolveQName(lexical, lookupPrefix);
    if (!space.accepts(lexical) || space.rangeProblem?.(lexical) !== undefined) return undefined;
    return lexical;
  };

  const codec = completeCodec({
    read,
    isWrittenAsIs: !isName,
    write(neutral, context) {
      if (!isName) return neutral;
      const name = parseClarkName(neutral);
      if (name === undefined || name.namespace === '') return neutral;
      return `${context.declarePrefix(name.namespace)}:${name.localName}`;
    },
    toText(value, context) {
      const lexical = readLexical(value, context);
      if (lexical === undefined) return undefined;
      const problems = facetProblems(lexical);
      for (const problem of problems) context.report(problem.keyword, problem.message, problem.expected);
      if (problems.length > 0) return undefined;
      return keepsLexical ? lexical : space.canonical(lexical);
    },
    toValue: shape.bigint === true ? (neutral) => BigInt(space.canonical(neutral)) : toShown,
    toShown,
    toJsonText: anyTextMaker(
      shape,
      known,
      keepsDigits
        ? lexicalTextMaker(shape, known, notation)
        : jsonTextMaker(shape, known, { toValue: toShown, notation }),
    ),
    facetProblems,
    identity: space.identity,
  });
  return (
    shape.wire?.codecOf(codec) ??
    (isName && patternCheck !== undefined ? withNamePattern(codec, patternCheck, facets.whiteSpace) : codec)
  );
}

/** The space of a type whose name had to be corrected (MO-4): every text, beside the values that the type has. */
function ofAnyText(space: ValueSpace): ValueSpace {
  return {
    accepts: () => true,
    canonical: (text) => (space.accepts(text) ? space.canonical(text) : text),
    identity: (text) => (space.accepts(text) ? space.identity(text) : text),
    ...(space.textOf && { textOf: space.textOf }),
  };
}

/** A text that is not a value of the type has no form but its own. */
function anyTextMaker(
  { anyText }: ScalarShape,
  space: ValueSpace,
  make: (neutral: string) => string,
): (neutral: string) => string {
  return anyText ? (neutral) => (space.accepts(neutral) ? make(neutral) : JSON.stringify(neutral)) : make;
}

/** A pattern on a QName applies to the text with its prefix, which only the document knows (QN-1). */
function withNamePattern(
  codec: SimpleCodec,
  check: FacetCheck,
  whiteSpace: ScalarShape['facets']['whiteSpace'],
): SimpleCodec {
  return {
    ...codec,
    facetProblem: (text, lookupPrefix) =>
      check(applyWhiteSpace(whiteSpace, text)) ?? codec.facetProblem(text, lookupPrefix),
    print(value, context) {
      const text = codec.print(value, context);
      const problem = text === undefined ? undefined : check(text);
      if (problem === undefined) return text;
      context.report(problem.keyword, problem.message, problem.expected);
      return undefined;
    },
  };
}

/** The JSON form of a lexical form (§10.1, NM-1, NM-2, NM-5). */
function valueMaker(shape: ScalarShape, canonical: (text: string) => string): (neutral: string) => JsonValue {
  if (shape.json === 'boolean') return (neutral) => canonical(neutral) === 'true';
  if (shape.json === 'string') return shape.lexical ? (neutral) => neutral : canonical;
  if (shape.builtin !== 'float' && shape.builtin !== 'double') {
    return (neutral) => exactNumber(canonical(neutral));
  }
  return (neutral) => {
    const text = canonical(neutral);
    // NM-4: JSON has no token for these three.
    return text.endsWith('INF') || text === 'NaN' ? text : Number(text);
  };
}

/** The digits themselves if the JSON value is a number, never through a double. */
function jsonTextMaker(
  shape: ScalarShape,
  { canonical }: ValueSpace,
  { toValue, notation }: { readonly toValue: (neutral: string) => JsonValue; readonly notation: Notation },
): (neutral: string) => string {
  const mark = markIn(notation, shape);
  if (mark !== undefined) {
    return (neutral) => `@"${mark}${shape.builtin.endsWith('Binary') ? canonical(neutral) : neutral}"`;
  }
  if (shape.json !== 'number') return (neutral) => JSON.stringify(toValue(neutral));
  if (shape.bigint === true && notation !== 'json') return (neutral) => `${canonical(neutral)}n`;
  return (neutral) => {
    const text = canonical(neutral);
    return text.endsWith('INF') || text === 'NaN' ? `"${text}"` : text;
  };
}

/** NM-8: the digits of decimals and integers as they are written. A `bigint` has no spelling. */
function lexicalTextMaker(
  shape: ScalarShape,
  { canonical }: ValueSpace,
  notation: Notation,
): (neutral: string) => string {
  if (shape.lexical) return (neutral) => JSON.stringify(neutral);
  if (shape.json === 'string') return (neutral) => `"${jsonDecimal(neutral)}"`;
  if (shape.bigint !== true || notation === 'json') return jsonDecimal;
  return (neutral) => `${canonical(neutral)}n`;
}

function runChecks(checks: readonly FacetCheck[], text: string): FacetProblem[] {
  const problems: FacetProblem[] = [];
  for (const check of checks) {
    const problem = check(text);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}
