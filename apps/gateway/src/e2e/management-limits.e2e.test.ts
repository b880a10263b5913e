import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { REQUEST_LIMITS } from '../owners/management/routing/throttle.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

interface Refusal {
  readonly error: { readonly code: string };
}

const SERVICE = '/api/manage/services/none';

describe.each(await setUps())('limits of management requests with $name', (setUp) => {
  const scene = setManagementScene(setUp);

  async function addCalls(accountId: string, count: number): Promise<void> {
    const at = Date.now() - 60_000;
    const calls = Array.from({ length: count }, (_, index) => ({
      requestId: `${accountId}-${index}`,
      accountId,
      at: at + index,
      serviceId: 's',
      operation: 'GetUser',
      method: 'POST',
      status: 200,
      latencyMs: 10,
      cached: false,
      charged: true,
    }));
    const sum = { accountId, hour: at, serviceId: 's', operation: 'GetUser', type: '', code: '' };
    const sums = [{ ...sum, calls: count, latencyMs: 10 * count, charged: count }];
    const batch = { writer: randomUUID(), number: 1, at, calls, sums, keys: [] };
    await scene.under.gateway.store.calls.add(batch);
  }

  /** Sends requests of several kinds in turn until one is rejected. Resolves to the number of requests before it. */
  async function useUp(owner: OwnerClient, kinds: readonly [string, string, object?][]): Promise<number> {
    for (let sent = 0; ; sent += 1) {
      const [method, path, body] = kinds[sent % kinds.length]!;
      const answer = await owner.send(method, path, body);
      if (answer.status !== 429) continue;
      expect(answer.json<unknown>()).toMatchObject({
        error: { type: 'RATE_LIMIT_EXCEEDED', code: 'TOO_MANY_ATTEMPTS' },
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      return sent;
    }
  }

  test.each<[keyof typeof REQUEST_LIMITS, [string, string, object?][]]>([
    [
      'jobs',
      [
        ['POST', '/api/manage/services', { files: [] }],
        ['POST', '/api/manage/drafts', { files: [] }],
        ['POST', '/api/manage/drafts/none/files', { files: [] }],
        ['POST', '/api/manage/drafts/none/publish'],
        ['POST', `${SERVICE}/revisions`, { files: [] }],
        ['PUT', `${SERVICE}/credentials`, {}],
      ],
    ],
    [
      'queries',
      [
        ['GET', '/api/manage/usage'],
        ['GET', '/api/manage/usage/days'],
        ['GET', '/api/manage/usage/days.csv'],
        ['GET', '/api/manage/usage/keys'],
        ['GET', '/api/manage/usage/hours'],
        ['GET', '/api/manage/usage/latency'],
        ['GET', '/api/manage/calls'],
        ['GET', '/api/manage/calls.csv'],
        ['GET', '/api/manage/services'],
      ],
    ],
    [
      'pages',
      [
        ['GET', SERVICE],
        ['GET', `${SERVICE}/operations/GetUser`],
        ['GET', `${SERVICE}/files/types.ts`],
        ['GET', `${SERVICE}/revisions`],
        ['GET', `${SERVICE}/revisions/1`],
        ['GET', `${SERVICE}/agents`],
        ['GET', `${SERVICE}/agents/tools/GetUser`],
        ['GET', '/api/manage/drafts/none'],
      ],
    ],
    ['tests', [['POST', `${SERVICE}/connection-test`, {}]]],
  ])('%s of one account are rejected beyond their limit; those of another are not', async (limit, kinds) => {
    const [busy, other] = [await createOwner(scene.under), await createOwner(scene.under)];
    const statuses = async () => {
      const answers = [];
      for (const [method, path, body] of kinds) answers.push(await other.send(method, path, body));
      return answers.map(({ status }) => status);
    };
    const before = await statuses();
    expect(await useUp(busy, kinds)).toBe(REQUEST_LIMITS[limit]);
    expect(await statuses()).toEqual(before);
    expect(before).not.toContain(429);
    // Requests of another kind are still answered.
    expect((await busy.send('GET', '/api/manage/account')).status).toBe(200);
  });

  test('a large body with too many values is rejected before it is parsed, and the error for a long name is short', async () => {
    const owner = await createOwner(scene.under);
    const send = (body: string) =>
      scene.under.send('/api/manage/services', {
        method: 'POST',
        headers: {
          Cookie: owner.cookie,
          'X-CSRF-Token': owner.csrfToken,
          Origin: scene.under.baseUrl,
          'Content-Type': 'application/json',
        },
        body,
      });
    const many = await send(`{"files":[${'[],'.repeat(1_000_000)}1]}`);
    expect([many.status, many.text]).toEqual([400, expect.stringContaining('more than 200000 values')]);
    // Below that size, the error names only the first of half a million problems.
    const wrong = await send(`{"files":[${'1,'.repeat(500_000)}1]}`);
    expect([wrong.status, wrong.json().error.details?.length]).toEqual([400, 1]);
    const long = await send(`{"${'k'.repeat(3_000_000)}":1}`);
    expect([long.status, long.text.length < 2_000]).toEqual([400, true]);
  });

  test('queries of one account take turns with those of another', async () => {
    const [busy, other] = [await createOwner(scene.under), await createOwner(scene.under)];
    // With thousands of calls, a query takes longer than the steps before it.
    await addCalls(busy.accountId, 4_000);
    const order: string[] = [];
    const ask = async (owner: OwnerClient, name: string) => {
      const answer = await owner.send('GET', '/api/manage/calls.csv');
      order.push(`${name} ${answer.status === 200 ? 'served' : answer.json<Refusal>().error.code}`);
    };
    const many = Array.from({ length: 60 }, () => ask(busy, 'busy'));
    await Promise.all([...many, ask(other, 'other')]);
    const refused = order.filter((each) => each === 'busy TOO_MANY_JOBS').length;
    const served = order.filter((each) => each === 'busy served').length;
    // One is in progress, and twenty are waiting.
    expect(refused).toBeGreaterThan(0);
    expect(served).toBeGreaterThanOrEqual(21);
    expect(served + refused).toBe(60);
    expect(order.indexOf('other served')).toBeGreaterThanOrEqual(0);
    expect(order.indexOf('other served')).toBeLessThan(order.lastIndexOf('busy served'));
  });

  test('an account can watch job progress on 20 streams at a time', async () => {
    const [busy, other] = [await createOwner(scene.under), await createOwner(scene.under)];
    const job = async (owner: OwnerClient) => {
      const id = `job-${owner.accountId}`;
      const at = Date.now() + 3_600_000;
      await scene.under.gateway.store.jobs.create({
        id,
        accountId: owner.accountId,
        state: 'running',
        progress: { step: 'reading', documents: [], documentCount: 0 },
        createdAt: at,
        updatedAt: at,
      });
      return id;
    };
    const [ofBusy, ofOther] = [await job(busy), await job(other)];
    const watch = (owner: OwnerClient, id: string) => owner.send('GET', `/api/manage/jobs/${id}/events`);
    const cancel = (owner: OwnerClient, id: string) => owner.send('DELETE', `/api/manage/jobs/${id}`);
    const refused: number[] = [];
    const open = Array.from({ length: 25 }, async () => {
      const { status } = await watch(busy, ofBusy);
      if (status !== 200) refused.push(status);
      return status;
    });
    await expect.poll(() => refused).toEqual([429, 429, 429, 429, 429]);
    const othersStream = watch(other, ofOther);
    await cancel(other, ofOther);
    expect((await othersStream).status).toBe(200);
    await cancel(busy, ofBusy);
    expect((await Promise.all(open)).filter((status) => status === 200)).toHaveLength(20);
    expect((await watch(busy, ofBusy)).status).toBe(200);
  });
});
