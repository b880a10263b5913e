import { describe, expect, test } from 'vitest';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, ownerClient, PASSWORD } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

describe.each(await setUps())('a session of the dashboard with $name', (setUp) => {
  const scene = setManagementScene(setUp);
  const { admin, register } = scene;

  test('the cookie is restricted to this host and HTTPS, and hidden from scripts', async () => {
    const owner = await createOwner(scene.under);
    expect(owner.cookie).toMatch(/^__Host-soapstone=[\w-]{43}$/);
    const answer = await scene.under.send('/api/manage/log-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: owner.email.toUpperCase(), password: PASSWORD }),
    });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax$/,
    );
    const again = ownerClient(scene.under, owner.email, answer);
    expect(again.cookie).not.toBe(owner.cookie);
    expect((await again.send('GET', '/api/manage/session')).json<unknown>()).toMatchObject({
      email: owner.email,
      account: { accountId: owner.accountId },
    });
  });

  test('a wrong password and an unknown address give the same response', async () => {
    const owner = await createOwner(scene.under);
    const logIn = (email: string) =>
      scene.under.send('/api/manage/log-in', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password: 'wrong password here' }),
      });
    const [known, unknown] = [await logIn(owner.email), await logIn('nobody@example.com')];
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(known.text.replace(known.json().error.requestId, '')).toBe(
      unknown.text.replace(unknown.json().error.requestId, ''),
    );
  });

  test('a suspended account: only a person who knows the password learns it', async () => {
    const owner = await createOwner(scene.under);
    const path = `/api/admin/accounts/${owner.accountId}`;
    expect((await admin('PATCH', path, { status: 'suspended' })).status).toBe(200);
    const logIn = async (password: string) => {
      const response = await scene.under.send('/api/manage/log-in', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: owner.email, password }),
      });
      const { code, message } = response.json().error;
      return [response.status, code, message];
    };
    expect(await logIn(PASSWORD)).toEqual([
      403,
      'ACCOUNT_SUSPENDED',
      'This account is suspended; the operator of this gateway can resume it',
    ]);
    expect(await logIn('wrong password here')).toEqual([
      401,
      'WRONG_PASSWORD',
      'The email address or the password is wrong',
    ]);
  });

  test('logging out ends the session, and changing the password ends all others', async () => {
    const owner = await createOwner(scene.under);
    const other = ownerClient(
      scene.under,
      owner.email,
      await scene.under.send('/api/manage/log-in', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: owner.email, password: PASSWORD }),
      }),
    );
    // Nothing about an address, which the form does not ask for.
    const wrong = { current: 'wrong password here', next: 'another long password' };
    expect((await owner.send('PUT', '/api/manage/password', wrong)).json<unknown>()).toMatchObject({
      error: { code: 'WRONG_CURRENT_PASSWORD', message: 'The password is wrong' },
    });
    const changed = await owner.send('PUT', '/api/manage/password', {
      current: PASSWORD,
      next: 'another long password',
    });
    expect(changed.status).toBe(200);
    for (const gone of [owner, other])
      expect((await gone.send('GET', '/api/manage/account')).status).toBe(401);
    const now = ownerClient(scene.under, owner.email, changed);
    expect((await now.send('GET', '/api/manage/account')).status).toBe(200);
    // The sessions that ended are not listed either.
    const { sessions } = (await now.send('GET', '/api/manage/sessions')).json<{
      sessions: { current: boolean }[];
    }>();
    expect(sessions.map(({ current }) => current)).toEqual([true]);
    expect((await now.send('POST', '/api/manage/log-out')).status).toBe(200);
    expect((await now.send('GET', '/api/manage/account')).status).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['no token', { 'X-CSRF-Token': '' }],
    ['a wrong token', { 'X-CSRF-Token': 'A'.repeat(43) }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['no origin at all', { Origin: 'null' }],
    ['a page of another origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of a sibling domain', { 'Sec-Fetch-Site': 'same-site' }],
  ])('a change with %s is rejected', async (_, headers) => {
    const owner = await createOwner(scene.under);
    const answer = await owner.send('POST', '/api/manage/keys', { name: 'stolen' }, headers);
    expect([answer.status, answer.json().error.code]).toEqual([403, 'CROSS_SITE']);
    expect((await owner.send('GET', '/api/manage/keys')).json<unknown>()).toMatchObject({
      keys: [],
      total: 0,
    });
  });

  test('a form of another site cannot send JSON', async () => {
    const owner = await createOwner(scene.under);
    const answer = await owner.send(
      'POST',
      '/api/manage/keys',
      { name: 'x' },
      { 'Content-Type': 'text/plain' },
    );
    expect(answer.json().error.code).toBe('UNSUPPORTED_MEDIA');
  });

  test('the interface description accepts the session cookie', async () => {
    const owner = await createOwner(scene.under);
    const service = await register(owner);
    const path = `/api/services/${service.serviceId}/openapi`;
    const get = (cookie: string) => scene.under.send(path, { headers: { Cookie: cookie } });
    expect((await get(owner.cookie)).status).toBe(403);
    await admin('PATCH', `/api/admin/accounts/${owner.accountId}`, { plan: 'Starter' });
    const answer = await get(owner.cookie);
    expect(answer.json<{ openapi: string }>().openapi).toBe('3.0.3');
    expect((await get('__Host-soapstone=nonsense')).status).toBe(401);
    const stranger = await createOwner(scene.under);
    await admin('PATCH', `/api/admin/accounts/${stranger.accountId}`, { plan: 'Pro' });
    expect((await get(stranger.cookie)).status).toBe(404);
  });
});
