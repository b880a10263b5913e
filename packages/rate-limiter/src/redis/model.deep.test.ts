import { randomUUID } from 'node:crypto';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FullRequest, Receipt } from '../decision.js';
import type { Limiter, PeriodUse } from '../limiter.js';
import { createMemoryLimiter, type MemoryLimiter } from '../memory-limiter.js';
import type { BillingCycle } from '../period.js';
import { printFigures } from '../testing/history.js';
import { ReferenceLimiter } from '../testing/reference-limiter.js';
import { createRedisLimiter } from './redis-limiter.js';

/** The number of random histories. */
const HISTORIES = 60 * Number(process.env['SOAPSTONE_DEPTH']);
const START = Date.parse('2026-11-29T22:00:00.000Z');

const PLANS: readonly Pick<FullRequest, 'limits' | 'cycle'>[] = [
  { limits: { perMinute: 3, quota: 8 }, cycle: { kind: 'calendarMonth' } },
  { limits: { perMinute: 6, quota: 20 }, cycle: anchored('2026-11-29T22:00:00.000Z') },
  { limits: { perMinute: 2, quota: 5 }, cycle: anchored('2026-01-31T23:30:00.000Z') },
  { limits: { perMinute: 0, quota: 5 }, cycle: { kind: 'calendarMonth' } },
];

function anchored(instant: string): BillingCycle {
  return { kind: 'anchored', anchor: Date.parse(instant) };
}

type Step =
  | { readonly do: 'consume'; readonly node: number; readonly charge: FullRequest['charge'] }
  | { readonly do: 'refund' | 'restart'; readonly node: number }
  | { readonly do: 'plan'; readonly plan: number }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'flush' };

const node = fc.constantFrom(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('consume' as const),
      node,
      charge: fc.constantFrom(
        'call' as const,
        'call' as const,
        'call' as const,
        'attempt' as const,
        'nothing' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), node }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('plan' as const), plan: fc.nat(PLANS.length - 1) }) },
  {
    weight: 4,
    // Within a window, about its length, into the next period, and past several periods.
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.oneof(
        fc.nat(30_000),
        fc.constantFrom(1, 59_999, 60_000, 60_001),
        fc.constantFrom(2 * 3_600_000, 26 * 3_600_000, 33 * 86_400_000),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
);

/** The subject of a history: the limiters of two nodes, which may be the same object. */
interface Played {
  readonly limiters: Limiter[];
  restart(node: number): void;
  /** Deletes everything in Redis; absent for the memory limiter, which has nothing to lose. */
  flush?(): Promise<void>;
}

/** Plays a history, and expects the result of every step to equal that of the reference. */
async function play(steps: readonly Step[], begin: (clock: () => number) => Played): Promise<void> {
  let now = START;
  let plan = PLANS[0]!;
  const reference = new ReferenceLimiter();
  // The node that charged a call also refunds it, during the same exchange: never a period or a restart later.
  let receipts: Receipt[][] = [[], []];
  const played = begin(() => now);
  for (const one of steps) {
    switch (one.do) {
      case 'consume': {
        const request: FullRequest = { account: 'acc_1', ...plan, charge: one.charge };
        const decision = await played.limiters[one.node]!.consume(request);
        expect(decision).toEqual(reference.consume(request, now));
        if (decision.allowed && decision.receipt !== undefined) receipts[one.node]!.push(decision.receipt);
        break;
      }
      case 'refund': {
        const receipt = receipts[one.node]!.pop();
        if (receipt === undefined) break;
        expect(await played.limiters[one.node]!.refund(receipt)).toEqual(reference.refund(receipt));
        break;
      }
      case 'restart':
        played.restart(one.node);
        receipts[one.node] = [];
        break;
      case 'plan':
        plan = PLANS[one.plan]!;
        receipts = [[], []];
        break;
      case 'wait':
        now += one.milliseconds;
        receipts = [[], []];
        break;
      case 'flush':
        if (played.flush === undefined) break;
        await played.flush();
        reference.forgetMinute();
        break;
    }
  }
}

/** A durable ledger: records of a period merge by maximum. */
function createLedger() {
  const uses = new Map<string, PeriodUse>();
  const key = (account: string, periodStart: number) => `${account} ${periodStart}`;
  return {
    read: (account: string, periodStart: number) => uses.get(key(account, periodStart)),
    write(limiter: { takeChanges(): PeriodUse[] }) {
      for (const use of limiter.takeChanges()) {
        const known = uses.get(key(use.account, use.periodStart));
        uses.set(key(use.account, use.periodStart), {
          ...use,
          charged: Math.max(use.charged, known?.charged ?? 0),
          refunded: Math.max(use.refunded, known?.refunded ?? 0),
        });
      }
    },
  };
}

const history = fc.array(step, { minLength: 20, maxLength: 80 });

test(`${HISTORIES} random histories of the memory limiter match the reference`, async () => {
  await fc.assert(
    fc.asyncProperty(history, (steps) =>
      play(steps, (now) => {
        const ledger = createLedger();
        const limiter: MemoryLimiter = createMemoryLimiter({
          now,
          // The limiter remembers two periods of an account, and reads earlier ones from the ledger.
          readUse: async (account, periodStart) => {
            ledger.write(limiter);
            return ledger.read(account, periodStart);
          },
        });
        return { limiters: [limiter, limiter], restart: () => {} };
      }),
    ),
    { numRuns: HISTORIES },
  );
});

describe.skipIf(!(await hasRedis()))('with a Redis server', () => {
  let server: RedisServer;
  let client: Redis;
  beforeAll(async () => {
    server = await startRedis();
    client = new Redis({ port: server.port, host: '127.0.0.1', commandTimeout: 20_000 });
  });
  afterAll(async () => {
    client?.disconnect();
    await server?.stop();
  });

  test(
    `${HISTORIES} random histories of two nodes, with restarts and losses, match the reference`,
    async () => {
      let steps = 0;
      await fc.assert(
        fc.asyncProperty(history, (given) => {
          steps += given.length;
          return play(given, (now) => playOnRedis(now));
        }),
        { numRuns: HISTORIES },
      );
      printFigures('model', { histories: HISTORIES, steps, divergences: 0 });
    },
    10_000 * HISTORIES,
  );

  function playOnRedis(now: () => number): Played {
    const prefix = randomUUID();
    const ledger = createLedger();
    let ticks = 0;
    const create = () =>
      createRedisLimiter({
        client,
        prefix,
        nodeId: randomUUID(),
        now,
        time: now,
        // Each reading is long after the previous one, so that nodes never use their lists of denied accounts, which are not tested here.
        elapsed: () => {
          ticks += 100 * 86_400_000;
          return ticks;
        },
        readUse: async (account, periodStart) => ledger.read(account, periodStart),
      });
    const limiters = [create(), create()];
    return {
      limiters,
      restart(index) {
        ledger.write(limiters[index]!);
        limiters[index] = create();
      },
      async flush() {
        // Facts that only one node knows are lost until it calls again. The fault tests measure that; here every node reads it first.
        for (const limiter of limiters) {
          for (const plan of PLANS) await limiter.consume({ account: 'acc_1', ...plan, charge: 'nothing' });
          ledger.write(limiter);
        }
        const keys = await client.keys(`${prefix}:*`);
        if (keys.length > 0) await client.del(keys);
      },
    };
  }
});
