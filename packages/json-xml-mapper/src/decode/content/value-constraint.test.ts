import { describe, expect, test } from 'vitest';
import { decodeContent } from '../../testing/decoding.js';
import { attribute, el, SchemaLiteral, sequence, T } from '../../testing/schema-literal.js';
import { operationReturning } from '../../testing/service.js';

describe('an empty element has its default or fixed value (§9.2)', () => {
  const schema = new SchemaLiteral();
  const withCode = (type: 'string' | 'decimal' | 'token', name?: string) =>
    schema.complex(name, undefined, {
      content: { kind: 'simple', type },
      attributes: [attribute('c', 'token')],
    });
  const open = withCode('decimal', 'Money');
  schema.complex('Note', undefined, {
    base: open,
    derivation: 'extension',
    content: { kind: 'simple', type: 'decimal' },
    attributes: [attribute('c', 'token'), attribute('note', 'string')],
  });
  const mixed = schema.complex(undefined, undefined, {
    content: { kind: 'mixed', particle: sequence(el('b', 'string', { minOccurs: 0 })) },
    attributes: [attribute('c', 'token')],
  });
  const optional = { fixed: '7.50', minOccurs: 0, maxOccurs: 4 } as const;
  const operation = operationReturning(
    schema,
    schema.complex(
      'R',
      sequence(
        el('s', withCode('string'), { ...optional, fixed: ' x ' }),
        el('n', withCode('decimal'), optional),
        el('t', withCode('token'), { ...optional, fixed: 'a' }),
        el('p', open, optional),
        el('m', mixed, { ...optional, fixed: 'a & b' }),
      ),
    ),
  );

  test.each<[string, string, string]>([
    [
      'a text with attributes',
      '<t:s c="1"/><t:s/><t:s></t:s><t:s> </t:s>',
      '{"@c":"1","$value":" x "},{"$value":" x "},{"$value":" x "},{"$value":" "}',
    ],
    [
      'a number with attributes',
      '<t:n c="1"/><t:n/><t:n> </t:n>',
      '{"@c":"1","$value":7.5},{"$value":7.5},{"$value":7.5}',
    ],
    [
      // White space is content, and an empty token (cvc-elt 5.2). Like "b" it is not the fixed value, and is shown as it came.
      'a token with attributes',
      '<t:t c="1"/><t:t/><t:t> </t:t><t:t>b</t:t>',
      '{"@c":"1","$value":"a"},{"$value":"a"},{"$value":""},{"$value":"b"}',
    ],
    [
      'a type that others are derived from',
      '<t:p/><t:p xsi:type="t:Note" note="n"/>',
      '{"$value":7.5},{"$type":"Note","@note":"n","$value":7.5}',
    ],
    [
      'mixed content',
      '<t:m c="1"/><t:m/><t:m><t:b/></t:m><t:m> </t:m>',
      '{"@c":"1","$content":["a & b"]},{"$content":["a & b"]},{"$content":[{"b":""}]},{"$content":[" "]}',
    ],
  ])('%s', (_, xml, json) => {
    const name = xml.charAt(3);
    const all = ['s', 'n', 't', 'p', 'm'].map((key) => `"${key}":[${key === name ? json : ''}]`).join(',');
    expect(decodeContent(operation, xml)).toEqual([`{${all}}`]);
  });
});

describe('an empty substitute takes its own default or fixed value, never that of the head (SG-1)', () => {
  const schema = new SchemaLiteral();
  const substitutionGroup = { namespace: T, localName: 'v' };
  const money = schema.complex('Money', undefined, {
    content: { kind: 'simple', type: 'decimal' },
    attributes: [attribute('c', 'token')],
  });
  schema.complex('Note', undefined, {
    base: money,
    derivation: 'extension',
    content: { kind: 'simple', type: 'decimal' },
    attributes: [attribute('c', 'token'), attribute('note', 'string')],
  });
  const mixed = schema.complex('Text', undefined, {
    content: { kind: 'mixed', particle: sequence(el('b', 'string', { minOccurs: 0 })) },
  });
  schema
    .element('v', 'string', { default: 'head' })
    .element('plain', 'string', { substitutionGroup })
    .element('unit', 'string', { substitutionGroup, default: 'kg', nillable: true })
    .element('num', 'decimal', { substitutionGroup, fixed: '7.50' })
    .element('price', money, { substitutionGroup, fixed: '7.50' })
    .element('text', mixed, { substitutionGroup, default: 'a & b' });
  const head = el('v', 'string', { global: true, default: 'head', minOccurs: 0, maxOccurs: 'unbounded' });
  const operation = operationReturning(schema, schema.complex('R', sequence(head, el('x', 'int'))));

  test.each<[string, string, string]>([
    ['the head', '<t:v/><t:v></t:v>', '"head","head"'],
    [
      'a member without a default',
      '<t:plain/><t:plain></t:plain>',
      '{"$element":"plain","$value":""},{"$element":"plain","$value":""}',
    ],
    [
      'a text',
      '<t:unit/><t:unit></t:unit><t:unit> </t:unit><t:unit>g</t:unit>',
      '{"$element":"unit","$value":"kg"},{"$element":"unit","$value":"kg"},{"$element":"unit","$value":" "},{"$element":"unit","$value":"g"}',
    ],
    ['nil', '<t:unit xsi:nil="true"/>', '{"$element":"unit","$nil":true}'],
    [
      'a number, between heads',
      '<t:v>a</t:v><t:num/><t:v/><t:num> </t:num><t:num>8</t:num>',
      '"a",{"$element":"num","$value":7.5},"head",{"$element":"num","$value":7.5},{"$element":"num","$value":8}',
    ],
    [
      'a number with attributes',
      '<t:price c="1"/><t:price> </t:price>',
      '{"$element":"price","@c":"1","$value":7.5},{"$element":"price","$value":7.5}',
    ],
    [
      'a derived type',
      '<t:price xsi:type="t:Note" note="n"/>',
      '{"$type":"Note","$element":"price","@note":"n","$value":7.5}',
    ],
    [
      'mixed content',
      '<t:text/><t:text><t:b/></t:text><t:text> </t:text>',
      '{"$element":"text","$content":["a & b"]},{"$element":"text","$content":[{"b":""}]},{"$element":"text","$content":[" "]}',
    ],
  ])('%s', (_, xml, json) => {
    expect(decodeContent(operation, `${xml}<t:x>1</t:x>`)).toEqual([`{"v":[${json}],"x":1}`]);
  });
});
