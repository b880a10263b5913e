import { describe, expect, test } from 'vitest';
import { isMappingError } from '../errors.js';
import { parseJson } from '../json/parse-json.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { encoderOf } from '../testing/encoding.js';
import { attribute, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { sharedWorkspace } from './workspace.js';

const schema = new SchemaLiteral();
const code = schema.simple('Code', 'token', {
  enumeration: ['a', 'a b', 'x<&>"y', 'Ærø', '\u007f\u{1F600}'],
});
const short = schema.simple('Short', 'string', { enumeration: ['abc', 'abcd'], maxLength: 3 });
schema.element(
  'Op',
  schema.complex(
    undefined,
    sequence(
      times(el('t', 'string'), 0, 'unbounded'),
      times(el('c', code), 0, 1),
      times(el('s', short), 0, 1),
      times(el('aNameOfMoreThanThirtyTwoBytesThatNeedsALoop', 'string'), 0, 1),
    ),
    { attributes: [attribute('c', code)] },
  ),
);
schema.element('OpResponse', schema.complex(undefined));
const encoder = encoderOf(schema.service({ Op: {} }), 'Op', { limits: { requestBytes: 1 << 30 } });

const encode = (value: unknown): Uint8Array => encoder.encodeJson(encodeUtf8(JSON.stringify(value))).body;
const slowly = (value: unknown): string => decodeUtf8(encoder.slow.toXml(value).body);

describe('messages that are written one after the other', () => {
  test('no later message changes an earlier one', () => {
    const values = Array.from({ length: 400 }, (_, i) => ({ t: [`${i}`.repeat(i * 5), 'x'.repeat(i % 17)] }));
    const messages = values.map(encode);
    for (const [i, message] of messages.entries()) expect(decodeUtf8(message)).toBe(slowly(values[i]));
  });

  test('a rejected message in between leaves no trace', () => {
    const before = encode({ t: ['before'] });
    expect(() => encode({ t: ['half', 1] })).toThrow(/\/t\/1/);
    const after = encode({ t: ['after'] });
    expect([before, after].map(decodeUtf8)).toEqual([slowly({ t: ['before'] }), slowly({ t: ['after'] })]);
  });

  test('memory that a large message needed is not kept by it or by the next one', () => {
    const large = { t: Array.from({ length: 1000 }, () => '<>&'.repeat(1000)) };
    const body = encode(large);
    expect(decodeUtf8(body) === slowly(large)).toBe(true);
    // No buffer is more than twice as large as requested.
    expect(body.buffer.byteLength).toBeLessThanOrEqual(2 * body.length);
    expect(decodeUtf8(encode({ t: ['x'] }))).toBe(slowly({ t: ['x'] }));
    expect(sharedWorkspace().output.bytes.length).toBeLessThanOrEqual(1 << 18);
  });

  test('a tiny message says nothing about the size of the next one', () => {
    for (let i = 0; i < 100; i++) encode({});
    encode({ t: ['y'.repeat(100_000)] });
    expect(sharedWorkspace().output.bytes.length).toBeLessThan(1 << 20);
  });
});

describe('enumerations', () => {
  test.each(['a', 'a b', ' a  b ', 'x<&>"y', 'Ærø', '\u007f\u{1F600}', 'b', '', 'a\u0000', 5, null])(
    '%j',
    (value) => {
      for (const input of [{ c: value }, { '@c': value }, { s: 'abc', c: value }, { s: 'abcd', c: value }]) {
        const outcome = (work: () => { body: Uint8Array }): unknown => {
          try {
            return decodeUtf8(work().body);
          } catch (error) {
            return isMappingError(error) ? error.errors : error;
          }
        };
        const json = JSON.stringify(input);
        const fast = outcome(() => encoder.encodeJson(encodeUtf8(json)));
        expect(fast).toEqual(outcome(() => encoder.toXml(parseJson(json))));
      }
    },
  );

  test('keys and tags longer than any word', () => {
    const value = { aNameOfMoreThanThirtyTwoBytesThatNeedsALoop: 'x' };
    expect(decodeUtf8(encode(value))).toBe(slowly(value));
  });
});
