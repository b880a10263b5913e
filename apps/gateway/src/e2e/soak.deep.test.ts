import { randomBytes } from 'node:crypto';
import { connect } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.js';
import { ensureSelfSigned } from '../http/server/certificate.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';

const SECONDS = 6 * Number(process.env['SOAPSTONE_DEPTH']);
const AT_ONCE = 12;
/** The room for cached responses: a small part of what the load requests. */
const CACHE_BYTES = 2 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let soap: UserDirectory;
let upstream: HostileUpstream;
let under: GatewayUnderTest;
let account: Account;
let key: string;
let ca: string;
let results = 0;
beforeAll(async () => {
  [soap, upstream, under] = await Promise.all([
    startUserDirectory(),
    startHostileUpstream(),
    startUnderTest(
      {
        CACHE_BYTES: String(CACHE_BYTES),
        CACHE_BYTES_PER_ACCOUNT: String(CACHE_BYTES),
        UPSTREAM_TIMEOUT_MS: '2000',
        LOG_LEVEL: 'silent',
        MAX_CONNECTIONS_PER_IP: '0',
      },
      { processes: true },
    ),
  ]);
  ({ cert: ca } = await ensureSelfSigned(under.gateway.config.dataDir, ['localhost'], Date.now()));
  account = await under.createAccount({ plan: 'Pro', billingAnchor: Date.now() });
  ({ key } = await under.createKey(account.id));
  const service = await under.register(account, {
    source: { kind: 'url', url: soap.wsdlAddress },
    slug: 'users',
    settings: { endpoint: upstream.address },
  });
  await under.setOperation(service, 'GetUser', { methodPolicy: 'GET + POST', cacheSeconds: 3_600 });
});
afterAll(async () => {
  await under?.stop();
  await soap?.stop();
  await upstream?.stop();
});

const path = (operation: string) => `/api/v1/${account.id}/users/${operation}`;
const headers = () => ({ 'X-API-Key': key, 'Content-Type': 'application/json' });

/** Kinds of clients, only some of them well-behaved. Each resolves when the client is done. */
const VISITS: readonly ((turn: number) => Promise<unknown>)[] = [
  async (turn) => {
    const { status } = await under.send(`${path('GetUser')}?userId=${turn}`, { headers: headers() });
    if (status === 200) results += 1;
  },
  () => under.send(path('ListUsers'), { method: 'POST', headers: headers(), body: '{}' }),
  () => under.send(path('ListUsers'), { method: 'POST', headers: headers(), body: '{"no":1}' }),
  (turn) => under.send(path(`Op${turn}`), { method: 'POST', headers: headers(), body: '{}' }),
  (turn) =>
    under.send(`/api/v1/acc_${turn}/s/Op`, {
      headers: { 'X-API-Key': `sst_live_${randomBytes(16).toString('hex')}` },
    }),
  // Half a request, a call whose client does not wait, a connection without a request.
  () => abandon(`POST ${path('ListUsers')} HTTP/1.1\r\nHost: localhost\r\nContent-Le`),
  () =>
    abandon(
      `POST ${path('ListUsers')} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    ),
  () => abandon(''),
];

function abandon(bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({
      port: under.gateway.config.tls.port,
      host: '127.0.0.1',
      ca,
      servername: 'localhost',
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve());
    socket.once('secureConnect', () => {
      if (bytes !== '') socket.write(bytes);
      setTimeout(() => socket.destroy(), 20);
    });
  });
}

/** Counts the resources of each kind that keep this process alive. Timers of the test tools come and go. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function heap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function load(seconds: number, from: number): Promise<number> {
  let turn = from;
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        turn += 1;
        const visit = VISITS[turn % VISITS.length]!;
        // Some visits are expected to be rejected or to fail.
        await visit(turn).catch(() => {});
      }
    }),
  );
  return turn;
}

test('sockets, timers and memory return to the initial level', {
  timeout: (SECONDS + 300) * 1_000,
}, async () => {
  const name = 'x'.repeat(4_000);
  let answers = 0;
  upstream.answer = (_request, response) => {
    answers += 1;
    if (answers % 50 === 0) response.destroy();
    else if (answers % 50 === 1) response.end('<html>not SOAP');
    else {
      response.end(
        envelope(
          `<GetUserResponse xmlns="urn:example:user-directory"><user id="1" status="active"><name>${name}</name></user></GetUserResponse>`,
        ),
      );
    }
  };
  const settled = async () => {
    await expect.poll(() => under.gateway.connections.stats.open, { timeout: 60_000 }).toBe(0);
    // Idle connections to the upstream close on their own.
    await expect.poll(() => resources()['TCPSocketWrap'] ?? 0, { timeout: 60_000, interval: 200 }).toBe(0);
  };
  const warm = await load(Math.max(3, SECONDS / 10), 0);
  await settled();
  const before = { heap: heap(), resources: resources() };

  const visits = (await load(SECONDS, warm)) - warm;
  await settled();
  // The test tools hold some timers; a request of the gateway may be in flight.
  const grownKinds = () =>
    Object.entries(resources()).filter(([kind, count]) => {
      const tolerance = kind === 'Timeout' || kind === 'Immediate' ? 3 : 0;
      return count > (before.resources[kind] ?? 0) + tolerance;
    });
  await expect.poll(grownKinds, { interval: 50 }).toEqual([]);
  const after = { heap: heap(), resources: resources() };

  const grown = (after.heap - before.heap) / MEBIBYTE;
  process.stdout.write(
    `soak: ${visits} visits in ${SECONDS} s, ${results} results in total, heap ${(before.heap / MEBIBYTE).toFixed(1)} to ${(after.heap / MEBIBYTE).toFixed(1)} MiB, ` +
      `${JSON.stringify(before.resources)} to ${JSON.stringify(after.resources)}\n`,
  );
  expect(visits).toBeGreaterThan(SECONDS);
  // The account may call 6,000 times a minute, which a fast machine reaches, and a fifth of the counted calls ask for a result.
  expect(results).toBeGreaterThan(Math.min(visits / 20, 600));
  // Caches for distinct accounts, keys, operations and inputs are bounded.
  expect(grown).toBeLessThan(24);
  // The gateway still works.
  expect((await under.send('/readyz')).status).toBe(200);
});
