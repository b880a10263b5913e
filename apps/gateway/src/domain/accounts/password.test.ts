import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, expect, test, vi } from 'vitest';
import { hashPassword, setHashCost, verifyPassword } from './password.js';

// Other files of this process may have set another cost.
const before = setHashCost();
afterAll(() => setHashCost(before));

test('a password is verified against its hash, which does not contain it', async () => {
  const stored = await hashPassword('correct horse battery');
  expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword('correct horse battery', stored)).toBe(true);
  expect(await verifyPassword('correct horse batterz', stored)).toBe(false);
});

/** That of production is in the first test. A hash with it takes 400 ms. */
const CHEAP = 2 ** 10;

test('the same password has a different hash every time', async () => {
  setHashCost(CHEAP);
  expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'));
});

test('composed and decomposed Unicode forms are the same password', async () => {
  setHashCost(CHEAP);
  expect(await verifyPassword('pässwörter überall', await hashPassword('pässwörter überall'))).toBe(true);
});

test('without a stored hash, verification does the same work and returns false', async () => {
  setHashCost(CHEAP);
  await verifyPassword('warm the decoy up', undefined);
  const stored = await hashPassword('correct horse battery');
  const derivations = async (hash: string | undefined) => {
    const scrypt = vi.spyOn(crypto, 'scrypt');
    syncBuiltinESMExports();
    try {
      expect(await verifyPassword('wrong password', hash)).toBe(false);
      return scrypt.mock.calls.map(([, , length, cost]) => [length, cost]);
    } finally {
      scrypt.mockRestore();
      syncBuiltinESMExports();
    }
  };
  const cost = { N: CHEAP, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
  expect(await derivations(stored)).toEqual([[32, cost]]);
  expect(await derivations(undefined)).toEqual([[32, cost]]);
});
