import type { Particle } from '@soapstone/wsdl-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMappingError } from '../../errors.js';
import { parseJson } from '../../json/parse-json.js';
import { stringify } from '../../json/stringify.js';
import { encoderOf } from '../../testing/encoding.js';
import {
  any,
  attribute,
  choice,
  el,
  SchemaLiteral,
  sequence,
  T,
  times,
} from '../../testing/schema-literal.js';
import type { MessageEncoder } from '../encoder.js';

/** An order with a bit of everything that a request can have. */
function orderSchema(): SchemaLiteral {
  const schema = new SchemaLiteral();
  const sku = schema.simple('Sku', 'token', { patterns: ['[A-Z]{2}\\d{4}'], maxLength: 6 });
  const status = schema.simple('Status', 'token', { enumeration: ['open', 'paid', 'in transit'] });
  const amount = schema.simple('Amount', 'decimal', {
    minInclusive: '0',
    maxExclusive: '10000',
    fractionDigits: 2,
  });
  const quantity = schema.simple('Quantity', 'int', { minInclusive: '1', maxInclusive: '1000' });
  const price = schema.complex('Price', undefined, {
    content: { kind: 'simple', type: amount },
    attributes: [
      attribute('currency', 'NMTOKEN', { required: true }),
      attribute('rate', 'double'),
      attribute('v', 'int', { required: true, fixed: '1' }),
    ],
  });
  const line = schema.complex(
    'Line',
    sequence(el('sku', sku), el('qty', quantity), el('price', price), times(el('note', 'string'), 0, 1)),
    {
      attributes: [attribute('no', 'int', { required: true })],
    },
  );
  const party = schema.complex('Party', sequence(el('name', 'string')));
  schema.complex('Company', sequence(el('name', 'string'), el('vat', 'token')), {
    base: party,
    derivation: 'extension',
    attributes: [attribute('size', 'int')],
  });
  schema.element(
    'Op',
    schema.complex(
      undefined,
      (self) =>
        sequence(
          el('id', 'long'),
          el('placed', 'dateTime'),
          times(el('due', 'date'), 0, 1),
          times(el('status', status, { nillable: true }), 0, 1),
          times(el('paid', 'boolean'), 0, 1),
          times(el('weight', 'double'), 0, 1),
          times(el('ratio', 'float'), 0, 1),
          el('unit', 'string', { default: 'kg' }),
          times(el('tag', 'string', { nillable: true }), 0, 5),
          times(el('line', line), 0, 'unbounded'),
          times(el('party', party), 0, 1),
          choice(
            el('card', 'string'),
            sequence(el('iban', 'string'), times(el('bic', 'string'), 0, 1)),
            times(el('voucher', 'int'), 0, 3),
          ),
          times(sequence(el('from', 'date'), times(el('to', 'date'), 0, 1)), 0, 1),
          times(choice(el('k', 'string'), el('n', 'int')), 0, 10),
          times(el('child', self), 0, 2),
          times(el('sizes', schema.list('Sizes', 'int')), 0, 1),
          times(el('any', 'anyType', { nillable: true }), 0, 1),
          times(el('kind', 'QName'), 0, 1),
          times(any({ namespaces: { kind: 'not', namespace: T } }), 0, 'unbounded'),
        ),
      { attributes: [attribute('ref', 'string')] },
    ),
  );
  schema.element('OpResponse', schema.complex(undefined));
  return schema;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What an encoder makes of JSON text: the envelope, or the errors. */
function outcome(work: () => { body: Uint8Array }): unknown {
  try {
    return new TextDecoder().decode(work().body);
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return { code: error.code, errors: error.errors };
  }
}

function bothWays(encoder: MessageEncoder, json: string): void {
  const fast = outcome(() => encoder.encodeJson(utf8(json)));
  const slow = outcome(() => encoder.toXml(parseJson(json)));
  expect(fast).toEqual(slow);
}

const VALID = {
  '@ref': 'a"b<\t\n',
  id: 9007199254740991,
  placed: '2026-01-01T00:00:00Z',
  due: '2026-02-28',
  status: 'in transit',
  paid: true,
  weight: 1.5,
  ratio: 0.25,
  tag: ['a&b', null, 'é\u{1F600}\r\n'],
  line: [
    {
      '@no': 1,
      sku: 'AB1234',
      qty: 5,
      price: { '@currency': 'EUR', '@rate': 1.25, $value: 10.5 },
      note: 'x',
    },
    { '@no': 2, sku: 'CD0000', qty: 1000, price: { '@currency': 'USD', $value: 0 } },
  ],
  party: { $type: 'Company', '@size': 3, name: 'N', vat: 'V 1' },
  iban: 'DE',
  from: '2026-01-01',
  $items: [{ k: 'x' }, { n: 1 }, { k: 'y' }],
  child: [{ id: 1, placed: '2026-01-01T10:00:00.123+01:00', card: '1' }],
  sizes: [1, 2, 3],
  any: { a: 1 },
  $any: [{ '{urn:x}e': { '@a': '1', $content: ['t'] } }],
};

describe('the fast path', () => {
  const encoder = encoderOf(orderSchema().service({ Op: {} }), 'Op');

  test('writes what the slow path writes', () => {
    const json = JSON.stringify(VALID);
    bothWays(encoder, json);
    expect(outcome(() => encoder.encodeJson(utf8(json)))).toContain('<ns1:unit>kg</ns1:unit>');
  });

  test.each([
    ['white space', JSON.stringify(VALID, null, '\t ')],
    ['reversed keys', JSON.stringify(Object.fromEntries(Object.entries(VALID).reverse()))],
    [
      'escaped keys',
      '{"\\u0069d":1,"placed":"2026-01-01T00:00:00","card":"\\u0041\\ud83d\\ude00\\u00e9\\n\\r\\t\\"\\\\\\/<>&"}',
    ],
    [
      'trailing zeros',
      '{"id":1,"placed":"2026-01-01T00:00:00","card":"","weight":10.50,"ratio":1.0,"line":[{"@no":1,"sku":"AB1234","qty":5,"price":{"@currency":"E","$value":10.50}}]}',
    ],
    ['exponents', '{"id":1e3,"placed":"2026-01-01T00:00:00","card":"","weight":1e-7,"ratio":1.5E2}'],
    [
      'tiny and long doubles',
      '{"id":1,"placed":"2026-01-01T00:00:00","card":"","weight":0.0000001,"ratio":0.10000000149011612}',
    ],
    ['minus zero', '{"id":-0,"placed":"2026-01-01T00:00:00","card":"","weight":-0}'],
    ['the greatest long', '{"id":9223372036854775807,"placed":"2026-01-01T00:00:00","card":""}'],
    ['too great a long', '{"id":9223372036854775808,"placed":"2026-01-01T00:00:00","card":""}'],
    ['numbers as strings', '{"id":"+007","placed":" 2026-01-01T00:00:00 ","card":"","weight":"INF"}'],
    ['odd dates', '{"id":1,"placed":"-0001-01-01T24:00:00+14:00","due":"12026-02-28","card":""}'],
    ['a wrong date', '{"id":1,"placed":"2026-02-30T00:00:00","due":"2026-02-29","card":""}'],
    ['white space in tokens', '{"id":1,"placed":"2026-01-01T00:00:00","card":"","status":" in  transit "}'],
    [
      'null for absent',
      '{"id":1,"placed":"2026-01-01T00:00:00","card":"x","iban":null,"due":null,"tag":null,"@ref":null,"$any":null,"line":[]}',
    ],
    ['nil', '{"id":1,"placed":"2026-01-01T00:00:00","card":"x","status":null,"any":null}'],
    ['two branches', '{"id":1,"placed":"2026-01-01T00:00:00","card":"x","iban":"y"}'],
    ['an emptiable branch', '{"id":1,"placed":"2026-01-01T00:00:00"}'],
    ['half an optional group', '{"id":1,"placed":"2026-01-01T00:00:00","to":"2026-01-01"}'],
    [
      '$type late',
      '{"id":1,"placed":"2026-01-01T00:00:00","party":{"name":"x","vat":"v","$type":"Company"}}',
    ],
    ['$type alone', '{"id":1,"placed":"2026-01-01T00:00:00","party":{"$type":"Party"}}'],
    ['an empty any', '{"id":1,"placed":"2026-01-01T00:00:00","any":{}}'],
    ['QName', '{"id":1,"placed":"2026-01-01T00:00:00","kind":"{urn:q}x","any":{"{urn:z}a":"b"}}'],
    [
      'foreign prefixes out of order',
      '{"$any":[{"{urn:a}x":"1"}],"kind":"{urn:q}x","id":1,"placed":"2026-01-01T00:00:00"}',
    ],
    ['duplicate keys', '{"id":1,"id":2,"placed":"2026-01-01T00:00:00"}'],
    ['unknown keys', '{"id":1,"placed":"2026-01-01T00:00:00","Id":2}'],
    ['__proto__', '{"__proto__":{"id":1},"placed":"2026-01-01T00:00:00"}'],
    ['undeclared headers', '{"$headers":{"a":1},"id":1,"placed":"2026-01-01T00:00:00"}'],
    ['no headers', '{"$headers":{},"id":1,"placed":"2026-01-01T00:00:00"}'],
    ['trailing text', '{"id":1,"placed":"2026-01-01T00:00:00"} x'],
    ['not an object', '[]'],
    ['nothing', ''],
    ['a control character', '{"id":1,"placed":"2026-01-01T00:00:00","card":"a\u0001"}'],
    ['an escaped control character', '{"id":1,"placed":"2026-01-01T00:00:00","card":"a\\u0001"}'],
    ['a lone surrogate', '{"id":1,"placed":"2026-01-01T00:00:00","card":"\\ud800"}'],
    ['U+FFFF', '{"id":1,"placed":"2026-01-01T00:00:00","card":"\uffff"}'],
    ['U+FFFD', '{"id":1,"placed":"2026-01-01T00:00:00","card":"\ufffd"}'],
  ])('agrees on %s', (_, json) => {
    if (json === '')
      expect(outcome(() => encoder.encodeJson(utf8('')))).toEqual(outcome(() => encoder.toXml({})));
    else bothWays(encoder, json);
  });

  test.each([
    ['overlong', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['truncated', [0xe2, 0x82]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a continuation', [0x80]],
  ])('refuses UTF-8 that is none: %s', (_, bytes) => {
    const json = Uint8Array.from([
      ...utf8('{"id":1,"placed":"2026-01-01T00:00:00","card":"'),
      ...bytes,
      ...utf8('"}'),
    ]);
    expect(outcome(() => encoder.encodeJson(json))).toMatchObject({ errors: [{ keyword: 'json' }] });
  });

  test('every truncation of a valid request is refused or is the same', () => {
    const json = JSON.stringify(VALID);
    for (let length = 0; length < json.length; length++) {
      expect(outcome(() => encoder.encodeJson(utf8(json.slice(0, length))))).toHaveProperty('errors');
    }
  });

  test('deep and large input', () => {
    let deep = '{"id":1,"placed":"2026-01-01T00:00:00"}';
    for (let depth = 0; depth < 40; depth++)
      deep = `{"id":1,"placed":"2026-01-01T00:00:00","child":[${deep}]}`;
    bothWays(encoder, deep);
    const many = { ...VALID, line: Array.from({ length: 2000 }, () => VALID.line[0]) };
    bothWays(encoder, JSON.stringify(many));
  });
});

/** Differential: random changes of a valid request, keys in any order. */
test('fast and slow agree on mutated requests', () => {
  const encoder = encoderOf(orderSchema().service({ Op: {} }), 'Op');
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      5,
      5.5,
      1e21,
      1e-7,
      '',
      'x',
      'AB1234',
      'open',
      ' open ',
      '2026-01-01',
      '2026-01-01T00:00:00Z',
      '5',
      [],
      {},
      [null],
      [1, 2],
      { a: 1 },
      'é',
      '<&>"\'\r\n\t',
      '\u0000',
      { $type: 'Company' },
      '{urn:q}n',
    ),
    fc.integer(),
    fc.double(),
    fc.string(),
  );
  const keys = [
    ...Object.keys(VALID),
    'card',
    'bic',
    'voucher',
    'to',
    'k',
    'n',
    'kind',
    'unit',
    'extra',
    '$headers',
    '__proto__',
  ];
  const change = fc.record({
    path: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
    key: fc.constantFrom(...keys),
    value: leaf,
    remove: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 0, maxLength: 3 }), fc.boolean(), (changes, shuffle) => {
      const value = structuredClone(VALID) as Record<string, unknown>;
      for (const { path, key, value: replacement, remove } of changes)
        mutate(value, path, key, structuredClone(replacement), remove);
      const text = stringify(finite(shuffle ? Object.fromEntries(Object.entries(value).reverse()) : value));
      bothWays(encoder, text);
    }),
    { numRuns: 1500 },
  );
});

/** Walk down by the numbers of `path`, then set or remove `key` there. */
function mutate(
  root: Record<string, unknown>,
  path: readonly number[],
  key: string,
  value: unknown,
  remove: boolean,
): void {
  let here: Record<string, unknown> = root;
  let name = key;
  for (const step of path) {
    const names = Object.keys(here);
    name = names[step % Math.max(1, names.length)] ?? key;
    const inner = here[name];
    if (typeof inner !== 'object' || inner === null) break;
    here = inner as Record<string, unknown>;
  }
  const target = Object.hasOwn(here, name) ? name : key;
  if (remove) delete here[target];
  else here[target] = value;
}

function finite(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

test('fast and slow agree on random schemas and values', () => {
  const simple = fc.constantFrom(
    'string',
    'token',
    'int',
    'long',
    'decimal',
    'double',
    'float',
    'boolean',
    'date',
    'dateTime',
    'hexBinary',
    'unsignedByte',
    'NCName',
  ) as fc.Arbitrary<'string'>;
  const bounds = fc.constantFrom<[number, number | 'unbounded']>([0, 1], [1, 1], [0, 'unbounded'], [1, 3]);
  const element = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    type: simple,
    bounds,
    nillable: fc.boolean(),
    group: fc.nat(4),
  });
  const scalar = fc.oneof(
    fc.constantFrom<unknown>(
      'x',
      '1',
      1,
      1.5,
      true,
      null,
      '2026-01-01',
      '2026-01-01T00:00:00',
      'ff',
      '',
      -3,
      'a b',
      12345678901234,
    ),
    fc.integer(),
  );
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
  fc.assert(
    fc.property(
      fc.uniqueArray(element, { selector: ({ name }) => name, minLength: 1, maxLength: 6 }),
      fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', '$items', '@x'), value), {
        minLength: 4,
        maxLength: 4,
      }),
      (elements, inputs) => {
        const schema = new SchemaLiteral();
        const particles = elements.map(({ name, type, bounds: [min, max], nillable }) =>
          times(el(name, type, { nillable }), min, max),
        );
        const groups = new Map<number, Particle[]>();
        for (const [index, particle] of particles.entries()) {
          const group = elements[index]?.group ?? 0;
          groups.set(group, [...(groups.get(group) ?? []), particle]);
        }
        const content = [...groups].map(([group, members]): Particle => {
          if (group === 0) return sequence(...members);
          if (group === 1) return choice(...members);
          if (group === 2) return times(sequence(...members), 0, 1);
          return group === 3 ? times(choice(...members), 0, 1) : times(choice(...members), 0, 'unbounded');
        });
        schema.element(
          'Op',
          schema.complex(undefined, sequence(...content), { attributes: [attribute('x', 'int')] }),
        );
        schema.element('OpResponse', schema.complex(undefined));
        const encoder = encoderOf(schema.service({ Op: {} }), 'Op');
        for (const input of inputs) bothWays(encoder, stringify(input));
      },
    ),
    { numRuns: 400 },
  );
});
