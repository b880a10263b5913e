import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.js';

test('a password is verified against its hash, which does not contain it', async () => {
  const stored = await hashPassword('correct horse battery');
  expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword('correct horse battery', stored)).toBe(true);
  expect(await verifyPassword('correct horse batterz', stored)).toBe(false);
});

test('the same password has a different hash every time', async () => {
  expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'));
});

test('composed and decomposed Unicode forms are the same password', async () => {
  expect(await verifyPassword('pässwörter überall', await hashPassword('pässwörter überall'))).toBe(true);
});

test('without a stored hash, verification does the same work and returns false', async () => {
  await verifyPassword('warm the decoy up', undefined);
  const stored = await hashPassword('correct horse battery');
  // CPU time, because elapsed time includes other work on a busy machine.
  const time = async (hash: string | undefined) => {
    const started = process.cpuUsage();
    expect(await verifyPassword('wrong password', hash)).toBe(false);
    return process.cpuUsage(started).user;
  };
  const [known, unknown] = [await time(stored), await time(undefined)];
  expect(unknown).toBeGreaterThan(known / 4);
});
