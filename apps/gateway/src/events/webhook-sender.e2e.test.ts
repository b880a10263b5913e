import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createUncheckedTransport } from '@soapstone/soap-transport/unchecked';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOOPBACK, specialAddresses } from '../../../../packages/soap-transport/src/testing/address-forms.js';
import { type Canary, openCanary } from '../../../../packages/soap-transport/src/testing/canary.js';
import type { Delivery, Webhook } from '../domain/accounts/webhook.js';
import type { DeliveryOutcome } from '../store/repositories/events/deliveries.js';
import type { Store } from '../store/store.js';
import { createOutbox, runChannel } from './outbox.js';
import { RECEIVER_LIMITS } from './receiver-limits.js';
import { createWebhookChannel } from './webhook-sender.js';

const ACCOUNT = 'acc_one';

/** Delivers one event to a URL with the transport of a gateway. It allows no private address unless `allow` has some. */
async function deliverTo(url: string, allow: readonly string[] = []): Promise<DeliveryOutcome> {
  const transport = createUncheckedTransport({
    egress: { allow: [...allow] },
    limits: { ...RECEIVER_LIMITS, deadlineMs: 5_000 },
  });
  const webhook: Webhook = {
    ...{ id: 'whk_1', accountId: ACCOUNT, name: 'x', url, enabled: true },
    ...{ createdAt: 0, updatedAt: 0 },
  };
  const delivery: Delivery = {
    ...{ id: 'one', accountId: ACCOUNT, webhookId: webhook.id, eventId: 'evt_1' },
    ...{ state: 'pending' as const, attempts: [], nextAt: 0, createdAt: 0 },
  };
  const event = {
    ...{ id: 'evt_1', accountId: ACCOUNT, kind: 'webhook.test' as const, subject: webhook.id },
    ...{ data: {}, important: false, createdAt: 0 },
  };
  let settled: DeliveryOutcome | undefined;
  const store = {
    events: { find: async () => event },
    webhooks: { find: async () => webhook, findSecrets: async () => ({ sealed: 'whsec_AAAA' }) },
    leases: { take: async () => 1, renew: async () => true, release: async () => {} },
    deliveries: {
      dispatch: async () => 0,
      waiting: async () => [delivery],
      due: async () => [delivery],
      settle: async (_delivery: Delivery, outcome: DeliveryOutcome) => {
        settled = outcome;
      },
    },
  };
  const shared = { store: store as unknown as Store, now: Date.now };
  const channel = createWebhookChannel({
    ...shared,
    sealer: { open: (sealed) => sealed },
    transport,
    baseUrl: 'https://gateway.example',
    random: Math.random,
  });
  const log = { error: (_message: string, error: unknown) => expect.fail(String(error)) };
  const sender = createOutbox({ ...shared, log, mails: false }, [runChannel(channel)]);
  await sender.round();
  await sender.settled();
  await sender.close();
  await transport.close();
  return settled!;
}

describe('webhooks and addresses that the gateway must not call', () => {
  let canary: Canary;
  let forms = 0;
  beforeAll(async () => {
    canary = await openCanary();
  });
  afterAll(() => canary.close());

  async function expectRefused(url: string): Promise<void> {
    forms += 1;
    const before = [canary.clientSockets(), canary.hits()];
    const { state, attempt } = await deliverTo(url);
    expect([url, state, attempt.status]).toEqual([url, 'pending', undefined]);
    expect(['UPSTREAM_ADDRESS_REFUSED', 'INVALID_REQUEST'], url).toContain(attempt.error);
    expect([canary.clientSockets(), canary.hits()], url).toEqual(before);
  }

  test('loopback in every known form: no socket is opened', async () => {
    for (const scheme of ['http', 'https'])
      for (const host of LOOPBACK) await expectRefused(`${scheme}://${host}:${canary.port}/hook`);
  });

  test('private and special addresses: no socket is opened', async () => {
    for (const host of specialAddresses())
      await expectRefused(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}/hook`);
  });

  test('users in the URL and other schemes: no socket is opened', async () => {
    for (const url of [
      `http://user:pass@127.0.0.1:${canary.port}/`,
      `http://receiver.example@127.0.0.1:${canary.port}/`,
      `ftp://127.0.0.1:${canary.port}/`,
      'file:///etc/passwd',
      'data:text/plain,x',
      'javascript:1',
      'http://',
      '//127.0.0.1/',
    ])
      await expectRefused(url);
  });

  test('there were at least 250 forms', () => expect(forms).toBeGreaterThanOrEqual(250));
});

describe('receivers with responses that do not end', () => {
  const CHUNK = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
  let server: Server | undefined;
  let sent = 0;
  afterAll(() => void server?.close());

  /** Starts a receiver that writes a header section, and chunks for as long as somebody reads them. */
  async function startReceiver(head: string): Promise<string> {
    server?.close();
    sent = 0;
    server = createServer((socket: Socket) => {
      const write = (): void => {
        do sent += CHUNK.length;
        while (!socket.destroyed && socket.write(CHUNK));
      };
      socket.on('error', () => {});
      socket.on('drain', write);
      socket.once('data', () => {
        socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`);
        write();
      });
    });
    const opened = server;
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(opened.address() as AddressInfo).port}`;
  }

  test.each([
    ['of any type', 'HTTP/1.1 200 OK'],
    [
      'that says it has parts',
      'HTTP/1.1 202 Accepted\r\nContent-Type: multipart/related; boundary=x; type="text/xml"',
    ],
    ['with a coding that nobody knows', 'HTTP/1.1 200 OK\r\nContent-Encoding: foo'],
  ])('a body %s: the event is delivered, and little is read', async (_name, head) => {
    const address = await startReceiver(head);
    const { state, attempt } = await deliverTo(`http://${address}/hook`, [address]);
    expect([state, attempt.error]).toEqual(['delivered', undefined]);
    // The capacity of the buffers of both ends.
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });
});
