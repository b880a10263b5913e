import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ResponseHeaders } from '../http/http-exchange.js';
import type { ProxyLogin } from '../proxy-option.js';
import { isTransportError, type TransportError } from '../transport-error.js';
import { offeredSchemes, proxyFailed, proxyRefused } from './proxy-failure.js';
import type { ProxyServer } from './proxy-server.js';
import { skipBody } from './skip-body.js';

/** The largest header section of an answer to CONNECT, in bytes. */
const MAX_HEADER = 16 * 1024;
/** The requests for one tunnel: one that opens a login, one that proves it, and one more if the challenge was an old one. */
const MAX_REQUESTS = 3;

/** The end of a tunnel: the address that was checked, or a name that the proxy resolves. */
export interface TunnelEnd {
  readonly host: string;
  readonly port: number;
  /** Whether `host` stands for a name that this process has resolved. */
  readonly byAddress: boolean;
}

/** The request that a login is for. */
interface LoginPlace {
  readonly host: string;
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly binding: Uint8Array | undefined;
}

/** A login as it is made to servers. */
interface Login {
  readonly scheme: 'NTLM' | 'Negotiate' | 'Digest';
  /** The first token; undefined if none is asked for, and empty for a request without one. */
  readonly opening: string | undefined;
  answer(challenge: string, place: LoginPlace): string | Promise<string>;
  forget(origin: string): void;
  readonly challenges?: {
    isKnown(origin: string): boolean;
    take(headers: ResponseHeaders, origin: string): boolean;
    isExpired(headers: ResponseHeaders): boolean;
    accepted(headers: ResponseHeaders, origin: string): void;
    readonly unusable: string;
  };
}

/** How the logins of servers are made, which a proxy asks for in the same way under other names. */
export interface Logins {
  loginOf(profile: ProxyLogin, account: string): Login | undefined;
  /** The token of a scheme in `WWW-Authenticate`: `''` if the scheme has none, undefined if it is not named. */
  challengeOf(headers: ResponseHeaders, scheme: string): string | undefined;
  /** The channel binding of a certificate. */
  serverEndPoint(certificate: Uint8Array): Uint8Array;
}

/** Who asks a proxy for a tunnel. */
export interface TunnelUser {
  readonly proxy: ProxyServer;
  readonly end: TunnelEnd;
  /** The account whose Kerberos tickets are used. */
  readonly account: string;
  readonly logins: Logins;
}

/** The answer to one CONNECT. */
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly tunnel: Socket;
  /** The bytes after the header section. */
  readonly head: Buffer;
}

/**
 * Asks a proxy for a connection to `end` (RFC 9110 §9.3.6), and logs in where the proxy asks for it. Calls `done` once: with an error, or with
 * the socket that leads there. The caller limits the time.
 *
 * @param socket connected to the proxy
 */
export function openTunnel(
  socket: Socket,
  user: TunnelUser,
  done: (error: TransportError | null, tunnel: Socket | null) => void,
): void {
  askWithLogin(socket, user).then(
    ({ tunnel, head }) => {
      if (head.length > 0) tunnel.unshift(head);
      done(null, tunnel);
    },
    (error: unknown) =>
      done(isTransportError(error) ? error : proxyFailed(user.proxy, 'cannot be logged in to'), null),
  );
}

/** Proxies that did not offer the login of a user name with a domain, and get Basic from then on. */
const basicOnly = new WeakSet<ProxyServer>();

async function askWithLogin(socket: Socket, user: TunnelUser): Promise<Answer> {
  const { proxy, account, logins } = user;
  const isBasic = proxy.login === undefined || basicOnly.has(proxy);
  const login = isBasic ? undefined : logins.loginOf(proxy.login, account);
  if (login === undefined) return accepted(await ask(socket, user, proxy.authorization), user);
  const place = placeOf(socket, user);
  let token = await firstToken(login, place, proxy);
  let hasProved = login.opening === undefined || login.challenges?.isKnown(place.origin) === true;
  for (let turn = 1; ; turn += 1) {
    const answer = await ask(socket, user, token);
    if (answer.status !== 407) {
      if (hasProved) login.challenges?.accepted(asServer(answer.headers, 'info'), place.origin);
      return accepted(answer, user);
    }
    const offered = logins.challengeOf(asServer(answer.headers), login.scheme);
    // The user name and the password are those that Basic would send, so that a proxy without NTLM gets them as ever.
    if (offered === undefined && !hasProved && proxy.authorization !== undefined) {
      basicOnly.add(proxy);
      throw again(user, 'does not offer NTLM');
    }
    const isOver =
      turn === MAX_REQUESTS || offered === undefined || (hasProved && !mayProve(login, answer, turn));
    if (hasProved && isOver) login.forget(place.origin);
    if (isOver) throw refused(answer, user);
    const next = await nextToken(login, place, answer, user);
    // Known now, so that the next connection needs no challenge.
    await skip(answer, user);
    token = next;
    hasProved = true;
  }
}

/** A digest is proved again if its challenge was known before; another login is not. */
function mayProve({ challenges }: Login, { headers }: Answer, turn: number): boolean {
  return challenges !== undefined && (turn === 1 || challenges.isExpired(asServer(headers)));
}

async function firstToken(login: Login, place: LoginPlace, proxy: ProxyServer): Promise<string | undefined> {
  if (login.opening === undefined) return await prove(login, '', place, proxy);
  if (login.challenges?.isKnown(place.origin) === true) return await prove(login, '', place, proxy);
  return login.opening === '' ? undefined : `${login.scheme} ${login.opening}`;
}

async function nextToken(
  login: Login,
  place: LoginPlace,
  answer: Answer,
  { proxy, logins }: TunnelUser,
): Promise<string> {
  const headers = asServer(answer.headers);
  if (login.challenges?.take(headers, place.origin) === false)
    throw proxyFailed(proxy, `asks for a login that cannot be made (407): ${login.challenges.unusable}`, {
      status: 407,
    });
  return await prove(login, logins.challengeOf(headers, login.scheme) ?? '', place, proxy);
}

async function prove(
  login: Login,
  challenge: string,
  place: LoginPlace,
  proxy: ProxyServer,
): Promise<string> {
  if (challenge === '' && login.scheme === 'NTLM')
    throw proxyFailed(proxy, 'answers the first message of NTLM with no challenge (407)', { status: 407 });
  try {
    return `${login.scheme} ${await login.answer(challenge, place)}`;
  } catch (error) {
    const why = isTransportError(error)
      ? error.message.replace(/^cannot log in to the upstream: /, '')
      : 'it failed';
    throw proxyFailed(proxy, `cannot be logged in to by ${login.scheme}: ${why}`);
  }
}

/** Reads the rest of a 407, after which its connection carries the next request. */
async function skip({ headers, tunnel, head }: Answer, user: TunnelUser): Promise<void> {
  const closes = /\bclose\b/i.test(`${headers.connection} ${String(headers['proxy-connection'])}`);
  if (!closes && (await skipBody(tunnel, head, headers))) return;
  throw again(user, 'closes the connection between the messages of the login, which needs keep-alive');
}

/** A failure that the second attempt of a call may not have: with a challenge that is known, or with Basic. */
function again({ proxy }: TunnelUser, what: string): TransportError {
  const cause = Object.assign(new Error('closed'), { code: 'ECONNRESET' });
  return proxyFailed(proxy, what, { status: 407, cause });
}

function accepted(answer: Answer, user: TunnelUser): Answer {
  if (answer.status >= 200 && answer.status <= 299) return answer;
  throw refused(answer, user);
}

function refused({ status, headers }: Answer, { proxy, end }: TunnelUser): TransportError {
  const offered = offeredSchemes(headers['proxy-authenticate']);
  return proxyRefused(proxy, { status, offered, byAddress: end.byAddress });
}

/** The fields of a proxy under the names that servers have for them. */
function asServer(
  headers: IncomingHttpHeaders,
  what: 'challenge' | 'info' = 'challenge',
): Record<string, string> {
  if (what === 'info') return { 'authentication-info': String(headers['proxy-authentication-info'] ?? '') };
  return { 'www-authenticate': [headers['proxy-authenticate'] ?? []].flat().join(', ') };
}

function placeOf(socket: Socket, { proxy, end, logins }: TunnelUser): LoginPlace {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.raw : undefined;
  return {
    host: proxy.hostname,
    origin: `proxy://${proxy.hostname}:${proxy.port}`,
    method: 'CONNECT',
    path: authorityOf(end),
    binding: certificate && logins.serverEndPoint(certificate),
  };
}

function authorityOf({ host, port }: TunnelEnd): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function ask(socket: Socket, { proxy, end }: TunnelUser, authorization: string | undefined): Promise<Answer> {
  const authority = authorityOf(end);
  // Node would say close, and a login needs the connection again.
  const headers: Record<string, string> = { host: authority, connection: 'keep-alive' };
  if (authorization !== undefined) headers['proxy-authorization'] = authorization;
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: 'CONNECT',
      path: authority,
      headers,
      maxHeaderSize: MAX_HEADER,
      createConnection: () => socket,
    });
    request.once('error', (cause) => reject(proxyFailed(proxy, brokenOf(cause), { cause })));
    // Node reports every status of an answer to CONNECT by this event.
    request.once('connect', ({ statusCode: status = 0, headers: answered }, tunnel, head) =>
      resolve({ status, headers: answered, tunnel: tunnel as Socket, head }),
    );
    request.end();
  });
}

function brokenOf(cause: unknown): string {
  const code = String((cause as { code?: unknown }).code);
  return code.startsWith('HPE_')
    ? 'answers with something that is not HTTP: check that its URL is that of a proxy'
    : 'closed the connection without an answer: check that its URL is that of a proxy';
}
