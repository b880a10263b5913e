import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { inspect } from 'node:util';
import type { OAuthProfile } from '@soapstone/credentials';
import { afterEach, describe, expect, test } from 'vitest';
import { createCleanup } from '../../testing/cleanup.js';
import { serveHttp } from '../../testing/loopback-server.js';
import { failureOf, receivedBody, soapRequest } from '../../testing/messages.js';
import { createTransport, type Transport } from '../../transport.js';
import type { TransportOptions } from '../../transport-options.js';

const cleanup = createCleanup();

interface TokenRequest {
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
}

let requests: TokenRequest[] = [];
let calls: (string | undefined)[] = [];
let answer: () => { readonly status: number; readonly body: unknown };
let status = 200;
afterEach(() => {
  requests = [];
  calls = [];
  status = 200;
});

/** A token endpoint at `/token`, and a service everywhere else. */
async function serve(): Promise<string> {
  answer = () => ({
    status: 200,
    body: { access_token: `token-${requests.length}`, token_type: 'Bearer', expires_in: 600 },
  });
  const server = await serveHttp(async (message, reply) => {
    const body = await receivedBody(message);
    if (message.url === '/token') {
      requests.push({
        authorization: message.headers.authorization,
        form: new URLSearchParams(Buffer.from(body).toString()),
      });
      const { status: code, body: content } = answer();
      reply.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(content));
      return;
    }
    calls.push(message.headers.authorization);
    reply.writeHead(status, { 'content-type': 'text/xml' }).end('<ok/>');
  });
  cleanup(() => server.close());
  return `http://${server.host}`;
}

function transportWith(options: TransportOptions = {}): Transport {
  const made = createTransport({ egress: { allow: ['127.0.0.0/8'] }, ...options });
  cleanup(() => made.close());
  return made;
}

const secret: Partial<OAuthProfile> = { clientId: 'me:1', clientSecret: 'CANARY é&' };

async function call(transport: Transport, url: string, oauth: Partial<OAuthProfile>, account = 'a') {
  const profile = { tokenEndpoint: `${url}/token`, ...oauth } as OAuthProfile;
  const request = { ...soapRequest(`${url}/service`), account, credentials: { oauth: profile } };
  const response = await transport.send(request);
  for await (const _ of response.body);
  return response.status;
}

describe('OAuth client credentials', () => {
  test('a secret as HTTP Basic, and the token on the call', async () => {
    const url = await serve();
    await call(transportWith(), url, { ...secret, scope: 'pay read', resource: 'urn:x', audience: 'bank' });
    const [user, password] = Buffer.from(requests[0]?.authorization?.slice(6) ?? '', 'base64')
      .toString()
      .split(':');
    // RFC 6749 §2.3.1: both are form-encoded before they are joined.
    const decode = (text = ''): string => decodeURIComponent(text.replaceAll('+', ' '));
    expect([decode(user), decode(password)]).toEqual(['me:1', 'CANARY é&']);
    expect(Object.fromEntries(requests[0]?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      scope: 'pay read',
      resource: 'urn:x',
      audience: 'bank',
    });
    expect(calls).toEqual(['Bearer token-1']);
  });

  test('a secret in the form body', async () => {
    const url = await serve();
    await call(transportWith(), url, { ...secret, secretIn: 'post' });
    expect(requests[0]?.authorization).toBeUndefined();
    expect(Object.fromEntries(requests[0]?.form ?? [])).toMatchObject({
      client_id: 'me:1',
      client_secret: 'CANARY é&',
    });
  });

  test.each(['RS256', 'PS256', 'ES256'] as const)('private_key_jwt with %s', async (algorithm) => {
    const url = await serve();
    const { privateKey, publicKey } =
      algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'pp' });
    const key = { privateKey: pem as string, passphrase: 'pp', keyId: 'k1', algorithm };
    await call(transportWith(), url, { clientId: 'me', ...key });
    const { form } = requests[0] as TokenRequest;
    expect(form.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    const [head = '', claims = '', signature = ''] = (form.get('client_assertion') ?? '').split('.');
    const parse = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(parse(head)).toMatchObject({ alg: algorithm, kid: 'k1' });
    expect(parse(claims)).toMatchObject({ iss: 'me', sub: 'me', exp: expect.any(Number) as number });
    const options =
      algorithm === 'ES256'
        ? { dsaEncoding: 'ieee-p1363' as const }
        : algorithm === 'PS256'
          ? { padding: 6, saltLength: 32 }
          : {};
    const verifying = { key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), ...options };
    const valid = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      verifying,
      Buffer.from(signature, 'base64url'),
    );
    expect(valid).toBe(true);
  });

  test('200 concurrent calls make one token request', async () => {
    const url = await serve();
    const transport = transportWith({ limits: { inFlightPerOrigin: 256, inFlightPerAccount: 256 } });
    await Promise.all(Array.from({ length: 200 }, () => call(transport, url, secret)));
    expect([requests.length, calls.length, new Set(calls)]).toEqual([1, 200, new Set(['Bearer token-1'])]);
  });

  test('a token is renewed shortly before it expires, and after 401', async () => {
    const url = await serve();
    let clock = 0;
    const transport = transportWith({ now: () => performance.now() + clock });
    await call(transport, url, secret);
    clock = 530_000;
    await call(transport, url, secret);
    expect(requests).toHaveLength(1);
    clock = 545_000;
    status = 401;
    expect(await call(transport, url, secret)).toBe(401);
    expect(requests).toHaveLength(2);
    status = 200;
    await call(transport, url, secret);
    expect(calls.at(-1)).toBe('Bearer token-3');
  });

  test('accounts and profiles that differ never share a token', async () => {
    const url = await serve();
    const transport = transportWith();
    await call(transport, url, secret, 'a');
    await call(transport, url, secret, 'b');
    await call(transport, url, { ...secret, scope: 'x' }, 'b');
    expect(new Set(calls).size).toBe(3);
  });

  test('a failure is reported without secrets, and the next call tries again', async () => {
    const url = await serve();
    const transport = transportWith();
    const give = answer;
    for (const [body, message] of [
      [{ error: 'invalid_client', error_description: 'CANARY' }, /it answers invalid_client$/],
      [{ access_token: 'a\nb', token_type: 'Bearer' }, /cannot get an access token/],
      [{ access_token: 'CANARY', token_type: 'mac' }, /cannot get an access token/],
      ['CANARY', /its response has no usable access token$/],
    ] as const) {
      answer = () => ({ status: typeof body === 'object' && 'error' in body ? 400 : 200, body });
      const error = await failureOf(() => call(transport, url, secret));
      expect(error.message).toMatch(message);
      expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
    }
    answer = give;
    expect(await call(transport, url, secret)).toBe(200);
    expect(calls).toHaveLength(1);
  });

  test('the egress policy applies to the token endpoint, and a silent one does not outlast the call', async () => {
    const url = await serve();
    const elsewhere = { ...secret, tokenEndpoint: 'https://10.0.0.1/token' };
    expect(await failureOf(() => call(transportWith(), url, elsewhere))).toMatchObject({
      code: 'UPSTREAM_ADDRESS_REFUSED',
    });
    const silent = await serveHttp(() => {});
    cleanup(() => silent.close());
    const profile = { ...secret, tokenEndpoint: `http://${silent.host}/token` } as OAuthProfile;
    const request = { ...soapRequest(`${url}/service`), credentials: { oauth: profile }, deadlineMs: 100 };
    expect(await failureOf(() => transportWith().send(request))).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    const aborted = new AbortController();
    const sent = transportWith().send({ ...request, deadlineMs: 5_000 }, aborted.signal);
    aborted.abort();
    expect(await failureOf(() => sent)).toMatchObject({ code: 'ABORTED' });
    expect(calls).toEqual([]);
  });
});
