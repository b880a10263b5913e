import { describe, expect, test } from 'vitest';
import { contentOf, encoderOf, problemsOf } from '../../testing/encoding.js';
import { attribute, el, SchemaLiteral, sequence, T } from '../../testing/schema-literal.js';

describe('a substitute has its own default or fixed value, not that of the head (NL-4)', () => {
  const schema = new SchemaLiteral();
  const substitutionGroup = { namespace: T, localName: 'v' };
  const money = schema.complex('Money', undefined, {
    content: { kind: 'simple', type: 'decimal' },
    attributes: [attribute('c', 'token')],
  });
  schema.complex('Padded', undefined, {
    base: money,
    derivation: 'restriction',
    content: { kind: 'simple', type: schema.simple('Two', 'decimal', { patterns: ['\\d+\\.\\d\\d'] }) },
  });
  const mixed = schema.complex('Text', undefined, {
    content: { kind: 'mixed', particle: sequence(el('b', 'string', { minOccurs: 0 })) },
  });
  schema
    .element('v', 'string', { fixed: 'head' })
    .element('plain', 'string', { substitutionGroup })
    .element('unit', 'string', { substitutionGroup, default: 'kg', nillable: true })
    .element('num', 'decimal', { substitutionGroup, fixed: '7.50', nillable: true })
    .element('price', money, { substitutionGroup, fixed: '7.50', nillable: true })
    .element('note', mixed, { substitutionGroup, fixed: 'a b' })
    .element('inner', 'decimal', { substitutionGroup: { namespace: T, localName: 'num' } });
  const head = el('v', 'string', { global: true, fixed: 'head', minOccurs: 0, maxOccurs: 'unbounded' });
  schema.element('Op', schema.complex(undefined, sequence(head)));
  schema.element('OpResponse', schema.complex(undefined));
  const encoder = encoderOf(schema.service({ Op: {} }), 'Op');

  test.each<[string, unknown, string]>([
    ['the head', 'head', '<ns1:v>head</ns1:v>'],
    ['any value, although the head is fixed', { $element: 'plain', $value: 'x' }, '<ns1:plain>x</ns1:plain>'],
    ['a value other than the default', { $element: 'unit', $value: 'g' }, '<ns1:unit>g</ns1:unit>'],
    ['nil, without the default', { $element: 'unit', $nil: true }, '<ns1:unit xsi:nil="true"/>'],
    ['the value', { $element: 'num', $value: 7.5 }, '<ns1:num>7.5</ns1:num>'],
    ['the long name', { $element: '{urn:t}num', $value: 7.5 }, '<ns1:num>7.5</ns1:num>'],
    [
      'any value, although another member is fixed',
      { $element: 'inner', $value: 8 },
      '<ns1:inner>8</ns1:inner>',
    ],
    [
      'among attributes',
      { $element: 'price', '@c': 'EUR', $value: 7.5 },
      '<ns1:price c="EUR">7.5</ns1:price>',
    ],
    [
      'a derived type that writes numbers as strings (NM-5)',
      { $element: 'price', $type: 'Padded', $value: '7.50' },
      '<ns1:price xsi:type="ns1:Padded">7.50</ns1:price>',
    ],
    ['mixed content', { $element: 'note', $content: ['a', ' b'] }, '<ns1:note>a b</ns1:note>'],
  ])('%s', (_, v, xml) => {
    expect(contentOf(encoder, { v: [v] })).toBe(xml);
  });

  test.each<[string, unknown, string]>([
    ['the head', 'x', '/v/0 const'],
    ['another value', { $element: 'num', $value: 8 }, '/v/0/$value const'],
    ['the long name', { $element: '{urn:t}num', $value: 8 }, '/v/0/$value const'],
    ['a value of the wrong type', { $element: 'num', $value: 'x' }, '/v/0/$value type'],
    ['no value', { $element: 'num' }, '/v/0/$value required'],
    ['nil (XML Schema 1.0, cvc-elt 3.2.2)', { $element: 'num', $nil: true }, '/v/0/$nil nil'],
    ['nil with attributes', { $element: 'price', '@c': 'EUR', $nil: true }, '/v/0/$nil nil'],
    ['among attributes', { $element: 'price', '@c': 'EUR', $value: 8 }, '/v/0/$value const'],
    [
      'another value of a derived type',
      { $element: 'price', $type: 'Padded', $value: '8.00' },
      '/v/0/$value const',
    ],
    ['mixed content', { $element: 'note', $content: ['a'] }, '/v/0/$content const'],
    [
      'mixed content with an element',
      { $element: 'note', $content: ['a b', { b: '' }] },
      '/v/0/$content const',
    ],
  ])('rejected: %s', (_, v, problem) => {
    expect(problemsOf(encoder, { v: [v] })).toEqual([problem]);
  });

  test('the error names the fixed value', () => {
    expect(encoder.validate({ v: [{ $element: 'num', $value: 8 }] })).toEqual([
      expect.objectContaining({
        path: '/v/0/$value',
        message: 'must be 7.5, the only value that the schema allows',
        expected: 7.5,
      }),
    ]);
  });
});
