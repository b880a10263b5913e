import { SecurityError, type SecurityErrorCode } from '@soapstone/ws-security';
import { expect, test } from 'vitest';
import { asTransportError } from './security-failure.js';
import { isTransportError, TRANSPORT_ERROR_CODES, TransportError } from './transport-error.js';

test.each<[SecurityErrorCode, string, string]>([
  ['INVALID_REQUEST', 'INVALID_REQUEST', 'prepare'],
  ['RESPONSE_NOT_SIGNED', 'RESPONSE_NOT_SIGNED', 'read-response'],
  ['RESPONSE_SIGNATURE_INVALID', 'RESPONSE_SIGNATURE_INVALID', 'read-response'],
  ['RESPONSE_EXPIRED', 'RESPONSE_EXPIRED', 'read-response'],
  ['RESPONSE_DECRYPTION_FAILED', 'RESPONSE_DECRYPTION_FAILED', 'read-response'],
  ['RESPONSE_UNREADABLE', 'UPSTREAM_BAD_RESPONSE', 'read-response'],
])('security failure: %s becomes %s, with its message and cause', (code, expected, phase) => {
  const cause = new Error('from a library');
  const failure = asTransportError(new SecurityError(code, 'why', cause));
  expect(isTransportError(failure)).toBe(true);
  expect(failure).toMatchObject({ code: expected, phase, message: 'why', cause });
  expect(TRANSPORT_ERROR_CODES).toContain(expected);
});

test('security failure: any other value stays as it is', () => {
  const error = new TransportError({ code: 'UPSTREAM_BUSY', phase: 'admit', message: 'm' });
  for (const value of [error, new Error('m'), undefined, 'x']) expect(asTransportError(value)).toBe(value);
});
