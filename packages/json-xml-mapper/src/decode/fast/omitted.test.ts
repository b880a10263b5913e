import { describe, expect, test } from 'vitest';
import { createMapper } from '../../mapper.js';
import { attribute, el, SchemaLiteral, sequence, times } from '../../testing/schema-literal.js';

function shop() {
  const schema = new SchemaLiteral();
  const message = (...members: ReturnType<typeof el>[]) => schema.complex(undefined, sequence(...members));
  const part = schema.complex('Part', sequence(el('Code', 'string'), el('Trace', 'string')));
  const order = schema.complex(
    'Order',
    sequence(
      el('Secret', 'string'),
      el('Name', 'string'),
      times(el('Log', 'string'), 0, 'unbounded'),
      times(el('Tag', 'string'), 0, 'unbounded'),
      times(el('Hidden', part), 0, 1),
      el('Price', 'decimal'),
      times(el('Note', 'string'), 0, 1),
    ),
    { attributes: [attribute('old', 'string'), attribute('id', 'int'), attribute('by', 'string')] },
  );
  schema.element('List', message());
  schema.element('ListResponse', message(times(el('Order', order), 0, 'unbounded')));
  return schema.service({ List: {} });
}

const model = shop();
const omit = ['@old', '@by', 'Secret', 'Log', 'Hidden', 'Note'].map((path) => `Order/${path}`);
const compile = () =>
  createMapper(model, { design: { operations: { List: { result: { omit } } } } }).compile('List');
const around = (orders: string): Buffer =>
  Buffer.from(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ListResponse xmlns="urn:t">${orders}</ListResponse></s:Body></s:Envelope>`,
  );
const order = (secret = 'x', more = '', attributes = ' old="a" id="1" by="b"'): string =>
  `<Order${attributes}><Secret>${secret}</Secret><Name>n</Name><Log>1</Log><Log>2</Log><Tag>t</Tag><Price>1.5</Price>${more}</Order>`;
/** The result and its warnings, or the error. */
const outcome = (operation: ReturnType<typeof compile>, xml: Buffer, size = 1 << 20): unknown => {
  try {
    const decoder = operation.createDecoder();
    for (let at = 0; at < xml.length; at += size) decoder.write(xml.subarray(at, at + size));
    const reply = decoder.end();
    return reply.kind === 'result'
      ? { result: Buffer.from(reply.result).toString(), warnings: reply.warnings }
      : reply;
  } catch (error) {
    return String(error);
  }
};
const warm = compile();
for (let round = 0; round < 3; round++) outcome(warm, around(order().repeat(5)));
const plain = { '@id': 1, Name: 'n', Tag: ['t'], Price: 1.5 };

describe('DF-8: omitted elements in the fast lane', () => {
  test('are passed over as on the general path, with any content', () => {
    for (const secret of [
      'x',
      '',
      'é😀',
      '&lt;&#65;&amp;',
      'a\r\nb\tc',
      '<![CDATA[<Name>no</Name>]]>',
      '<!-- a --> b',
      '<Name>no</Name><Price>7</Price>',
      '<?pi a?>',
      ']]',
      '"\\',
    ]) {
      const xml = around(order() + order(secret) + order());
      const expected = { result: JSON.stringify({ Order: [plain, plain, plain] }), warnings: [] };
      for (const size of [1, 7, 1 << 20]) {
        expect(outcome(warm, xml, size)).toEqual(expected);
        expect(outcome(compile(), xml, size)).toEqual(expected);
      }
    }
  });

  test('may be empty, absent, repeated, out of order, nil and of other prefixes', () => {
    const part = '<Hidden><Code>c</Code><Trace>t</Trace></Hidden>';
    for (const [orders, count] of [
      [order('x', '<Note/>'), 1],
      [order('x', '<Note>a</Note><Note>b</Note>'), 1],
      [order('x', `${part}<Note a="1">x</Note>`), 1],
      [order('x', '<Secret>late</Secret><Log>3</Log>'), 1],
      [order('x', '<p:Note xmlns:p="urn:t">x</p:Note>'), 1],
      [order('x', '<Note xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>'), 1],
      [order('x', '', ' by="b" id="1" old="a"') + order('x', '', " id='1'"), 2],
      [order('x', '', ' old="&lt;" id="1"') + order('x', '', ' id="1" by="é"'), 2],
      [order('x', '', ' by="b" old="a" id="1"'), 1],
    ] as const) {
      const got = outcome(warm, around(order() + orders));
      expect(got, orders).toMatchObject({
        result: JSON.stringify({ Order: Array.from({ length: count + 1 }, () => plain) }),
      });
      expect(got).toEqual(outcome(compile(), around(order() + orders)));
    }
  });

  test.each([
    order('a & b'),
    order('a]]>b'),
    order('a\u0000b'),
    order('a\uffffb'),
    order('&none;'),
    order('<b>'),
    order('a</Name>'),
    order('x', '<Note>'),
    order('x', '', ' old="a" old="b" id="1"'),
    order('x', '', ' old="a" id="1" by="b" by="c"'),
    order('x', '', ' old="<" id="1"'),
    order('x', '', ' old="a"id="1"'),
  ])('are checked to be well-formed: %j', (wrong) => {
    const xml = around(order() + wrong + order());
    const got = outcome(warm, xml);
    expect(got).toMatch(/^DecodeError: the message is not usable/);
    expect(got).toBe(outcome(compile(), xml));
  });

  test('an unknown element beside them is still a warning', () => {
    const xml = around(order() + order('x', '<Notes>a</Notes>') + order());
    expect(outcome(warm, xml)).toMatchObject({
      warnings: [{ code: 'UNKNOWN_ELEMENT', path: '/Order/1' }],
    });
    expect(outcome(warm, xml)).toEqual(outcome(compile(), xml));
  });
});
