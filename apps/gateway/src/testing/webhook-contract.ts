import { randomUUID } from 'node:crypto';
import { TransportError, type TransportRequest, type TransportResponse } from '@soapstone/soap-transport';
import { Webhook as Judge } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import type { NewEvent } from '../domain/accounts/event.js';
import { createWebhookSecret, RETRY_FOR, type Webhook } from '../domain/accounts/webhook.js';
import { createSealer } from '../domain/seal.js';
import { createOutbox, type Outbox, runChannel } from '../events/outbox.js';
import { placeOfSecret, rotateWebhookSecrets } from '../events/rotate-webhook-secrets.js';
import { createWebhookChannel } from '../events/webhook-sender.js';
import type { Store } from '../store/store.js';
import { sampleAccount } from './sample-records.js';

const start = Date.parse('2026-11-23T10:00:00Z');
const [first, second] = ['one', 'two'].map((id, index) => ({ id, key: Buffer.alloc(32, index + 1) }));
const sealer = createSealer([first!]);
const UNREACHABLE = { code: 'UPSTREAM_CONNECT', phase: 'connect', message: 'no' } as const;

/** The suite of deliveries that every database must pass. `open` opens another connection to the same database each time: a node. */
export function describeWebhooks(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let nodes: readonly Store[];
    let store: Store;
    let account: Account;
    /** The accounts of this test. */
    const accounts = new Set<string>();
    let now = start;
    /** The requests that receivers got, and their responses. */
    let received: TransportRequest[] = [];
    let answer: (request: TransportRequest) => number | Promise<number>;
    const senders: Outbox[] = [];
    const errors: unknown[] = [];
    beforeAll(async () => {
      nodes = [await open(), await open()];
      store = nodes[0]!;
    });
    afterAll(() => Promise.all(nodes?.map((node) => node.close()) ?? []));
    beforeEach(async () => {
      // Long after the test before, whose leases have ended.
      now += 86_400_000;
      received = [];
      answer = () => 204;
      account = sampleAccount(now);
      accounts.clear();
      accounts.add(account.id);
      await store.accounts.create(account);
      for (const sender of senders.splice(0)) await sender.close();
      // The leftovers of earlier tests.
      while ((await store.deliveries.dispatch(now, 500, false)) > 0);
    });

    function sender(node = store, random = 0.5): Outbox {
      const channel = createWebhookChannel({
        store: node,
        sealer,
        baseUrl: 'https://gateway.example',
        now: () => now,
        random: () => random,
        transport: {
          async send(request: TransportRequest, signal?: AbortSignal) {
            // Earlier tests leave deliveries that are due.
            if (!accounts.has(request.account)) throw new TransportError(UNREACHABLE);
            received.push(request);
            const ended = new Promise<never>((_resolve, reject) => {
              signal?.addEventListener('abort', () => reject(new TransportError(UNREACHABLE)));
            });
            // A receiver that answers at once leaves it alone.
            ended.catch(() => {});
            const status = await Promise.race([answer(request), ended]);
            return { status, body: (async function* () {})() } as unknown as TransportResponse;
          },
        },
      });
      const log = { error: (_message: string, error: unknown) => void errors.push(error) };
      const created = createOutbox({ store: node, log, now: () => now, mails: false }, [runChannel(channel)]);
      senders.push(created);
      return created;
    }
    const deliverNow = async (by: Outbox) => {
      await by.round();
      await by.settled();
    };
    async function addWebhook(over: Partial<Webhook> = {}) {
      const id = `whk_${randomUUID()}`;
      const secret = createWebhookSecret();
      const webhook: Webhook = {
        id,
        accountId: account.id,
        name: 'Chat',
        url: 'https://receiver.example/hook',
        enabled: true,
        createdAt: now,
        updatedAt: now,
        ...over,
      };
      const sealed = sealer.seal(secret, placeOfSecret({ accountId: account.id, webhookId: id }));
      expect(await store.webhooks.create(webhook, sealed, 10)).toBe(true);
      return { webhook, secret };
    }
    const event = (index = 0, over: Partial<NewEvent> = {}): NewEvent => ({
      accountId: account.id,
      kind: 'account.changed',
      subject: account.id,
      period: String(index),
      at: now + index,
      data: { change: `plan=${index}` },
      ...over,
    });
    const deliveries = async (id: string) =>
      (await store.deliveries.list(account.id, id, { limit: 50 })).items;
    const headersOf = ({ headers = {} }: TransportRequest) => headers;
    const verify = (secret: string, request: TransportRequest) =>
      new Judge(secret).verify(Buffer.from(request.body).toString(), headersOf(request)) as {
        type: string;
        timestamp: string;
        data: Record<string, unknown>;
      };

    test('webhooks: a message is signed as Standard Webhooks says, by the judgement of its library', async () => {
      // The library compares with its own clock.
      now = Date.now();
      const { webhook, secret } = await addWebhook();
      await store.events.add([event()]);
      await deliverNow(sender());
      expect(received).toHaveLength(1);
      const [request] = received;
      expect(request).toMatchObject({
        url: 'https://receiver.example/hook',
        contentType: 'application/json',
        account: account.id,
      });
      expect(verify(secret, request!)).toEqual({
        type: 'account.changed',
        timestamp: new Date(now).toISOString(),
        data: {
          accountId: account.id,
          title: 'An administrator changed the plan to 0',
          important: false,
          url: 'https://gateway.example/settings',
          change: 'plan=0',
        },
      });
      expect(() => verify(createWebhookSecret(), request!)).toThrow(/signature/i);
      const altered = { ...request!, body: Buffer.from(`${Buffer.from(request!.body)} `) };
      expect(() => verify(secret, altered)).toThrow(/signature/i);
      expect(await deliveries(webhook.id)).toMatchObject([
        { state: 'delivered', attempts: [{ status: 204 }], eventId: headersOf(request!)['webhook-id'] },
      ]);
      now = start + 400 * 86_400_000;
    });

    test('webhooks: only those that are on, of the account, and receive the type', async () => {
      await addWebhook({ types: ['key.created'], name: 'keys' });
      await addWebhook({ enabled: false });
      const all = await addWebhook({ url: 'https://all.example/' });
      const other = sampleAccount(now);
      await store.accounts.create(other);
      await store.events.add([event(), event(1, { accountId: other.id, subject: other.id })]);
      await deliverNow(sender());
      expect(received.map(({ url }) => url)).toEqual([all.webhook.url]);
    });

    test('webhooks: a failed delivery is tried again within 72 hours, with the same id and pauses that grow', async () => {
      answer = () => 503;
      const { webhook } = await addWebhook();
      await store.events.add([event()]);
      const by = sender();
      await deliverNow(by);
      const begun = now;
      const pauses: number[] = [];
      for (let round = 0; round < 30; round += 1) {
        const [delivery] = await deliveries(webhook.id);
        if (delivery?.nextAt === undefined) break;
        pauses.push((delivery.nextAt - now) / 1_000);
        const before = received.length;
        now = delivery.nextAt - 1;
        await deliverNow(by);
        expect(received).toHaveLength(before);
        now += 1;
        await deliverNow(by);
        expect(received).toHaveLength(before + 1);
      }
      // Seconds: 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 20 h, which are 71 h 35 min in all.
      expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000]);
      expect(now - begun).toBeLessThanOrEqual(RETRY_FOR);
      expect(new Set(received.map((request) => headersOf(request)['webhook-id'])).size).toBe(1);
      const [delivery] = await deliveries(webhook.id);
      expect([delivery?.state, delivery?.attempts.length]).toEqual(['failed', 10]);
      expect(delivery?.attempts.every(({ status }) => status === 503)).toBe(true);
    });

    test('webhooks: pauses are up to a tenth shorter or longer at random', async () => {
      answer = () => 500;
      const pauses: number[] = [];
      for (const random of [0, 1]) {
        const { webhook } = await addWebhook();
        await store.events.add([event(random)]);
        const by = sender(store, random);
        await deliverNow(by);
        const [delivery] = await deliveries(webhook.id);
        pauses.push(delivery!.nextAt! - now);
        await by.close();
      }
      expect(pauses).toEqual([4_500, 5_500]);
    });

    test('webhooks: an address that the gateway must not call, a redirect and a timeout are failures with a code', async () => {
      const { webhook } = await addWebhook();
      const failures = [
        ['UPSTREAM_ADDRESS_REFUSED', undefined],
        ['UPSTREAM_BAD_RESPONSE', 302],
        ['UPSTREAM_TIMEOUT', undefined],
      ] as const;
      const by = sender();
      for (const [index, [code, upstreamStatus]] of failures.entries()) {
        answer = () => {
          const about = { code, phase: 'connect', message: 'no' } as const;
          throw new TransportError(upstreamStatus === undefined ? about : { ...about, upstreamStatus });
        };
        await store.events.add([event(index)]);
        await deliverNow(by);
        now += 1_000;
      }
      const found = (await deliveries(webhook.id)).toReversed();
      expect(found.map(({ state, attempts: [attempt] }) => [state, attempt?.error, attempt?.status])).toEqual(
        failures.map(([code, status]) => ['pending', code, status]),
      );
    });

    test('webhooks: a receiver that answers 410 is turned off, until its owner turns it on', async () => {
      answer = () => 410;
      const { webhook } = await addWebhook();
      await store.events.add([event()]);
      const by = sender();
      await deliverNow(by);
      expect(await store.webhooks.find(account.id, webhook.id)).toMatchObject({
        enabled: false,
        disabledReason: 'gone',
      });
      await store.events.add([event(1)]);
      await deliverNow(by);
      expect(received).toHaveLength(1);
      const changed = await store.webhooks.change(account.id, webhook.id, { enabled: true }, now);
      expect(changed).toMatchObject({ enabled: true });
      expect(changed?.disabledReason).toBeUndefined();
    });

    test('webhooks: one node delivers; another one takes over when it ends or is killed, and repeats what was under way', async () => {
      const { webhook } = await addWebhook();
      const killed = sender(nodes[0]);
      // The receiver got the message, and the node is killed before it stores the outcome.
      let lost: (status: number) => void = () => {};
      answer = () =>
        new Promise((resolve) => {
          lost = resolve;
        });
      await store.events.add([event()]);
      await killed.round();
      await expect.poll(() => received.length).toBe(1);
      const next = sender(nodes[1]);
      answer = () => 200;
      await deliverNow(next);
      expect(received).toHaveLength(1);
      now += 29_000;
      await deliverNow(next);
      expect(received).toHaveLength(1);
      now += 10_000;
      await deliverNow(next);
      expect(received).toHaveLength(2);
      const ids = received.map((request) => headersOf(request)['webhook-id']);
      expect(ids[0]).toBe(ids[1]);
      expect(await deliveries(webhook.id)).toMatchObject([{ state: 'delivered' }]);
      // It was only paused: it notices that it is no longer the one.
      lost(200);
      await killed.settled();
      await store.events.add([event(1)]);
      await deliverNow(killed);
      expect(received).toHaveLength(2);
      await next.close();
      now += 10_000;
      await deliverNow(killed);
      expect(received).toHaveLength(3);
    });

    test('webhooks: nodes that store the deliveries of an event at once store each once', async () => {
      const { webhook } = await addWebhook();
      await store.events.add(Array.from({ length: 20 }, (_, index) => event(index)));
      await Promise.all([0, 1, 0, 1].map((node) => nodes[node]!.deliveries.dispatch(now, 50, false)));
      expect(await deliveries(webhook.id)).toHaveLength(20);
    });

    test('webhooks: a slow receiver delays only its own events', async () => {
      const slow = await addWebhook({ url: 'https://slow.example/' });
      const quick = await addWebhook({ url: 'https://quick.example/' });
      const waiting: (() => void)[] = [];
      answer = ({ url }) =>
        url.includes('slow') ? new Promise((resolve) => waiting.push(() => resolve(200))) : 200;
      await store.events.add(Array.from({ length: 10 }, (_, index) => event(index)));
      const by = sender();
      for (let round = 0; round < 20; round += 1) {
        await by.round();
        await expect.poll(() => received.length).toBeGreaterThan(0);
        const states = (await deliveries(quick.webhook.id)).map(({ state }) => state);
        if (states.every((state) => state === 'delivered')) break;
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect((await deliveries(quick.webhook.id)).every(({ state }) => state === 'delivered')).toBe(true);
      expect(waiting).toHaveLength(2);
      expect((await deliveries(slow.webhook.id)).every(({ state }) => state === 'pending')).toBe(true);
      await store.webhooks.delete(account.id, slow.webhook.id);
      for (const end of waiting) end();
      await by.settled();
    });

    test('webhooks: an old backlog of one account, with receivers that are slow, does not delay another account', async () => {
      const noisy = account.id;
      for (let index = 0; index < 10; index += 1)
        await addWebhook({ accountId: noisy, url: `https://slow.example/${index}` });
      await store.events.add(Array.from({ length: 40 }, (_, index) => event(index)));
      const by = sender();
      answer = ({ url }) => (url.includes('slow') ? new Promise<number>(() => {}) : 200);
      await by.round();
      await expect.poll(() => received.length).toBe(8);
      now += 1_000;
      const quiet = sampleAccount(now);
      accounts.add(quiet.id);
      await store.accounts.create(quiet);
      account = quiet;
      const { webhook } = await addWebhook();
      await store.events.add([event()]);
      await by.round();
      await expect
        .poll(async () => (await deliveries(webhook.id)).map(({ state }) => state))
        .toEqual(['delivered']);
      expect(received).toHaveLength(9);
      await by.close();
    });

    test('webhooks: a node that ends does not wait for slow receivers, and what was under way is repeated', async () => {
      const { webhook } = await addWebhook();
      await store.events.add([event()]);
      const ending = sender(nodes[0]);
      answer = () => new Promise<number>(() => {});
      await ending.round();
      await expect.poll(() => received.length).toBe(1);
      await ending.close();
      expect(await deliveries(webhook.id)).toMatchObject([{ state: 'pending', attempts: [] }]);
      answer = () => 200;
      await deliverNow(sender(nodes[1]));
      expect(await deliveries(webhook.id)).toMatchObject([{ state: 'delivered' }]);
    });

    test('webhooks: a late outcome of a paused node does not begin a delivery anew', async () => {
      const { webhook } = await addWebhook();
      await store.events.add([event()]);
      const [delivery] = await (async () => {
        await store.deliveries.dispatch(now, 10, false);
        return deliveries(webhook.id);
      })();
      const attempt = { at: new Date(now).toISOString(), latencyMs: 1 };
      await store.deliveries.settle(delivery!, { state: 'delivered', attempt: { ...attempt, status: 200 } });
      const late = {
        state: 'pending',
        nextAt: now,
        attempt: { ...attempt, error: 'UPSTREAM_TIMEOUT' },
      } as const;
      await store.deliveries.settle(delivery!, late);
      expect(await deliveries(webhook.id)).toMatchObject([
        { state: 'delivered', attempts: [{ status: 200 }] },
      ]);
    });

    test('webhooks: while secrets overlap, both verify; afterwards the new one alone', async () => {
      now = Date.now();
      const { webhook, secret: old } = await addWebhook();
      const secret = createWebhookSecret();
      const sealed = sealer.seal(secret, placeOfSecret({ accountId: account.id, webhookId: webhook.id }));
      await store.webhooks.roll(account.id, webhook.id, { sealed, at: now, previousUntil: now + 60_000 });
      await store.events.add([event()]);
      const by = sender();
      await deliverNow(by);
      for (const each of [old, secret]) expect(verify(each, received[0]!).type).toBe('account.changed');
      now += 61_000;
      await store.events.add([event(1)]);
      await deliverNow(by);
      expect(verify(secret, received[1]!).type).toBe('account.changed');
      expect(() => verify(old, received[1]!)).toThrow(/signature/i);
      now = start + 500 * 86_400_000;
    });

    test('webhooks: secrets are sealed again under a new key, and a secret without its key is a failure', async () => {
      const { webhook } = await addWebhook();
      const both = createSealer([second!, first!]);
      expect(await rotateWebhookSecrets(store, both)).toMatchObject({ failures: [] });
      expect((await rotateWebhookSecrets(store, both)).moved).toBe(0);
      const { sealed } = (await store.webhooks.findSecrets(account.id, webhook.id))!;
      expect(sealed.split('.')[1]).toBe('two');
      // The sender has only the first key.
      await store.events.add([event()]);
      await deliverNow(sender());
      expect(received).toEqual([]);
      expect(await deliveries(webhook.id)).toMatchObject([
        { state: 'pending', attempts: [{ error: 'SECRET_UNREADABLE' }] },
      ]);
    });

    test('webhooks: an account has room for ten, and sees none of another', async () => {
      const { webhook } = await addWebhook();
      for (let index = 1; index < 10; index += 1) await addWebhook();
      const more = { ...webhook, id: `whk_${randomUUID()}` };
      expect(await store.webhooks.create(more, 'sealed', 10)).toBe(false);
      const stranger = sampleAccount(now);
      await store.accounts.create(stranger);
      expect(await store.webhooks.list(stranger.id)).toEqual([]);
      expect(await store.webhooks.find(stranger.id, webhook.id)).toBeUndefined();
      expect(await store.webhooks.findSecrets(stranger.id, webhook.id)).toBeUndefined();
      expect(await store.webhooks.change(stranger.id, webhook.id, { name: 'x' }, now)).toBeUndefined();
      expect(await store.webhooks.delete(stranger.id, webhook.id)).toBe(false);
      expect((await store.deliveries.list(stranger.id, webhook.id, { limit: 9 })).total).toBe(0);
    });

    test('webhooks: a test goes to one webhook only, and the log keeps the newest deliveries', async () => {
      const { webhook } = await addWebhook();
      await addWebhook({ url: 'https://other.example/' });
      const by = sender();
      for (let index = 0; index < 4; index += 1) {
        const eventId = await store.deliveries.addTest(webhook, now);
        await deliverNow(by);
        expect(received.at(-1)?.url).toBe(webhook.url);
        expect(headersOf(received.at(-1)!)['webhook-id']).toBe(eventId);
        now += 1_000;
      }
      expect(received).toHaveLength(4);
      const newest = (await deliveries(webhook.id)).slice(0, 2);
      await store.deliveries.prune(2);
      expect(await deliveries(webhook.id)).toEqual(newest);
    });

    test('no outcome was lost', () => expect(errors).toEqual([]));
  });
}
