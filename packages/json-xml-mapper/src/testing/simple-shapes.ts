import type { BuiltinTypeName } from '@soapstone/soap-model';
import { expect } from 'vitest';
import { parseJson } from '../json/parse-json.js';
import { DEFAULT_SIMPLE_LIMITS } from '../scalar/default-limits.js';
import { compileSimple, type PrintContext } from '../scalar/simple-codec.js';
import type { Facets, ScalarShape, SimpleShape } from '../shape/simple-shape.js';

const NUMERIC =
  /^(?:decimal|float|double|integer|long|int|short|byte|unsigned\w+|non\w+Integer|positiveInteger|negativeInteger)$/;

/** A shape as the Shape builder builds it. */
export function scalar(
  builtin: BuiltinTypeName,
  facets: Partial<Facets> = {},
  options: { json?: 'string' } = {},
): ScalarShape {
  const number = NUMERIC.test(builtin);
  const lexical =
    (facets.patterns?.length ?? 0) > 0 && (number || /date|time|^g[A-Z]|duration/i.test(builtin));
  const whiteSpace =
    builtin === 'string' ? 'preserve' : builtin === 'normalizedString' ? 'replace' : 'collapse';
  const json = options.json ?? (builtin === 'boolean' ? 'boolean' : number && !lexical ? 'number' : 'string');
  return { kind: 'scalar', builtin, json, lexical, facets: { whiteSpace, patterns: [], ...facets } };
}
export const lookup = (prefix: string): string | undefined =>
  new Map([
    ['q', 'urn:q'],
    ['', 'urn:default'],
  ]).get(prefix);

/** Prints a value; problems as `path keyword`. */
export function print(shape: SimpleShape, value: unknown): string | string[] {
  const problems: string[] = [];
  const path: (string | number)[] = [];
  const context: PrintContext = {
    secret: false,
    report: (keyword) => problems.push(`${path.map((segment) => `/${segment}`).join('')} ${keyword}`.trim()),
    enter: (segment) => path.push(segment),
    leave: () => path.pop(),
    declarePrefix: (namespace) => (namespace === 'urn:q' ? 'q' : 'p'),
  };
  const text = compileSimple(shape, DEFAULT_SIMPLE_LIMITS).print(value, context);
  return problems.length > 0 ? problems : (text ?? 'nothing');
}

/** The JSON text that an XML text becomes, `undefined` if it is not in the lexical space. Both ways must agree. */
export function read(shape: SimpleShape, text: string): string | undefined {
  const codec = compileSimple(shape, DEFAULT_SIMPLE_LIMITS);
  const json = codec.parseToJson(text, lookup);
  const value = codec.parse(text, lookup);
  expect(json === undefined ? undefined : parseJson(json)).toEqual(value);
  return json;
}
