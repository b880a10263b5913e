import { request as httpsRequest } from 'node:https';
import { expect, test } from 'vitest';
import { modernHeaders, OFFERED, setAgentsScene, text } from '../testing/agents-scene.js';

const scene = setAgentsScene();
const { setService } = scene;

test('agents: a subscription receives a change, and ends when its key is revoked', async () => {
  const { key: listening, id } = await scene.under.createKey(scene.account.id);
  const stream = listen(scene.account.id, 'users', listening);
  await expect.poll(() => stream.received).toContain('notifications/subscriptions/acknowledged');
  await setService('users', { agents: { operations: { GetUser: 'read-only' } } });
  await expect.poll(() => stream.received).toContain('notifications/tools/list_changed');
  await scene.under.gateway.store.apiKeys.revoke(scene.account.id, id, Date.now());
  await scene.under.gateway.changes.announce(scene.account.id);
  await expect.poll(() => stream.ended).toBe(true);
  expect(stream.received).toMatch(/"method":"notifications\/cancelled".*"resultType":"complete"/s);
});

test('agents: the 51st event stream of an account is refused, and another account gets its own', async () => {
  const source = { kind: 'url', url: scene.soap.wsdlAddress } as const;
  const settings = { agents: OFFERED };
  const [busy, other] = [await scene.under.createAccount({ plan: 'Pro' }), await scene.under.createAccount()];
  for (const each of [busy, other]) await scene.under.register(each, { source, slug: 'users', settings });
  const [{ key: busyKey }, { key: otherKey }] = [
    await scene.under.createKey(busy.id),
    await scene.under.createKey(other.id),
  ];
  const streams = Array.from({ length: 50 }, () => listen(busy.id, 'users', busyKey));
  const isOpen = ({ status, received }: Listening) => status === 200 && received.includes('acknowledged');
  try {
    await expect.poll(() => streams.filter(isOpen)).toHaveLength(50);
    const refused = listen(busy.id, 'users', busyKey);
    await expect.poll(() => refused.ended).toBe(true);
    expect(refused.status).toBe(429);
    expect(refused.received).toContain('50');
    const others = listen(other.id, 'users', otherKey);
    streams.push(others);
    await expect.poll(() => isOpen(others)).toBe(true);
    // Messages that need no stream are still answered, and a stream that ends makes room.
    const list = await scene.under.send(`/mcp/v1/${busy.id}/users`, {
      method: 'POST',
      headers: {
        'X-API-Key': busyKey,
        'Content-Type': 'application/json',
        ...modernHeaders('tools/list'),
      },
      body: text('tools/list'),
    });
    expect(list.status).toBe(200);
    streams[0]!.close();
    await expect.poll(() => streams[0]!.ended).toBe(true);
    const openAnother = async () => {
      const next = listen(busy.id, 'users', busyKey);
      streams.push(next);
      await expect.poll(() => next.status).not.toBe(0);
      return next.status;
    };
    await expect.poll(openAnother).toBe(200);
  } finally {
    for (const stream of streams) stream.close();
  }
});

/** A subscription to changes of the tools. */
interface Listening {
  status: number;
  received: string;
  ended: boolean;
  close(): void;
}

function listen(accountId: string, slug: string, apiKey: string): Listening {
  const request = httpsRequest(new URL(`${scene.under.baseUrl}/mcp/v1/${accountId}/${slug}`), {
    method: 'POST',
    rejectUnauthorized: false,
    agent: false,
    headers: {
      'X-API-Key': apiKey,
      'Content-Type': 'application/json',
      ...modernHeaders('subscriptions/listen'),
    },
  });
  const listening: Listening = { status: 0, received: '', ended: false, close: () => request.destroy() };
  request.on('response', (response) => {
    listening.status = response.statusCode ?? 0;
    response.on('data', (chunk) => {
      listening.received += String(chunk);
    });
    response.on('close', () => {
      listening.ended = true;
    });
    response.on('error', () => {});
  });
  request.on('error', () => {});
  request.end(text('subscriptions/listen', { notifications: { toolsListChanged: true } }));
  return listening;
}
