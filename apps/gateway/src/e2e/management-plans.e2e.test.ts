import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { createOwner, ownerClient, PASSWORD } from '../testing/owner-client.js';

interface ShownAccount {
  readonly plan: { readonly name: string; readonly callsPerPeriod: number; readonly next: object | null };
}

describe('plans that an operator configures', () => {
  let directory: string;
  let under: GatewayUnderTest;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'soapstone-plans-'));
    const file = join(directory, 'plans.yaml');
    await writeFile(
      file,
      'signUp: starter\nownersMayChange: true\nstarter: { callsPerPeriod: 7, callsPerMinute: 3 }\n',
    );
    under = await startUnderTest({ PLANS_FILE: file });
  });
  afterAll(async () => {
    await under?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function signUp() {
    const body = { email: 'plans@example.com', password: PASSWORD, accountName: 'Plans' };
    const headers = { 'Content-Type': 'application/json' };
    const post = (path: string, sent: object) =>
      under.send(path, { method: 'POST', headers, body: JSON.stringify(sent) });
    expect((await post('/api/manage/sign-up', body)).status).toBe(200);
    const { email, password } = body;
    return ownerClient(under, email, await post('/api/manage/log-in', { email, password }));
  }

  test('sign-ups: the account gets the configured plan with its configured limits', async () => {
    const owner = await signUp();
    const account = (await owner.send('GET', '/api/manage/account')).json<ShownAccount>();
    expect(account.plan).toMatchObject({ name: 'Starter', callsPerPeriod: 7, callsPerMinute: 3 });
    // A paid subscription starts with the sign-up.
    expect((await under.gateway.store.accounts.find(owner.accountId))?.billingAnchor).toBeTypeOf('number');
  });

  test('the API: returns the configured plans', async () => {
    const answer = await under.send('/api/manage/plans');
    expect(answer.json()).toMatchObject({ signUp: 'Starter', ownersMayChange: true });
    const { plans } = answer.json<{ plans: object[] }>();
    expect(plans).toContainEqual({
      name: 'Starter',
      callsPerPeriod: 7,
      callsPerMinute: 3,
      services: 25,
      concurrentCalls: 20,
      openapi: true,
      get: true,
    });
  });

  test('calls: the configured limits apply', async () => {
    const account = await under.createAccount({ plan: 'Starter' });
    const { key } = await under.createKey(account.id);
    const call = () =>
      under.send(`/api/v1/${account.id}/none/None`, { method: 'POST', headers: { 'X-API-Key': key } });
    const answer = await call();
    expect(answer.headers['x-ratelimit-limit']).toBe('7');
    expect(answer.headers['x-ratelimit-remaining']).toBe('7');
  });

  test('owners: upgrades apply immediately and downgrades with the next period, audited under the owner’s name', async () => {
    const owner = await createOwner(under);
    const put = (plan: string) => owner.send('PUT', '/api/manage/account/plan', { plan });
    await put('Free');
    await put('Starter');
    const up = await put('Pro');
    expect([up.status, up.json<ShownAccount>().plan]).toMatchObject([200, { name: 'Pro', next: null }]);
    const down = await put('Free');
    expect(down.json<ShownAccount>().plan).toMatchObject({ name: 'Pro', next: { name: 'Free' } });
    expect((await put('Gold')).status).toBe(400);
    const [entry] = (await under.gateway.store.audit.list(owner.accountId, { limit: 1 })).items;
    expect(entry).toMatchObject({ action: 'account.update', actor: expect.stringMatching(/^user:/) });
  });
});

test('owners: the plan can be changed only if the operator allows it', async () => {
  const under = await startUnderTest();
  try {
    const owner = await createOwner(under);
    const answer = await owner.send('PUT', '/api/manage/account/plan', { plan: 'Pro' });
    expect([answer.status, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      403,
      'PLAN_FIXED',
    ]);
  } finally {
    await under.stop();
  }
});
