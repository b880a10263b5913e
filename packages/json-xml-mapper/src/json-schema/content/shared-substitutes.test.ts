import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { CompiledOperation } from '../../api/operation.js';
import { createMapper } from '../../mapper.js';
import { el, SchemaLiteral, sequence, T } from '../../testing/schema-literal.js';

/** An operation with as many places of one head, each of which a design names otherwise. */
function operationOf(places: number, substitutes: number, abstract: boolean): CompiledOperation {
  const schema = new SchemaLiteral();
  const item = schema.complex('Item', sequence(el('Code', 'string')));
  schema.element('head', item, { abstract });
  for (let at = 0; at < substitutes; at++)
    schema.element(`s${at}`, item, { substitutionGroup: { namespace: T, localName: 'head' } });
  const box = schema.complex('Box', sequence(el('head', item, { global: true })));
  const indices = Array.from({ length: places }, (_, at) => at);
  schema.element('Do', schema.complex(undefined, sequence(...indices.map((at) => el(`p${at}`, box)))));
  const rename = Object.fromEntries(indices.map((at) => [`p${at}/head/Code`, `code${at}`]));
  const design = { operations: { Do: { input: { rename } } } };
  const model = schema.service({ Do: { output: 'none' } });
  return createMapper(model, { design }).compile('Do');
}

const referencesOf = (...size: Parameters<typeof operationOf>): number =>
  JSON.stringify(operationOf(...size).jsonSchema('input')).split('"$ref"').length;

test('heads with other names share the union of their substitutes: the schema has their sum, not their product', () => {
  expect(referencesOf(80, 80, false) / referencesOf(20, 20, false)).toBeLessThan(4.5);
  // What a head is called is nowhere in values of an abstract one.
  expect(referencesOf(80, 80, true) / referencesOf(20, 20, true)).toBeLessThan(4.5);
});

test('the shared union takes what the mapper takes at each place', () => {
  const operation = operationOf(2, 3, false);
  const isValid = new Ajv2020({ strict: false }).compile(operation.jsonSchema('input'));
  const substitute = { $element: 's1', Code: 'x' };
  for (const [one, other, expected] of [
    [{ code0: 'x' }, { code1: 'x' }, true],
    [substitute, { ...substitute, $element: 's2' }, true],
    [{ code0: 'x' }, { code0: 'x' }, false],
    [substitute, { ...substitute, $element: 's3' }, false],
    [substitute, { $element: 's1', code1: 'x' }, false],
  ] as const) {
    const input = { p0: { head: one }, p1: { head: other } };
    expect([input, isValid(input), operation.validate(input).length === 0]).toEqual([
      input,
      expected,
      expected,
    ]);
  }
});
