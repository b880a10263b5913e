import { cursorIn, cursorRequests } from '@soapstone/testing/hostile-cursors';
import { HOSTILE_DESIGN, HOSTILE_REQUESTS } from '@soapstone/testing/hostile-routes';
import { type RoutesServer, startRoutesServer } from '@soapstone/testing/routes-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

/** All of them in the long run, and every tenth otherwise. */
const STEP = Number(process.env['SOAPSTONE_DEPTH'] ?? 1) >= 10 ? 1 : 10;
const REQUESTS = HOSTILE_REQUESTS.filter((_request, at) => at % STEP === 0);

/** The service in an account. */
interface Served {
  readonly owner: OwnerClient;
  readonly serviceId: string;
  readonly base: string;
  readonly key: string;
}

let server: RoutesServer;
let under: GatewayUnderTest;
let other: GatewayUnderTest;
let served: Served;

async function serve(gateway: GatewayUnderTest, by?: OwnerClient): Promise<Served> {
  const owner = by ?? (await createOwner(gateway));
  const { store, changes } = gateway.gateway;
  await store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
  await changes.announce(owner.accountId);
  const made = await owner.send('POST', '/api/manage/services', {
    files: [{ path: 'users.wsdl', content: base64(server.wsdl) }],
    design: HOSTILE_DESIGN,
  });
  expect([made.status, made.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
  const { slug, serviceId } = made.json<{ slug: string; serviceId: string }>();
  const { key } = await gateway.createKey(owner.accountId);
  return { owner, serviceId, base: `/apis/${owner.accountId}/${slug}/v1`, key };
}

beforeAll(async () => {
  [server, under, other] = await Promise.all([
    startRoutesServer(),
    startUnderTest({ MAX_FILE_BYTES: '1000000' }),
    startUnderTest(),
  ]);
  served = await serve(under);
}, 120_000);
afterAll(() => Promise.all([under?.stop(), other?.stop(), server?.stop()]));

test('requests of strangers to routes: none is an error of the gateway', { timeout: 300_000 }, async () => {
  const { base, key } = served;
  for (const { what, method, path, headers, body } of REQUESTS) {
    const answer = await under.send(`${base}${path}`, {
      method,
      headers: { 'X-API-Key': key, ...headers },
      ...(body !== undefined && { body }),
    });
    const { status, text } = answer;
    const shown = `${what}: ${method} ${path.slice(0, 80)}: ${status} ${text.slice(0, 200)}`;
    expect(status, shown).toBeLessThan(500);
    expect(status, shown).not.toBe(429);
    if (status >= 400 && method !== 'HEAD')
      expect([answer.headers['content-type'], answer.json<{ status: number }>().status], shown).toEqual([
        'application/problem+json',
        status,
      ]);
    expect(text.length, shown).toBeLessThan(30_000);
  }
  const good = await under.send(`${base}/users/7`, { headers: { 'X-API-Key': key } });
  expect([good.status, good.json<{ name: string }>().name]).toEqual([200, 'Ann']);
});

test('cursors that were changed, and those of others, are refused without a call', {
  timeout: 300_000,
}, async () => {
  const { owner, serviceId, base, key } = served;
  const get = (path: string, from: Served = served, gateway = under) =>
    gateway.send(from.base + path, { headers: { 'X-API-Key': from.key } });
  const cursorOf = async (query = '', from?: Served, gateway?: GatewayUnderTest): Promise<string> =>
    cursorIn((await get(`/users${query}`, from, gateway)).headers['link'] as string | undefined);
  const earlier = await cursorOf();
  const design = { ...HOSTILE_DESIGN, envelope: true };
  const revised = await owner.send(
    'PUT',
    `/api/manage/services/${serviceId}/design`,
    { design },
    { 'If-Match': '*' },
  );
  expect([revised.status, revised.text]).toEqual([200, expect.any(String)]);
  const own = await cursorOf();
  const foreign = {
    'an earlier revision': earlier,
    'another list': await cursorOf('?department=a'),
    'another service': await cursorOf('', await serve(under, owner)),
    'another account': await cursorOf('', await serve(under)),
    'another gateway, with other keys': await cursorOf('', await serve(other), other),
  };
  const calls = server.bodies.length;
  for (const { what, path } of cursorRequests(own, foreign)) {
    const answer = await under.send(base + path, { headers: { 'X-API-Key': key } });
    expect([what, answer.status, answer.json<{ code: string }>().code]).toEqual([
      what,
      400,
      'CURSOR_INVALID',
    ]);
  }
  expect(server.bodies.length).toBe(calls);
  expect((await get(`/users?cursor=${encodeURIComponent(own)}`)).status).toBe(200);
});
