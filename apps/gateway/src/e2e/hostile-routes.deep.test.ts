import { HOSTILE_DESIGN, HOSTILE_REQUESTS } from '@soapstone/testing/hostile-routes';
import { type RoutesServer, startRoutesServer } from '@soapstone/testing/routes-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner } from '../testing/owner-client.js';

/** All of them in the long run, and every tenth otherwise. */
const STEP = Number(process.env['SOAPSTONE_DEPTH'] ?? 1) >= 10 ? 1 : 10;
const REQUESTS = HOSTILE_REQUESTS.filter((_request, at) => at % STEP === 0);

let server: RoutesServer;
let under: GatewayUnderTest;
let key: string;
let base: string;

beforeAll(async () => {
  [server, under] = await Promise.all([startRoutesServer(), startUnderTest({ MAX_FILE_BYTES: '1000000' })]);
  const owner = await createOwner(under);
  await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
  await under.gateway.changes.announce(owner.accountId);
  const made = await owner.send('POST', '/api/manage/services', {
    files: [{ path: 'users.wsdl', content: base64(server.wsdl) }],
    design: HOSTILE_DESIGN,
  });
  expect([made.status, made.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
  base = `/apis/${owner.accountId}/${made.json<{ slug: string }>().slug}/v1`;
  ({ key } = await under.createKey(owner.accountId));
}, 120_000);
afterAll(() => Promise.all([under?.stop(), server?.stop()]));

test('requests of strangers to routes: none is an error of the gateway', { timeout: 300_000 }, async () => {
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
