import { afterEach, describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../../ws-security/src/testing/seeded-random.js';
import { longRun } from '../testing/long-run.js';
import { failureOf } from '../testing/messages.js';
import { type BulkheadLimits, createBulkhead } from './bulkhead.js';
import { CallScope } from './call-scope.js';

const LONG = { deadlineMs: 60_000, firstByteMs: 60_000, now: () => performance.now() };
const scopes: CallScope[] = [];
afterEach(() => {
  for (const scope of scopes.splice(0)) scope.dispose();
});

function scopeFor(deadlineMs = 60_000, signal?: AbortSignal): CallScope {
  const scope = new CallScope({ deadlineMs, firstByteMs: 60_000, now: () => performance.now() }, signal);
  scopes.push(scope);
  return scope;
}

function bulkhead(limits: Partial<BulkheadLimits> = {}) {
  const made = createBulkhead({ total: 10, perAccount: 5, perOrigin: 2, waitingPerOrigin: 2, ...limits });
  return {
    ...made,
    enterAs: async (account: string, origin = 'o', scope = scopeFor()) => {
      const lane = await made.enter(account, origin, scope);
      return () => made.leave(lane);
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a bulkhead', () => {
  test('queues calls up to its limit, in order, and rejects further ones immediately', async () => {
    const { enterAs, stats } = bulkhead();
    const first = await enterAs('a');
    const second = await enterAs('a');
    const order: string[] = [];
    const enterInOrder = async (name: string): Promise<() => void> => {
      const leave = await enterAs('a');
      order.push(name);
      return leave;
    };
    const third = enterInOrder('third');
    const fourth = enterInOrder('fourth');
    const error = await failureOf(() => enterAs('a'));
    expect(error).toMatchObject({ code: 'UPSTREAM_BUSY', phase: 'admit', sent: false, retryAfterMs: 1000 });
    expect(stats()).toEqual({ inFlight: 2, waiting: 2 });

    first();
    (await third)();
    (await fourth)();
    second();
    expect(order).toEqual(['third', 'fourth']);
    expect(stats()).toEqual({ inFlight: 0, waiting: 0 });
  });

  test('separates origins of an account, and accounts', async () => {
    const { enterAs } = bulkhead({ waitingPerOrigin: 0 });
    await enterAs('a', 'o');
    await enterAs('a', 'o');
    await expect(enterAs('a', 'o')).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
    await enterAs('a', 'p');
    await enterAs('b', 'o');
  });

  test('limits an account across all its origins, and all accounts together', async () => {
    const { enterAs, stats } = bulkhead();
    for (let i = 0; i < 5; i += 1) await enterAs('a', `o${i}`);
    await expect(enterAs('a', 'o9')).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
    for (let i = 0; i < 5; i += 1) await enterAs('b', `o${i}`);
    await expect(enterAs('c', 'o')).rejects.toMatchObject({ code: 'UPSTREAM_BUSY' });
    expect(stats().inFlight).toBe(10);
  });

  test('a new call never overtakes waiting ones', async () => {
    const { enterAs, tryEnter } = bulkhead({ perOrigin: 1 });
    const leave = await enterAs('a');
    const waiting = enterAs('a');
    leave();
    const inside = await waiting;
    const next = enterAs('a');
    expect(tryEnter('a', 'o')).toBeUndefined();
    inside();
    expect(tryEnter('a', 'o')).toBeUndefined();
    (await next)();
    expect(tryEnter('a', 'o')).toBeDefined();
  });

  test('a waiting call leaves at its deadline or when aborted', async () => {
    const { enterAs, stats } = bulkhead({ perOrigin: 1 });
    const leave = await enterAs('a');
    const abort = new AbortController();
    const late = failureOf(() => enterAs('a', 'o', scopeFor(20)));
    const aborted = failureOf(() => enterAs('a', 'o', scopeFor(60_000, abort.signal)));
    abort.abort();
    expect((await aborted).code).toBe('ABORTED');
    expect(await late).toMatchObject({ code: 'UPSTREAM_TIMEOUT', sent: false });
    expect(stats()).toEqual({ inFlight: 1, waiting: 0 });
    leave();
    expect(stats()).toEqual({ inFlight: 0, waiting: 0 });
  });

  const CALLS = longRun ? 100_000 : 20_000;
  test(`nothing is left over after ${CALLS} calls that entered, waited, left or were aborted`, async () => {
    const random = createSeededRandom(7);
    const { enterAs, stats } = bulkhead({ total: 20, perAccount: 8, perOrigin: 3, waitingPerOrigin: 4 });
    const inside: (() => void)[] = [];
    let refused = 0;
    for (let i = 0; i < CALLS; i += 1) {
      const abort = new AbortController();
      const scope = new CallScope(LONG, abort.signal);
      void enterAs(`a${i % 3}`, `o${i % 5}`, scope).then(
        (leave) =>
          inside.push(() => {
            scope.dispose();
            leave();
          }),
        () => {
          refused += 1;
          scope.dispose();
        },
      );
      if (random() < 0.2) abort.abort();
      if (random() < 0.8) inside.splice(Math.floor(random() * inside.length), 1)[0]?.();
      if (i % 50 === 0) await settled();
    }
    await settled();
    for (;;) {
      const leave = inside.shift();
      if (leave === undefined) break;
      leave();
      await settled();
    }
    expect(refused).toBeGreaterThan(1_000);
    expect(stats()).toEqual({ inFlight: 0, waiting: 0 });
  });
});
