import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.js';

/** Takes items until none is waiting, each at the cost that `costOf` returns. Returns them in order. */
function drain(queue: FairQueue<string>, costOf: (item: string) => number): string[] {
  const order: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    order.push(next.item);
    next.done(costOf(next.item));
  }
  return order;
}

describe('FairQueue', () => {
  test('accounts with equal items take turns', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    for (const item of ['b1', 'b2']) queue.add('b', item);
    expect(drain(queue, () => 1)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  test('an account with expensive items waits until the others have used as much', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2']) queue.add('a', item);
    for (const item of ['b1', 'b2', 'b3', 'b4', 'b5']) queue.add('b', item);
    expect(drain(queue, (item) => (item.startsWith('a') ? 4 : 1))).toEqual([
      'a1',
      'b1',
      'b2',
      'b3',
      'b4',
      'b5',
      'a2',
    ]);
  });

  test('an account with small items waits for the item in progress, not for one of each other account', () => {
    const queue = new FairQueue<string>();
    const add = (account: number): void => queue.add(`attacker ${account}`, `${account}`);
    for (let account = 0; account < 20; account += 1) add(account);
    /** Does the next item. If its account is an attacker, it adds another one; in the meantime, the victim adds one. */
    const next = (victimAdds: boolean): string => {
      const { item, done } = queue.take()!;
      if (victimAdds) queue.add('victim', 'small');
      done(item === 'small' ? 1 : 100);
      if (item !== 'small') add(Number(item));
      return item;
    };
    // Each attacker has had two items, all of the same cost.
    for (let item = 0; item < 40; item += 1) next(false);
    for (let round = 0; round < 50; round += 1) {
      next(true);
      expect([round, next(false)]).toEqual([round, 'small']);
    }
  });

  test('a new account is next after the current item, however many are waiting', () => {
    const queue = new FairQueue<string>();
    for (let account = 0; account < 20; account += 1) {
      for (let piece = 0; piece < 5; piece += 1) queue.add(`attacker ${account}`, 'attack');
    }
    // Each attacker has had two items.
    for (let piece = 0; piece < 40; piece += 1) queue.take()!.done(100);
    const underWay = queue.take()!;
    queue.add('victim', 'call');
    underWay.done(100);
    const next = Array.from({ length: 20 }, () => {
      const { item, done } = queue.take()!;
      done(item === 'call' ? 1 : 100);
      return item;
    });
    expect(next.filter((item) => item === 'call')).toHaveLength(1);
    queue.add('victim', 'call');
    expect(queue.take()?.item).toBe('call');
  });

  test('an idle account accumulates no credit', () => {
    const queue = new FairQueue<string>();
    queue.add('a', 'early');
    for (let piece = 0; piece < 101; piece += 1) queue.add('b', 'b');
    // This completes nearly all items, because `b` has used a hundred times as much as `a`.
    for (let piece = 0; piece < 100; piece += 1) queue.take()!.done(1);
    for (let piece = 0; piece < 50; piece += 1) queue.add('a', 'a');
    queue.add('b', 'last');
    expect(drain(queue, () => 1).indexOf('last')).toBeLessThan(10);
  });

  test('an account cannot get ahead by leaving while others wait', () => {
    const queue = new FairQueue<string>();
    queue.add('a', 'a1');
    for (const item of ['b1', 'b2', 'b3']) queue.add('b', item);
    queue.take()!.done(50);
    queue.add('a', 'a2');
    expect(drain(queue, () => 1)).toEqual(['b1', 'b2', 'b3', 'a2']);
  });

  test('counts the waiting items, in total and by account', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2']) queue.add('a', item);
    queue.add('b', 'b1');
    expect([queue.waiting, queue.waitingOf('a'), queue.waitingOf('c')]).toEqual([3, 2, 0]);
    drain(queue, () => 1);
    expect([queue.waiting, queue.waitingOf('a')]).toEqual([0, 0]);
    expect(queue.take()).toBeUndefined();
  });

  test('shares several workers equally among accounts', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    queue.take()!.done(100);
    for (const item of ['b1', 'b2']) queue.add('b', item);
    // `b` has used less, but the second worker takes an item of the account without one in progress.
    expect([queue.take()?.item, queue.take()?.item, queue.take()?.item]).toEqual(['b1', 'a2', 'b2']);
    expect(queue.take(1)).toBeUndefined();
    expect(queue.take(2)?.item).toBe('a3');
  });

  test('removes the given item, or the newest one of an account', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    for (const item of ['b1', 'b2', 'b3', 'b4']) queue.add('b', item);
    expect(queue.longest()).toBe('b');
    expect([queue.remove('b'), queue.remove('b'), queue.longest()]).toEqual(['b4', 'b3', 'a']);
    expect([queue.remove('a', 'a2'), queue.remove('a', 'a2'), queue.remove('c')]).toEqual([
      'a2',
      undefined,
      undefined,
    ]);
    expect([queue.waiting, ...drain(queue, () => 1)]).toEqual([4, 'a1', 'b1', 'a3', 'b2']);
  });
});
