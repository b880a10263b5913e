import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Judge } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

interface Message {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface ShownWebhook {
  readonly id: string;
  readonly etag: string;
  readonly secret: string;
  readonly enabled: boolean;
}

interface ShownDelivery {
  readonly eventId: string;
  readonly type: string;
  readonly state: string;
  readonly nextAt: string | null;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

describe.each(await setUps())('webhooks with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  let receiver: Server;
  let address: string;
  let messages: Message[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        messages.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    receiver?.closeAllConnections();
    receiver?.close();
  });
  beforeEach(() => {
    messages = [];
    answer = (_request, response) => void response.writeHead(204).end();
  });

  const PATH = '/api/manage/webhooks';
  const create = async (owner: OwnerClient, over: object = {}) => {
    const made = await owner.send('POST', PATH, { name: 'Chat', url: `${address}/hook`, ...over });
    expect([made.status, made.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    return made.json<ShownWebhook>();
  };
  const deliveries = async (owner: OwnerClient, id: string) =>
    (await owner.send('GET', `${PATH}/${id}/deliveries`)).json<{ deliveries: ShownDelivery[] }>().deliveries;
  const eventually = <Value>(check: () => Value | Promise<Value>) =>
    vi.waitFor(check, { timeout: 60_000, interval: 100 });

  test('an event reaches the receiver once, signed, and the log says so', async () => {
    const owner = await createOwner(scene.under);
    const { id, secret } = await create(owner);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await scene.liveKey(owner);
    await eventually(() => expect(messages).toHaveLength(1));
    const [message] = messages;
    const verified = new Judge(secret).verify(message!.body, message!.headers);
    expect(verified).toMatchObject({
      type: 'key.created',
      data: { accountId: owner.accountId, keyName: 'ci', title: 'The API key “ci” was created' },
    });
    expect([message!.path, message!.headers['content-type'], message!.headers['user-agent']]).toEqual([
      '/hook',
      'application/json',
      'Soapstone-Webhooks',
    ]);
    await eventually(async () =>
      expect(await deliveries(owner, id)).toMatchObject([
        {
          eventId: message!.headers['webhook-id'],
          type: 'key.created',
          state: 'delivered',
          nextAt: null,
          attempts: [{ status: 204, error: null }],
        },
      ]),
    );
    const listed = await owner.send('GET', PATH);
    expect(listed.text).not.toContain(secret.slice(6));
    expect(JSON.stringify(await scene.under.gateway.store.webhooks.listSecrets())).not.toContain(
      secret.slice(6),
    );
  });

  test('a failure is tried again with the same id, and a redirect is not followed', async () => {
    const owner = await createOwner(scene.under);
    const { id } = await create(owner);
    let count = 0;
    answer = (_request, response) => {
      count += 1;
      if (count === 1) response.writeHead(302, { location: `${address}/elsewhere` }).end();
      else response.writeHead(200).end('x'.repeat(100_000));
    };
    await scene.liveKey(owner);
    await eventually(() => expect(messages).toHaveLength(2));
    expect(messages.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    expect(messages[0]!.headers['webhook-id']).toBe(messages[1]!.headers['webhook-id']);
    await eventually(async () =>
      expect(await deliveries(owner, id)).toMatchObject([
        { state: 'delivered', attempts: [{ status: 302, error: 'UPSTREAM_BAD_RESPONSE' }, { status: 200 }] },
      ]),
    );
  });

  test('a test, a new secret with an overlap, and a change with If-Match', async () => {
    const owner = await createOwner(scene.under);
    const { id, secret } = await create(owner, { types: ['service.failing'] });
    await scene.liveKey(owner);
    const sent = await owner.send('POST', `${PATH}/${id}/test`, {});
    expect(sent.status).toBe(200);
    const { eventId } = sent.json<{ eventId: string }>();
    await eventually(() => expect(messages).toHaveLength(1));
    expect(messages[0]!.headers['webhook-id']).toBe(eventId);
    expect(new Judge(secret).verify(messages[0]!.body, messages[0]!.headers)).toMatchObject({
      type: 'webhook.test',
    });

    const rolled = (
      await owner.send('POST', `${PATH}/${id}/roll`, { overlapSeconds: 3_600 })
    ).json<ShownWebhook>();
    expect(rolled.secret).not.toBe(secret);
    await owner.send('POST', `${PATH}/${id}/test`, {});
    await eventually(() => expect(messages).toHaveLength(2));
    for (const each of [secret, rolled.secret])
      expect(new Judge(each).verify(messages[1]!.body, messages[1]!.headers)).toBeDefined();

    const change = (body: object, etag?: string) =>
      owner.send('PATCH', `${PATH}/${id}`, body, etag === undefined ? {} : { 'If-Match': etag });
    expect((await change({ name: 'New' }, '"other"')).status).toBe(412);
    const off = await change({ enabled: false }, rolled.etag);
    expect([off.status, off.text]).toEqual([200, expect.stringContaining('"enabled":false')]);
    expect((await owner.send('POST', `${PATH}/${id}/test`, {})).json<unknown>()).toMatchObject({
      error: { code: 'WEBHOOK_OFF' },
    });
    expect((await owner.send('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect((await owner.send('GET', `${PATH}/${id}`)).status).toBe(404);
    const audited = (await owner.send('GET', '/api/manage/audit')).json<{ entries: { action: string }[] }>();
    expect(
      audited.entries.map(({ action }) => action).filter((action) => action.startsWith('webhook')),
    ).toEqual(['webhook.delete', 'webhook.change', 'webhook.roll', 'webhook.create']);
  });

  test('private addresses, users in the URL and other schemes are refused, and the account has room for ten', async () => {
    const owner = await createOwner(scene.under);
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::ffff:10.0.0.1]/',
      'http://0x0a000001/',
      'http://user:pass@127.0.0.1/',
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
      'http://',
      'http://[/',
      `http://127.0.0.1/${'x'.repeat(3_000)}`,
    ]) {
      const refused = await owner.send('POST', PATH, { name: 'x', url });
      expect([url.slice(0, 60), refused.status, refused.text]).toEqual([
        url.slice(0, 60),
        400,
        expect.stringContaining('/url'),
      ]);
    }
    for (const types of [[], ['no.such'], ['key.created', 'key.created']])
      expect((await owner.send('POST', PATH, { name: 'x', url: address, types })).status).toBe(400);
    for (let index = 0; index < 10; index += 1) await create(owner);
    const more = await owner.send('POST', PATH, { name: 'x', url: address });
    expect([more.status, more.text]).toEqual([409, expect.stringContaining('WEBHOOK_LIMIT')]);
  });
});
