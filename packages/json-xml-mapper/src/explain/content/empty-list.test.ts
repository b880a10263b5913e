import { expect, test } from 'vitest';
import { createMapper } from '../../mapper.js';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';
import { el, SchemaLiteral, sequence } from '../../testing/schema-literal.js';

/** A group of a text and of a list whose elements have a default. The group may be optional. */
function operationOf(minOccurs: number) {
  const schema = new SchemaLiteral();
  const list = el('list', 'string', { default: 'standard', maxOccurs: 'unbounded' });
  const group = { ...sequence(el('text', 'string'), list), minOccurs };
  schema.element('Do', schema.complex(undefined, sequence(group)));
  return createMapper(schema.service({ Do: { output: 'none' } })).compile('Do');
}

// Worked out by hand from CM-11, CM-12 and NL-3.
test('in an optional group, an empty list of elements with a default is an absent one (CM-11)', () => {
  const operation = operationOf(0);
  const content = (input: unknown): string => {
    expect(operation.validate(input as never)).toEqual([]);
    const text = decodeUtf8(operation.encodeJson(encodeUtf8(JSON.stringify(input))).body);
    expect(decodeUtf8(operation.toXml(input as never).body)).toBe(text);
    return /<\w+:Do[^>]*?(?:\/>|>(.*)<\/\w+:Do>)/.exec(text)?.[1]?.replaceAll(/\w+:/g, '') ?? '';
  };
  expect(content({ text: 'a' })).toBe('<text>a</text><list>standard</list>');
  expect(content({ text: 'a', list: [] })).toBe('<text>a</text><list>standard</list>');
  expect(content({ text: 'a', list: ['b', 'c'] })).toBe('<text>a</text><list>b</list><list>c</list>');
  expect(content({ list: [] })).toBe('');
  expect(operation.normalise({ text: 'a', list: [] })).toEqual({ text: 'a' });
});

test('where nothing is optional, such a list has its minimum, as its schema says', () => {
  const operation = operationOf(1);
  expect(operation.validate({ text: 'a', list: [] }).map(({ keyword }) => keyword)).toEqual(['minItems']);
  expect(JSON.stringify(operation.jsonSchema('input'))).toContain('"minItems":1');
});
