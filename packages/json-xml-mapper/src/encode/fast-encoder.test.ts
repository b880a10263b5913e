import { describe, expect, test, vi } from 'vitest';
import { JsonNumber } from '../json/json-number.js';
import { encoderOf } from '../testing/encoding.js';
import { allOutcomes, orderSchema, outcome, utf8, VALID } from '../testing/order.js';
import { attribute, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import type { MessageEncoder } from './encoder.js';

function bothWays(encoder: MessageEncoder, json: string): void {
  const { fast, values, slow } = allOutcomes(encoder, json);
  expect(fast).toEqual(slow);
  expect(values).toEqual(slow);
}

describe('the fast path', () => {
  const encoder = encoderOf(orderSchema().service({ Op: {} }), 'Op');

  test('writes the same bytes as the slow path', () => {
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
  ])('rejects invalid UTF-8: %s', (_, bytes) => {
    const json = Uint8Array.from([
      ...utf8('{"id":1,"placed":"2026-01-01T00:00:00","card":"'),
      ...bytes,
      ...utf8('"}'),
    ]);
    expect(outcome(() => encoder.encodeJson(json))).toMatchObject({ errors: [{ keyword: 'json' }] });
  });

  test('every truncation of a valid request is rejected or is the same', () => {
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

test('a prefix that a message left to the slow path is declared in the next message, too', () => {
  const schema = new SchemaLiteral();
  schema.element(
    'Op',
    schema.complex(undefined, sequence(el('t', 'string')), { attributes: [attribute('kind', 'QName')] }),
  );
  const encoder = encoderOf(schema.service({ Op: {} }), 'Op');
  const json = '{"@kind":"{http://www.w3.org/2001/XMLSchema}int","t":"x"}';
  for (let message = 0; message < 3; message++) {
    const written = outcome(() => encoder.encodeJson(utf8(json)));
    expect(written).toContain('xmlns:xsd="http://www.w3.org/2001/XMLSchema" kind="xsd:int"');
    bothWays(encoder, json);
  }
});

describe('values that are no JSON', () => {
  const schema = new SchemaLiteral();
  const many = (name: string, type: Parameters<typeof el>[1]) => times(el(name, type), 0, 'unbounded');
  schema.element(
    'Op',
    schema.complex(
      undefined,
      sequence(
        many('at', 'dateTime'),
        many('on', 'date'),
        many('time', 'time'),
        many('bytes', 'base64Binary'),
        many('hex', 'hexBinary'),
        many('double', 'double'),
        many('decimal', 'decimal'),
        many('integer', 'integer'),
        many('text', 'string'),
        many('flag', 'boolean'),
        many('dates', schema.list('Dates', 'date')),
        many('any', 'anyType'),
      ),
      { attributes: [attribute('when', 'dateTime')] },
    ),
  );
  schema.element('OpResponse', schema.complex(undefined));
  const encoder = encoderOf(schema.service({ Op: {} }), 'Op');
  const temporal = { [Symbol.toStringTag]: 'Temporal.PlainTime', toString: () => '10:00:00' };
  const valid: readonly [string, unknown][] = [
    ['a Date', { '@when': new Date(0), at: [new Date(1.6e12)], on: [new Date(0)], dates: [[new Date(0)]] }],
    ['an object of Temporal', { time: [Object.assign(Object.create({}), temporal)] }],
    ['bytes', { bytes: [new Uint8Array([1, 2, 3]), new Uint8Array()], hex: [new Uint8Array([255])] }],
    ['NaN and the infinities', { double: [Number.NaN, Number.POSITIVE_INFINITY, -Infinity, -0] }],
    ['a bigint', { integer: [1n, 10n ** 30n, -(2n ** 64n)], decimal: [5n], double: [10n ** 21n] }],
    ['a JsonNumber', { decimal: ['0.10', '1e3', '9007199254740993'].map((text) => new JsonNumber(text)) }],
    [
      'untyped numbers',
      { any: [1n, 10n ** 21n, 1e21, new JsonNumber('1e3'), { a: 2n ** 40n, b: [true, 1.5] }] },
    ],
    ['members that are undefined', { text: undefined, flag: [true] }],
    ['null objects', Object.assign(Object.create(null), { text: ['x'] })],
  ];

  test.each(valid)('%s takes the fast path', (_, value) => {
    const slow = outcome(() => encoder.slow.toXml(value));
    const slowly = vi.spyOn(encoder.slow, 'toXml');
    expect(outcome(() => encoder.toXml(value))).toEqual(slow);
    expect(slowly).not.toHaveBeenCalled();
    expect(encoder.validate(value)).toEqual([]);
    slowly.mockRestore();
  });

  test('every Date and all bytes are written as on the slow path', () => {
    const times = [
      -62135596800001, -62135596800000, -1, 0, 1, 500, 951782400000, 253402300799999, 253402300800000,
    ];
    const dates = [
      ...[...times, -8.64e15, 8.64e15].map((time) => new Date(time)),
      ...['1970-01-01T01:00:00+01:00', '1970-01-01T01:00:00Z', ''].map((text) =>
        Object.assign(new Date(0), { text }),
      ),
    ];
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const bytes = [
      every,
      every.subarray(3, 5),
      Buffer.from('file'),
      new Uint16Array(3),
      new DataView(every.buffer),
    ];
    const ends = Array.from({ length: 8 }, (_, length) => every.slice(250 - length, 250));
    const values = [
      ...dates.flatMap((date) => [{ at: [date] }, { on: [date] }, { '@when': date }, { bytes: [date] }]),
      ...[...bytes, ...ends].flatMap((each) => [{ bytes: [each, each] }, { hex: [each] }, { at: [each] }]),
    ];
    for (const value of values)
      expect(outcome(() => encoder.toXml(value))).toEqual(outcome(() => encoder.slow.toXml(value)));
  });

  const invalid: readonly [string, unknown, string][] = [
    ['a Date of another type', { text: [new Date(0)] }, '/text/0 type'],
    ['an invalid Date', { at: ['2026-01-01T00:00:00Z', new Date(Number.NaN)] }, '/at/1 type'],
    ['a Map', { any: [new Map()] }, '/any/0 type'],
    ['a function', { flag: [() => true] }, '/flag/0 type'],
    ['NaN of an integer', { integer: [Number.NaN] }, '/integer/0 type'],
    ['undefined in an array', { text: ['a', undefined] }, '/text/1 type'],
    ['a lone surrogate', { text: ['\ud800'] }, '/text/0 xmlChar'],
    ['bytes in an unknown member', { extra: new Uint8Array(1) }, '/extra additionalProperties'],
  ];

  test.each(invalid)('%s is explained', (_, value, problem) => {
    const problems = encoder.validate(value).map(({ path, keyword }) => `${path} ${keyword}`);
    expect(problems).toEqual([problem]);
    expect(outcome(() => encoder.toXml(value))).toEqual(outcome(() => encoder.slow.toXml(value)));
  });

  test('hidden members are read as on the slow path', () => {
    const value = Object.defineProperty({}, 'text', { value: ['hidden'] });
    expect(outcome(() => encoder.toXml(value))).toContain('hidden');
  });

  test('a getter that writes a message of its own does not disturb the one around it', () => {
    const text = (name: string) => outcome(() => encoder.toXml({ text: [name] }));
    const inner = text('inner');
    let seen: unknown;
    const value = {
      get text(): string[] {
        seen = text('inner');
        return ['outer'];
      },
    };
    expect(outcome(() => encoder.toXml(value))).toEqual(text('outer'));
    expect(seen).toEqual(inner);
  });

  test('what a getter throws is thrown', () => {
    const value = {
      get text(): string[] {
        throw new RangeError('mine');
      },
    };
    expect(() => encoder.toXml(value)).toThrow('mine');
    expect(outcome(() => encoder.toXml({ text: ['x'] }))).toContain('>x<');
  });
});

test('marks of a value are not JSON that a caller can send', () => {
  const encoder = encoderOf(orderSchema().service({ Op: {} }), 'Op');
  outcome(() => encoder.toXml({ placed: new Date(0) }));
  for (const text of ['{"placed":@"0"}', '{"any":@"0"}', '{"any":[@"0"]}', '@"0"'])
    expect(() => encoder.encodeJson(utf8(text))).toThrow('Unexpected token @');
});
