import { expect, test } from 'vitest';
import { type Diagnostic, WsdlError } from './index.js';

const absent = <T>(): T | undefined => undefined;

test('WsdlError: optional members may be undefined', () => {
  const error = new WsdlError({
    code: 'NOT_WSDL',
    message: 'm',
    diagnostics: absent<Diagnostic[]>(),
    cause: absent<Error>(),
  });
  expect([error.diagnostics, Object.hasOwn(error, 'cause')]).toEqual([[], false]);
});
