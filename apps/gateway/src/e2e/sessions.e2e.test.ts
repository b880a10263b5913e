import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSessionToken,
  csrfToken,
  hashSessionToken,
  SESSION_COOKIE,
  SESSION_LIFE,
} from '../domain/accounts/session.js';
import { ROUTES } from '../owners/management/routes.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { Answer } from '../testing/https-client.js';
import { createOwner, type OwnerClient, ownerClient, PASSWORD } from '../testing/owner-client.js';
import { sampleBody } from '../testing/sample-body.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('sessions: other sites and attackers', { timeout: 300_000 }, () => {
  let under: GatewayUnderTest;
  let soap: UserDirectory;
  beforeAll(async () => {
    [under, soap] = await Promise.all([startUnderTest({ TRUST_PROXY: '' }), startUserDirectory()]);
  });
  afterAll(async () => {
    await under?.stop();
    await soap?.stop();
  });

  const logIn = (email: string, password: string, headers: Record<string, string> = {}): Promise<Answer> =>
    under.send('/api/manage/log-in', {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify({ email, password }),
    });
  const look = (cookie: string): Promise<Answer> =>
    under.send('/api/manage/account', { headers: { Cookie: cookie } });

  /** Creates a session that started `age` and was last used `idle` milliseconds ago. */
  async function sessionOfAge(owner: OwnerClient, age: number, idle: number): Promise<string> {
    const user = await under.gateway.store.users.findByEmail(owner.email);
    const token = createSessionToken();
    await under.gateway.store.sessions.create({
      tokenHash: hashSessionToken(token),
      userId: user!.id,
      accountId: owner.accountId,
      createdAt: Date.now() - age,
      lastSeenAt: Date.now() - idle,
    });
    return `${SESSION_COOKIE}=${token}`;
  }

  test('a cookie that was planted before the login opens nothing afterwards', async () => {
    const [owner, attacker] = [await createOwner(under), await createOwner(under)];
    for (const planted of [`${SESSION_COOKIE}=${createSessionToken()}`, attacker.cookie]) {
      const answer = await logIn(owner.email, PASSWORD, { Cookie: planted });
      const mine = ownerClient(under, owner.email, answer);
      expect(mine.cookie).not.toBe(planted);
      expect((await look(mine.cookie)).json<{ accountId: string }>().accountId).toBe(owner.accountId);
      const known = await look(planted);
      if (planted === attacker.cookie) {
        expect(known.json<{ accountId: string }>().accountId).toBe(attacker.accountId);
      } else {
        expect(known.status).toBe(401);
      }
    }
  });

  test('every response that sets the cookie sets all of its flags, and logging out clears it', async () => {
    const flags = /^__Host-soapstone=[\w-]{43}; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax$/;
    const email = 'flags@example.com';
    await under.send('/api/manage/sign-up', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ email, password: PASSWORD, accountName: 'Flags' }),
    });
    const first = await logIn(email, PASSWORD);
    const owner = ownerClient(under, email, first);
    const changed = await owner.send('PUT', '/api/manage/password', {
      current: PASSWORD,
      next: `${PASSWORD}!`,
    });
    const signedIn = await logIn(email, `${PASSWORD}!`);
    for (const answer of [first, changed, signedIn]) {
      expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(flags)]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    const out = await ownerClient(under, email, signedIn).send('POST', '/api/manage/log-out', {});
    expect(out.headers['set-cookie']).toEqual([
      '__Host-soapstone=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
    ]);
  });

  test.each<[string, number, number, number]>([
    ['a session in use', SESSION_LIFE.absolute - 60_000, SESSION_LIFE.idle - 60_000, 200],
    ['a session that was idle for half an hour', SESSION_LIFE.idle + 1_000, SESSION_LIFE.idle + 1_000, 401],
    ['a session that is twelve hours old', SESSION_LIFE.absolute + 1_000, 0, 401],
  ])('%s', async (_, age, idle, status) => {
    const owner = await createOwner(under);
    expect((await look(await sessionOfAge(owner, age, idle))).status).toBe(status);
  });

  test('no route accepts a change without the token of the session and an origin of our own', async () => {
    const owner = await createOwner(under);
    const stranger = await createOwner(under);
    const forged: readonly Record<string, string>[] = [
      { 'X-CSRF-Token': '' },
      { 'X-CSRF-Token': stranger.csrfToken },
      { 'X-CSRF-Token': csrfToken(owner.cookie) },
      { Origin: 'https://evil.example' },
      { Origin: `${under.baseUrl}.evil.example` },
      { Origin: under.baseUrl.replace('https:', 'http:') },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    let attempts = 0;
    for (const route of ROUTES.filter(({ access, method }) => access === 'owner' && method !== 'get')) {
      const path = route.path.replace(/:\w+/g, 'x');
      for (const headers of forged) {
        const answer = await owner.send(route.method.toUpperCase(), path, sampleBody(route), headers);
        attempts += 1;
        expect([path, headers, answer.status, answer.json().error.code]).toEqual([
          path,
          headers,
          403,
          'CROSS_SITE',
        ]);
      }
    }
    process.stderr.write(`cross-site changes: ${attempts} attempts, 0 succeeded\n`);
    expect(attempts).toBeGreaterThanOrEqual(40);
    expect((await look(owner.cookie)).status).toBe(200);
  });

  test('no page of another site may read a response', async () => {
    const owner = await createOwner(under);
    const headers = { Origin: 'https://evil.example', Cookie: owner.cookie };
    const preflight = { ...headers, 'Access-Control-Request-Method': 'POST' };
    const answers = [
      await under.send('/api/manage/account', { headers }),
      await under.send('/api/manage/keys', { method: 'OPTIONS', headers: preflight }),
      await under.send('/api/services/x/openapi', { headers }),
      await under.send(`/api/v1/${owner.accountId}/x/Y`, { method: 'OPTIONS', headers: preflight }),
    ];
    for (const answer of answers) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('login: known and unknown email addresses are rejected with the same bytes', async () => {
    const owner = await createOwner(under);
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const bytes = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      for (const [kind, email] of [
        ['known', owner.email],
        ['unknown', `nobody${process.pid}@example.com`],
      ] as const) {
        const startedAt = performance.now();
        const answer = await logIn(email, 'a wrong password');
        times[kind]!.push(performance.now() - startedAt);
        const { date: _, 'x-request-id': id, ...headers } = answer.headers;
        bytes.add(JSON.stringify([answer.status, headers, answer.text.replace(String(id), '')]));
      }
    }
    const median = (values: readonly number[]) =>
      values.toSorted((one, other) => one - other)[values.length >> 1]!;
    process.stderr.write(
      `signing in: unknown address to known one ${(median(times['unknown']!) / median(times['known']!)).toFixed(2)}\n`,
    );
    expect(bytes.size).toBe(1);
  });

  test('the interface description checks identity, then the plan, then the service', async () => {
    const [free, paid, other] = [
      await createOwner(under),
      await createOwner(under),
      await createOwner(under),
    ];
    const { store, changes } = under.gateway;
    const ids: Record<string, string> = { unknown: '00000000-0000-4000-8000-000000000000', malformed: 'x' };
    for (const [name, owner] of Object.entries({ free, paid, foreign: other })) {
      const account = (await store.accounts.find(owner.accountId))!;
      if (owner !== free)
        await store.accounts.update(account.id, (current) => ({
          ...current,
          plan: 'Starter',
          billingAnchor: Date.now(),
        }));
      await changes.announce(account.id);
      const source = { kind: 'url', url: soap.wsdlAddress } as const;
      ids[name] = (await under.register(account, { source, slug: name })).id;
    }
    const key = async (owner: OwnerClient) => ({ 'X-API-Key': (await under.createKey(owner.accountId)).key });
    const callers: readonly [string, Record<string, string>, number, number][] = [
      ['nobody', {}, 401, 401],
      ['an invalid key', { 'X-API-Key': 'nonsense' }, 401, 401],
      ['an invalid cookie', { Cookie: `${SESSION_COOKIE}=nonsense` }, 401, 401],
      ['a key of the Free plan', await key(free), 403, 403],
      ['a session of the Free plan', { Cookie: free.cookie }, 403, 403],
      ['a key of a paid plan', await key(paid), 200, 404],
      ['a session of a paid plan', { Cookie: paid.cookie }, 200, 404],
    ];
    for (const [name, headers, own, others] of callers) {
      const get = async (id: string) => (await under.send(`/api/services/${id}/openapi`, { headers })).status;
      const mine = name.includes('Free') ? ids['free']! : ids['paid']!;
      const statuses = [
        await get(mine),
        await get(ids['foreign']!),
        await get(ids['unknown']!),
        await get('x'),
      ];
      expect([name, ...statuses]).toEqual([name, own, others, others, others]);
    }
  });
});

describe('the login throttle', { timeout: 300_000 }, () => {
  let under: GatewayUnderTest;
  let behindProxy: GatewayUnderTest;
  beforeAll(async () => {
    [under, behindProxy] = await Promise.all([
      startUnderTest(),
      startUnderTest({ TRUST_PROXY: '1', BASE_URL: 'https://api.example.com', HTTP_PORT: '' }),
    ]);
  });
  afterAll(() => Promise.all([under?.stop(), behindProxy?.stop()]));

  const attempt = (url: string, email: string, headers: Record<string, string> = {}): Promise<Answer> =>
    under.sendTo(`${url}/api/manage/log-in`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify({ email, password: 'wrong password' }),
    });

  test('five attempts a minute for one address, then 429', async () => {
    // Concurrently, because hashing passwords one after another could take longer than a minute.
    const answers = await Promise.all(
      // Case and spaces do not make another address.
      Array.from({ length: 6 }, (_, count) =>
        attempt(under.baseUrl, count % 2 === 0 ? 'a@example.com' : 'A@Example.COM'),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toMatch(/^\d+$/);
  });

  test('twenty attempts a minute from one network, regardless of the email address and of X-Forwarded-For', async () => {
    const url = `http://127.0.0.1:${behindProxy.gateway.config.tls.port}`;
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, count) =>
        attempt(url, `person${count}@example.com`, {
          'X-Forwarded-Proto': 'https',
          // The client writes the first value; the proxy in front appends the real one.
          'X-Forwarded-For': `10.1.1.${count}, 203.0.113.7`,
        }),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([20, 2]);
    const elsewhere = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.8' };
    expect((await attempt(url, 'other@example.com', elsewhere)).status).toBe(401);
  });
});
