import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, startPostgres } from '@soapstone/testing/postgres-server';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { expect, test } from 'vitest';
import { startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, startHostileUpstream } from '../testing/hostile-upstream.js';

const run = promisify(execFile);
const postgresPrograms = await findPostgres();

test.skipIf(postgresPrograms === undefined)(
  'without its database the gateway serves recent callers and reports that it is not ready',
  async () => {
    const [soap, upstream, postgres] = await Promise.all([
      startUserDirectory(),
      startHostileUpstream(),
      startPostgres(postgresPrograms!),
    ]);
    upstream.answer = (_request, response) =>
      response.end(
        envelope(
          '<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total></ListUsersResponse>',
        ),
      );
    const under = await startUnderTest({
      DATABASE_URL: await postgres.createDatabase(),
      API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    });
    let stopped: Promise<void> | undefined;
    try {
      const account = await under.createAccount();
      const { key } = await under.createKey(account.id);
      const other = await under.createKey(account.id);
      await under.register(account, {
        source: { kind: 'url', url: soap.wsdlAddress },
        slug: 'users',
        settings: { endpoint: upstream.address },
      });
      const call = async (apiKey: string) =>
        (
          await under.send(`/api/v1/${account.id}/users/ListUsers`, {
            method: 'POST',
            headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
            body: '{}',
          })
        ).status;
      expect(await call(key)).toBe(200);
      expect((await under.send('/readyz')).status).toBe(200);

      stopped = postgres.stop();
      await stopped;
      // Wait longer than lookups are cached.
      await new Promise((resolve) => setTimeout(resolve, 5_500));
      for (let count = 0; count < 5; count += 1) expect(await call(key)).toBe(200);
      expect((await under.send('/readyz')).status).toBe(503);
      expect((await under.send('/healthz')).status).toBe(200);
      // A new caller cannot be looked up: the error body says internal error, instead of rejecting the key.
      expect(await call(other.key)).toBe(500);
    } finally {
      await under.stop();
      await (stopped ?? postgres.stop());
      await Promise.all([soap.stop(), upstream.stop()]);
    }
  },
  240_000,
);

test.skipIf(postgresPrograms === undefined)(
  'a read-only database: calls are served, changes fail, and the gateway is not ready until it can write again',
  async () => {
    const [soap, postgres] = await Promise.all([startUserDirectory(), startPostgres(postgresPrograms!)]);
    const under = await startUnderTest({
      DATABASE_URL: await postgres.createDatabase(),
      API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    });
    const psql = (sql: string) =>
      run(join(postgresPrograms!, 'psql'), [
        ...['-h', '127.0.0.1', '-p', String(postgres.port), '-U', 'soapstone', '-d', 'postgres'],
        ...['-c', sql],
      ]);
    const readiness = async () => (await under.send('/readyz')).status;
    try {
      const account = await under.createAccount();
      const { key } = await under.createKey(account.id);
      await under.register(account, { source: { kind: 'url', url: soap.wsdlAddress }, slug: 'users' });
      expect(await readiness()).toBe(200);

      await psql('alter system set default_transaction_read_only = on');
      await psql('select pg_reload_conf()');
      await expect.poll(readiness, { timeout: 30_000 }).toBe(503);
      // A caller that this process has never seen: its key and service are looked up.
      const response = await under.send(`/api/v1/${account.id}/users/ListUsers`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect(response.status).toBe(200);
      expect((await under.send('/healthz')).status).toBe(200);
      await expect(under.createKey(account.id)).rejects.toThrow();

      await psql('alter system reset default_transaction_read_only');
      await psql('select pg_reload_conf()');
      await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
    } finally {
      await under.stop();
      await Promise.all([postgres.stop(), soap.stop()]);
    }
  },
  240_000,
);
