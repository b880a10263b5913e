import { describe, expect, test } from 'vitest';
import { createMemoryLimiter, type Limiter, OptionError, periodAt } from './index.js';
import { createRateLimit, rateLimit } from './middleware.js';
import { createRedisLimiter } from './redis.js';

/** Values that a JavaScript caller can pass although the types forbid them. */
const asAny = <Value>(value: unknown): Value => value as Value;

const now = (): number => 0;
const limits = { perMinute: 2, quota: 5 };
const cycle = { kind: 'calendarMonth' };
const request = { account: 'a', limits, cycle, charge: 'call' };
const silent = { defineCommand: () => {} };

const limiters: [name: string, create: () => Limiter][] = [
  ['memory', () => createMemoryLimiter({ now })],
  ['Redis', () => createRedisLimiter({ client: silent, nodeId: 'n', now, elapsed: now })],
];

describe.each(limiters)('%s limiter: rejects unknown options and values', (_name, create) => {
  test.each<[unknown, string, RegExp]>([
    [
      { ...request, limits: { ...limits, quota: Number.NaN } },
      'limits.quota',
      /a finite number from 0, not NaN/,
    ],
    [{ ...request, limits: { ...limits, quota: -1 } }, 'limits.quota', /not -1/],
    [
      { ...request, limits: { ...limits, perMinute: Number.POSITIVE_INFINITY } },
      'limits.perMinute',
      /not Infinity/,
    ],
    [{ ...request, limits: { ...limits, perMinute: '2' } }, 'limits.perMinute', /not a string/],
    [{ ...request, limits: { perminute: 2, quota: 5 } }, 'limits.perminute', /did you mean "perMinute"\?/],
    [{ ...request, limits: { quota: 5 } }, 'limits.perMinute', /required/],
    [{ ...request, limits: { perMinute: 1, perWindow: 1 } }, 'limits.perWindow', /only one of/],
    [{ ...request, limits: { perWindow: -1 } }, 'limits.perWindow', /not -1/],
    [{ ...request, cycle: { kind: 'fixed' } }, 'cycle.length', /required/],
    [{ ...request, cycle: { kind: 'fixed', length: 0 } }, 'cycle.length', /from 1, not 0/],
    [{ ...request, limits: undefined }, 'limits', /required/],
    [{ ...request, cycle: { kind: 'x' } }, 'cycle.kind', /"calendarMonth" or "anchored" or "fixed"/],
    [{ ...request, cycle: { kind: 'calendarmonth' } }, 'cycle.kind', /did you mean "calendarMonth"\?/],
    [{ ...request, cycle: { kind: 'anchored' } }, 'cycle.anchor', /required/],
    [{ ...request, cycle: { kind: 'anchored', anchor: Number.NaN } }, 'cycle.anchor', /not NaN/],
    [{ ...request, cycle: 'calendarMonth' }, 'cycle', /an object, not a string/],
    [{ ...request, cycle: null }, 'cycle', /an object, not null/],
    [{ ...request, charge: 'calls' }, 'charge', /did you mean "call"\?/],
    [{ ...request, account: 7 }, 'account', /a string, not 7/],
    [{ ...request, cost: 2 }, 'cost', /no such option/],
    [JSON.parse('{"__proto__":{"account":"a"}}'), '__proto__', /no such option/],
    [Object.create(request), '', /an object, not an instance of a class/],
    [undefined, '', /an object, not undefined/],
    [null, '', /an object, not null/],
    ['a', '', /an object, not a string/],
    [[request], '', /an object, not an array/],
  ])('consume(%j)', async (wrong, option, message) => {
    const limiter = create();
    const decided = (async () => await limiter.consume(asAny(wrong)))();
    await expect(decided).rejects.toBeInstanceOf(OptionError);
    await expect(decided).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      option,
      message: expect.stringMatching(message),
    });
  });

  test.each([undefined, 'receipt', { account: 'a', quota: 5 }, { account: 'a', period: null, quota: 5 }])(
    'refund(%j)',
    async (wrong) => {
      await expect(create().refund(asAny(wrong))).rejects.toBeInstanceOf(OptionError);
    },
  );
});

const middleware = rateLimit<unknown>({ limiter: createMemoryLimiter(), limits, account: () => 'a' });

test.each<[() => unknown, string]>([
  [() => createMemoryLimiter(asAny(null)), ''],
  [() => createMemoryLimiter({ windowMs: 0 }), 'windowMs'],
  [() => createMemoryLimiter(asAny({ window: 5 })), 'window'],
  [() => createRedisLimiter(asAny({})), 'client'],
  [() => createRedisLimiter({ client: silent, windowMs: Number.NaN }), 'windowMs'],
  [() => createRateLimit<unknown>(asAny({ limits, account: now })), 'limiter'],
  [() => createRateLimit<unknown>(asAny({ limiter: {}, limits, account: now })), 'limiter'],
  [() => createRateLimit<unknown>(asAny({ limiter: createMemoryLimiter(), limits, key: now })), 'key'],
  [() => rateLimit<unknown>(asAny({ limiter: createMemoryLimiter(), limits })), 'account'],
  [() => middleware(asAny({}), asAny({}), () => undefined), 'response'],
  [() => middleware({}, asAny({ setHeader: now }), asAny(undefined)), 'next'],
  [() => createMemoryLimiter(asAny({ now: 0 })), 'now'],
  [() => createMemoryLimiter(asAny({ now, account: 5 })), 'account'],
  [() => createMemoryLimiter(asAny({ now, accounts: Number.NaN })), 'accounts'],
  [() => createRedisLimiter(asAny({ client: {}, nodeId: 'n', now, elapsed: now })), 'client'],
  [() => createRedisLimiter(asAny({ client: silent, nodeId: 'n', now, elapsed: now, nodes: 0 })), 'nodes'],
  [() => createRedisLimiter(asAny({ client: silent, nodeID: 'n', now, elapsed: now })), 'nodeID'],
  [() => createRedisLimiter(asAny(null)), ''],
  [() => periodAt(asAny({ kind: 'monthly' }), 0), 'cycle.kind'],
  [() => periodAt({ kind: 'calendarMonth' }, Number.NaN), 'instant'],
  [() => periodAt(asAny(undefined), 0), 'cycle'],
])('%s: rejects the option %j', (create, option) => {
  let caught: unknown;
  try {
    create();
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(OptionError);
  expect(caught).toMatchObject({ code: 'INVALID_OPTION', option });
});

test.each([[Number.NaN], ['0'], [undefined]])('limiter: rejects a clock that returns %j', (time) => {
  const request = { account: 'a', limits: { perMinute: 1, quota: 1 }, cycle: { kind: 'calendarMonth' } };
  const limiter = createMemoryLimiter({ now: () => asAny(time) });
  expect(() => limiter.consume(asAny({ ...request, charge: 'call' }))).toThrow(OptionError);
});

test('limiter: treats options that are undefined as absent', () => {
  expect(() => createMemoryLimiter(asAny({ now, readUse: undefined, accounts: undefined }))).not.toThrow();
});
