import { describe, expect, test } from 'vitest';
import type { MapperLimits } from '../api/options.js';
import { isMappingError, type MappingError } from '../errors.js';
import { encodeUtf8 } from '../platform.js';
import { encoderOf } from '../testing/encoding.js';
import { attribute, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';

const MIB = 1 << 20;
const KIB = 1 << 10;

/** An operation whose request has many `item`s, each with a required attribute of 20 KiB that the schema gives. */
function defaultsEncoder(limits: Partial<MapperLimits> = {}) {
  const schema = new SchemaLiteral();
  const item = schema.complex('Item', sequence(), {
    attributes: [attribute('long', 'string', { required: true, default: 'd'.repeat(20 * KIB) })],
  });
  schema.element('Op', schema.complex('Op', sequence(times(el('item', item), 0, 'unbounded'))));
  schema.element('OpResponse', schema.complex(undefined));
  return encoderOf(schema.service({ Op: {} }), 'Op', { limits });
}

/** The same with elements of very long names instead. */
function longNamesEncoder() {
  const schema = new SchemaLiteral();
  const name = 'n'.repeat(20 * KIB);
  schema.element('Op', schema.complex('Op', sequence(times(el(name, 'int'), 0, 'unbounded'))));
  schema.element('OpResponse', schema.complex(undefined));
  return { encoder: encoderOf(schema.service({ Op: {} }), 'Op'), name };
}

const items = (count: number): string => `{"item":[${Array(count).fill('{}').join(',')}]}`;

function refusal(work: () => unknown): MappingError {
  try {
    work();
  } catch (error) {
    if (isMappingError(error)) return error;
    throw error;
  }
  throw new Error('nothing was rejected');
}

describe('SE-7: a request produces no more XML than its bytes allow', () => {
  test('counts schema defaults, in one pass, from a value, and when only validating', () => {
    const encoder = defaultsEncoder();
    const json = encodeUtf8(items(5_000));
    const tooMuch = {
      path: expect.stringMatching(/^\/item(\/\d+)?$/),
      keyword: 'limit',
      message: expect.stringContaining('"expansion"'),
    };
    expect(refusal(() => encoder.encodeJson(json)).errors).toEqual([tooMuch]);
    const value = JSON.parse(items(5_000)) as unknown;
    expect(refusal(() => encoder.toXml(value)).errors).toEqual([tooMuch]);
    expect(encoder.validate(value)).toEqual([tooMuch]);
  });

  test('counts long names', () => {
    const { encoder, name } = longNamesEncoder();
    const json = encodeUtf8(`{"${name}":[${Array(5_000).fill('1').join(',')}]}`);
    expect(refusal(() => encoder.encodeJson(json)).errors).toMatchObject([{ keyword: 'limit' }]);
  });

  test('the first MiB is free, then each byte of JSON counts', () => {
    // 30 items are 91 + 8 bytes of JSON and 30 * 20 KiB of XML. 60 items exceed a MiB plus 50 bytes for each byte of JSON.
    expect(defaultsEncoder().encodeJson(encodeUtf8(items(30))).body.length).toBeGreaterThan(30 * 20 * KIB);
    expect(refusal(() => defaultsEncoder().encodeJson(encodeUtf8(items(60)))).errors).toHaveLength(1);
    const generous = defaultsEncoder({ expansion: 10_000 });
    expect(generous.encodeJson(encodeUtf8(items(60))).body.length).toBeGreaterThan(60 * 20 * KIB);
    // White space counts as bytes too.
    const padded = encodeUtf8(items(60) + ' '.repeat(10 * KIB));
    expect(defaultsEncoder().encodeJson(padded).body.length).toBeGreaterThan(60 * 20 * KIB);
  });

  test('allows at most `outputBytes`, or ten times the largest request, for every request', () => {
    const limits = { outputBytes: 2 * MIB, requestBytes: 100 * KIB, expansion: 1_000_000 };
    expect(defaultsEncoder(limits).encodeJson(encodeUtf8(items(90))).body.length).toBeLessThan(2 * MIB);
    expect(refusal(() => defaultsEncoder(limits).encodeJson(encodeUtf8(items(110)))).errors).toHaveLength(1);
    const larger = { ...limits, requestBytes: MIB };
    expect(defaultsEncoder(larger).encodeJson(encodeUtf8(items(110))).body.length).toBeGreaterThan(2 * MIB);
  });
});
