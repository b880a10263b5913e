import { describe, expect, test } from 'vitest';
import { envelope } from '../testing/hostile-upstream.js';
import { expectError, setScene } from '../testing/proxy-scene.js';
import { setUps } from '../testing/set-ups.js';
import { NODE_SOAP } from '../testing/upstreams.js';

describe.each(await setUps())('limits and internal errors, with $name', (setUp) => {
  const scene = setScene({ setUp, upstream: NODE_SOAP });
  const { post } = scene;

  describe('RATE_LIMIT_EXCEEDED', () => {
    test('the minute: 429 with Retry-After, and the headers still describe the quota', async () => {
      const free = await scene.under.createAccount({ plan: 'Free' });
      const { key: own } = await scene.under.createKey(free.id);
      const headers = { 'X-API-Key': own };
      const startedAt = performance.now();
      // Sends as many at once as the plan allows, so that all of them start within one minute even on a slow machine.
      for (let round = 0; round < 12; round += 1) {
        const call = () => post('GetUser', '{}', { account: free.id, headers });
        await Promise.all(Array.from({ length: 5 }, call));
      }
      const answer = await post('GetUser', '{}', { account: free.id, headers });
      const seconds = (performance.now() - startedAt) / 1000;
      expectError(answer, 429, 'RATE_LIMIT_EXCEEDED', 'RATE_PER_MINUTE');
      expect(answer.headers['x-ratelimit-limit']).toBe('1000');
      expect(answer.headers['x-ratelimit-remaining']).toBe('1000');
      // The oldest call determines when to retry: it leaves the sliding minute first.
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(Math.floor(60 - seconds));
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    });

    test('the quota: 429, nothing is sent, and it resets with the period of the plan', async () => {
      const free = await scene.under.createAccount({ plan: 'Free' });
      const { key: own } = await scene.under.createKey(free.id);
      const now = new Date();
      const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
      await scene.under.gateway.store.ledger.merge([
        { account: free.id, periodStart: monthStart, charged: 999, refunded: 0 },
      ]);
      await scene.under.register(free, {
        source: { kind: 'url', url: scene.soap.wsdlAddress },
        slug: 'hostile',
        settings: { endpoint: scene.hostile.address },
      });
      scene.hostile.answer = (_request, response) =>
        response.end(
          envelope(
            '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
          ),
        );
      const over = { account: free.id, headers: { 'X-API-Key': own }, slug: 'hostile' };
      const last = await post('ListUsers', '{}', over);
      expect([last.status, last.headers['x-ratelimit-remaining']]).toEqual([200, '0']);
      const before = scene.hostile.calls;
      const sentAt = Date.now();
      const answer = await post('ListUsers', '{}', over);
      const answeredAt = Date.now();
      expectError(answer, 429, 'RATE_LIMIT_EXCEEDED', 'QUOTA_EXHAUSTED');
      expect(scene.hostile.calls).toBe(before);
      expect(answer.headers['x-ratelimit-remaining']).toBe('0');
      expect(answer.headers['x-ratelimit-reset']).toBe(
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
      );
      const wait = Number(answer.headers['retry-after']) * 1000;
      const reset = Date.parse(String(answer.headers['x-ratelimit-reset']));
      // Whole seconds, and never too early. The Redis clock may be slightly off.
      expect(wait).toBeGreaterThan(reset - answeredAt - 1_000);
      expect(wait).toBeLessThan(reset - sentAt + 2_000);
    });
  });

  test('INTERNAL_ERROR: an internal failure reveals only the request id', async () => {
    const mine = await scene.under.createAccount();
    const { key: own } = await scene.under.createKey(mine.id);
    const broken = await scene.under.register(mine, {
      source: { kind: 'url', url: scene.soap.wsdlAddress },
      slug: 'broken',
    });
    await scene.under.gateway.store.services.update({ ...broken, revision: 99, updatedAt: Date.now() + 1 });
    const answer = await post('GetUser', '{}', {
      account: mine.id,
      slug: 'broken',
      headers: { 'X-API-Key': own },
    });
    expectError(answer, 500, 'INTERNAL_ERROR', 'INTERNAL');
    expect(answer.text).not.toContain('revision');
    const line = scene.under.logLines.find((one) => one.includes(answer.json().error.requestId));
    expect(line).toContain('has no revision 99');
  });
});
