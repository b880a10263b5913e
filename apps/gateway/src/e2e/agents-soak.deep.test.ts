import { readdirSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { META, modernHeaders, OFFERED, text } from '../testing/agents-scene.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../testing/hostile-upstream.js';
import { type Listening, listenForChanges } from '../testing/listen-for-changes.js';

/** 1,000 messages, or 10,000 with SOAPSTONE_DEPTH=10. */
const MESSAGES = 1_000 * Number(process.env['SOAPSTONE_DEPTH']);
/** Clients, each with a connection of its own and a subscription that stays open. */
const SESSIONS = 50;
/** Their accounts: one may make 6,000 calls a minute. */
const ACCOUNTS = 5;
const MEBIBYTE = 1024 * 1024;
/** The user for whom the SOAP service returns nothing until the client is gone. */
const SILENT = 7;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let soap: UserDirectory;
let upstream: HostileUpstream;
let under: GatewayUnderTest;
const accounts: { readonly url: URL; readonly key: string }[] = [];

beforeAll(async () => {
  [soap, upstream, under] = await Promise.all([
    startUserDirectory(),
    startHostileUpstream(),
    startUnderTest({ LOG_LEVEL: 'silent', MAX_CONNECTIONS_PER_IP: '0' }),
  ]);
  for (let index = 0; index < ACCOUNTS; index++) {
    const account = await under.createAccount({ plan: 'Pro' });
    const { key } = await under.createKey(account.id);
    await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
      settings: { agents: OFFERED, endpoint: upstream.address },
    });
    accounts.push({ url: new URL(`${under.baseUrl}/mcp/v1/${account.id}/users`), key });
  }
  upstream.answer = (_request, response) => {
    const body = upstream.bodies.at(-1) ?? '';
    // The list of bodies would grow with the test.
    (upstream.bodies as string[]).length = 0;
    if (body.includes(`>${SILENT}<`)) return;
    response.end(
      envelope(
        '<GetUserResponse xmlns="urn:example:user-directory"><user id="1" status="active"><name>Ada</name></user></GetUserResponse>',
      ),
    );
  };
});

afterAll(async () => {
  await under?.stop();
  await Promise.all([soap?.stop(), upstream?.stop()]);
});

/** A client of an account, with one connection that it uses again until it drops it. */
interface Session {
  readonly account: (typeof accounts)[number];
  readonly agent: Agent;
  readonly subscription: Listening;
}

function openSession(index: number): Session {
  const account = accounts[index % ACCOUNTS]!;
  return {
    account,
    agent: new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false }),
    subscription: listenForChanges(String(account.url), account.key),
  };
}

/** When a client gives up: never, once its message is sent, or with the first bytes of the response. */
type Patience = 'whole' | 'sent' | 'started';

/** Sends a message. Resolves to the status; 0 if the client gave up before there was one. */
function exchange(
  { account, agent }: Session,
  { body, headers }: { readonly body: string; readonly headers: Record<string, string> },
  patience: Patience,
): Promise<number> {
  return new Promise((resolve) => {
    let status = 0;
    const request = httpsRequest(account.url, {
      method: 'POST',
      agent,
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json', ...headers },
    });
    request.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.on('data', () => {
        if (patience === 'started') request.destroy();
      });
      response.on('error', () => {});
      response.on('end', () => resolve(status));
    });
    request.on('error', () => {});
    request.on('close', () => resolve(status));
    request.end(body, () => {
      if (patience === 'sent') setTimeout(() => request.destroy(), 5);
    });
  });
}

function callOf(
  userId: number | string,
  progress?: string,
): { body: string; headers: Record<string, string> } {
  const _meta = progress === undefined ? META : { ...META, progressToken: progress };
  const params = { name: 'GetUser', arguments: { userId }, _meta };
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: modernHeaders('tools/call', 'GetUser'),
  };
}

const askFor = (method: string, params: object = {}) => ({
  body: text(method, params),
  headers: modernHeaders(method),
});

/** The actions of sessions, in turns. */
const TURNS: readonly ((session: Session, turn: number) => Promise<number>)[] = [
  (session) => exchange(session, askFor('tools/list'), 'whole'),
  (session, turn) => exchange(session, callOf(turn + 1_000), 'whole'),
  // Cancelled: the response is closed while the SOAP service is silent.
  (session) => exchange(session, callOf(SILENT), 'sent'),
  (session) => exchange(session, callOf('no number'), 'whole'),
  (session) => exchange(session, askFor('resources/list'), 'whole'),
  // A dropped stream: the client leaves at the first event.
  (session, turn) => exchange(session, callOf(SILENT, `p${turn}`), 'started'),
  (session, turn) => exchange(session, callOf(turn + 1_000, `p${turn}`), 'whole'),
  (session) =>
    exchange(
      session,
      askFor('subscriptions/listen', { notifications: { toolsListChanged: true } }),
      'started',
    ),
  (session) =>
    exchange(
      session,
      {
        body: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
        headers: { 'MCP-Protocol-Version': '2025-11-25' },
      },
      'whole',
    ),
];

/** Sends messages over sessions that are opened for them and closed after them. Returns the counts of statuses. */
async function load(messages: number): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const sessions = Array.from({ length: SESSIONS }, (_, index) => openSession(index));
  await expect
    .poll(() => sessions.filter(({ subscription }) => subscription.text.includes('acknowledged')), {
      timeout: 30_000,
    })
    .toHaveLength(SESSIONS);
  let turn = 0;
  await Promise.all(
    sessions.map(async (session) => {
      while (turn < messages) {
        const now = turn++;
        const status = await TURNS[now % TURNS.length]!(session, now);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  expect(sessions.filter(({ subscription }) => subscription.ended)).toEqual([]);
  for (const { agent, subscription } of sessions) {
    subscription.close();
    agent.destroy();
  }
  await expect.poll(() => under.gateway.connections.stats.open, { timeout: 30_000 }).toBe(0);
  await expect.poll(() => resources()['TCPSocketWrap'] ?? 0, { timeout: 30_000, interval: 100 }).toBe(0);
  // The log of the test keeps every line.
  (under.logLines as string[]).length = 0;
  return statuses;
}

/** Counts the resources of each kind that keep this process alive: sockets, timers. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The heap in use, the open descriptors and the timers. */
function levels(): { heap: number; descriptors: number; timers: number } {
  collectGarbage();
  collectGarbage();
  return {
    heap: process.memoryUsage().heapUsed / MEBIBYTE,
    descriptors: readdirSync('/proc/self/fd').length,
    timers: resources()['Timeout'] ?? 0,
  };
}

test('agents: heap, descriptors and timers are flat over many messages, with cancellations and dropped streams', {
  timeout: 600_000,
}, async () => {
  // The items that are compiled and cached once.
  await load(Math.max(500, MESSAGES / 10));
  const before = levels();
  const statuses = await load(MESSAGES);
  // The test tools hold some timers, and a request of the gateway may be in flight.
  await expect.poll(() => levels().timers, { timeout: 30_000 }).toBeLessThanOrEqual(before.timers + 3);
  const after = levels();
  process.stdout.write(
    `agents soak: ${MESSAGES} messages, ${SESSIONS} sessions, statuses ${JSON.stringify([...statuses])}, ` +
      `heap ${before.heap.toFixed(1)} to ${after.heap.toFixed(1)} MiB, descriptors ${before.descriptors} to ${after.descriptors}, ` +
      `timers ${before.timers} to ${after.timers}\n`,
  );
  expect([...statuses.keys()].sort((one, other) => one - other)).toEqual([0, 200, 202]);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2);
  expect(after.heap - before.heap).toBeLessThan(8);
});
