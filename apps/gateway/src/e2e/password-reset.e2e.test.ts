import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashLinkToken } from '../domain/accounts/one-time-link.js';
import { setManagementScene } from '../testing/management-scene.js';
import { createOwner, PASSWORD } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';
import { SMTP_LOGIN, type SmtpReceiver, startSmtpReceiver } from '../testing/smtp-receiver.js';

const NEXT = 'seven quiet otters juggle';
const eventually = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 100 });

describe.each(await setUps())('a forgotten password with $name', (setUp) => {
  let server: SmtpReceiver;
  const scene = setManagementScene({
    ...setUp,
    async start() {
      server = await startSmtpReceiver();
      const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;
      return {
        ...(await setUp.start()),
        SMTP_URL: `smtp://${login}@localhost:${server.port}`,
        SMTP_FROM: 'gateway@mail.example',
        SMTP_CA_FILE: server.caFile,
      };
    },
  });
  afterAll(() => server?.stop());
  beforeEach(() => server.clear());

  const post = (path: string, body: object) =>
    scene.under.send(`/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const forgot = (email: string) => post('manage/password/forgot', { email });
  const reset = (token: string, password = NEXT) => post('manage/password/reset', { token, password });
  const logIn = async (email: string, password: string) =>
    (await post('manage/log-in', { email, password })).status;
  const linksTo = (address: string) =>
    server.mails
      .filter(({ envelope }) => envelope.to.includes(address))
      .map(({ text }) => /reset-password#([\w-]{43})/.exec(text)?.[1] ?? '');
  async function linkFor(email: string): Promise<string> {
    expect((await forgot(email)).status).toBe(200);
    await eventually(() => expect(linksTo(email)).toHaveLength(1));
    return linksTo(email)[0]!;
  }

  test('a link comes by email, works once, ends every session and verifies the address', async () => {
    const owner = await createOwner(scene.under);
    const session = await owner.send('GET', '/api/manage/session');
    expect(session.status).toBe(200);
    // The address as a person may type it.
    expect((await forgot(owner.email.toUpperCase())).status).toBe(200);
    await eventually(() => expect(linksTo(owner.email)).toHaveLength(1));
    const link = linksTo(owner.email)[0]!;
    for (const [password, code] of [
      ['short', 'SCHEMA_VIOLATION'],
      ['passwordpassword', 'PASSWORD_TOO_COMMON'],
    ] as const)
      expect((await reset(link, password)).text).toContain(code);
    const racing = await Promise.all([reset(link), reset(link, `${NEXT} twice`)]);
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 400]);
    const chosen = racing[0]?.status === 200 ? NEXT : `${NEXT} twice`;
    expect((await reset(link)).text).toContain('LINK_INVALID');
    expect((await owner.send('GET', '/api/manage/session')).status).toBe(401);
    expect([await logIn(owner.email, PASSWORD), await logIn(owner.email, chosen)]).toEqual([401, 200]);
    const { store } = scene.under.gateway;
    const user = await store.users.findByEmail(owner.email);
    expect(user?.emailVerifiedAt).toBeTypeOf('number');
    const { items } = await store.events.list(owner.accountId, { limit: 5 });
    expect(items.map(({ kind }) => kind)).toEqual(['password.reset']);
    // The address is verified now, so that the person gets an email too.
    await eventually(() =>
      expect(server.mails.at(-1)?.headers['subject']?.[0]).toContain('was reset with a link'),
    );
  });

  test('nobody learns who has an account, from the response or its headers', async () => {
    const owner = await createOwner(scene.under);
    const [known, unknown] = [await forgot(owner.email), await forgot(`${randomUUID()}@example.com`)];
    const shape = ({ status, text, headers }: typeof known) => [status, text, Object.keys(headers).sort()];
    expect(shape(known)).toEqual(shape(unknown));
    await eventually(() => expect(linksTo(owner.email)).toHaveLength(1));
    expect(server.mails).toHaveLength(1);
  });

  test('no link is stored: neither in the database nor in the log', async () => {
    const owner = await createOwner(scene.under);
    const token = await linkFor(owner.email);
    const { store } = scene.under.gateway;
    const user = (await store.users.findByEmail(owner.email))!;
    const mails = await store.mails.list(owner.accountId, user.id, 10);
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain(token);
    expect(scene.under.logLines.join('\n')).not.toContain(token);
    expect(await store.links.find(token, 'password', Date.now())).toBeUndefined();
  });

  test('a link ends with another change of the password, and after an hour', async () => {
    const owner = await createOwner(scene.under);
    const { store } = scene.under.gateway;
    const token = await linkFor(owner.email);
    const user = (await store.users.findByEmail(owner.email))!;
    expect(await store.users.takePassword(token, 'hash', Date.now())).toBeUndefined();
    const changed = await owner.send('PUT', '/api/manage/password', { current: PASSWORD, next: NEXT });
    expect(changed.status).toBe(200);
    expect((await reset(token, `${NEXT} again`)).text).toContain('LINK_INVALID');
    const made = await scene.admin(
      'POST',
      `/api/admin/accounts/${owner.accountId}/users/${user.id}/password-link`,
      {},
    );
    const { url, expiresAt } = made.json<{ url: string; expiresAt: string }>();
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThanOrEqual(60);
    const hash = hashLinkToken(url.split('#')[1]!);
    expect(await store.links.find(hash, 'password', Date.parse(expiresAt) - 1)).toBeDefined();
    expect(await store.links.find(hash, 'password', Date.parse(expiresAt))).toBeUndefined();
  });

  test('requests are limited per address, and emails to a person per hour', async () => {
    const owner = await createOwner(scene.under);
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await forgot(owner.email)).status);
    expect(statuses).toContain(429);
    // Logins are counted separately.
    expect([200, 429]).toContain(await logIn(owner.email, PASSWORD));
    await eventually(() => expect(linksTo(owner.email).length).toBeGreaterThan(0));
    expect(linksTo(owner.email).length).toBeLessThanOrEqual(5);
  });
});

describe('a forgotten password without email', () => {
  const scene = setManagementScene({ name: 'memory', start: async () => ({}), stop: async () => {} });
  const post = (path: string, body: object) =>
    scene.under.send(`/api/manage/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('an administrator creates a link that works once; others cannot', async () => {
    const owner = await createOwner(scene.under);
    const administrator = await createOwner(scene.under, { administrator: true });
    const asked = await scene.under.send('/api/manage/password/forgot');
    expect(asked.json<unknown>()).toEqual({ byMail: false });
    expect((await post('password/forgot', { email: owner.email })).text).toContain('MAIL_OFF');
    const user = (await scene.under.gateway.store.users.findByEmail(owner.email))!;
    const path = `/api/admin/accounts/${owner.accountId}/users/${user.id}/password-link`;
    expect((await owner.send('POST', path, {})).status).toBe(403);
    const elsewhere = path.replace(owner.accountId, administrator.accountId);
    expect((await administrator.send('POST', elsewhere, {})).status).toBe(404);
    const made = await administrator.send('POST', path, {});
    expect(made.status).toBe(201);
    const { url, email } = made.json<{ url: string; email: string }>();
    expect(url.startsWith(`${scene.under.baseUrl}/`)).toBe(true);
    expect([email, url]).toEqual([owner.email, expect.stringMatching(/\/reset-password#[\w-]{43}$/)]);
    const token = url.split('#')[1]!;
    expect((await post('password/reset', { token, password: NEXT })).json<unknown>()).toEqual({
      email: owner.email,
    });
    expect((await post('password/reset', { token, password: NEXT })).text).toContain('LINK_INVALID');
    expect((await post('log-in', { email: owner.email, password: NEXT })).status).toBe(200);
    // A link that was handed over proves nothing about the address.
    const after = (await scene.under.gateway.store.users.findByEmail(owner.email))!;
    expect(after.emailVerifiedAt).toBeUndefined();
    const { items } = await scene.under.gateway.store.events.list(owner.accountId, { limit: 5 });
    expect(items.map(({ kind }) => kind)).toEqual(['password.reset', 'account.changed']);
    const audited = await scene.admin('GET', `/api/admin/accounts/${owner.accountId}/audit`);
    expect(audited.text).toContain('password.link');
  });
});
