import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../domain/accounts/account.js';
import { type GatewayUnderTest, startUnderTest } from '../../testing/gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from '../../testing/hostile-upstream.js';
import { openRawClient, type RawClient } from '../../testing/raw-client.js';
import { ensureSelfSigned } from './certificate.js';

const HEAD = 'Host: localhost\r\nContent-Type: application/json\r\n';
const trickles: NodeJS.Timeout[] = [];
const clients: RawClient[] = [];
let under: GatewayUnderTest;
let ca: string;

async function start(environment: Record<string, string>): Promise<void> {
  under = await startUnderTest(environment);
  ({ cert: ca } = await ensureSelfSigned(under.gateway.config.dataDir, ['localhost'], Date.now()));
}

afterEach(async () => {
  for (const trickle of trickles.splice(0)) clearInterval(trickle);
  for (const { socket } of clients.splice(0)) socket.destroy();
  await under?.stop();
});

function open(over: 'tls' | 'tcp' = 'tls'): RawClient {
  const client = openRawClient(under.gateway.config.tls.port, over === 'tls' ? ca : undefined);
  clients.push(client);
  return client;
}

const connectionsAre = (count: number): Promise<void> =>
  expect.poll(() => under.gateway.connections.stats.open).toBe(count);

/** Writes `piece` repeatedly. */
function trickle({ socket }: RawClient, piece: string, every: number): void {
  trickles.push(
    setInterval(() => {
      if (socket.writable) socket.write(piece);
    }, every),
  );
}

function readAnswer(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const headers = head.toLowerCase();
  expect(headers).toContain('connection: close');
  return { status: Number(head.split(' ')[1]), headers, error: JSON.parse(body).error };
}

describe('slow clients', () => {
  beforeEach(() =>
    // Long enough for clients that are not slow, even on a busy machine.
    start({
      HEADERS_TIMEOUT_MS: '4000',
      REQUEST_TIMEOUT_MS: '60000',
      BODY_GRACE_MS: '3000',
      MIN_BODY_RATE: '1000',
    }),
  );

  test('a header section that trickles in gets an error response and is cut off, even on a keep-alive connection', async () => {
    const first = open();
    first.socket.write('GET /healthz HTTP/1.1\r\n');
    trickle(first, 'X-A: b\r\n', 100);
    const kept = open();
    kept.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(kept.text).toContain('"ok"');
    const answered = kept.text().length;
    kept.socket.write('GET /healthz HTTP/1.1\r\n');
    trickle(kept, 'X-A: b\r\n', 100);
    await Promise.all([first.closed, kept.closed]);
    for (const text of [first.text(), kept.text().slice(answered)]) {
      const { status, headers, error } = readAnswer(text);
      expect(headers).toContain('x-ratelimit-limit: 0');
      expect([status, error.type, error.code]).toEqual([400, 'VALIDATION_ERROR', 'REQUEST_INCOMPLETE']);
    }
  });

  test('a silent connection and an unfinished handshake are closed without a response', async () => {
    const silent = [open('tls'), open('tcp')];
    for (const { closed, text } of silent) {
      expect(await closed).toBeLessThan(30_000);
      expect(text()).toBe('');
    }
  });

  test('aborts a body below its minimum rate, accepts one at the rate', async () => {
    const account = await under.createAccount();
    const { key } = await under.createKey(account.id);
    const head = `POST /api/v1/${account.id}/none/Op HTTP/1.1\r\n${HEAD}X-API-Key: ${key}\r\n`;
    const slow = open();
    slow.socket.write(`${head}Content-Length: 100000\r\n\r\n{`);
    trickle(slow, ' ', 200);
    const login = `POST /api/manage/log-in HTTP/1.1\r\n${HEAD}`;
    const body = open();
    body.socket.write(`${login}Content-Length: 60000\r\n\r\n{`);
    trickle(body, ' ', 200);

    const steady = open();
    const value = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(200) });
    // Takes longer than a body may lag behind, at four times the required rate to allow for a busy machine.
    steady.socket.write(`${login}Connection: close\r\nContent-Length: ${value.length + 24_000}\r\n\r\n`);
    let sent = 0;
    const rest = `${' '.repeat(24_000)}${value}`;
    while (sent < rest.length) {
      steady.socket.write(rest.slice(sent, sent + 1_000));
      sent += 1_000;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }

    const open404 = readAnswer(await until(slow));
    // The service is looked up before its body is read.
    expect([open404.status, open404.error.code]).toEqual([404, 'SERVICE_NOT_FOUND']);
    const cut = readAnswer(await until(body));
    expect([cut.status, cut.error.code]).toEqual([400, 'REQUEST_INCOMPLETE']);
    expect(cut.error.message).toBe('The body arrives slower than 1000 bytes a second');
    expect(readAnswer(await until(steady)).error.code).toBe('WRONG_PASSWORD');
  });

  test('many slow clients at once do not delay others', async () => {
    const slow = Array.from({ length: 150 }, () => open('tcp'));
    const heads = Array.from({ length: 40 }, () => open());
    for (const client of heads) client.socket.write('POST /x HTTP/1.1\r\nX: ');
    for (let count = 0; count < 10; count += 1) expect((await under.send('/healthz')).status).toBe(200);
    await Promise.all([...slow, ...heads].map(({ closed }) => closed));
    expect((await under.send('/healthz')).status).toBe(200);
  });

  async function until(client: RawClient): Promise<string> {
    await client.closed;
    return client.text();
  }
});

describe('clients that do not read', () => {
  // More than the kernel buffers on both sides can hold.
  const LARGE = 1_000;
  const response = (users: number) =>
    envelope(
      `<ListUsersResponse xmlns="urn:example:user-directory"><total>0</total>${`<user><userId>1</userId><name>${'x'.repeat(30_000)}</name></user>`.repeat(users)}</ListUsersResponse>`,
    );
  let soap: UserDirectory;
  let upstream: HostileUpstream;
  let account: Account;
  let key: string;
  beforeEach(async () => {
    [soap, upstream] = await Promise.all([startUserDirectory(), startHostileUpstream()]);
  });
  afterEach(async () => {
    await soap.stop();
    await upstream.stop();
  });

  /** Starts the gateway with a service, and returns the text of a call. */
  async function serve(writeStall: number): Promise<string> {
    await start({ WRITE_STALL_MS: String(writeStall), MAX_RESPONSE_BYTES: '64000000' });
    account = await under.createAccount({ plan: 'Pro' });
    ({ key } = await under.createKey(account.id));
    await under.register(account, {
      source: { kind: 'url', url: soap.wsdlAddress },
      slug: 'users',
      settings: { endpoint: upstream.address },
    });
    return `POST /api/v1/${account.id}/users/ListUsers HTTP/1.1\r\n${HEAD}X-API-Key: ${key}\r\nContent-Length: 2\r\n\r\n{}`;
  }

  function callWithoutReading(call: string): RawClient {
    const client = open();
    client.socket.pause();
    client.socket.write(call);
    return client;
  }

  test('a response that the client does not read is abandoned, and one that is not ready yet is not', async () => {
    const call = await serve(1_000);
    upstream.answer = (_request, answer) => answer.end(response(LARGE));
    callWithoutReading(call);
    await expect.poll(() => upstream.calls).toBe(1);
    await connectionsAre(0);
    expect(under.logLines.some((line) => line.includes('"status":200'))).toBe(true);

    upstream.answer = (_request, answer) => void setTimeout(() => answer.end(response(0)), 3_500);
    const patient = open();
    patient.socket.write(call);
    await expect.poll(patient.text).toContain('"total":0');
    // An idle connection is kept, too.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(patient.socket.destroyed).toBe(false);
  });

  test('a client that does not read is cut off after the time, one that reads from time to time is not', async () => {
    const call = await serve(4_000);
    upstream.answer = (_request, answer) => answer.end(response(LARGE));
    const deaf = callWithoutReading(call);
    const dozing = callWithoutReading(call);
    // Two megabytes at a time: the system reports to the sender only when much of its buffer is free again.
    let read = 0;
    dozing.socket.on('data', (chunk) => {
      read += chunk.length;
      if (read > 2_000_000) dozing.socket.pause();
    });
    trickles.push(
      setInterval(() => {
        read = 0;
        dozing.socket.resume();
      }, 2_500),
    );
    await expect.poll(() => upstream.calls).toBe(2);
    const began = performance.now();
    await connectionsAre(1);
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(3_500);
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    await connectionsAre(1);
    expect(deaf.text()).toBe('');
  });

  test('unread responses of one account have a limit; the oldest ones are dropped, and others are still served', {
    timeout: 300_000,
  }, async () => {
    const call = await serve(600_000);
    upstream.answer = (_request, answer) => answer.end(response(LARGE));
    // 256 MiB hold eight of them.
    for (let count = 1; count <= 12; count += 1) {
      callWithoutReading(call);
      await expect.poll(() => upstream.calls).toBe(count);
    }
    // The twelve responses of 30 MB are read first, which a busy machine takes its time for.
    await expect.poll(() => under.gateway.connections.stats.open, { timeout: 200_000 }).toBe(8);
    upstream.answer = (_request, answer) => answer.end(response(1));
    const reader = open();
    reader.socket.write(call);
    await expect.poll(reader.text).toContain('"total":0');
  });
});

describe('too many connections', () => {
  const ask = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test.each([
    [{ MAX_CONNECTIONS_PER_IP: '4' }, 429, 'RATE_LIMIT_EXCEEDED', 'TOO_MANY_CONNECTIONS'],
    [{ MAX_CONNECTIONS: '4', MAX_CONNECTIONS_PER_IP: '0' }, 500, 'INTERNAL_ERROR', 'OVERLOADED'],
  ])(
    '%j: the first excess connection gets an error, further ones are closed, and closing connections makes room',
    async (limits, ...expected) => {
      await start(limits as unknown as Record<string, string>);
      const held = Array.from({ length: 4 }, () => open());
      for (const { socket } of held) socket.write(ask);
      for (const { text } of held) await expect.poll(text).toContain('"ok"');

      const told = open();
      told.socket.write(ask);
      await told.closed;
      const { status, headers, error } = readAnswer(told.text());
      expect([status, error.type, error.code]).toEqual(expected);
      expect(headers).toContain('x-ratelimit-limit: 0');
      expect(headers).toContain('retry-after: ');

      const waiting = open();
      await connectionsAre(5);
      const closed = open();
      expect(await closed.closed).toBeLessThan(30_000);
      expect(closed.text()).toBe('');
      expect(under.gateway.connections.stats.refused).toBe(3);

      // Earlier connections are still served.
      held[0]!.socket.write(ask);
      await expect.poll(() => held[0]!.text().split('"ok"').length).toBe(3);
      waiting.socket.destroy();
      held[1]!.socket.destroy();
      await connectionsAre(3);
      expect((await under.send('/healthz')).status).toBe(200);
    },
  );

  test('a rejected connection that sends no request is closed', async () => {
    await start({ MAX_CONNECTIONS_PER_IP: '1' });
    open();
    await connectionsAre(1);
    expect(await open().closed).toBeLessThan(30_000);
  });

  test('behind a proxy, the connections of one address are not limited', async () => {
    await start({ TRUST_PROXY: '1', BASE_URL: 'https://soap.example.com' });
    const many = Array.from({ length: 250 }, () => open('tcp'));
    for (const { socket } of many)
      socket.write(ask.replace('\r\n\r\n', '\r\nX-Forwarded-Proto: https\r\n\r\n'));
    for (const { text } of many) await expect.poll(text).toContain('"ok"');
  });
});
