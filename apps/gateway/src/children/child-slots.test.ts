import { expect, test } from 'vitest';
import { createChildSlots } from './child-slots.js';

const LIMITS = { atOnce: 3, ofAccount: 2, waiting: 6, waitingOfAccount: 4 };

/** Waits until all work that may start has started. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends on request. */
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

test('an account never takes all slots, and the account with the fewest is next', async () => {
  const slots = createChildSlots(LIMITS);
  const works = createWorks();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void slots.run('a', works.work(name));
  void slots.run('b', works.work('b1'));
  void slots.run('b', works.work('b2'));
  await settle();
  expect(works.begun).toEqual(['a1', 'a2', 'b1']);
  await works.end(0);
  // One of each runs: a3 came before b2.
  expect(works.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  await works.end(1);
  await works.end(3);
  expect(works.begun.slice(4)).toEqual(['a4', 'b2']);
});

test('rejects too many jobs of one account, and too many in total', async () => {
  const slots = createChildSlots(LIMITS);
  const works = createWorks();
  for (let count = 0; count < 6; count += 1) void slots.run('a', works.work('a'));
  await expect(slots.run('a', works.work('a'))).rejects.toMatchObject({
    code: 'TOO_MANY_JOBS',
    type: 'RATE_LIMIT_EXCEEDED',
  });
  for (let count = 0; count < 3; count += 1) void slots.run('b', works.work('b'));
  await expect(slots.run('c', works.work('c'))).rejects.toMatchObject({ code: 'OVERLOADED' });
  await settle();
  expect(works.begun).toEqual(['a', 'a', 'b']);
});

test('cancelled work leaves the queue, and failed work releases its slot', async () => {
  const slots = createChildSlots({ ...LIMITS, atOnce: 1 });
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
