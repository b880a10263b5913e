import { expect, test } from 'vitest';
import {
  type ContractWatch,
  DEFAULT_WATCH,
  untilFirstCheck,
  untilNextCheck,
} from '../../domain/services/contract-watch.js';
import { createRounds, runChannel } from '../../events/outbox.js';
import { createWatchChannel } from './watch-contracts.js';

const HOUR = 3_600_000;
const leases = { take: async () => 1, renew: async () => true, release: async () => {} };

/** Watches in memory that are due until they are checked, and how many checks run. */
function scene(due: readonly Pick<ContractWatch, 'accountId' | 'serviceId'>[]) {
  const waiting = new Map<string, string[]>();
  for (const { accountId, serviceId } of due)
    waiting
      .set(accountId, waiting.get(accountId) ?? [])
      .get(accountId)
      ?.push(serviceId);
  const done = (accountId: string, serviceId: string) => {
    const services = waiting.get(accountId) ?? [];
    services.splice(services.indexOf(serviceId), 1);
  };
  const running = new Map<string, number>();
  const seen = { most: 0, mostOfAccount: 0, checked: [] as string[], postponed: [] as number[], warned: 0 };
  let now = 0;
  let all = 0;
  let check: (watch: ContractWatch) => Promise<void> = async () => {};
  /** Ends the checks of a round. */
  let end: () => void = () => {};
  let ended = Promise.resolve();
  const count = (accountId: string, by: number) => {
    all += by;
    running.set(accountId, (running.get(accountId) ?? 0) + by);
    seen.most = Math.max(seen.most, all);
    seen.mostOfAccount = Math.max(seen.mostOfAccount, running.get(accountId) ?? 0);
  };
  const channel = createWatchChannel({
    watches: {
      // As the database does: few of an account, so that none hides others.
      async waiting(_now, most, mostOfAccount) {
        const found = [...waiting].flatMap(([accountId, services]) =>
          services.slice(0, mostOfAccount).map((serviceId) => ({ accountId, serviceId })),
        );
        return found.slice(0, most);
      },
      find: async (accountId, serviceId) => ({
        ...{ accountId, serviceId, ...DEFAULT_WATCH, failures: 0, isTold: false, version: 1 },
        ...(waiting.get(accountId)?.slice(0, 9).includes(serviceId) && { nextAt: 0 }),
      }),
      adopt: async () => 0,
      async postpone({ accountId, serviceId }, nextAt) {
        done(accountId, serviceId);
        seen.postponed.push(nextAt);
      },
    },
    async check(watch) {
      const { accountId, serviceId } = watch;
      count(accountId, 1);
      await ended;
      await check(watch).finally(() => count(accountId, -1));
      done(accountId, serviceId);
      seen.checked.push(accountId);
    },
    minimum: HOUR,
    log: {
      warn() {
        seen.warned += 1;
      },
    },
    now: () => now,
    random: () => 0.5,
  });
  const rounds = createRounds({ store: { leases }, log: { error() {} }, now: () => now, lease: 'watches' }, [
    runChannel(channel),
  ]);
  return {
    seen,
    async round() {
      now += 2_000;
      ended = new Promise((resolve) => {
        end = resolve;
      });
      await rounds.round();
      end();
      await rounds.settled();
    },
    whileChecking(then: typeof check) {
      check = then;
    },
  };
}

test('10,000 services that are due at once are checked eight at a time, and one account with most of them does not delay others', async () => {
  const due = Array.from({ length: 10_000 }, (_, index) => ({
    accountId: index < 2_000 ? 'large' : index < 2_005 ? 'small' : `account ${index % 40}`,
    serviceId: `service ${index}`,
  }));
  const { seen, round } = scene(due);
  while (seen.checked.length < due.length) await round();
  expect([seen.most, seen.mostOfAccount, seen.checked.length]).toEqual([8, 2, 10_000]);
  // 42 accounts take turns, two checks each.
  const last = seen.checked.lastIndexOf('small');
  expect(last).toBeLessThan(3 * 84);
});

test('a check for which there is no room is made a quarter of an hour later, and the others go on', async () => {
  const { seen, round, whileChecking } = scene([
    { accountId: 'one', serviceId: 'full' },
    { accountId: 'two', serviceId: 'other' },
  ]);
  whileChecking(async ({ serviceId }) => {
    if (serviceId === 'full') throw new Error('Too many jobs of this account are waiting already');
  });
  await round();
  expect([seen.checked, seen.postponed, seen.warned]).toEqual([['two'], [2_000 + 900_000], 1]);
});

test('schedules: the time to the next check, sooner after failures, never more often than the operator allows', () => {
  const hours = (...given: Parameters<typeof untilNextCheck>) => (untilNextCheck(...given) ?? 0) / HOUR;
  expect([
    hours('hourly', 0, HOUR, 0.5),
    hours('daily', 0, HOUR, 0.5),
    hours('weekly', 0, HOUR, 0.5),
  ]).toEqual([1, 24, 168]);
  expect([1, 2, 3, 9].map((failures) => hours('weekly', failures, HOUR, 0.5))).toEqual([1, 6, 24, 24]);
  expect([1, 2, 3].map((failures) => hours('daily', failures, HOUR, 0.5))).toEqual([1, 6, 24]);
  expect(hours('hourly', 3, HOUR, 0.5)).toBe(1);
  expect([hours('hourly', 0, 12 * HOUR, 0.5), hours('daily', 1, 12 * HOUR, 0.5)]).toEqual([12, 12]);
  // A tenth earlier or later.
  expect([hours('daily', 0, HOUR, 0), hours('daily', 0, HOUR, 1)]).toEqual([21.6, 26.4]);
  expect([untilNextCheck('off', 0, HOUR, 0.5), untilFirstCheck('off', HOUR, 0.5)]).toEqual([
    undefined,
    undefined,
  ]);
  expect([0, 0.5, 1].map((random) => (untilFirstCheck('daily', HOUR, random) ?? 0) / HOUR)).toEqual([
    2.4, 13.2, 24,
  ]);
});
