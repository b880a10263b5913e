import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@soapstone/testing/free-port';
import { findPostgres, startPostgres, startStandby } from '@soapstone/testing/postgres-server';
import { startUserDirectory } from '@soapstone/testing/user-directory';
import { expect, test } from 'vitest';
import { type PageRequest, readAll } from '../store/tables/pages.js';
import { startUnderTest } from '../testing/gateway-under-test.js';

const postgresPrograms = await findPostgres();
const ADMIN_KEY = 'an administrator key of more than thirty-two characters';
/** The number of writes and calls before the primary dies, of calls while there is none, and of writes after the failover. */
const EACH = 30 * Number(process.env['SOAPSTONE_DEPTH'] ?? 1);

/**
 * Starts an address for the primary, as a virtual address or a proxy does: it forwards to one server, and closes connections when it turns
 * to another.
 */
async function startAddress(
  first: number,
): Promise<{ port: number; turnTo(port: number): void; close(): void }> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    turnTo(next) {
      target = next;
      breakAll();
    },
    close() {
      server.close();
      breakAll();
    },
  };
}

test.skipIf(postgresPrograms === undefined)(
  'failover to a synchronous standby: calls continue, and nothing that was acknowledged is lost',
  async () => {
    const [soap, primary] = await Promise.all([startUserDirectory(), startPostgres(postgresPrograms!)]);
    const database = new URL(await primary.createDatabase());
    const standby = await startStandby(postgresPrograms!, primary);
    const address = await startAddress(primary.port);
    database.port = String(address.port);
    const under = await startUnderTest({
      DATABASE_URL: database.href,
      API_KEY_PEPPER: 'a pepper of at least thirty-two characters',
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      ADMIN_KEY,
    });
    let running = true;
    try {
      const account = await under.createAccount({ plan: 'Pro' });
      const { key } = await under.createKey(account.id);
      await under.register(account, { source: { kind: 'url', url: soap.wsdlAddress }, slug: 'users' });
      const statuses: number[] = [];
      const callOn = async (): Promise<void> => {
        while (running) {
          const { status } = await under.send(`/api/v1/${account.id}/users/ListUsers`, {
            method: 'POST',
            headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
            body: '{}',
          });
          statuses.push(status);
        }
      };
      const acknowledged: string[] = [];
      const refused: number[] = [];
      const writeOn = async (): Promise<void> => {
        while (running) {
          const { status, json } = await under.send('/api/admin/accounts', {
            method: 'POST',
            headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
            body: JSON.stringify({ name: 'Made under load' }),
          });
          if (status === 201) acknowledged.push(json<{ accountId: string }>().accountId);
          else refused.push(status);
        }
      };
      const load = [callOn(), writeOn(), writeOn()];
      await expect.poll(() => Math.min(statuses.length, acknowledged.length)).toBeGreaterThan(EACH);

      await primary.kill();
      const callsBefore = statuses.length;
      await expect.poll(() => refused.length).toBeGreaterThan(0);
      await expect.poll(() => statuses.length).toBeGreaterThan(callsBefore + EACH);
      await standby.promote();
      address.turnTo(standby.port);
      const writesBefore = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(writesBefore + EACH);
      running = false;
      await Promise.all(load);

      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      const { store } = under.gateway;
      const kept = new Set(
        (await readAll((page: PageRequest) => store.accounts.list(page))).map(({ id }) => id),
      );
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      expect(kept.has(account.id)).toBe(true);
      // The ledger is written after the responses.
      await expect
        .poll(async () => (await store.ledger.read(account.id, account.billingAnchor ?? 0))?.charged)
        .toBe(statuses.length);
      await expect.poll(async () => (await under.send('/readyz')).status).toBe(200);
    } finally {
      running = false;
      await under.stop();
      address.close();
      await Promise.all([soap.stop(), primary.stop(), standby.stop()]);
    }
  },
);
