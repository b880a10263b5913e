import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthority, createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { type LoggingProxy, openLoggingProxy } from '../testing/logging-proxy.js';
import { type LoopbackServer, serveHttps } from '../testing/loopback-server.js';
import { failureOf, soapRequest, textOf } from '../testing/messages.js';
import { createTransport, type Transport } from '../transport.js';

const CALLS = 10_000;

/** A user of the transport: a service of an account, with its way and its profile. */
interface User {
  readonly name: string;
  readonly account: string;
  /** The user name at the proxy; undefined: no proxy. */
  readonly login: string | undefined;
  readonly isOld: boolean;
}

const users: readonly User[] = ['one', 'two'].flatMap((account) =>
  [undefined, 'ada', 'bob'].flatMap((login) =>
    [true, false].map((isOld) => ({
      name: `${account} ${login ?? 'direct'} ${isOld ? 'old' : 'strict'}`,
      account,
      login,
      isOld,
    })),
  ),
);

const namedUsers = new Map(users.map((user) => [user.name, user]));

/** The users that have sent something on a connection. */
const seen = new Map<Socket, Set<string>>();
/** Requests that came through a tunnel of another login, or past their proxy. */
const strays: string[] = [];
let modern: LoopbackServer;
let old: LoopbackServer;
let proxy: LoggingProxy;
let transport: Transport;
let ca: string;

beforeAll(async () => {
  const authority = await createAuthority('authority');
  const { certificate: cert, privateKey: key } = await createIdentity('localhost', { authority });
  ca = authority.certificate;
  const answer: Parameters<typeof serveHttps>[1] = (message, reply) => {
    const { socket } = message;
    const name = String(message.headers['x-user']);
    seen.set(socket, (seen.get(socket) ?? new Set()).add(name));
    const login = namedUsers.get(name)?.login;
    const expected = login === undefined ? undefined : `Basic ${btoa(`${login}:CANARY-${login}`)}`;
    // Asked while the connection is open: its port belongs to another one later.
    const actual = proxy.tunnels.get(`${socket.remotePort} ${socket.localPort}`);
    if (actual !== expected) strays.push(`${name}: ${actual}`);
    message.resume().on('end', () => reply.end(`${(message.socket as TLSSocket).getProtocol()}`));
  };
  modern = await serveHttps({ cert, key }, answer);
  const ciphers = 'DEFAULT@SECLEVEL=0';
  old = await serveHttps({ cert, key, minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers }, answer);
  proxy = await openLoggingProxy();
  // The strict users fail against the old server by design.
  const limits = { breakerFailures: 0, inFlightPerOrigin: 100, connectMs: 60_000, deadlineMs: 120_000 };
  transport = createTransport({ egress: 'unguarded', proxy: 'none', limits });
});
afterAll(async () => {
  await transport?.close();
  await proxy?.close();
  await modern?.close();
  await old?.close();
});

test(`${CALLS} interleaved calls: neither a TLS profile nor a login at a proxy reaches another service or account`, async () => {
  const proxies = new Map(
    ['ada', 'bob'].map((username) => [
      username,
      { url: proxy.host, credentials: { username, password: `CANARY-${username}` } },
    ]),
  );
  const send = (user: User, server: LoopbackServer): Promise<string> =>
    transport
      .send(
        soapRequest(`https://localhost:${server.port}/`, {
          account: user.account,
          headers: { 'x-user': user.name },
          credentials: { ca },
          proxy: user.login === undefined ? undefined : proxies.get(user.login),
          compatibility: user.isOld ? { minimumTls: '1.0' } : undefined,
        }),
      )
      .then(textOf);
  let next = 0;
  const count = { modern: 0, old: 0, refused: 0 };
  const worker = async (): Promise<void> => {
    while (next < CALLS) {
      const turn = next++;
      const user = users[turn % users.length] as User;
      if (turn % 7 < 4) {
        expect(await send(user, modern), user.name).toBe('TLSv1.3');
        count.modern += 1;
      } else if (user.isOld) {
        expect(await send(user, old), user.name).toBe('TLSv1');
        count.old += 1;
      } else {
        expect((await failureOf(() => send(user, old))).code, user.name).toBe('UPSTREAM_TLS');
        count.refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: 12 }, worker));
  expect(count.modern + count.old + count.refused).toBe(CALLS);
  expect(Math.min(count.modern, count.old, count.refused)).toBeGreaterThan(1_000);

  // Each connection has carried one user, and each tunnel was opened with the login of its user.
  expect([...seen.values()].filter((names) => names.size !== 1)).toEqual([]);
  expect(strays).toEqual([]);
  expect(new Set([...seen.values()].flatMap((sent) => [...sent])).size).toBe(users.length);
}, 600_000);
