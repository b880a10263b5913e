import { expect, test } from 'vitest';
import { modernHeaders, OFFERED, setAgentsScene, text } from '../testing/agents-scene.js';
import { type Listening, listenForChanges } from '../testing/listen-for-changes.js';

const scene = setAgentsScene();
const { setService } = scene;

test('agents: a subscription receives a change, and ends when its key is revoked', async () => {
  const { key: listening, id } = await scene.under.createKey(scene.account.id);
  const stream = listen(scene.account.id, 'users', listening);
  await expect.poll(() => stream.text).toContain('notifications/subscriptions/acknowledged');
  await setService('users', { agents: { operations: { GetUser: 'read-only' } } });
  await expect.poll(() => stream.text).toContain('notifications/tools/list_changed');
  await scene.under.gateway.store.apiKeys.revoke(scene.account.id, id, Date.now());
  await scene.under.gateway.changes.announce(scene.account.id);
  await expect.poll(() => stream.ended).toBe(true);
  expect(stream.text).toMatch(/"method":"notifications\/cancelled".*"resultType":"complete"/s);
});

test('agents: the 51st event stream of an account is rejected, and another account gets its own', async () => {
  const source = { kind: 'url', url: scene.soap.wsdlAddress } as const;
  const settings = { agents: OFFERED };
  const [busy, other] = [await scene.under.createAccount({ plan: 'Pro' }), await scene.under.createAccount()];
  for (const each of [busy, other]) await scene.under.register(each, { source, slug: 'users', settings });
  const [{ key: busyKey }, { key: otherKey }] = [
    await scene.under.createKey(busy.id),
    await scene.under.createKey(other.id),
  ];
  const streams = Array.from({ length: 50 }, () => listen(busy.id, 'users', busyKey));
  const isOpen = ({ status, text: received }: Listening) =>
    status === 200 && received.includes('acknowledged');
  try {
    await expect.poll(() => streams.filter(isOpen)).toHaveLength(50);
    const refused = listen(busy.id, 'users', busyKey);
    await expect.poll(() => refused.ended).toBe(true);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('50');
    const others = listen(other.id, 'users', otherKey);
    streams.push(others);
    await expect.poll(() => isOpen(others)).toBe(true);
    // Messages that need no stream are still answered, and a stream that ends frees its place.
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

function listen(accountId: string, slug: string, apiKey: string): Listening {
  return listenForChanges(`${scene.under.baseUrl}/mcp/v1/${accountId}/${slug}`, apiKey);
}
