import { expect, test, vi } from 'vitest';

// Hashes that never finish fill the queue, because a hundred real ones would take twenty seconds.
vi.mock('node:crypto', async (load) => ({ ...(await load<object>()), scrypt: () => {} }));

test('hashing fails immediately if too many hashes are waiting', async () => {
  const { hashPassword } = await import('./password.js');
  const outcomes: string[] = [];
  for (let count = 0; count < 105; count += 1) {
    hashPassword('correct horse battery').catch(({ code }: { code: string }) => outcomes.push(code));
  }
  // Two are in progress and a hundred are waiting.
  await expect.poll(() => outcomes).toEqual(['OVERLOADED', 'OVERLOADED', 'OVERLOADED']);
});
