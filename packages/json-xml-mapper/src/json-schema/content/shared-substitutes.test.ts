import { expect, test } from 'vitest';
import { createMapper } from '../../mapper.js';
import { el, SchemaLiteral, sequence, T } from '../../testing/schema-literal.js';

/** The references in the schema of an input with as many places of one head, each of which a design names otherwise. */
function referencesOf(places: number, substitutes: number, abstract: boolean): number {
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
  return JSON.stringify(createMapper(model, { design }).compile('Do').jsonSchema('input')).split('"$ref"')
    .length;
}

test('heads with other names share the union of their substitutes: the schema has their sum, not their product', () => {
  expect(referencesOf(80, 80, false) / referencesOf(20, 20, false)).toBeLessThan(4.5);
  // What a head is called is nowhere in values of an abstract one.
  expect(referencesOf(80, 80, true) / referencesOf(20, 20, true)).toBeLessThan(4.5);
});
