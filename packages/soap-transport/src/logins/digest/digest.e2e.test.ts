import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createCleanup } from '../../testing/cleanup.js';
import { serveHttp } from '../../testing/loopback-server.js';
import { failureOf, receivedBody, soapRequest, textOf } from '../../testing/messages.js';
import { createTransport } from '../../transport.js';
import { printDigest, readDigestChallenge } from './digest-login.js';

const cleanup = createCleanup();
const digest = { username: 'ada', password: 'CANARY-1' };

describe('the example of RFC 7616 §3.9.1', () => {
  const NONCE = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
  const OPAQUE = 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS';
  const challenge = (algorithm: string) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${NONCE}", opaque="${OPAQUE}"`;
  const request = {
    method: 'GET',
    path: '/dir/index.html',
    count: 1,
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  };
  const account = { username: 'Mufasa', password: 'Circle of Life' };

  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('digest: %s', (algorithm, response) => {
    const read = readDigestChallenge({ 'www-authenticate': challenge(algorithm) });
    expect(read).toMatchObject({ realm: 'http-auth@example.org', algorithm, stale: false });
    const printed = printDigest(account, read as NonNullable<typeof read>, request);
    expect(printed).toContain(`response="${response}"`);
    expect(printed).toContain(`username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html"`);
    expect(printed).toContain(`nc=00000001, cnonce="${request.cnonce}", qop=auth`);
    expect(printed).toContain(`opaque="${OPAQUE}"`);
  });

  test('digest: SHA-256 is answered before MD5, in one header line or two, among other schemes', () => {
    const others = ['Negotiate', 'Basic realm="a, Digest nonce=\\"b\\""', 'NTLM TlRM=='];
    const lines = [others[0], challenge('MD5'), others[1], challenge('SHA-256'), others[2]] as string[];
    for (const header of [lines, lines.join(', ')]) {
      expect(readDigestChallenge({ 'www-authenticate': header })?.algorithm).toBe('SHA-256');
    }
    expect(readDigestChallenge({ 'www-authenticate': challenge('SHA-512-256') })).toBeUndefined();
    expect(readDigestChallenge({ 'www-authenticate': 'Digest realm="a", nonce="b"' })).toBeUndefined();
    expect(readDigestChallenge({ 'www-authenticate': others.join(', ') })).toBeUndefined();
  });

  test('digest: a name beyond ASCII and a name as a hash (§3.9.2)', () => {
    const read = readDigestChallenge({ 'www-authenticate': challenge('MD5') });
    const named = (userhash: boolean) =>
      printDigest(
        { username: 'Jäsøn Doe', password: 'Secret, or not?' },
        { ...(read as NonNullable<typeof read>), realm: 'api@example.org', userhash, algorithm: 'SHA-256' },
        request,
      );
    expect(named(false)).toContain(`username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, `);
    const hash = createHash('sha256').update('Jäsøn Doe:api@example.org').digest('hex');
    expect(named(true)).toContain(`username="${hash}"`);
    expect(named(true)).toContain('userhash=true');
  });
});

interface Seen {
  readonly bytes: number;
  readonly params: Readonly<Record<string, string>>;
}

/** A server with the rules of RFC 7616. `nonces`: the nonces it accepts, each for so many requests. */
async function sceneOf({ password = digest.password, uses = Number.POSITIVE_INFINITY, extra = '' } = {}) {
  const seen: Seen[] = [];
  let issued = 0;
  let left = uses;
  const check = ({ method, url }: IncomingMessage, params: Seen['params']): 'right' | 'wrong' | 'stale' => {
    const md5 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const { nonce, nc, cnonce, qop, response, uri } = params;
    const right = md5(
      `${md5(`${digest.username}:a realm:${password}`)}:${nonce}:${nc}:${cnonce}:${qop}:${md5(`${method}:${uri}`)}`,
    );
    if (response !== right || uri !== url) return 'wrong';
    left -= 1;
    return nonce === `n${issued}` && left >= 0 ? 'right' : 'stale';
  };
  const answer = (request: IncomingMessage, response: ServerResponse, bytes: number): void => {
    const { authorization = '' } = request.headers;
    const params = Object.fromEntries(
      [...authorization.matchAll(/(\w+)=(?:"([^"]*)"|([^ ,]*))/g)].map(([, name, text, token]) => [
        name,
        text ?? token ?? '',
      ]),
    );
    seen.push({ bytes, params });
    const verdict = authorization === '' ? 'wrong' : check(request, params);
    if (verdict === 'right') {
      response.writeHead(200, { 'content-type': 'text/xml' }).end('<ok/>');
      return;
    }
    issued += 1;
    left = uses;
    const stale = verdict === 'stale' ? ', stale=true' : '';
    const challenge = `Digest realm="a realm", nonce="n${issued}", qop="auth", algorithm=SHA-256${stale}${extra}`;
    response.writeHead(401, { 'www-authenticate': challenge }).end('no');
  };
  const server = await serveHttp((request, response) => {
    void receivedBody(request).then(({ length }) => answer(request, response, length));
  });
  const transport = createTransport({ egress: { allow: ['127.0.0.0/8'] } });
  cleanup(() => server.close());
  cleanup(() => transport.close());
  const url = `http://${server.host}/service?a=1`;
  const send = async (credentials = { digest }): Promise<number> => {
    const response = await transport.send(soapRequest(url, { credentials }));
    await textOf(response);
    return response.status;
  };
  return { seen, send };
}

describe('a login with Digest', () => {
  test('digest: the first call asks with an empty request; the next ones answer at once, with the next count', async () => {
    const { seen, send } = await sceneOf();
    const credentials = { digest: { ...digest } };
    expect([await send(credentials), await send(credentials), await send(credentials)]).toEqual([
      200, 200, 200,
    ]);
    expect(seen.map(({ params }) => params['nc'])).toEqual([undefined, '00000001', '00000002', '00000003']);
    expect(seen.map(({ bytes }) => bytes > 0)).toEqual([false, true, true, true]);
    expect(new Set(seen.slice(1).map(({ params }) => params['cnonce'])).size).toBe(3);
  });

  test('digest: a nonce that has expired is replaced, and the body is sent again', async () => {
    const { seen, send } = await sceneOf({ uses: 2 });
    const credentials = { digest: { ...digest } };
    for (let call = 0; call < 3; call += 1) expect(await send(credentials)).toBe(200);
    expect(seen.map(({ params }) => [params['nonce'], params['nc']])).toEqual([
      [undefined, undefined],
      ['n1', '00000001'],
      ['n1', '00000002'],
      ['n1', '00000003'],
      ['n2', '00000001'],
    ]);
  });

  test('digest: a server whose every nonce has expired gets two answers in one call, not more', async () => {
    const { seen, send } = await sceneOf({ uses: 0 });
    const error = await failureOf(() => send({ digest: { ...digest } }));
    expect(error).toMatchObject({ code: 'UPSTREAM_LOGIN_FAILED', upstreamStatus: 401 });
    expect(seen).toHaveLength(3);
  });

  test('digest: a wrong password fails after one proof, without the secret in the error', async () => {
    const { seen, send } = await sceneOf({ password: 'other' });
    const error = await failureOf(() => send({ digest: { ...digest } }));
    expect(error.message).toBe(
      'cannot log in to the upstream: it does not accept the user name and the password',
    );
    expect(JSON.stringify(error)).not.toContain('CANARY');
    expect(seen).toHaveLength(2);
  });
});
