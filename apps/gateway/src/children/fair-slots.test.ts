import { expect, test } from 'vitest';
import { createFairSlots } from './fair-slots.js';

const LIMITS = { atOnce: 3, ofAccount: 2, waiting: 6, waitingOfAccount: 4 };

/** Waits until all work that may start has started. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when the test says so. */
function createWorks() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    },
    /** Ends the work that started as number `index`. */
    async end(index: number) {
      ends[index]!();
      await settle();
    },
  };
}

test('an account never takes all slots, and the account with the fewest running jobs is next', async () => {
  const slots = createFairSlots(LIMITS, () => 0);
  const works = createWorks();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void slots.run('a', works.work(name));
  void slots.run('b', works.work('b1'));
  void slots.run('b', works.work('b2'));
  await settle();
  expect(works.begun).toEqual(['a1', 'a2', 'b1']);
  await works.end(0);
  // Each account runs one job, and neither has used more, so a3, which came before b2, is next.
  expect(works.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  await works.end(1);
  await works.end(3);
  expect(works.begun.slice(4)).toEqual(['a4', 'b2']);
});

test('an account that has used less goes before accounts with long queues that came earlier', async () => {
  let now = 0;
  const slots = createFairSlots({ ...LIMITS, atOnce: 1, waiting: 100 }, () => now);
  const works = createWorks();
  for (const account of ['a', 'b', 'c']) {
    for (const number of [1, 2, 3]) void slots.run(account, works.work(`${account}${number}`));
  }
  await settle();
  for (let index = 0; index < 4; index += 1) {
    now += 1_000;
    await works.end(index);
  }
  expect(works.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
  void slots.run('victim', works.work('victim'));
  now += 1_000;
  await works.end(4);
  expect(works.begun[5]).toBe('victim');
  now += 1_000;
  await works.end(5);
  expect(works.begun[6]).toBe('c2');
});

test('a full queue makes room for an account with fewer waiting jobs than the one with the most', async () => {
  const slots = createFairSlots(LIMITS);
  const works = createWorks();
  const run = (account: string, name: string): Promise<string> =>
    slots.run(account, works.work(name)).catch(({ code }: { code: string }) => `${name} ${code}`);
  const ofA = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => run('a', name));
  const ofB = ['b1', 'b2', 'b3'].map((name) => run('b', name));
  await settle();
  // Six jobs are waiting: a3 to a6, b2 and b3.
  const ofC = ['c1', 'c2'].map((name) => run('c', name));
  // Each account now has two waiting jobs, so neither makes room for a third account.
  expect(await run('c', 'c3')).toBe('c3 OVERLOADED');
  for (let index = 0; index < 9; index += 1) await works.end(index);
  const refused = ['a5 TOO_MANY_JOBS', 'a6 TOO_MANY_JOBS'];
  expect(await Promise.all(ofA)).toEqual(['a1', 'a2', 'a3', 'a4', ...refused]);
  expect(await Promise.all([...ofB, ...ofC])).toEqual(['b1', 'b2', 'b3', 'c1', 'c2']);
});

test('rejects too many jobs of one account, and too many in total', async () => {
  const slots = createFairSlots(LIMITS);
  const works = createWorks();
  const run = (account: string) => slots.run(account, works.work(account)).catch((error: unknown) => error);
  for (let count = 0; count < 6; count += 1) void run('a');
  expect(await run('a')).toMatchObject({ code: 'TOO_MANY_JOBS', type: 'RATE_LIMIT_EXCEEDED' });
  for (const account of ['b', 'c', 'd', 'e', 'f', 'g']) void run(account);
  // One job of each account is waiting.
  expect(await run('h')).toMatchObject({ code: 'OVERLOADED', type: 'INTERNAL_ERROR' });
  await settle();
  expect(works.begun).toEqual(['a', 'a', 'b']);
});

test('cancelled work leaves the queue, and failed work releases its slot', async () => {
  const slots = createFairSlots({ ...LIMITS, atOnce: 1 });
  const works = createWorks();
  let fail = (_error: Error): void => {};
  const failing = slots.run('a', () => new Promise<never>((_resolve, reject) => (fail = reject)));
  const abort = new AbortController();
  const givenUp = slots.run('a', works.work('given up'), abort.signal);
  void slots.run('a', works.work('next'));
  abort.abort(new Error('gone'));
  await expect(givenUp).rejects.toThrow('gone');
  fail(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  await settle();
  expect(works.begun).toEqual(['next']);
});
