import { describe, expect, test } from 'vitest';
import { envelopeOf, requestOf } from '../testing/encoding.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';

describe('normalise (§22 N)', () => {
  const schema = new SchemaLiteral().element('known', 'int');
  const shape = schema.complex('Base', sequence(el('id', 'long')), {
    attributes: [attribute('v', 'int', { default: '1' })],
  });
  schema.complex('Derived', sequence(el('id', 'long'), el('n', 'hexBinary')), {
    base: shape,
    derivation: 'extension',
  });
  const encoder = requestOf(
    schema,
    el('b', shape, { minOccurs: 0 }),
    times(el('list', 'decimal'), 0, 'unbounded'),
    el('unit', 'token', { default: 'kg' }),
    times(choice(times(el('x', 'int'), 0, 2), el('y', 'string')), 0, 10),
    el('any', 'anyType', { minOccurs: 0 }),
    times(any({ namespaces: { kind: 'not', namespace: T } }), 0, 'unbounded'),
  );
  test.each([
    [{}, { list: [], unit: 'kg' }],
    [
      { unit: ' a  b ', list: ['007.50', 1e3], b: null },
      { list: [7.5, 1000], unit: 'a b' },
    ],
    [{ b: { id: '+5', $type: 'Base' } }, { b: { '@v': 1, id: 5 }, list: [], unit: 'kg' }],
    [
      { b: { $type: '{urn:t}Derived', id: 5, n: 'ff' } },
      { b: { $type: 'Derived', id: 5, n: 'FF' }, list: [], unit: 'kg' },
    ],
    [
      { $items: [{ x: [1] }, {}, { x: [2] }, { x: [3] }, { y: 'a' }] },
      { list: [], unit: 'kg', $items: [{ x: [1, 2] }, { x: [3] }, { y: 'a' }] },
    ],
    [
      { any: 5, $any: [] },
      { list: [], unit: 'kg', any: { $type: 'xs:int', $value: 5 } },
    ],
    [
      { any: { a: [true, null], '{urn:t}known': '07' } },
      {
        list: [],
        unit: 'kg',
        any: { $content: [{ a: { $type: 'xs:boolean', $value: true } }, { a: null }, { '{urn:t}known': 7 }] },
      },
    ],
    [
      { any: { $content: ['a', '', 'b'] } },
      { list: [], unit: 'kg', any: { $type: 'xs:string', $value: 'ab' } },
    ],
    [{ any: {} }, { list: [], unit: 'kg', any: { $type: 'xs:string', $value: '' } }],
    [
      { $any: [{ '{urn:z}q': { p: 'x' } }] },
      { list: [], unit: 'kg', $any: [{ '{urn:z}q': { $content: [{ p: 'x' }] } }] },
    ],
  ])('%j', (input, normal) => {
    const result = encoder.normalise(input);
    expect(JSON.parse(JSON.stringify(result))).toEqual(normal);
    expect(encoder.normalise(result)).toEqual(result);
    if (!('b' in normal)) expect(envelopeOf(encoder, result)).toBe(envelopeOf(encoder, input));
  });
  test('throws if the input is invalid', () => {
    expect(() => encoder.normalise({ list: 'x' })).toThrow(
      'cannot encode the request for operation Op: /list must be an array',
    );
  });
});
