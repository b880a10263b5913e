import { KINDS } from '@soapstone/credentials';
import { DOORS } from '@soapstone/credentials/doors';
import { expect, test } from 'vitest';
import * as client from '../index.js';

test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
  'security: %s has a function of the client',
  (kind) => {
    expect((client as Record<string, unknown>)[DOORS[kind].client]).toBeTypeOf('function');
  },
);

test('security: a key of a password encrypts the body unless told otherwise, and its bounds are those of the table', () => {
  const account = { username: 'ada', password: 'geheim' };
  expect(client.passwordKey(account)).toEqual({
    passwordKey: { ...account, encryptedParts: ['body'] },
    timestamp: {},
  });
  expect(() => client.passwordKey({ ...account, iterations: 999 })).toThrow(
    'cannot use option "iterations" of passwordKey: expected an integer from 1000 to 100000',
  );
  expect(() => client.ntlm({ ...account, domain: 'x'.repeat(257) })).toThrow('"domain"');
});
