import { describe, expect, test } from 'vitest';
import { isMappingError } from '../errors.js';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { encodeUtf8 } from '../platform.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';

/** Requests that a hostile client may send (§21, L10): depth, breadth, numbers, strings, patterns, keys. */
const schema = new SchemaLiteral();
const evil = schema.simple('Evil', 'string', { patterns: ['(a|aa)+', '(a*)*b', '(.*a){20}'] });
const counted = schema.simple('Counted', 'string', { patterns: ['(a{0,9}){0,9}'] });
const uncountable = schema.simple('Uncountable', 'string', { patterns: ['((a{0,999}){0,999}){0,999}'] });
const code = schema.simple('Code', 'token', { enumeration: ['a', 'b'] });
const list = schema.list(undefined, 'int');
const union = schema.union(undefined, ['int', 'date', 'token']);
const wide = schema.complex(
  undefined,
  sequence(...Array.from({ length: 300 }, (_, i) => times(el(`field${i}`, 'string'), 0, 1))),
);
const fields = {
  s: 'string',
  token: 'token',
  code,
  evil,
  counted,
  uncountable,
  int: 'int',
  long: 'long',
  integer: 'integer',
  decimal: 'decimal',
  double: 'double',
  base64: 'base64Binary',
  dateTime: 'dateTime',
  duration: 'duration',
  uri: 'anyURI',
  qname: 'QName',
  list,
  union,
  any: 'anyType',
} as const;
schema.element(
  'Op',
  schema.complex(
    'Op',
    (self) =>
      sequence(
        ...Object.entries(fields).map(([name, type]) => times(el(name, type), 0, 1)),
        times(el('array', 'int'), 0, 'unbounded'),
        times(el('wide', wide), 0, 'unbounded'),
        times(el('self', self), 0, 1),
        times(choice(el('k', 'string'), el('n', 'int')), 0, 'unbounded'),
        times(any({ namespaces: { kind: 'not', namespace: 'urn:t' } }), 0, 'unbounded'),
      ),
    { attributes: [attribute('a', 'string')] },
  ),
);
const operation = createMapper(schema.service({ Op: { output: 'none' } }), {
  limits: { requestBytes: 1 << 27 },
}).compile('Op');

/** `ok`, or the code and the first error of the exception; rethrows anything but a `MappingError`. */
function outcome(json: Uint8Array): string {
  try {
    operation.encodeJson(json);
    return 'ok';
  } catch (error) {
    if (!isMappingError(error)) throw error;
    const [first] = error.errors;
    expect(error.message.length + (first?.message.length ?? 0)).toBeLessThan(2000);
    return `${error.code} ${first?.keyword}`;
  }
}

const many = (count: number, item: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => item(i)).join(',');
const nested = (open: string, middle: string, close: string, depth: number): string =>
  open.repeat(depth) + middle + close.repeat(depth);

const MILLION = 1_000_000;
const TEN_MB = 10 * MILLION;

describe('hostile requests end in a value or a typed error', () => {
  test.each<[string, () => string, string]>([
    ['depth 10^6 of a recursive type', () => nested('{"self":', '{}', '}', MILLION), 'LIMIT limit'],
    ['depth 10^6 of arrays', () => nested('[', '', ']', MILLION), 'LIMIT limit'],
    ['depth 10^6 in a list', () => `{"array":${nested('[', '', ']', MILLION)}}`, 'LIMIT limit'],
    ['depth 10^6 under anyType', () => `{"any":${nested('{"a":', '1', '}', MILLION)}}`, 'LIMIT limit'],
    ['depth 10^6 that never ends', () => '{"any":'.repeat(MILLION), 'LIMIT limit'],
    ['depth 10^6 at an unknown key', () => `{"x":${nested('[', '', ']', MILLION)}}`, 'LIMIT limit'],
    ['10^6 keys', () => `{${many(MILLION, (i) => `"k${i}":1`)}}`, 'LIMIT limit'],
    ['10^4 unknown keys', () => `{${many(10_000, (i) => `"k${i}":1`)}}`, 'VALIDATION additionalProperties'],
    ['10^6 times one key', () => `{${many(MILLION, () => '"s":""')}}`, 'VALIDATION duplicateKey'],
    ['one key twice', () => '{"s":"","s":""}', 'VALIDATION duplicateKey'],
    ['one key twice under anyType', () => '{"any":{"s":"","s":""}}', 'VALIDATION duplicateKey'],
    ['10^6 items', () => `{"array":[${many(MILLION, () => '1')}]}`, 'LIMIT limit'],
    ['10^4 wrong items', () => `{"array":[${many(10_000, () => '"x"')}]}`, 'VALIDATION type'],
    [
      '10^4 typing errors',
      () => `{"wide":[${many(10_000, () => '{"fild1":""}')}]}`,
      'VALIDATION additionalProperties',
    ],
    ['a key of 10 MB', () => `{"${'a'.repeat(TEN_MB)}":1}`, 'VALIDATION additionalProperties'],
    ['10 MB of white space', () => `${' '.repeat(TEN_MB)}{}`, 'ok'],
    ['10 MB of line feeds before an error', () => `${'\n'.repeat(TEN_MB)}{"s":x}`, 'VALIDATION json'],
    ['10 MB of commas', () => `{"array":[${','.repeat(TEN_MB)}]}`, 'VALIDATION json'],
    ['a string without an end', () => `{"s":"${'a'.repeat(TEN_MB)}`, 'VALIDATION json'],
    ['a string of escapes without an end', () => `{"s":"${'\\n'.repeat(TEN_MB / 2)}`, 'VALIDATION json'],
    ['10 MB of text', () => `{"s":"${'a'.repeat(TEN_MB)}"}`, 'ok'],
    ['10 MB of markup', () => `{"s":"${'<'.repeat(TEN_MB)}"}`, 'ok'],
    ['10 MB of escapes', () => `{"s":"${'\\u0041'.repeat(TEN_MB / 6)}"}`, 'ok'],
    ['10 MB of controls', () => `{"s":"${'\\u0001'.repeat(TEN_MB / 6)}"}`, 'VALIDATION xmlChar'],
    ['10 MB of spaces to collapse', () => `{"token":"${' '.repeat(TEN_MB)}"}`, 'ok'],
    [
      '10 MB of spaces where none is allowed',
      () => `{"dateTime":"${' '.repeat(TEN_MB)}"}`,
      'VALIDATION type',
    ],
    ['10 MB for an enumeration', () => `{"code":"${'a'.repeat(TEN_MB)}"}`, 'VALIDATION enum'],
    ['10 MB for a backtracking pattern', () => `{"evil":"${'a'.repeat(TEN_MB)}!"}`, 'VALIDATION pattern'],
    ['82 for a counted pattern', () => `{"counted":"${'a'.repeat(82)}"}`, 'VALIDATION pattern'],
    ['a pattern with too many states is not enforced (RX-1)', () => '{"uncountable":"!"}', 'ok'],
    ['10 MB for base64', () => `{"base64":"${'a'.repeat(TEN_MB)}!"}`, 'VALIDATION format'],
    ['10 MB for a duration', () => `{"duration":"P${'1'.repeat(TEN_MB)}"}`, 'VALIDATION format'],
    ['10 MB for a union', () => `{"union":"${'1'.repeat(TEN_MB)}"}`, 'ok'],
    ['10^5 list items', () => `{"list":[${many(99_000, () => '1')}]}`, 'ok'],
    ['10^4 namespaces', () => `{"$any":[${many(10_000, (i) => `{"{urn:${i}}e":""}`)}]}`, 'ok'],
    ['10^4 attributes', () => `{"any":{${many(10_000, (i) => `"@{urn:${i}}e":""`)}}}`, 'ok'],
  ])('%s', (_, make, expected) => {
    expect(outcome(encodeUtf8(make()))).toBe(expected);
  });

  test.each(['int', 'long', 'integer', 'decimal', 'double', 'any', 'union', 's'])(
    'numbers for %s',
    (field) => {
      const digits = '9'.repeat(100_000);
      for (const number of [digits, `-${digits}`, `0.${digits}`, `${digits}e1`])
        expect(outcome(encodeUtf8(`{"${field}":${number}}`))).toMatch(/^LIMIT limit$/);
      for (const number of ['1e1000000000', '-1e1000000000', '1e99999999999999999999']) {
        const found = outcome(encodeUtf8(`{"${field}":${number}}`));
        expect(found).toMatch(/^VALIDATION (format|type|maximum|minimum)$/);
      }
      // A double of this size is zero; an exact number has a billion digits.
      expect(outcome(encodeUtf8(`{"${field}":1e-1000000000}`))).toMatch(
        /^(ok|VALIDATION (format|type|minimum))$/,
      );
    },
  );

  test('every truncation of a valid request is an error that says where', () => {
    const json = stringify({
      '@a': '\u00e9"',
      s: 'a\n\u{1F600}<',
      int: -12,
      decimal: 1.5,
      list: [1, 2],
      any: { $content: ['x', { a: null }] },
      array: [1],
      self: { s: 'true' },
      $items: [{ k: 'x' }, { n: 1 }],
    });
    const bytes = encodeUtf8(json);
    expect(outcome(bytes)).toBe('ok');
    expect(outcome(bytes.subarray(0, 0))).toBe('ok');
    for (let length = 1; length < bytes.length; length++) {
      expect([length, outcome(bytes.subarray(0, length))]).toEqual([length, 'VALIDATION json']);
    }
  });

  test('10^5 query parameters', () => {
    const query = Array.from({ length: 100_000 }, (_, i) => `p${i}=%20`).join('&');
    for (const text of [
      query,
      '&'.repeat(MILLION),
      `s=${'%41'.repeat(MILLION)}`,
      'array=1&'.repeat(100_000),
    ]) {
      try {
        operation.fromQuery(text);
      } catch (error) {
        expect(isMappingError(error)).toBe(true);
      }
    }
    expect(() => operation.fromQuery(query)).toThrow(/query parameter/);
  });
});

describe('work grows with the input, not faster (L10)', () => {
  /** CPU time, the best of several runs: other load makes a run slower, never faster. */
  const milliseconds = (json: string): number => {
    const bytes = encodeUtf8(json);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 4; round++) {
      const start = process.cpuUsage();
      outcome(bytes);
      const { user, system } = process.cpuUsage(start);
      best = Math.min(best, (user + system) / 1000);
    }
    return best;
  };
  test.each<[string, (size: number) => string, number]>([
    ['keys in order', (n) => `{"wide":[${many(n, (i) => `{"field${i % 300}":"x"}`)}]}`, 5000],
    [
      'keys in no order',
      (n) => `{"wide":[${many(n, () => `{${many(20, (i) => `"field${299 - i * 7}":""`)}}`)}]}`,
      500,
    ],
    ['unknown keys', (n) => `{${many(n, (i) => `"k${i}":1`)}}`, 4000],
    ['wrong items', (n) => `{"array":[${many(n, () => '"x"')}]}`, 10_000],
    ['untyped members', (n) => `{"any":{${many(n, (i) => `"k${i}":1`)}}}`, 4000],
    ['namespaces', (n) => `{"$any":[${many(n, (i) => `{"{urn:${i}}e":""}`)}]}`, 4000],
    ['entries', (n) => `{"$items":[${many(n, (i) => (i % 2 === 0 ? '{"k":""}' : '{"n":1}'))}]}`, 10_000],
    ['a pattern', (n) => `{"evil":"${'a'.repeat(n)}!"}`, 100_000],
    ['a counted pattern', (n) => `{"counted":"${'a'.repeat(n)}"}`, 200_000],
    ['escapes', (n) => `{"union":"${'\\n'.repeat(n)}"}`, 100_000],
    ['spaces', (n) => `{"token":"${' a'.repeat(n)}"}`, 100_000],
    ['digits', (n) => `{"union":"${'1'.repeat(n)}"}`, 200_000],
  ])('%s', (_, make, size) => {
    // Eight times the input: quadratic work would be sixty-four times as much. The margin is for cache misses and
    // garbage collection.
    milliseconds(make(size));
    expect(milliseconds(make(8 * size))).toBeLessThan(40 * milliseconds(make(size)) + 20);
  });

  test('memory stays within a hundred times the input', () => {
    for (const json of [
      `{"any":{${many(20_000, (i) => `"k${i}":1`)}}}`,
      `{"wide":[${many(20_000, () => '{}')}]}`,
      `{${many(20_000, (i) => `"k${i}":1`)}}`,
    ]) {
      const bytes = encodeUtf8(json);
      outcome(bytes);
      globalThis.gc?.();
      const used = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
      const before = used();
      outcome(bytes);
      expect(used() - before).toBeLessThan(100 * bytes.length);
    }
  });
});
