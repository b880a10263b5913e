import type { OutgoingPart } from '@soapstone/mime';
import { expect, expectTypeOf, test } from 'vitest';
import type { TransportRequest, TransportResponse } from './index.js';
import * as surface from './index.js';

test('the exports of the package', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'OptionError',
    'TRANSPORT_ERROR_CODES',
    'TransportError',
    'asTransportError',
    'createEgressGuard',
    'createTransport',
    'findCredentialProblems',
    'isTransportError',
    'takeWholeBody',
  ]);
});

test('the list of codes is the union', () => {
  expectTypeOf<(typeof surface.TRANSPORT_ERROR_CODES)[number]>().toEqualTypeOf<surface.TransportErrorCode>();
  const listed: Record<surface.TransportErrorCode, true> = {
    UPSTREAM_DNS: true,
    UPSTREAM_CONNECT: true,
    UPSTREAM_TLS: true,
    UPSTREAM_RESET: true,
    UPSTREAM_TIMEOUT: true,
    UPSTREAM_ADDRESS_REFUSED: true,
    UPSTREAM_BAD_RESPONSE: true,
    UPSTREAM_TOO_LARGE: true,
    UPSTREAM_LOGIN_FAILED: true,
    RESPONSE_NOT_SIGNED: true,
    RESPONSE_SIGNATURE_INVALID: true,
    RESPONSE_EXPIRED: true,
    RESPONSE_DECRYPTION_FAILED: true,
    UPSTREAM_CIRCUIT_OPEN: true,
    UPSTREAM_BUSY: true,
    INVALID_REQUEST: true,
    ABORTED: true,
  };
  expect([...surface.TRANSPORT_ERROR_CODES].sort()).toEqual(Object.keys(listed).sort());
});

test('a body is a stream of bytes, an attachment is not', () => {
  expectTypeOf<TransportResponse['body']>().toEqualTypeOf<AsyncIterable<Uint8Array>>();
  expectTypeOf<NonNullable<TransportRequest['attachments']>>().toEqualTypeOf<readonly OutgoingPart[]>();
});

test('an error from another copy of the package is recognised', () => {
  const error = new surface.TransportError({ code: 'UPSTREAM_BUSY', phase: 'admit', message: 'm' });
  const copy = Object.assign(new Error('m'), { brand: error.brand, code: 'UPSTREAM_BUSY' });
  expect([surface.isTransportError(error), surface.isTransportError(copy)]).toEqual([true, true]);
  expect(
    [new Error('m'), { code: 'UPSTREAM_BUSY' }, null, undefined, 'x'].map(surface.isTransportError),
  ).toEqual(Array(5).fill(false));
  expect(Object.keys(error)).not.toContain('brand');
});

test.each([
  ['prepare', false],
  ['admit', false],
  ['connect', false],
  ['await-response', true],
  ['read-response', true],
] as const)('in phase %s a byte was sent: %s', (phase, sent) => {
  expect(new surface.TransportError({ code: 'ABORTED', phase, message: 'm' }).sent).toBe(sent);
});
