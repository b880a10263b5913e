import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Judge } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookSecret } from '../domain/accounts/webhook.js';
import { createSealer } from '../domain/seal.js';
import { placeOfSecret } from '../events/rotate-webhook-secrets.js';
import { openStore, type Store } from '../store/store.js';
import { type Fleet, startFleet } from '../testing/fleet.js';
import { type SetUp, setUps } from '../testing/set-ups.js';

const shared = (await setUps()).find(({ name }) => name === 'PostgreSQL and Redis');

/** Three gateways as separate processes, which are killed while they notice and deliver. */
describe.skipIf(shared === undefined)('events of nodes that are killed', { timeout: 600_000 }, () => {
  let fleet: Fleet;
  let store: Store;
  let receiver: Server;
  let accountId: string;
  let secret: string;
  let messages: { readonly headers: Record<string, string>; readonly body: string }[] = [];
  let answer: (response: ServerResponse) => void = (response) => void response.writeHead(204).end();
  beforeAll(async () => {
    const servers = await (shared as SetUp).start();
    fleet = await startFleet(servers, 1);
    accountId = fleet.callers[0]!.accountId;
    store = await openStore({ dataDir: '/nowhere', databaseUrl: servers['DATABASE_URL'] }, () => {});
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        messages.push({ headers: request.headers as Record<string, string>, body });
        answer(response);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const at = Date.now();
    const webhook = {
      ...{ id: 'whk_killed', accountId, name: 'x', enabled: true, createdAt: at, updatedAt: at },
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      types: ['quota.reached' as const],
    };
    secret = createWebhookSecret();
    const sealer = createSealer([{ id: 'test', key: Buffer.alloc(32, 7) }]);
    const sealed = sealer.seal(secret, placeOfSecret({ accountId, webhookId: webhook.id }));
    expect(await store.webhooks.create(webhook, sealed, 10)).toBe(true);
  });
  afterAll(async () => {
    receiver?.closeAllConnections();
    receiver?.close();
    await fleet?.stop();
    await store?.close();
    await shared?.stop();
  });

  const reached = async () =>
    (await store.events.list(accountId, { limit: 200 })).items
      .filter(({ kind }) => kind === 'quota.reached')
      .map(({ data }) => data['percent'])
      .sort();

  test('a threshold is one event, and reaches the receiver although every node is killed on the way', async () => {
    const account = (await store.accounts.find(accountId))!;
    // The Pro plan has 1,000,000 calls; the first call of a period reads the ledger.
    const periodStart = account.billingAnchor!;
    const used = { account: accountId, periodStart, charged: 799_980, refunded: 0 };
    await store.ledger.merge([used]);
    // The receiver gets the message, and no node ever hears of its answer.
    answer = () => {};
    const calls = Array.from({ length: 120 }, (_, index) => fleet.call(index));
    await Promise.allSettled(calls);
    // All nodes write usage beyond the threshold within the same second.
    await expect.poll(reached, { timeout: 60_000 }).toEqual([80]);
    await expect.poll(() => messages.length, { timeout: 60_000 }).toBe(1);
    await Promise.all(fleet.nodes.map((node) => node.kill()));
    answer = (response) => void response.writeHead(204).end();
    await Promise.all([0, 1, 2].map((node) => fleet.restart(node)));
    await Promise.allSettled(Array.from({ length: 60 }, (_, index) => fleet.call(index)));
    await expect.poll(() => messages.length, { timeout: 120_000, interval: 500 }).toBe(2);
    expect(messages[0]!.headers['webhook-id']).toBe(messages[1]!.headers['webhook-id']);
    for (const { headers, body } of messages)
      expect(new Judge(secret).verify(body, headers)).toMatchObject({ type: 'quota.reached' });
    const delivered = async () =>
      (await store.deliveries.list(accountId, 'whk_killed', { limit: 9 })).items.map(({ state }) => state);
    await expect.poll(delivered, { timeout: 30_000 }).toEqual(['delivered']);
    expect(await reached()).toEqual([80]);
  });

  test('the node that delivers is killed in turn with the others: each event arrives, and is stored once', async () => {
    messages = [];
    let round = 0;
    for (const percent of [95, 100]) {
      const account = (await store.accounts.find(accountId))!;
      const now = Date.now();
      // An event that the nodes notice together: each writes the same event at once.
      const event = {
        accountId,
        kind: 'quota.reached' as const,
        subject: accountId,
        threshold: String(percent),
        period: new Date(account.billingAnchor!).toISOString(),
        at: now,
        data: { percent, quota: 1_000_000, used: percent * 10_000 },
      };
      await Promise.all(Array.from({ length: 6 }, () => store.events.add([event])));
      await fleet.nodes[round % 3]!.kill();
      await fleet.restart(round % 3);
      round += 1;
    }
    const types = () => new Set(messages.map(({ headers }) => headers['webhook-id'])).size;
    await expect.poll(types, { timeout: 120_000, interval: 500 }).toBe(2);
    expect(await reached()).toEqual([100, 80, 95]);
  });
});
