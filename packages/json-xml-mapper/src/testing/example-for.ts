import { expect } from 'vitest';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { SchemaLiteral } from './schema-literal.js';

/** The example of an input whose element has the type that `build` creates; checked for validity. */
export function exampleFor(build: (schema: SchemaLiteral) => number | 'anyType'): unknown {
  const schema = new SchemaLiteral();
  schema.element('Op', build(schema));
  const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
  const example = operation.example('input');
  expect(operation.validate(example)).toEqual([]);
  expect(stringify(operation.example('input'))).toBe(stringify(example));
  return JSON.parse(stringify(example));
}
