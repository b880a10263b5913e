import { hasRedis } from '@soapstone/testing/redis-server';
import { describe, expect, test } from 'vitest';
import { fullestWindow, printFigures } from '../testing/history.js';
import { APPEND_ONLY, NEMESIS, suffer } from '../testing/nemesis.js';
import { MAX_AT_ONCE } from '../testing/nodes.js';

const TIMEOUT = 600_000;
const { nodes, rate, seconds, commandTimeout } = NEMESIS;
const UNLIMITED = 1_000_000_000;
/**
 * The length of the window in the scripts of the first test, in milliseconds; nothing else in the scripts is changed. At depth 100
 * it is a real minute.
 */
const WINDOW = Number(process.env['SOAPSTONE_DEPTH']) >= 100 ? 60_000 : 1_000;
/** How many windows the first test lasts. */
const WINDOWS = 2.8;

describe.skipIf(!(await hasRedis()))(
  'windows and periods shared by many processes',
  { timeout: TIMEOUT },
  () => {
    test('no window holds more calls than the limit, by the clock of Redis', async () => {
      const perMinute = 100;
      const outcome = await suffer(
        'window',
        {
          untilExhausted: false,
          each: () => ({
            limits: { perMinute, quota: UNLIMITED },
            commandTimeout: 30_000,
            minute: WINDOW,
          }),
        },
        ({ pass }) => pass((WINDOWS * WINDOW) / 1_000 / seconds),
      );
      const { instants } = outcome;
      const fullest = fullestWindow(instants, WINDOW);
      const windows = (instants.at(-1)! - instants[0]!) / WINDOW;
      printFigures('window', {
        'ms long': WINDOW,
        limit: perMinute,
        fullest,
        windows,
        denied: outcome.denied,
      });
      expect(outcome.failures).toBe(0);
      expect(windows).toBeGreaterThan(2);
      expect(instants.length).toBe(outcome.admitted);
      // The limit is reached, so the check could fail, and never exceeded.
      expect(fullest).toBe(perMinute);
    });

    test('with clocks wrong by five minutes, each call counts in exactly one period when a period ends under load', async () => {
      let end = 0;
      const skews = [0, 300_000, -300_000];
      const outcome = await suffer(
        'end of a period, skewed clocks',
        {
          untilExhausted: false,
          begin: false,
          each: (node) => ({
            limits: { perMinute: UNLIMITED, quota: UNLIMITED },
            commandTimeout: 30_000,
            skew: skews[node % skews.length]!,
          }),
        },
        async ({ nodes, pass }) => {
          // Long enough for the slowest node to have begun, even on a busy machine.
          end = Date.now() + 1_000 * Math.max(3, Math.ceil(seconds));
          // The same day and time four years earlier exists in every year.
          const anchor = new Date(end).setUTCFullYear(new Date(end).getUTCFullYear() - 4);
          nodes.go({ rate, cycle: { kind: 'anchored', anchor } });
          await new Promise((resolve) => setTimeout(resolve, end - Date.now()));
          const admitted = (await nodes.states()).map((state) => state.admitted);
          await pass();
          // More calls than could be in flight when the period ended.
          await nodes.until((state) => state.admitted > Math.max(...admitted) + MAX_AT_ONCE);
        },
      );
      const before = outcome.instants.filter((instant) => instant < end).length;
      const after = outcome.instants.length - before;
      expect(outcome.failures).toBe(0);
      expect(before).toBeGreaterThan(0);
      expect(after).toBeGreaterThan(0);
      // The clock of Redis decides the period; the responses to clients and the counters agree with it.
      expect(outcome.periods[end]).toBe(before);
      expect(Object.values(outcome.periods).sort()).toEqual([before, after].sort());
      expect(outcome.counted[end]).toBe(after);
      expect(outcome.countedInAll).toBe(outcome.admitted);
    });

    test('while Redis is slow, reset and silent, a minute holds at most twice the limit', async () => {
      // All of this takes less than a minute. The limit is a whole number of shares, and higher than the calls before the faults.
      const part = Math.min(1, 8 / seconds);
      const perMinute = nodes * Math.ceil(rate * seconds * part * 1.5);
      const outcome = await suffer(
        'a minute under faults',
        {
          persistence: APPEND_ONLY,
          untilExhausted: false,
          lead: part,
          each: () => ({ limits: { perMinute, quota: UNLIMITED } }),
        },
        async ({ proxy, nodes: callers, pass }) => {
          // A number that a slow machine reaches before the faults. Together with the share of each node it exceeds the limit.
          await callers.until(({ admitted }) => 5 * admitted * nodes > perMinute);
          proxy.latency = 4 * commandTimeout;
          await pass(part);
          proxy.latency = 0;
          proxy.reset();
          await pass(part);
          proxy.frozen = true;
          await pass(part);
          await callers.until(({ admitted }) => admitted * nodes > perMinute);
          proxy.frozen = false;
          await pass(part);
        },
      );
      printFigures('a minute under faults', {
        limit: perMinute,
        bound: 2 * perMinute,
        admitted: outcome.admitted,
      });
      expect(outcome.failures).toBe(0);
      expect(outcome.outages).toBeGreaterThan(0);
      expect(outcome.admitted).toBeGreaterThan(perMinute);
      expect(outcome.admitted).toBeLessThanOrEqual(2 * perMinute);
    });
  },
);
