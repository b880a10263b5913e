import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '@soapstone/options/defined';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdministration } from '../owners/administration/open-administration.js';
import { exportServices } from '../owners/administration/services/export-services.js';
import { ROUTES } from '../owners/management/routes.js';
import { REQUEST_LIMITS } from '../owners/management/routing/throttle.js';
import { type Canaries, createCanaries } from '../testing/canaries.js';
import { ECHOES, echoes } from '../testing/echoes.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import type { Answer } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { type Collector, startCollector } from '../testing/otlp-collector.js';
import { type OwnerClient, ownerClient } from '../testing/owner-client.js';
import { readFiles } from '../testing/read-files.js';
import { secretProfiles } from '../testing/secret-profiles.js';
import { requirePassword, withPassword } from '../testing/server-password.js';
import {
  SESSION_DESIGN,
  SESSION_WSDL,
  type SessionService,
  startSessionService,
} from '../testing/session-service.js';
import { setUps } from '../testing/set-ups.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe.each(await setUps())(
  'a canary for each kind of secret, with $name',
  { timeout: 300_000 },
  (setUp) => {
    let soap: UserDirectory;
    let upstream: HostileUpstream;
    let sessions: SessionService;
    let collector: Collector;
    let under: GatewayUnderTest;
    let dataDir: string;
    let environment: Record<string, string>;
    let canaries: Canaries;
    let owner: OwnerClient;
    let liveKey: string;
    let managementKey: string;
    let adminKey: string;
    /** The responses, without the part that may show a secret to its owner. */
    const answers: { readonly what: string; readonly text: string }[] = [];
    const hits: string[] = [];

    // One account registers more services than an owner may in a minute.
    const limits = { ...REQUEST_LIMITS };
    beforeAll(async () => {
      Object.assign(REQUEST_LIMITS, { jobs: 1_000 });
      canaries = createCanaries();
      [soap, upstream, sessions, collector] = await Promise.all([
        startUserDirectory(),
        startHostileUpstream(),
        startSessionService(canaries),
        startCollector(),
      ]);
      dataDir = await mkdtemp(join(tmpdir(), 'soapstone-canaries-'));
      // A new server for this test, because the test sets its password.
      environment = await setUp.start(true);
      const sealing = Buffer.from(canaries.make('sealing key').slice(-32)).toString('base64');
      canaries.add('sealing key in base64', sealing);
      adminKey = canaries.make('admin key');
      const { DATABASE_URL, REDIS_URL } = environment;
      under = await startUnderTest(
        {
          ...environment,
          ...defined({
            DATABASE_URL: DATABASE_URL && withPassword(DATABASE_URL, canaries.make('database password')),
            REDIS_URL: REDIS_URL && (await requirePassword(REDIS_URL, canaries.make('Redis password'))),
          }),
          DATA_DIR: dataDir,
          ADMIN_KEY: adminKey,
          API_KEY_PEPPER: canaries.make('pepper'),
          ENCRYPTION_KEYS: `one:${sealing}`,
          LOG_LEVEL: 'trace',
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        },
        { processes: true },
      );
      await signUp();
      await makeKeys();
    });
    afterAll(async () => {
      Object.assign(REQUEST_LIMITS, limits);
      process.stderr.write(
        `canaries, ${setUp.name}: ${canaries.kinds.length} kinds of secrets, ${answers.length} answers, ` +
          `${under.logLines.length} log lines, ${hits.length} hits\n`,
      );
      await under?.stop();
      await Promise.all([soap?.stop(), upstream?.stop(), sessions?.upstream.stop(), collector?.stop()]);
      await setUp.stop();
      await rm(dataDir, { recursive: true, force: true });
    });

    /** Records a response. `shown` is the part in which it shows a secret to its owner, once. */
    function remember(
      what: string,
      answer: Answer,
      shown: 'nothing' | 'body' | 'cookie' = 'nothing',
    ): Answer {
      const { 'set-cookie': cookie, ...headers } = answer.headers;
      answers.push({
        what: `${what} (${answer.status})`,
        text: JSON.stringify([
          headers,
          shown === 'cookie' ? '' : (cookie ?? ''),
          shown === 'body' ? '' : answer.text,
        ]),
      });
      return answer;
    }

    async function signUp(): Promise<void> {
      const email = `canary.${setUp.name.length}@example.com`;
      const password = canaries.make('password');
      const post = (path: string, body: unknown) =>
        under.send(path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
      remember('sign up', await post('/api/manage/sign-up', { email, password, accountName: 'Canary' }));
      const answer = await post('/api/manage/log-in', { email, password });
      owner = ownerClient(under, email, remember('log in', answer, 'cookie'));
      canaries.add('ended session token', owner.cookie.split('=')[1]!);
      const next = canaries.make('changed password');
      const changed = await owner.send('PUT', '/api/manage/password', { current: password, next });
      owner = ownerClient(under, email, remember('change password', changed, 'cookie'));
      canaries.add('session token', owner.cookie.split('=')[1]!);
      const wrong = canaries.make('mistyped password');
      remember('log in', await post('/api/manage/log-in', { email, password: wrong }));
      remember('log in', await post('/api/manage/log-in', { email: 'no@example.com', password: wrong }));
      // A password that the API rejects may be one that the user has on another site.
      const long = canaries.make('refused password').repeat(40);
      remember('sign up', await post('/api/manage/sign-up', { email, password: long, accountName: 'x' }));
      const broken = { method: 'POST', headers: JSON_TYPE, body: `{"password":"${wrong}` };
      remember('broken JSON', await under.send('/api/manage/log-in', broken));
      const admin = { Authorization: `Bearer ${adminKey}`, ...JSON_TYPE };
      const body = JSON.stringify({ plan: 'Pro' });
      const path = `/api/admin/accounts/${owner.accountId}`;
      remember('set the plan', await under.send(path, { method: 'PATCH', headers: admin, body }));
      const guess = { Authorization: `Bearer ${canaries.make('guessed admin key')}`, ...JSON_TYPE };
      remember('guess the admin key', await under.send(path, { method: 'PATCH', headers: guess, body }));
    }

    async function makeKeys(): Promise<void> {
      const make = async (purpose: string) => {
        const answer = await owner.send('POST', '/api/manage/keys', { name: 'k', purpose });
        const { key } = remember('make a key', answer, 'body').json<{ key: string }>();
        canaries.add(`${purpose} key`, key);
        // The prefix is public, and the last characters are shown as a hint.
        canaries.add(`${purpose} key, most of it`, key.split('_').at(-1)!.slice(0, -8));
        return key;
      };
      liveKey = await make('live');
      managementKey = await make('management');
    }

    test('a design with secrets and a session', async () => {
      sessions.password = canaries.make('password of a session');
      const design = { ...SESSION_DESIGN, fill: { 'FindOrders/name': { secret: 'name' } } };
      const answer = await owner.send('POST', '/api/manage/services', {
        files: [{ path: 'orders.wsdl', content: base64(SESSION_WSDL) }],
        settings: { endpoint: sessions.upstream.address, captureHours: 1 },
        design,
      });
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
      const { serviceId, slug } = remember('register', answer).json<{ serviceId: string; slug: string }>();
      const path = `/api/manage/services/${serviceId}`;
      const call = async (operation: string, headers: Record<string, string> = {}, name = 'a') =>
        remember(
          `call ${operation}`,
          await under.send(`/api/v1/${owner.accountId}/${slug}/${operation}`, {
            method: 'POST',
            headers: { 'X-API-Key': liveKey, ...JSON_TYPE, ...headers },
            body: operation === 'FindOrders' ? '{}' : JSON.stringify({ name }),
          }),
        );
      const set = async (value: string) =>
        remember('set a secret', await owner.send('PUT', `${path}/design/secrets/crm`, { value }));
      await set(canaries.make('wrong password of a session'));
      // The service repeats the password that it refuses.
      expect((await call('FindOrders')).status).toBeGreaterThanOrEqual(500);
      await set(sessions.password);
      const value = canaries.make('secret that a design fills in');
      remember('set a secret', await owner.send('PUT', `${path}/design/secrets/name`, { value }));
      for (const kind of ['preview', 'example']) {
        const body = { design, operation: 'FindOrders' };
        const seen = remember(kind, await owner.send('POST', `${path}/design/${kind}`, body));
        expect([seen.status, seen.text]).toEqual([200, expect.stringContaining('FindOrders')]);
      }
      const answering = (answers: string) => owner.send('PATCH', path, { settings: { answers } });
      remember('log in', await owner.send('POST', `${path}/session`, {}));
      expect(sessions.valid).toBeDefined();
      expect((await answering('record')).status).toBe(200);
      expect((await call('FindOrders')).status).toBe(200);
      expect((await answering('replay')).status).toBe(200);
      expect((await call('FindOrders')).status).toBe(200);
      expect((await answering('live')).status).toBe(200);
      // The service repeats the token.
      expect((await call('PlaceOrder', {}, 'echo')).status).toBe(502);
      await call('FindOrders', { 'X-Dry-Run': 'true' });
      remember('trial', await owner.send('POST', `${path}/operations/FindOrders/try`, { input: '{}' }));
      // The token is not valid any more; the next one is another canary.
      sessions.valid = undefined;
      await call('FindOrders');
      expect((await call('FindOrders')).status).toBe(200);
      expect(sessions.upstream.bodies.filter((body) => body.includes(value)).length).toBeGreaterThan(2);
      remember('session', await owner.send('GET', `${path}/session`));
      remember('end the session', await owner.send('DELETE', `${path}/session`));
      const administration = await openAdministration(under.gateway.config, (error) => {
        throw error;
      });
      const exported = await exportServices(owner.accountId, administration).finally(administration.close);
      expect(canaries.find('export', exported)).toEqual([]);
      expect(exported).toMatch(/secrets:\n +crm:\n +env: \w+_CRM\n +name:\n +env: \w+_NAME/);
    });

    test('calls whose services echo everything they receive', async () => {
      let echo = 0;
      upstream.answer = (request, response) => {
        const made = echoes(request, upstream.bodies.at(-1) ?? '');
        expect(made).toHaveLength(ECHOES);
        made[echo % ECHOES]!(response);
      };
      for (const [name, credentials] of Object.entries(await secretProfiles(canaries, upstream.address))) {
        const answer = await owner.send('POST', '/api/manage/services', {
          url: soap.wsdlAddress,
          name,
          settings: { endpoint: upstream.address, allowUndeclaredHeaders: true, captureHours: 1 },
        });
        const { serviceId, slug } = remember('register', answer).json<{ serviceId: string; slug: string }>();
        const path = `/api/manage/services/${serviceId}`;
        const set = remember('set credentials', await owner.send('PUT', `${path}/credentials`, credentials));
        expect([set.status, set.text]).toEqual([200, '{}']);
        const blocks = {
          '{urn:example:session}Session': { token: canaries.make(`header block of ${name}`) },
        };
        remember('set headers', await owner.send('PUT', `${path}/headers`, { blocks }));
        const headers = { 'X-API-Key': liveKey, ...JSON_TYPE };
        for (echo = 0; echo < ECHOES; echo += 1) {
          const call = await under.send(`/api/v1/${owner.accountId}/${slug}/ListUsers`, {
            method: 'POST',
            headers: { ...headers, Authorization: `Bearer ${canaries.make('authorization of a client')}` },
            body: '{}',
          });
          expect(call.status).toBe(502);
          remember(`call, echo ${echo}`, call);
          const trial = await owner.send('POST', `${path}/operations/ListUsers/try`, { input: '{}' });
          remember(`trial, echo ${echo}`, trial);
        }
        remember('connection test', await owner.send('POST', `${path}/connection-test`, {}));
        const dry = { ...headers, 'X-Dry-Run': 'true' };
        const place = `/api/v1/${owner.accountId}/${slug}/ListUsers`;
        remember('dry run', await under.send(place, { method: 'POST', headers: dry, body: '{}' }));
        // A rejection names the member, never its value.
        const secret = canaries.make(`refused password of ${name}`);
        const wrong = { usernameToken: { username: 'x', password: secret, type: secret } };
        const refused = await owner.send('PUT', `${path}/credentials`, wrong);
        expect(refused.status).toBe(400);
        remember('refused credentials', refused);
        // Everyone who sees the service sees its address, so the address must not contain a password.
        const endpoint = `http://user:${canaries.make(`password in the address of ${name}`)}@127.0.0.1:9/`;
        const moved = await owner.send('PATCH', path, { settings: { endpoint } });
        expect(moved.status).toBe(400);
        remember('move', moved);
        const away = { settings: { endpoint: 'http://127.0.0.1:9/' } };
        expect((await owner.send('PATCH', path, away)).status).toBe(200);
        remember('unreachable', await under.send(place, { method: 'POST', headers, body: '{}' }));
        // An invalid key, which is rejected now or by the call.
        const broken = {
          signature: { certificate: 'x', privateKey: canaries.make(`broken key of ${name}`) },
        };
        remember('broken key', await owner.send('PUT', `${path}/credentials`, broken));
        remember('call with a broken key', await under.send(place, { method: 'POST', headers, body: '{}' }));
      }
    });

    test('rejected requests', async () => {
      const path = `/api/v1/${owner.accountId}/basic/ListUsers`;
      const sent: Record<string, string | string[]>[] = [
        { 'X-API-Key': `${liveKey}x` },
        { 'X-API-Key': [liveKey, managementKey] },
        { 'X-API-Key': managementKey },
        { Authorization: `Bearer ${liveKey}` },
        { Cookie: `${owner.cookie}x` },
        { 'X-API-Key': liveKey, 'Content-Type': 'text/plain' },
        { 'X-API-Key': liveKey, 'X-SOAP-Headers': liveKey },
        { 'X-API-Key': liveKey, 'X-Mock': liveKey },
      ];
      for (const headers of sent) {
        const broken = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: '{' };
        remember('refused', await under.send(path, broken));
        remember('over HTTP', await under.sendPlain(path, { method: 'POST', headers, body: '{}' }));
      }
      const raw = await under.sendRaw(`GET / HTTP/1.1\r\nX-API-Key: ${liveKey}\r\nbroken\r\n\r\n`);
      answers.push({ what: 'raw', text: raw });
      const live = { headers: { 'X-API-Key': liveKey } };
      remember('management with a live key', await under.send('/api/manage/services', live));
    });

    test('every read-only route', async () => {
      const { services } = (await owner.send('GET', '/api/manage/services')).json<{
        services: { serviceId: string }[];
      }>();
      const { calls } = (await owner.send('GET', '/api/manage/calls')).json<{
        calls: { requestId: string }[];
      }>();
      const read = async (path: string) => {
        const filled = path
          .replace(':operation', 'ListUsers')
          .replace(':number', '1')
          .replace(':file', 'openapi-3.0.json')
          .replace(':requestId', calls[0]?.requestId ?? 'none')
          .replace(':jobId', 'none');
        remember(filled, await owner.send('GET', filled));
      };
      const paths = ROUTES.flatMap(({ method, access, path }) =>
        method === 'get' && access === 'owner' ? [path] : [],
      );
      for (const path of paths.filter((each) => !each.includes(':serviceId'))) await read(path);
      for (const { serviceId } of services) {
        for (const path of paths.filter((each) => each.includes(':serviceId')))
          await read(path.replace(':serviceId', serviceId));
        const openapi = `/api/services/${serviceId}/openapi`;
        remember(openapi, await under.send(openapi, { headers: { 'X-API-Key': liveKey } }));
      }
      for (const { requestId } of calls) {
        const path = `/api/manage/calls/${requestId}/bodies`;
        remember(path, await owner.send('GET', path));
      }
      const admin = { Authorization: `Bearer ${adminKey}` };
      remember('metrics', await under.send('/metrics', { headers: admin }));
      remember('accounts', await under.send('/api/admin/accounts', { headers: admin }));
    });

    /** Returns the canaries in these texts, each with the place where it was found. */
    const seek = (texts: readonly (readonly [where: string, text: Uint8Array | string])[]) => {
      const found = texts.flatMap(([where, text]) => canaries.find(where, text));
      hits.push(...found);
      return found;
    };

    test('0 hits in responses', () => {
      expect(answers.length).toBeGreaterThan(100);
      const found = seek(answers.map(({ what, text }) => [what, text]));
      expect([...new Set(found)]).toEqual([]);
    });

    test('0 hits in the log', () => {
      expect(under.logLines.length).toBeGreaterThan(50);
      const found = seek(under.logLines.map((line) => [`log: ${line.slice(0, 300)}`, line]));
      expect(found).toEqual([]);
    });

    test('0 hits in exported traces', async () => {
      await expect.poll(() => collector.spans().length, { timeout: 30_000 }).toBeGreaterThan(50);
      const found = seek(
        collector.requests.map(({ body, headers }) => ['traces', `${JSON.stringify(headers)}${body}`]),
      );
      expect(found).toEqual([]);
    });

    test('0 hits in the files of the gateway, the database and its write-ahead log', async () => {
      // Background writes have finished by now.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const files = await readFiles([dataDir, ...(setUp.directories?.() ?? [])]);
      const found = seek(files.map(({ path, content }) => [path, content]));
      expect(files.reduce((sum, { content }) => sum + content.length, 0)).toBeGreaterThan(50_000);
      expect(found).toEqual([]);
      // The same search finds public values, so it works.
      const probe = createCanaries();
      probe.add('email', owner.email);
      expect(files.some(({ content }) => probe.find('', content).length > 0)).toBe(true);
    });

    const lookIntoRedis = async () => {
      const client = new Redis(under.gateway.config.redisUrl!);
      try {
        const keys = await client.keys('*');
        expect(keys.length).toBeGreaterThan(0);
        await client.config('SET', 'rdbcompression', 'no');
        await client.save();
        const [, directory] = (await client.config('GET', 'dir')) as [string, string];
        const dump = await readFile(join(directory, 'dump.rdb'));
        const found = seek([['dump.rdb', dump]]);
        expect(dump.includes(owner.accountId)).toBe(true);
        expect(found).toEqual([]);
      } finally {
        client.disconnect();
      }
    };
    if (setUp.name === 'PostgreSQL and Redis') test('0 hits in Redis', lookIntoRedis);
  },
);
