import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { type CryptoKey, exportSPKI, importJWK, type JWTPayload, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modernHeaders, OFFERED, text } from '../testing/agents-scene.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import type { Answer } from '../testing/https-client.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import {
  CLIENT,
  createIssuerKey,
  startTokenIssuer,
  type TokenIssuerServer,
} from '../testing/token-issuer-server.js';

/** An authorization server that the operator allows, and that does not answer. */
const AWAY = 'http://127.0.0.1:9';

let server: TokenIssuerServer;
/** An authorization server that the operator does not allow. */
let foreign: TokenIssuerServer;
let soap: UserDirectory;
let under: GatewayUnderTest;
let owner: OwnerClient;
/** The address for agents of the service, which is the audience of tokens. */
let resource: string;
let readerId: string;

beforeAll(async () => {
  [server, foreign, soap] = await Promise.all([startTokenIssuer(), startTokenIssuer(), startUserDirectory()]);
  under = await startUnderTest({ TOKEN_ISSUERS: `${server.issuer}, ${AWAY}` });
  owner = await createOwner(under);
  const account = (await under.gateway.store.accounts.find(owner.accountId))!;
  await under.register(account, {
    source: { kind: 'url', url: soap.wsdlAddress },
    slug: 'users',
    settings: { agents: OFFERED },
  });
  resource = `${under.baseUrl}/mcp/v1/${owner.accountId}/users`;
  readerId = (await createKey({ issuer: server.issuer, scopes: ['users:read'] }, { readOnly: true })).json<{
    id: string;
  }>().id;
  await createKey({ issuer: server.issuer, scopes: ['users:read', 'users:write'] });
  await createKey({ issuer: AWAY });
});

afterAll(async () => {
  await under?.stop();
  await Promise.all([soap?.stop(), server?.stop(), foreign?.stop()]);
});

function createKey(token: object, rules: object = {}): Promise<Answer> {
  return owner.send('POST', '/api/manage/keys', { name: 'agents', token, ...rules });
}

function list(
  token: string | undefined,
  { slug = '/users', accountId = owner.accountId, headers = {}, body = text('tools/list') } = {},
): Promise<Answer> {
  return under.send(`/mcp/v1/${accountId}${slug}`, {
    method: 'POST',
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
      ...modernHeaders('tools/list'),
      ...headers,
    },
    body,
  });
}

function toolsOf(answer: Answer): string[] {
  return answer.json<{ result: { tools: { name: string }[] } }>().result.tools.map(({ name }) => name);
}

/** `fetch` that trusts the certificate of the gateway. */
const fetchThere = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
  if (!String(url).startsWith(under.baseUrl)) return fetch(url, init);
  const answer = await under.sendTo(String(url), {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    body: String(init.body ?? ''),
  });
  const body = [202, 204].includes(answer.status) ? null : answer.text;
  return new Response(body, { status: answer.status, headers: answer.headers as Record<string, string> });
};

test('the official client finds the authorization server by itself, gets a token there and calls a tool', async () => {
  const authProvider = new ClientCredentialsProvider({
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    expectedIssuer: server.issuer,
  });
  const client = new Client(
    { name: 'judge', version: '2' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(resource), { fetch: fetchThere, authProvider } as never),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['GetUser', 'CreateUser']);
  const found = await client.callTool({ name: 'GetUser', arguments: { userId: 1001 } });
  expect(found.structuredContent).toMatchObject({ '@id': 1001 });
  await client.close();
});

test('the metadata of the resource names the servers and scopes that the account accepts (RFC 9728)', async () => {
  const answer = await list(undefined);
  expect(answer.status).toBe(401);
  const header = String(answer.headers['www-authenticate']);
  // RFC 6750 §3.1: no error code without credentials.
  expect(header).not.toContain('error');
  const address = /resource_metadata="([^"]+)"/.exec(header)?.[1];
  expect(address).toBe(
    `${under.baseUrl}/.well-known/oauth-protected-resource/mcp/v1/${owner.accountId}/users`,
  );
  const metadata = (await under.sendTo(address!)).json<Record<string, unknown>>();
  expect(metadata['resource']).toBe(resource);
  expect([...(metadata['authorization_servers'] as string[])].sort()).toEqual([AWAY, server.issuer].sort());
  expect(metadata['scopes_supported']).toEqual(['users:read', 'users:write']);
  const other = await createOwner(under);
  for (const account of [other.accountId, 'acc_nobody', '__proto__', 'a b'])
    expect(
      (
        await under.send(`/.well-known/oauth-protected-resource/mcp/v1/${encodeURIComponent(account)}`)
      ).json<object>(),
    ).not.toHaveProperty('authorization_servers');
});

describe('scopes decide what a token may do', () => {
  test('with those of a key that only reads, it lists what only reads', async () => {
    const answer = await list(await server.token(resource, 'users:read'));
    expect(toolsOf(answer)).toEqual(['GetUser']);
  });

  test('of two keys, the one that asks for more scopes decides', async () => {
    const token = await server.token(resource, 'users:read users:write');
    expect(toolsOf(await list(token))).toEqual(['GetUser', 'CreateUser']);
  });

  test('too few of them: 403 insufficient_scope, with those that are missing', async () => {
    const answer = await list(await server.token(resource, ''));
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toMatch(
      /^Bearer error="insufficient_scope", error_description="[^"]+", scope="users:read", resource_metadata="https:/,
    );
  });

  describe('an operation that another key may call', () => {
    const scopeOf = (answer: Answer): string | undefined =>
      /^Bearer error="insufficient_scope", .*scope="([^"]*)", resource_metadata="https:/.exec(
        String(answer.headers['www-authenticate']),
      )?.[1];
    const ask = async (method: string, params: object, slug = '/users'): Promise<Answer> => {
      const { name, uri } = params as { name?: string; uri?: string };
      const wide = await server.token(resource.slice(0, -'/users'.length), 'users:read');
      return list(wide, { slug, headers: modernHeaders(method, name ?? uri), body: text(method, params) });
    };

    test.each<[string, string, object, string?]>([
      ['a call', 'tools/call', { name: 'CreateUser', arguments: { name: 'Ada' } }],
      ['a call without arguments', 'tools/call', { name: 'CreateUser', arguments: null }],
      ['a call at the account', 'tools/call', { name: 'users_CreateUser', arguments: {} }, ''],
      [
        'a call as in a long listing',
        'tools/call',
        { name: 'call_operation', arguments: { operation: 'CreateUser', arguments: {} } },
      ],
      ['its document', 'resources/read', { uri: 'soapstone://users/operations/CreateUser' }],
    ])('%s: 403 with the scopes that are needed', async (_name, method, params, slug) => {
      const answer = await ask(method, params, slug);
      expect([answer.status, scopeOf(answer)]).toEqual([403, 'users:read users:write']);
      expect(answer.json<{ error: { code: number } }>().error.code).toBe(403);
    });

    // The WSDL has ListUsers, which the owner does not offer.
    test.each(['ListUsers', 'Nothing', '__proto__', 'call_operation', '*'])(
      'an operation that nobody may call is as unknown as one that does not exist: %j',
      async (name) => {
        const answer = await ask('tools/call', { name, arguments: {} });
        expect([answer.status, answer.headers['www-authenticate']]).toEqual([200, undefined]);
        expect(answer.json<{ error: { message: string } }>().error.message).toMatch(/^Unknown tool: /);
      },
    );

    test('the official client asks for the scopes, and calls again', async () => {
      const authProvider = new ClientCredentialsProvider({
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        expectedIssuer: server.issuer,
      });
      const narrow = await server.token(resource, 'users:read');
      authProvider.saveTokens({ access_token: narrow, token_type: 'Bearer' });
      const client = new Client(
        { name: 'judge', version: '2' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      const statuses: number[] = [];
      const fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
        const answer = await fetchThere(url, init);
        if (String(url) === resource) statuses.push(answer.status);
        return answer;
      };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(resource), { fetch, authProvider } as never),
      );
      statuses.length = 0;
      await client.callTool({ name: 'CreateUser', arguments: { name: 'Grace' } });
      expect(statuses).toEqual([403, 200]);
      await client.close();
    });
  });

  test.each([
    ['a text', { scope: 'users:read' }],
    ['a list, as some servers write it', { scope: undefined, scp: ['users:read'] }],
    ['a text with another name', { scope: undefined, scp: 'users:read other' }],
  ])('they are %s', async (_name, claims) => {
    const answer = await list(await server.sign({ aud: resource, ...claims }));
    expect(toolsOf(answer)).toEqual(['GetUser']);
  });
});

describe('audience', () => {
  test('a token for the account serves all of its services, one for a service only that', async () => {
    const ofAccount = resource.slice(0, -'/users'.length);
    const wide = await server.token(ofAccount, 'users:read');
    expect((await list(wide, { slug: '' })).status).toBe(200);
    expect((await list(wide)).status).toBe(200);
    const narrow = await server.token(resource, 'users:read');
    expect((await list(narrow, { slug: '' })).status).toBe(401);
  });

  test('a token of one account is worth nothing at another, even if that trusts the same issuer', async () => {
    const other = await createOwner(under);
    const token = { issuer: server.issuer, scopes: [] };
    expect((await other.send('POST', '/api/manage/keys', { name: 'a', token })).status).toBe(201);
    const refused = await list(await server.token(resource, 'users:read'), { accountId: other.accountId });
    expect(refused.status).toBe(401);
    const stolen = { ...token, audience: resource };
    const answer = await other.send('POST', '/api/manage/keys', { name: 'b', token: stolen });
    expect([answer.status, answer.json().error.details]).toMatchObject([400, [{ path: '/token/audience' }]]);
  });

  test('an audience of the owner’s choice replaces the address', async () => {
    const audience = 'api://0c3f/users';
    await createKey({ issuer: server.issuer, audience, scopes: ['special'] });
    const answer = await list(await server.sign({ aud: ['other', audience], scope: 'special' }));
    expect(answer.status).toBe(200);
    expect((await list(await server.sign({ aud: 'other', scope: 'special' }))).status).toBe(401);
  });
});

const now = (): number => Math.floor(Date.now() / 1000);

/** Tokens that must be refused: how each is made, and what the challenge says. */
const REFUSED: [string, () => Promise<string> | string, RegExp][] = [
  ['for another audience', () => server.sign({ aud: 'https://other.example' }), /another audience/],
  ['for no audience', () => server.sign({}), /claim/],
  ['for the address of another service', () => server.sign({ aud: `${resource}2` }), /another audience/],
  ['that has expired', () => server.sign({ aud: resource, exp: now() - 60 }), /expired/],
  ['that never expires', () => server.sign({ aud: resource, exp: undefined }), /claim/],
  ['that is not valid yet', () => server.sign({ aud: resource, nbf: now() + 600 }), /not valid yet/],
  [
    'of a server that is not allowed',
    () => foreign.token(resource, 'users:read'),
    /no tokens of this issuer/,
  ],
  [
    'of a server that claims to be another',
    () => foreign.sign({ aud: resource, iss: server.issuer }),
    /signature/,
  ],
  [
    'of an issuer with a slash more',
    () => server.sign({ aud: resource, iss: `${server.issuer}/` }),
    /issuer/,
  ],
  ['without an issuer', () => server.sign({ aud: resource, iss: undefined }), /no issuer/],
  [
    'with a key that is not the server’s',
    async () => {
      const { privateKey } = await createIssuerKey('key-1');
      return server.sign({ aud: resource }, {}, privateKey);
    },
    /signature/,
  ],
  ['that names an unknown key', () => server.sign({ aud: resource }, { kid: 'nobody' }), /signature/],
  ['without a signature (alg none)', () => unsigned({ aud: resource }), /algorithm|malformed/],
  [
    'signed by HS256 with the public key as the secret',
    async () => {
      const publicKey = await importJWK(
        { kty: 'RSA', n: server.key.jwk.n as string, e: server.key.jwk.e as string },
        'RS256',
      );
      const secret = Buffer.from(await exportSPKI(publicKey as CryptoKey));
      return server.sign({ aud: resource }, { alg: 'HS256' }, secret);
    },
    /algorithm/,
  ],
  [
    'with an algorithm of another key type',
    async () => {
      const { privateKey } = await createIssuerKey('key-1', 'ES256');
      return server.sign({ aud: resource }, { alg: 'ES256' }, privateKey);
    },
    /signature/,
  ],
  [
    'with a key of its own in the header',
    async () => {
      const { privateKey, jwk } = await createIssuerKey('own');
      const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...open } = jwk;
      return server.sign({ aud: resource }, { kid: 'own', jwk: open }, privateKey);
    },
    /signature/,
  ],
  [
    'with a critical header that nobody knows',
    () => server.sign({ aud: resource }, { crit: ['x'], x: 1 }),
    /malformed/,
  ],
  [
    'that is for another purpose (logout+jwt)',
    () => server.sign({ aud: resource }, { typ: 'logout+jwt' }),
    /no access token/,
  ],
  ['that is bound to a key of its client', () => server.sign({ aud: resource, cnf: { jkt: 'x' } }), /bound/],
  [
    'with another last character',
    async () => {
      const token = await server.sign({ aud: resource });
      const [head, claims, signature = ''] = token.split('.');
      return `${head}.${claims}.${signature.startsWith('AAAA') ? 'BBBB' : 'AAAA'}${signature.slice(4)}`;
    },
    /signature/,
  ],
  ['of three empty parts', () => '..', /malformed/],
  ['that is not JSON', () => 'bm90.anNvbg.c2ln', /malformed/],
  ['of lists instead of objects', () => 'W10.W10.AA', /malformed|issuer/],
  ['of 12 KB', () => server.sign({ aud: resource, filler: 'x'.repeat(9_000) }), /too long/],
];

function unsigned(claims: JWTPayload): string {
  return new UnsecuredJWT({ iss: server.issuer, scope: 'users:read', ...claims })
    .setExpirationTime('1h')
    .encode();
}

test.each(REFUSED)('a token %s is refused with 401 invalid_token', async (_name, make, why) => {
  const answer = await list(await make());
  expect(answer.status).toBe(401);
  const header = String(answer.headers['www-authenticate']);
  expect(header).toMatch(
    /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="https:/,
  );
  expect(header).toMatch(why);
});

test('a token in another place, or beside a key, is refused', async () => {
  const token = await server.token(resource, 'users:read');
  expect((await list(undefined, { headers: { 'X-API-Key': token } })).status).toBe(401);
  expect((await list(token, { headers: { 'X-API-Key': token } })).status).toBe(401);
  const direct = await under.send(`/api/v1/${owner.accountId}/users/GetUser`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"userId":1001}',
  });
  expect(direct.status).toBe(401);
});

test('an authorization server that does not answer: 503 with Retry-After, and no request per token', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(async (id) => list(await server.sign({ iss: AWAY, aud: resource, jti: `${id}` }))),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
  }
  expect(under.logLines.filter((line) => line.includes('authorization server cannot be read'))).toHaveLength(
    1,
  );
});

test('tokens that no key has signed do not make the gateway ask the server again and again', async () => {
  const before = server.paths.length;
  for (let index = 0; index < 20; index++)
    await list(await server.sign({ aud: resource }, { kid: `unknown-${index}` }));
  expect(server.paths.length - before).toBeLessThanOrEqual(2);
});

test('a key that is changed or revoked counts at once', async () => {
  const token = await server.token(resource, 'users:read');
  expect((await list(token)).status).toBe(200);
  const { status } = await owner.send('PATCH', `/api/manage/keys/${readerId}`, {
    operations: ['other/*'],
  });
  expect(status).toBe(200);
  // Another key accepts tokens with more scopes, and may call operations of this service.
  expect((await list(token)).status).toBe(403);
  expect((await owner.send('DELETE', `/api/manage/keys/${readerId}`)).status).toBe(200);
  expect((await list(token)).status).toBe(403);
});

describe('management', () => {
  test('a key for tokens has no secret, and shows what it accepts', async () => {
    const created = await createKey({ issuer: server.issuer, scopes: ['x'] });
    expect(created.status).toBe(201);
    expect(created.json<object>()).toMatchObject({
      key: null,
      hint: '',
      token: { issuer: server.issuer, audience: null, scopes: ['x'] },
    });
    const { id } = created.json<{ id: string }>();
    const change = { token: { issuer: server.issuer, scopes: ['y'] } };
    const changed = await owner.send('PATCH', `/api/manage/keys/${id}`, change);
    expect(changed.json<{ token: { scopes: string[] } }>().token.scopes).toEqual(['y']);
    expect((await owner.send('POST', `/api/manage/keys/${id}/roll`, {})).status).toBe(400);
    expect((await owner.send('GET', '/api/manage/token-issuers')).json<object>()).toEqual({
      issuers: [server.issuer, AWAY],
    });
  });

  test.each([
    ['an issuer that the operator does not allow', { issuer: 'https://evil.example' }],
    ['no issuer', { scopes: [] }],
    ['a scope with a quote', { issuer: AWAY, scopes: ['a"b'] }],
    ['a scope with a space', { issuer: AWAY, scopes: ['a b'] }],
    ['an unknown member', { issuer: AWAY, jwks: 'https://evil.example' }],
    ['21 scopes', { issuer: AWAY, scopes: Array.from({ length: 21 }, (_, index) => `s${index}`) }],
  ])('%s is refused', async (_name, token) => {
    expect((await createKey(token)).status).toBe(400);
  });

  test('a key with a secret does not become one for tokens', async () => {
    const { id } = (await owner.send('POST', '/api/manage/keys', { name: 'secret' })).json<{ id: string }>();
    const answer = await owner.send('PATCH', `/api/manage/keys/${id}`, { token: { issuer: AWAY } });
    expect(answer.status).toBe(400);
    const management = { name: 'm', purpose: 'management', token: { issuer: AWAY } };
    expect((await owner.send('POST', '/api/manage/keys', management)).status).toBe(400);
  });
});
