import { describe, expect, test } from 'vitest';
import { decodeContent } from '../testing/decoding.js';
import { attribute, el, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { operationReturning } from '../testing/service.js';

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
      'a token with attributes',
      '<t:t c="1"/><t:t/><t:t> </t:t><t:t>b</t:t>',
      '{"@c":"1","$value":"a"},{"$value":"a"},{"$value":"a"},{"$value":"b"}',
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
