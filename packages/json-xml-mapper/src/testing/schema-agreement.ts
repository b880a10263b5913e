import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { CompiledOperation } from '../api/operation.js';
import type { MapperOptions } from '../api/options.js';
import type { JsonSchema } from '../api/values.js';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { SchemaLiteral } from './schema-literal.js';

// Shared, because each new instance compiles the schema of JSON Schema first. Without `ownProperties`, `constructor` would be a property of
// every object.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  ownProperties: true,
});
for (const keyword of [
  'type',
  'pattern',
  'enumeration',
  'totalDigits',
  'fractionDigits',
  'fixed',
  'default',
  'whiteSpace',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
]) {
  ajv.addKeyword(`x-xsd-${keyword}`);
}

/** ajv in strict mode, except that it knows the annotations for what JSON Schema cannot express. */
export function validator(schema: JsonSchema): (value: unknown) => boolean {
  const check = ajv.compile(schema);
  return (value) => check(JSON.parse(stringify(value)));
}

export function operationWith(
  build: (schema: SchemaLiteral) => number | 'anyType',
  options: MapperOptions = {},
): CompiledOperation {
  const schema = new SchemaLiteral();
  schema.element('Op', build(schema));
  return createMapper(schema.service({ Op: { output: 'none' } }), options).compile('Op');
}

/** Values on which mapper and schema have to agree (L5): accepted by both, or rejected by both. */
export function agree(
  operation: CompiledOperation,
  accepted: readonly unknown[],
  refused: readonly unknown[],
): void {
  const check = validator(operation.jsonSchema('input'));
  for (const value of accepted) {
    expect([value, operation.validate(value)]).toEqual([value, []]);
    expect([value, check(value)]).toEqual([value, true]);
  }
  for (const value of refused) {
    expect([value, operation.validate(value).length > 0, check(value)]).toEqual([value, true, false]);
  }
  expect(check(operation.example('input'))).toBe(true);
}
