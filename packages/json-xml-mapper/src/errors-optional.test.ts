import { expect, test } from 'vitest';
import { DecodeError, MappingError, OperationNotFoundError, type SoapFaultInfo } from './index.js';

/** A value that may be absent, as callers under `exactOptionalPropertyTypes` have it. */
const absent = <T>(): T | undefined => undefined;

test('errors: optional members may be undefined', () => {
  const mapping = new MappingError({
    code: 'TOO_COMPLEX',
    errors: [],
    truncated: absent<boolean>(),
    operation: absent<string>(),
  });
  expect(mapping.truncated).toBe(false);
  const response = new DecodeError({
    code: 'LIMIT',
    message: 'm',
    path: absent<string>(),
    details: absent<[]>(),
    cause: absent<Error>(),
  });
  expect([response.path, response.details, Object.hasOwn(response, 'cause')]).toEqual([undefined, [], false]);
  expect(new OperationNotFoundError({ operation: 'a', nearest: absent<string[]>() }).nearest).toEqual([]);
  const fault: SoapFaultInfo = { version: '1.1', code: 'Client', reason: 'no', reasons: absent<[]>() };
  expect(fault.reasons).toBeUndefined();
});
