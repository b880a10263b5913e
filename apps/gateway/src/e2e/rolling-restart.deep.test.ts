import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../testing/fleet.js';
import { type SetUp, setUps } from '../testing/set-ups.js';

/** The minimum number of calls. */
const CALLS = 1_000 * Number(process.env['SOAPSTONE_DEPTH']);
const AT_ONCE = 24;
/** The interval between two calls of one client in milliseconds: without it, a fast machine would exceed the account's limit per minute. */
const PAUSE = 50;
const shared = (await setUps()).find(({ name }) => name === 'PostgreSQL and Redis');

describe.skipIf(shared === undefined)(
  'a rolling restart of three nodes under load',
  { timeout: 1_200 * CALLS },
  () => {
    let fleet: Fleet;
    beforeAll(async () => {
      fleet = await startFleet(await (shared as SetUp).start(), 12);
    }, 240_000);
    afterAll(async () => {
      await fleet?.stop();
      await shared?.stop();
    });

    test('no call fails, and none is executed twice', async () => {
      const failures: string[] = [];
      let calls = 0;
      let restarting = true;
      const work = async () => {
        while (restarting || calls < CALLS) {
          calls += 1;
          const outcome = await fleet.call(calls);
          if ('error' in outcome) failures.push(outcome.error);
          else if (outcome.status !== 200) failures.push(`${outcome.status} ${outcome.text}`);
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
        }
      };
      const startedAt = performance.now();
      const load = Promise.all(Array.from({ length: AT_ONCE }, work));
      const restart = async () => {
        for (const [index, node] of fleet.nodes.entries()) {
          // Spreads the restarts over the calls of a long run.
          while (calls < (CALLS / 4) * (index + 1)) await new Promise((resolve) => setTimeout(resolve, 50));
          expect(await node.terminate()).toBe(0);
          expect(node.output()).toContain('"msg":"stopped"');
          await fleet.restart(index);
        }
      };
      await restart().finally(() => {
        restarting = false;
      });
      await load;
      const seconds = (performance.now() - startedAt) / 1000;
      process.stderr.write(
        `rolling restart: ${calls} calls in ${seconds.toFixed(1)} s, ${failures.length} failed, ` +
          `${fleet.upstream.calls} executed\n`,
      );
      expect(failures.slice(0, 5)).toEqual([]);
      expect(fleet.upstream.calls).toBe(calls);
    });
  },
);
