import { expect, test } from 'vitest';
import { threadClock } from '../children/thread-clock.js';
import { setCredentialsScene } from '../testing/credentials-scene.js';
import { createOwner } from '../testing/owner-client.js';
import { inMemory } from '../testing/set-ups.js';

const CALLS = 24;
const scene = setCredentialsScene(inMemory);

test('calls with keys of 100,000 iterations derive the key once, and not on the event loop of other accounts', async () => {
  const { management, owner, service, put } = scene;
  const passwordKey = { username: 'ada', password: 'secret', iterations: 100_000, encryptedParts: ['body'] };
  expect((await put({ passwordKey, timestamp: {} })).status).toBe(200);
  const { key } = await management.liveKey(owner);
  const victim = await createOwner(management.under);
  const ofVictim = await management.register(victim, { settings: { endpoint: management.upstream.address } });
  const { key: keyOfVictim } = await management.liveKey(victim);

  const cpu = threadClock();
  /** The processor time of the thread in which the gateway and this test run, for calls of both accounts. */
  const round = async (): Promise<number> => {
    const begun = cpu();
    for (let count = 0; count < CALLS; count += 1) {
      const [costly, other] = await Promise.all([
        management.call(owner, service, key),
        management.call(victim, ofVictim, keyOfVictim),
      ]);
      expect([costly.status, other.status]).toEqual([200, 200]);
    }
    return cpu() - begun;
  };
  const earlier = management.upstream.bodies.length;
  const costly = await round();
  const salts = management.upstream.bodies.slice(earlier).flatMap((body) => body.match(/Salt>[^<]+</g) ?? []);
  expect(salts).toHaveLength(2 * CALLS);
  expect(new Set(salts).size).toBe(2);

  const cheap = { ...passwordKey, iterations: 1_000 };
  expect((await put({ passwordKey: cheap, timestamp: {} })).status).toBe(200);
  const usual = await round();
  // One derivation for each call, let alone two, would be many times the cost of all calls.
  expect(costly).toBeLessThan(3 * usual + 500);
});
