import {
  DecodeError,
  type JsonNumber,
  MappingError,
  OperationNotFoundError,
  parseJson,
  type SoapReplyText,
  stringify,
} from '@soapstone/json-xml-mapper';
import { describe, expect, test } from 'vitest';
import { ownBytes } from '../../children/own-bytes.js';
import {
  packEncodeOptions,
  packError,
  packReply,
  unpackEncodeOptions,
  unpackError,
  unpackReply,
} from './pack.js';

/** Returns a value as the other thread receives it. */
const clone = <Value>(value: Value): Value => structuredClone(value);
const EXACT = '{"id":12345678901234567890.10,"__proto__":{"deep":[1]}}';

describe('errors of the mapping thread', () => {
  test.each([
    new MappingError({
      code: 'TOO_COMPLEX',
      errors: [{ path: '/a/0', keyword: 'limit', message: 'takes more', parameter: 'a' }],
      truncated: true,
      operation: 'Op',
    }),
    new DecodeError({
      code: 'STRICT',
      message: 'does not fit',
      path: '/b',
      details: [{ path: '/b', keyword: 'type', message: 'is wrong', expected: ['x'] }],
    }),
    new OperationNotFoundError({ operation: 'Opp', nearest: ['Op'] }),
  ])('$name keeps its class, its message and its details', (error) => {
    const arrived = unpackError(clone(packError(error)));
    expect(arrived).toBeInstanceOf(error.constructor);
    expect(arrived.message).toBe(error.message);
    expect({ ...arrived }).toEqual({ ...error });
  });

  test('any other error keeps its message and stack', () => {
    const error = new TypeError('a bug');
    const arrived = unpackError(clone(packError(error)));
    expect([arrived.message, arrived.stack]).toEqual([error.message, error.stack]);
  });
});

describe('values sent between the threads', () => {
  test('numbers of a fault are exact, and __proto__ is a key', () => {
    const detail = parseJson(EXACT) as Record<string, JsonNumber>;
    const reply: SoapReplyText = {
      kind: 'fault',
      fault: { version: '1.1', code: 'Server', reason: 'no', detail, headers: detail },
      warnings: [],
    };
    const arrived = unpackReply(clone(packReply(reply)));
    expect(arrived.kind === 'fault' && stringify(arrived.fault.detail!)).toBe(EXACT);
    expect(arrived.kind === 'fault' && stringify(arrived.fault.headers!)).toBe(EXACT);
  });

  test('numbers of header blocks are exact', () => {
    const headers = parseJson(EXACT) as Record<string, JsonNumber>;
    const arrived = unpackEncodeOptions(
      clone(
        packEncodeOptions({
          headers,
          storedHeaders: headers,
          lockedHeaders: ['id'],
          extraHeaders: ['<x/>'],
          soapAction: 'urn:a',
        }),
      ),
    );
    expect(stringify(arrived.headers!)).toBe(EXACT);
    expect(stringify(arrived.storedHeaders!)).toBe(EXACT);
    expect(arrived).toMatchObject({ lockedHeaders: ['id'], extraHeaders: ['<x/>'], soapAction: 'urn:a' });
  });

  test('a view transfers only its own bytes', () => {
    const pool = Buffer.alloc(1_000_000, 'x');
    const reply: SoapReplyText = { kind: 'result', result: pool.subarray(10, 20), warnings: [] };
    const packed = packReply(reply);
    expect(packed.kind === 'result' && packed.result.buffer.byteLength).toBe(10);
    expect(ownBytes(pool.subarray(5, 6)).buffer.byteLength).toBe(1);
  });
});
