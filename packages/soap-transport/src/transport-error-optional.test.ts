import { expect, test } from 'vitest';
import { TransportError } from './index.js';

const absent = <T>(): T | undefined => undefined;

test('TransportError: optional members may be undefined', () => {
  const error = new TransportError({
    code: 'INVALID_REQUEST',
    phase: 'prepare',
    message: 'm',
    sent: absent<boolean>(),
    upstreamStatus: absent<number>(),
    retryAfterMs: absent<number>(),
    cause: absent<Error>(),
  });
  expect([error.sent, error.upstreamStatus, Object.hasOwn(error, 'cause')]).toEqual([
    false,
    undefined,
    false,
  ]);
});
