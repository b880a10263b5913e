import { describe, expect, test } from 'vitest';
import { createTurns, runInTurns } from './turns.js';

/** An event loop that turns when it is told to. */
function createLoop() {
  const callbacks: (() => void)[] = [];
  return {
    afterTurn: (callback: () => void) => callbacks.push(callback),
    /** Turns once. Resolves when what was resolved in the turn has run. */
    turn: async () => {
      for (const callback of callbacks.splice(0)) callback();
      for (let i = 0; i < 5; i += 1) await Promise.resolve();
    },
    get idle() {
      return callbacks.length === 0;
    },
  };
}

describe('createTurns', () => {
  test('one turn of the event loop: has one step, and accounts take turns', async () => {
    const loop = createLoop();
    const turns = createTurns(loop.afterTurn);
    const done: string[] = [];
    const work = async (accountId: string, steps: number): Promise<void> => {
      for (let step = 0; step < steps; step += 1) {
        await turns.next(accountId);
        done.push(accountId);
      }
    };
    const all = [work('a', 2), work('a', 2), work('b', 2), work('c', 1)];
    const order: string[][] = [];
    while (!loop.idle) {
      await loop.turn();
      order.push(done.splice(0));
    }
    await Promise.all(all);
    expect(order).toEqual([['a'], ['b'], ['c'], ['a'], ['b'], ['a'], ['a']]);
  });
});

describe('runInTurns', () => {
  test('steps: end in their value, or in what they throw', async () => {
    function* steps(fail: boolean): Generator<undefined, number, undefined> {
      yield;
      if (fail) throw new Error('broken');
      return 3;
    }
    expect(await runInTurns('a', steps(false))).toBe(3);
    await expect(runInTurns('a', steps(true))).rejects.toThrow('broken');
  });
});
