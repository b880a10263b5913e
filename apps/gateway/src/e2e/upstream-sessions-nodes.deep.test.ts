import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCanaries } from '../testing/canaries.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import {
  SESSION_DESIGN,
  SESSION_WSDL,
  type SessionService,
  startSessionService,
} from '../testing/session-service.js';
import { type SetUp, setUps } from '../testing/set-ups.js';

const shared = (await setUps()).find(({ name }) => name === 'PostgreSQL and Redis');

describe.skipIf(shared === undefined)('a session that two nodes share', { timeout: 300_000 }, () => {
  const password = 'a password';
  let nodes: GatewayUnderTest[];
  let service: SessionService;
  let owner: OwnerClient;
  let path: string;
  let slug: string;
  let liveKey: string;

  beforeAll(async () => {
    const environment = {
      NODE_COUNT: '2',
      REDIS_TIMEOUT_MS: '30000',
      UPSTREAM_TIMEOUT_MS: '300000',
      ...(await (shared as SetUp).start()),
    };
    service = await startSessionService(createCanaries());
    service.password = password;
    nodes = await Promise.all([1, 2].map(() => startUnderTest(environment)));
    const [first] = nodes as [GatewayUnderTest];
    owner = await createOwner(first);
    await first.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
    const answer = await owner.send('POST', '/api/manage/services', {
      files: [{ path: 'orders.wsdl', content: base64(SESSION_WSDL) }],
      settings: { endpoint: service.upstream.address },
      design: SESSION_DESIGN,
    });
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
    const registered = answer.json<{ serviceId: string; slug: string }>();
    path = `/api/manage/services/${registered.serviceId}`;
    slug = registered.slug;
    liveKey = (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json<{ key: string }>().key;
    await owner.send('PUT', `${path}/design/secrets/crm`, { value: password });
  });
  afterAll(async () => {
    for (const node of nodes ?? []) await node.stop();
    await service?.upstream.stop();
    await shared?.stop();
  });

  const call = async (node: GatewayUnderTest | undefined, operation = 'FindOrders') => {
    const answer = await (node as GatewayUnderTest).send(`/api/v1/${owner.accountId}/${slug}/${operation}`, {
      method: 'POST',
      headers: { 'X-API-Key': liveKey, 'Content-Type': 'application/json' },
      body: '{}',
    });
    return answer.status;
  };

  test('is opened once by 200 first calls at the same time', async () => {
    // Both nodes know the service, and have no session.
    await Promise.all(nodes.map((node) => call(node, 'None')));
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, index) => call(nodes[index % 2])));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(service.counts).toMatchObject({ logins: 1, refused: 0, executed: 200 });
  });

  test('is renewed once for both, and taken over by the other one', async () => {
    service.valid = undefined;
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, index) => call(nodes[index % 2])));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(service.counts).toMatchObject({ logins: 2, refused: 0, executed: 300 });
  });

  test('outlives the node that logged in, and one that died while it did', async () => {
    const [first, second] = nodes as [GatewayUnderTest, GatewayUnderTest];
    const { store } = first.gateway;
    expect((await owner.send('DELETE', `${path}/session`)).json()).toEqual({ ended: true, failure: null });
    const serviceId = path.slice(path.lastIndexOf('/') + 1);
    // A node takes the right to log in, and is killed: its right expires.
    const now = Date.now();
    expect(await store.loginLeases.take(owner.accountId, serviceId, now, now + 3_000)).toBeDefined();
    // The other node forgets the ended session when it next looks, or when the service refuses it.
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => call(nodes[index % 2])));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(service.counts).toMatchObject({ logins: 3, refused: 0, executed: 320 });
    await first.stop();
    nodes = [second];
    expect(await call(second)).toBe(200);
    expect(service.counts).toMatchObject({ logins: 3, refused: 0, executed: 321 });
  });
});
