import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, startPostgres } from '@soapstone/testing/postgres-server';
import { hasRedis, type RedisServer, startRedis } from '@soapstone/testing/redis-server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCanaries } from '../testing/canaries.js';
import { type GatewayProcess, startGatewayProcess } from '../testing/gateway-process.js';
import { startUnderTest } from '../testing/gateway-under-test.js';
import { send } from '../testing/https-client.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner } from '../testing/owner-client.js';
import {
  SESSION_DESIGN,
  SESSION_WSDL,
  type SessionService,
  startSessionService,
} from '../testing/session-service.js';

/** With 10 or more, the right to log in of a dead node expires after half a minute; otherwise its time is moved. */
const DEPTH = Number(process.env['SOAPSTONE_DEPTH'] ?? 1);
const [postgresBin, redisInstalled] = await Promise.all([findPostgres(), hasRedis()]);

/**
 * The SOAP service refuses a second login while a session is valid: each test would see one. Each continues where the previous one ended.
 */
describe.skipIf(postgresBin === undefined || !redisInstalled)(
  'a session of two nodes',
  { timeout: 240_000, sequential: true },
  () => {
    const password = 'a password';
    let postgres: PostgresServer;
    let redis: RedisServer;
    let service: SessionService;
    let dataDir: string;
    let database: string;
    let environment: Record<string, string>;
    let first: GatewayProcess;
    let second: GatewayProcess;
    let ca: string;
    let path: string;
    let key: string;

    beforeAll(async () => {
      [postgres, redis, service, dataDir] = await Promise.all([
        startPostgres(postgresBin!),
        startRedis(),
        startSessionService(createCanaries()),
        mkdtemp(join(tmpdir(), 'soapstone-crashes-')),
      ]);
      service.password = password;
      database = await postgres.createDatabase();
      environment = {
        DATA_DIR: dataDir,
        DATABASE_URL: database,
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
        REDIS_TIMEOUT_MS: '2000',
        NODE_COUNT: '2',
        API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
        ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      };
      const under = await startUnderTest(environment);
      const owner = await createOwner(under);
      await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
      const answer = await owner.send('POST', '/api/manage/services', {
        files: [{ path: 'orders.wsdl', content: base64(SESSION_WSDL) }],
        settings: { endpoint: service.upstream.address },
        design: SESSION_DESIGN,
      });
      expect([answer.status, answer.text.slice(0, 500)]).toEqual([201, expect.any(String)]);
      const { serviceId, slug } = answer.json<{ serviceId: string; slug: string }>();
      key = (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json<{ key: string }>().key;
      await owner.send('PUT', `/api/manage/services/${serviceId}/design/secrets/crm`, { value: password });
      path = `/api/v1/${owner.accountId}/${slug}/FindOrders`;
      await under.stop();
      ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
      [first, second] = await Promise.all([
        startGatewayProcess(environment),
        startGatewayProcess(environment),
      ]);
    }, 240_000);
    afterAll(async () => {
      await Promise.all([first?.kill(), second?.kill()]);
      await service?.upstream.stop();
      await Promise.all([redis?.stop(), postgres?.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    });

    const call = async ({ baseUrl }: GatewayProcess): Promise<number> =>
      (
        await send(
          `${baseUrl}${path}`,
          { method: 'POST', headers: { 'X-API-Key': key, 'Content-Type': 'application/json' }, body: '{}' },
          ca,
        )
      ).status;

    test('kill -9 while a node logs in: the other one logs in once, and the dead one joins it', async () => {
      let arrived: () => void = () => undefined;
      const login = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      // The SOAP service has the request, and never answers it.
      service.beforeLogin = () => {
        arrived();
        return new Promise(() => undefined);
      };
      const lost = call(first).catch((error: unknown) => error);
      await login;
      await first.kill();
      expect(await lost).toBeInstanceOf(Error);
      service.beforeLogin = async () => undefined;
      if (DEPTH < 10) await endLeases(database);
      expect(await call(second)).toBe(200);
      first = await startGatewayProcess(environment);
      expect(await call(first)).toBe(200);
      expect(service.counts).toMatchObject({ logins: 1, refused: 0, executed: 2 });
    });

    test('Redis is killed and starts again, empty: no login', async () => {
      await redis.kill();
      expect([await call(first), await call(second)]).toEqual([200, 200]);
      await redis.start();
      expect([await call(first), await call(second)]).toEqual([200, 200]);
      expect(service.counts).toMatchObject({ logins: 1, refused: 0 });
    });

    test('PostgreSQL is killed and starts again: no login', async () => {
      await postgres.kill();
      // Longer than a node trusts what it knows of a session.
      await new Promise((resolve) => setTimeout(resolve, 5_500));
      // A node that has to look the caller up again cannot answer, and sends nothing.
      for (const status of [await call(first), await call(second)]) expect([200, 500]).toContain(status);
      await postgres.start();
      await expect.poll(() => call(first), { timeout: 30_000 }).toBe(200);
      expect(await call(second)).toBe(200);
      expect(service.counts).toMatchObject({ logins: 1, refused: 0 });
    });

    test('both nodes are replaced, one after the other: the new ones continue the session', async () => {
      await first.terminate();
      first = await startGatewayProcess(environment);
      expect(await call(first)).toBe(200);
      await second.kill();
      second = await startGatewayProcess(environment);
      expect(await call(second)).toBe(200);
      expect(service.counts).toMatchObject({ logins: 1, refused: 0, logouts: 0 });
    });
  },
);

/** Moves the end of every right to log in into the past. */
async function endLeases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('update login_leases set until = $1 where until is not null', [
      new Date(0).toISOString(),
    ]);
    expect(rowCount).toBe(1);
  } finally {
    await client.end();
  }
}
