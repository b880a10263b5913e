import { expect, test, vi } from 'vitest';

// Hashes that never end stand for those that are still waited for: a hundred real ones take twenty seconds.
vi.mock('node:crypto', async (load) => ({ ...(await load<object>()), scrypt: () => {} }));

test('hashes beyond those that may wait are refused at once', async () => {
  const { hashPassword } = await import('./password.js');
  const outcomes: string[] = [];
  for (let count = 0; count < 105; count += 1) {
    hashPassword('correct horse battery').catch(({ code }: { code: string }) => outcomes.push(code));
  }
  // Two at work, and a hundred wait.
  await expect.poll(() => outcomes).toEqual(['OVERLOADED', 'OVERLOADED', 'OVERLOADED']);
});
