import { describe, expect, test } from 'vitest';
import { JsonNumber } from '../json/json-number.js';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import { decodeUtf8 } from '../platform.js';
import { GIVE_UP } from './bytes/give-up.js';
import { ValuePrinter } from './value-printer.js';

const printer = new ValuePrinter();

function print(value: unknown, digits?: 'lexical'): { text: string; objects: readonly unknown[] } {
  const limits = { ...DEFAULT_MAPPER_LIMITS, ...(digits && { digits }) };
  const { json, objects } = printer.print(value, limits, 1 << 20);
  return { text: decodeUtf8(json), objects };
}

const textOf = (value: unknown): string => print(value).text;

describe('values that JSON has', () => {
  const strings = [
    '',
    'a',
    'a"b\\c/d',
    'tab\tline\nreturn\r',
    '\u0000\u001f\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff',
    'Ærø € 漢',
    '\u{1F600}',
    'x'.repeat(255),
    'x'.repeat(256),
    'é"'.repeat(5000),
  ];
  test.each(strings)('a string is printed as JSON.stringify prints it: %j', (text) => {
    expect(JSON.parse(textOf(text))).toBe(text);
    expect(JSON.parse(textOf({ [text]: text }))).toEqual({ [text]: text });
  });

  test('a lone surrogate stays one', () => {
    for (const text of ['\ud800', 'a\udc00b', `${'x'.repeat(300)}\ud800`])
      expect(JSON.parse(textOf(text))).toBe(text);
  });

  test('a number is printed with the digits that String gives it', () => {
    const numbers = [
      0,
      1,
      9,
      10,
      99,
      100,
      12345678,
      1e7,
      1e7 + 1,
      0.1,
      0.01,
      0.001,
      0.05,
      10.5,
      99.99,
      12.345,
    ];
    const more = [1e21, 1e-7, 1.7976931348623157e308, 5e-324, 2 ** 53, 0.1 + 0.2, 4.35, 1.005, 8.575];
    for (const number of [...numbers, ...more].flatMap((each) => [each, -each]))
      expect(textOf(number)).toBe(Object.is(number, -0) ? '-0' : String(number));
    const many = Array.from(
      { length: 20_000 },
      (_, i) => ((i * 2_654_435_761) % 1e9) / [1, 10, 100, 1000][i % 4]!,
    );
    const long = many.map((_, i) => (i * 2_654_435_761 * 1_000_003) % 2 ** 53);
    for (let power = 1; power < 2 ** 53; power *= 10) long.push(power - 1, power, power + 1);
    expect([...many, ...long].filter((number) => textOf(number) !== String(number))).toEqual([]);
  });

  test('keys in any order, which the next object may have in another', () => {
    const keys = Array.from({ length: 1500 }, (_, i) => `k${i}`);
    const objects = [...keys, ...keys, ...keys].map((key, i) => ({
      a: i,
      [key]: 1,
      b: 2,
      ...(i % 3 === 0 && { c: 3 }),
    }));
    expect(textOf(objects)).toBe(JSON.stringify(objects));
  });

  test('every ASCII character, alone and in a text', () => {
    const texts = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    const values = [...texts, ...texts.map((text) => `a${text}b`), texts.join('')];
    expect(textOf(values)).toBe(JSON.stringify(values));
  });

  test('objects and arrays, without members that are undefined', () => {
    const value = { a: [], b: {}, c: [1, [true, false], null], d: undefined, e: { f: undefined, g: '' } };
    expect(textOf(value)).toBe(JSON.stringify(value));
    expect(textOf(Object.assign(Object.create(null), value))).toBe(JSON.stringify(value));
    expect(textOf({ d: undefined })).toBe('{}');
  });

  test('a type comes first, because the encoder reads it first', () => {
    const dog = { name: 'Rex', age: 3, $type: 'Dog', tags: ['a'] };
    expect(textOf([dog, { a: { b: dog }, $type: 'x' }])).toBe(
      '[{"$type":"Dog","name":"Rex","age":3,"tags":["a"]},{"$type":"x","a":{"b":{"$type":"Dog","name":"Rex","age":3,"tags":["a"]}}}]',
    );
    expect(textOf({ a: undefined, $type: 'x' })).toBe('{"$type":"x"}');
    const { text, objects } = print({ at: new Date(0), $type: new Date(1) });
    expect(text).toBe('{"$type":@"1","at":@"0"}');
    expect(objects).toEqual([new Date(0), new Date(1)]);
  });

  test('`__proto__` and `toJSON` are members like any other', () => {
    expect(textOf(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
    expect(textOf({ toJSON: 'x' })).toBe('{"toJSON":"x"}');
  });

  test('an instance of a class has its own members, and getters of its own are read once', () => {
    let reads = 0;
    class Person {
      name = 'Ann';
      get initial(): string {
        return 'A';
      }
    }
    const person = Object.defineProperty(new Person(), 'id', { enumerable: true, get: () => ++reads });
    expect(textOf(person)).toBe('{"name":"Ann","id":1}');
  });

  test('exact numbers keep their text', () => {
    expect(textOf([12345678901234567890n, -1n, 0n])).toBe('[12345678901234567890,-1,0]');
    const exact = ['9007199254740993', '0.12345678901234567890', '1e400', '5', '0.5'];
    expect(textOf(exact.map((text) => new JsonNumber(text)))).toBe(`[${exact.join()}]`);
    expect(print([new JsonNumber('0.10'), new JsonNumber('1.0')], 'lexical').text).toBe('[0.10,1.0]');
  });
});

test('a value that JSON text would change is marked', () => {
  const values = [
    new Date(0),
    new Uint8Array([1]),
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    10n ** 20n,
    new JsonNumber('0.10'),
    new JsonNumber('1e2'),
    { [Symbol.toStringTag]: 'Temporal.PlainDate', __proto__: {} },
  ];
  const { text, objects } = print({ values, more: [new Date(1)] });
  expect(text).toBe(`{"values":[${values.map((_, i) => `@"${i}"`).join()}],"more":[@"${values.length}"]}`);
  expect(objects).toEqual([...values, new Date(1)]);
  expect(print({}).objects).toEqual([]);
});

describe('gives up at', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['a'] = [cyclic];
  let doubled: unknown = 'x';
  for (let i = 0; i < 60; i++) doubled = [doubled, doubled];
  class Hidden {
    constructor() {
      Object.defineProperty(this, 'id', { value: 1 });
    }
  }
  const cases: Readonly<Record<string, unknown>> = {
    'a function': { a: () => 1 },
    'a symbol': { a: Symbol('x') },
    'undefined in an array': [undefined],
    'a hole': new Array(1e9),
    'a cycle': cyclic,
    'a value that is reached in 2^60 ways': doubled,
    'a Map': { a: new Map([['a', 1]]) },
    'a Set': new Set(),
    'a Promise': Promise.resolve(),
    'a Blob': { a: new Blob(['x']) },
    'hidden members': Object.defineProperty({ a: 1 }, 'b', { value: 2 }),
    'hidden members of an instance': new Hidden(),
    'a text larger than the limit': 'x'.repeat((1 << 20) + 1),
    'many texts larger than the limit': Array.from({ length: 5000 }, () => 'x'.repeat(255)),
    'more values than the limit': new Array(100_001).fill(0),
  };
  test.each(Object.entries(cases))('%s', (_, value) => {
    expect(() => print(value)).toThrow(GIVE_UP);
    // And it is ready for the next value.
    expect(textOf({ a: 1 })).toBe('{"a":1}');
  });

  test('members that all objects inherit', () => {
    const prototype = Object.prototype as { polluted?: number };
    prototype.polluted = 1;
    try {
      expect(() => print({ a: 1 })).toThrow(GIVE_UP);
    } finally {
      delete prototype.polluted;
    }
  });
});

test('an error of a getter passes through', () => {
  const value = {
    get a(): number {
      throw new RangeError('from the getter');
    },
  };
  expect(() => print(value)).toThrow('from the getter');
});

test('a key of any kind is found again', () => {
  for (let i = 0; i < 2500; i++) expect(textOf({ [`key "${i}" é`]: i })).toBe(`{"key \\"${i}\\" é":${i}}`);
  const long = 'k'.repeat(100_000);
  expect(textOf({ [long]: 1 })).toBe(`{"${long}":1}`);
});
