import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../platform.js';
import type { MarkedTexts } from './json-parser.js';
import { parseValues } from './parse-json.js';
import { type OutputForm, parseOutput } from './parse-output.js';

const LIMITS = { maxDepth: 100_000, maxNodes: Number.POSITIVE_INFINITY };
const marked: MarkedTexts = { read: (text) => ({ object: text }) };

const parse = (json: string, form: Partial<OutputForm> = {}) =>
  parseOutput(encodeUtf8(json), { prototypes: 'none', notation: marked, ...form });
/** The parser of requests, which reads everything itself. */
const exactly = (json: string, digits?: 'lexical') =>
  parseValues(encodeUtf8(json), { ...LIMITS, ...(digits && { digits }) }, marked);

describe('the output of a decoder', () => {
  const numbers = [
    ...[
      '0',
      '-0',
      '1',
      '-1',
      '1.5',
      '123456789012345',
      '-12345678901234',
      '0.1234567890123',
      '1e5',
      '1.5E-7',
    ],
    ...[
      '1234567890123456',
      '9007199254740991',
      '-9007199254740991',
      '9007199254740992',
      '9007199254740991E5',
      '9007199254740993',
      '0.12345678901234567',
      '1.0000000000000001',
      '-1234567890123456',
    ],
    ...[
      '1E99',
      '1.23456789012345E99',
      '1E+99',
      '1E100',
      '1E400',
      '1E-400',
      '1e-99',
      '5e-324',
      '1.10',
      '1.0E5',
    ],
    ...['1n', '-5n', '12345678901234567890n', '100000000000000000000'],
  ];
  test.each(numbers)('%s is the value that the exact parser makes of it', (number) => {
    for (const json of [number, `[${number}]`, `{"a":${number},"b":[${number},"x",{"c":${number}}]}`]) {
      expect(parse(json)).toStrictEqual(exactly(json));
      expect(parse(json, { digits: 'lexical' })).toStrictEqual(exactly(json, 'lexical'));
      // Without bigints and objects most of the text is not looked at.
      if (!number.endsWith('n')) expect(parse(json, { notation: 'json' })).toStrictEqual(exactly(json));
    }
  });

  test('a long number is found wherever it stands, and texts that look like one stay', () => {
    for (let before = 0; before < 40; before++) {
      const text = 'x'.repeat(before);
      for (const number of [
        '9007199254740993',
        '1234567890.1234567',
        '-0.000000000000001',
        '1E-400',
        '1e+309',
      ]) {
        for (const json of [`["${text}",${number}]`, `{"${text}":"${number}","b":${number}}`]) {
          expect(parse(json, { notation: 'json' })).toStrictEqual(exactly(json));
        }
        const texts = JSON.stringify([
          text + number,
          `${number},${number},`,
          { [number + text]: `:${number}` },
        ]);
        expect(parse(texts, { notation: 'json' })).toStrictEqual(exactly(texts));
      }
    }
  });

  test('marked texts become objects', () => {
    const json = '{"a":@"dx","b":[@"b\\"\\\\\\u0000é",1],"c":{"d":@"","e":9007199254740993}}';
    expect(parse(json)).toStrictEqual(exactly(json));
  });

  const texts = ['9007199254740993', '"9007199254740993', '\\"1n', '@"1"', '\\', '"', 'é"\\', '', '\\u0000'];
  test.each([...texts, '\u0000', '\u00001', '\u0000@1', '\u0000s', 'a\u0000'])(
    'the text %j stays as it is',
    (text) => {
      for (const value of [text, [text, 9007199254740991, text], { [`x${text}`]: text, [text]: [text] }]) {
        const json = JSON.stringify(value);
        expect(parse(json)).toStrictEqual(exactly(json));
        expect(parse(json.replace('9007199254740991', '9007199254740993n'))).toStrictEqual(
          exactly(json.replace('9007199254740991', '9007199254740993n')),
        );
      }
    },
  );

  test('objects have a prototype if that is wanted, and `__proto__` is a key like any other', () => {
    for (const number of ['1', '9007199254740993']) {
      const json = `{"__proto__":${number},"c":[[{"__proto__":{"b":${number}}}]]}`;
      expect(parse(json)).toStrictEqual(exactly(json));
      const ordinary = parse(json, { prototypes: 'ordinary' }) as { c: object[][] };
      expect(Object.getPrototypeOf(ordinary)).toBe(Object.prototype);
      expect(Object.keys(ordinary)).toEqual(['__proto__', 'c']);
      expect(Object.getPrototypeOf(ordinary.c[0]?.[0])).toBe(Object.prototype);
      expect(Object.keys(ordinary.c[0]?.[0] ?? {})).toEqual(['__proto__']);
    }
  });

  test('members that all objects inherit are not visited', () => {
    const prototype = Object.prototype as { polluted?: object };
    prototype.polluted = {};
    try {
      const value = parse('{"a":[9007199254740993]}', { prototypes: 'ordinary' });
      expect(JSON.stringify(Object.keys(value as object))).toBe('["a"]');
    } finally {
      delete prototype.polluted;
    }
  });

  test('any depth is parsed', () => {
    const depth = 50_000;
    for (const leaf of ['', '9007199254740993']) {
      for (const prototypes of ['none', 'ordinary'] as const) {
        let value: unknown = parse(`${'{"a":['.repeat(depth)}${leaf}${']}'.repeat(depth)}`, { prototypes });
        let found = 0;
        for (; typeof value === 'object' && Object.hasOwn(value as object, 'a'); found++)
          value = (value as { a: unknown[] }).a[0];
        expect(found).toBe(depth);
      }
    }
  });
});
