import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMappingError } from '../errors.js';
import { JsonNumber } from './json-number.js';
import { parseJson } from './parse-json.js';
import { stringify } from './stringify.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function errorOf(json: string | Uint8Array, options?: Parameters<typeof parseJson>[1]): unknown {
  try {
    parseJson(json, options);
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return { code: error.code, ...error.errors[0] };
  }
  return undefined;
}

describe('parseJson', () => {
  test.each([
    ['null', null],
    [' true ', true],
    ['false', false],
    ['"a\\u0041\\n\\"\\\\\\/\\b\\f\\r\\t\u00e9"', 'aA\n"\\/\b\f\r\t\u00e9'],
    ['"\\ud83d\\ude00"', '\u{1F600}'],
    ['[]', []],
    ['[1,[2,[]],"x"]', [1, [2, []], 'x']],
    ['0', 0],
    ['-12.5e2', -1250],
    ['0.1', 0.1],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test('objects have no prototype, so every key is data (VO-5)', () => {
    const value = parseJson('{"__proto__":{"a":1},"constructor":2,"toString":3,"then":4}') as Record<
      string,
      unknown
    >;
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString', 'then']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  test.each([
    ['9007199254740993', true],
    ['9007199254740992', false],
    ['0.1', false],
    ['0.10', false],
    ['0.1000000000000000055', true],
    ['1e400', true],
    ['1e-400', true],
    ['1E2', false],
    ['123456789012345678901234567890', true],
    ['1.7976931348623157e308', false],
  ])('NM-1: %s kept exactly: %s', (text, kept) => {
    const value = parseJson(text);
    expect(value instanceof JsonNumber).toBe(kept);
    if (kept) expect(String(value)).toBe(text);
  });

  test.each([
    ['', 'Unexpected end at line 1 column 1'],
    ['{', 'Unexpected end at line 1 column 2'],
    ['{"a":1,}', 'Unexpected token } at line 1 column 8'],
    ['[1,]', 'Unexpected token ] at line 1 column 4'],
    ['{a:1}', 'Unexpected token a at line 1 column 2'],
    ["{'a':1}", "Unexpected token ' at line 1 column 2"],
    ['{"a" 1}', 'Unexpected token 1 at line 1 column 6'],
    ['{"a":\n  nul}', 'Unexpected token n at line 2 column 3'],
    ['01', 'Unexpected token 1 at line 1 column 2'],
    ['+1', 'Unexpected token + at line 1 column 1'],
    ['.5', 'Unexpected token . at line 1 column 1'],
    ['1.', 'Unexpected token . at line 1 column 2'],
    ['NaN', 'Unexpected token N at line 1 column 1'],
    ['"a\nb"', 'Unexpected token U+000A at line 1 column 3'],
    ['"\\x"', 'Unexpected token x at line 1 column 3'],
    ['"\\u12G4"', 'Unexpected token u at line 1 column 3'],
    ['"abc', 'Unexpected end at line 1 column 5'],
    ['"abc\\', 'Unexpected end at line 1 column 6'],
    ['[] []', 'Unexpected token [ at line 1 column 4'],
    ['\ufeff{}', 'Unexpected token U+FEFF at line 1 column 1'],
    ['1 // comment', 'Unexpected token / at line 1 column 3'],
  ])('VE-7: %j', (text, message) => {
    const want = { code: 'VALIDATION', path: '', keyword: 'json', message };
    expect(errorOf(text)).toEqual(want);
    expect(errorOf(utf8(text))).toEqual(want);
  });

  test.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('B3: %s is not UTF-8', (_, bytes) => {
    expect(errorOf(Uint8Array.from(bytes))).toMatchObject({
      keyword: 'json',
      message: 'The request is not valid UTF-8',
    });
  });

  test('VE-1: a duplicate key is an error with its path', () => {
    expect(errorOf('{"user":[{"a/b":1,"a\\/b":2}]}')).toMatchObject({
      keyword: 'duplicateKey',
      path: '/user/0/a~1b',
    });
    expect(errorOf('{"__proto__":1,"__proto__":2}')).toMatchObject({
      keyword: 'duplicateKey',
      path: '/__proto__',
    });
  });

  test('SE-6: depth, nodes and digits are limited', () => {
    expect(errorOf('[[[]]]', { maxDepth: 3 })).toBeUndefined();
    expect(errorOf('[[[[]]]]', { maxDepth: 3 })).toMatchObject({
      code: 'LIMIT',
      keyword: 'limit',
      path: '/0/0/0',
    });
    expect(errorOf('{"a":[1,2]}', { maxNodes: 4 })).toBeUndefined();
    expect(errorOf('{"a":[1,2]}', { maxNodes: 3 })).toMatchObject({ code: 'LIMIT', path: '/a/1' });
    expect(errorOf(`-${'1'.repeat(1000)}`)).toBeUndefined();
    expect(errorOf('1'.repeat(1001))).toMatchObject({ code: 'LIMIT', keyword: 'limit' });
  });

  test.each([
    ['depth', '['.repeat(1_000_000)],
    ['keys', `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":0`).join()}}`],
    ['digits', '1'.repeat(1_000_000)],
    ['exponent', '1e999999999'],
    ['an unterminated string', `"${'a'.repeat(1_000_000)}`],
    ['escapes', `"${'\\u0041'.repeat(150_000)}"`],
    ['array of nothing', `[${'1,'.repeat(500_000)}`],
  ])('B2: hostile %s ends soon, with a typed error or a value', (_, text) => {
    const bytes = utf8(text);
    const start = process.cpuUsage();
    errorOf(bytes);
    // CPU time, because the wall clock also counts other load. Even a slow machine needs a fraction of this.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  });
});

describe('stringify', () => {
  test('writes JsonNumber and bigint by their digits', () => {
    expect(
      stringify({ a: new JsonNumber('9007199254740993'), b: 12345678901234567890n, c: [0.1, -0, null] }),
    ).toBe('{"a":9007199254740993,"b":12345678901234567890,"c":[0.1,-0,null]}');
  });

  test('toJSON, then and brand are data', () => {
    expect(stringify(parseJson('{"toJSON":1,"then":2,"brand":{"text":"<"}}'))).toBe(
      '{"toJSON":1,"then":2,"brand":{"text":"<"}}',
    );
  });

  test('omits undefined members, writes dates, rejects values without a JSON form', () => {
    expect(stringify({ a: undefined, b: new Date(0) })).toBe('{"b":"1970-01-01T00:00:00.000Z"}');
    expect(() => stringify(Number.NaN)).toThrow(TypeError);
    expect(() => stringify([() => 1])).toThrow(TypeError);
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => stringify(cycle)).toThrow('cyclic');
    const shared = { a: 1 };
    expect(stringify([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  test('writes nesting of any depth', () => {
    let value: unknown = [];
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(stringify(value)).toHaveLength(200_002);
  });
});

test('L11: stringify and parseJson are inverse, and agree with JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // Not compared with JSON.stringify, which loses the sign of -0.
      expect(JSON.parse(stringify(value))).toEqual(value);
      expect(stringify(parseJson(stringify(value)))).toBe(stringify(value));
    }),
    { numRuns: 300 },
  );
  const decimal = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.integer({ min: 0, max: 40 }))
    .map(([negative, digits, scale]) => {
      const text = String(digits).padStart(scale + 1, '0');
      const cut = text.length - scale;
      return `${negative ? '-' : ''}${text.slice(0, cut)}${scale === 0 ? '' : `.${text.slice(cut)}`}`;
    });
  fc.assert(
    fc.property(decimal, (text) => {
      const value = parseJson(text);
      if (value instanceof JsonNumber) expect(stringify(value)).toBe(text);
      else expect(Number(text)).toBe(value);
    }),
    { numRuns: 300 },
  );
});
