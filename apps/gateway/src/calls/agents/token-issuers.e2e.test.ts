import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createUncheckedTransport } from '@soapstone/soap-transport/unchecked';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PLANS } from '../../domain/accounts/plan.js';
import {
  createIssuerKey,
  startTokenIssuer,
  type TokenIssuerServer,
} from '../../testing/token-issuer-server.js';
import type { KeyHolder } from '../catalog/directory.js';
import { createTokenAccess, type TokenAccess } from './token-access.js';
import { createTokenIssuers, ISSUER_LIMITS, metadataAddresses } from './token-issuers.js';

const BASE_URL = 'https://gateway.example';
const RESOURCE = `${BASE_URL}/mcp/v1/acc_1`;
const MINUTE = 60_000;

let server: TokenIssuerServer;
let elapsed = 0;
let warnings: string[] = [];
let access: TokenAccess;
const transport = createUncheckedTransport({ egress: { allow: ['127.0.0.1'] }, limits: ISSUER_LIMITS });

beforeAll(async () => {
  server = await startTokenIssuer();
});
afterAll(async () => {
  await transport.close();
  await server?.stop();
});

beforeEach(() => {
  server.instead = undefined;
  elapsed = 0;
  warnings = [];
  server.paths.length = 0;
  const holder: KeyHolder = {
    key: {
      id: 'k1',
      accountId: 'acc_1',
      purpose: 'live',
      name: 'k',
      hint: '',
      createdAt: 0,
      token: { issuer: server.issuer, scopes: [] },
    },
    account: { id: 'acc_1', name: 'A', status: 'active', plan: 'Free', createdAt: 0 },
  };
  const log = { warn: (_text: string, fields?: object) => void warnings.push(JSON.stringify(fields)) };
  access = createTokenAccess({
    issuers: createTokenIssuers([server.issuer], { transport, log, elapsed: () => elapsed }),
    directory: { findTokenKeys: () => [holder] },
    plans: PLANS,
    baseUrl: BASE_URL,
    now: Date.now,
  });
});

/** The key that a token stands for, or the status of its refusal. */
async function use(token: string): Promise<string | number> {
  const request = { accountId: 'acc_1', serviceSlug: '', address: () => '' };
  return access.admit(request, token).then(
    ({ keyId }) => keyId,
    ({ status }: { status: number }) => status,
  );
}

const token = (): Promise<string> => server.token(RESOURCE, 'users:read');
/** How often the keys were read. */
const reads = (): number => server.paths.filter((path) => path === '/jwks').length;

test('rotation: a token of a new key is accepted once the pause is over, and old tokens end with the old key', async () => {
  const old = await token();
  expect(await use(old)).toBe('k1');
  await server.rotate();
  const fresh = await token();
  expect([await use(fresh), reads()]).toEqual([401, 1]);
  elapsed += 31_000;
  expect([await use(fresh), reads()]).toEqual(['k1', 2]);
  expect(await use(old)).toBe(401);
});

test('rotation: keys are read again after ten minutes, without a call that waits', async () => {
  const old = await token();
  expect(await use(old)).toBe('k1');
  await server.rotate();
  elapsed += 10 * MINUTE;
  expect(await use(old)).toBe('k1');
  await expect.poll(() => use(old)).toBe(401);
});

test('many tokens at once read the keys once', async () => {
  const tokens = await Promise.all(Array.from({ length: 10 }, token));
  expect(await Promise.all(tokens.map(use))).toEqual(tokens.map(() => 'k1'));
  expect(reads()).toBe(1);
});

test('a server that is away for less than an hour keeps its tokens, then they get 503', async () => {
  const known = await token();
  expect(await use(known)).toBe('k1');
  server.instead = (_request, response) => void response.destroy();
  elapsed += 59 * MINUTE;
  expect(await use(known)).toBe('k1');
  await expect.poll(() => warnings.length).toBe(1);
  elapsed += 2 * MINUTE;
  expect(await use(known)).toBe(503);
  server.instead = undefined;
  expect(await use(known)).toBe(503);
  elapsed += 5_000;
  expect(await use(known)).toBe('k1');
});

/** Answers the metadata, or the keys, with something else. */
function answer(path: 'metadata' | 'jwks', write: (response: ServerResponse) => void): void {
  server.instead = (request, response) => {
    const isKeys = request.url === '/jwks';
    if (isKeys === (path === 'jwks')) write(response);
    else {
      const metadata = { issuer: server.issuer, jwks_uri: `${server.issuer}/jwks` };
      response.setHeader('Content-Type', 'application/json');
      response.end(isKeys ? JSON.stringify({ keys: [publicKey()] }) : JSON.stringify(metadata));
    }
  };
}

const json = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value));

test.each<[string, () => void, RegExp]>([
  [
    'metadata of another issuer',
    () => answer('metadata', json({ issuer: 'https://other.example' })),
    /another issuer/,
  ],
  ['metadata without keys', () => answer('metadata', json({ issuer: server.issuer })), /jwks_uri/],
  ['metadata that is not JSON', () => answer('metadata', (response) => void response.end('<html>')), /JSON/],
  ['metadata that is null', () => answer('metadata', json(null)), /no JSON object/],
  [
    'metadata of a megabyte',
    () => answer('metadata', json({ issuer: server.issuer, x: 'x'.repeat(1e6) })),
    /262144|bytes/,
  ],
  [
    'a redirect',
    () => answer('metadata', (response) => void response.writeHead(302, { Location: '/jwks' }).end()),
    /redirect/,
  ],
  [
    'keys at a private address',
    () => answer('metadata', json({ issuer: server.issuer, jwks_uri: 'http://10.0.0.1/jwks' })),
    /address|private/,
  ],
  [
    'keys in a file',
    () => answer('metadata', json({ issuer: server.issuer, jwks_uri: 'file:///etc/passwd' })),
    /http|file/,
  ],
  ['keys that are no list', () => answer('jwks', json({ keys: {} })), /no set of keys/],
  [
    '101 keys',
    () => answer('jwks', json({ keys: Array.from({ length: 101 }, () => publicKey()) })),
    /more than 100 keys/,
  ],
  ['keys of two megabytes', () => answer('jwks', json({ keys: ['x'.repeat(2e6)] })), /262144|bytes/],
  [
    'keys of a megabyte in a few bytes of gzip',
    () =>
      answer(
        'jwks',
        (response) =>
          void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(1e6))),
      ),
    /262144|bytes/,
  ],
  [
    'keys nested a hundred thousand times',
    () => answer('jwks', (response) => void response.end('['.repeat(100_000))),
    /JSON/,
  ],
])('%s: 503, and the log says why', async (_name, set, why) => {
  const known = await server.sign({ aud: RESOURCE });
  set();
  expect(await use(known)).toBe(503);
  expect(warnings.join()).toMatch(why);
  const asked = server.paths.length;
  expect(await use(known)).toBe(503);
  expect(server.paths).toHaveLength(asked);
});

test.each<[string, readonly unknown[]]>([
  ['none', []],
  ['for encryption', [{ use: 'enc' }]],
  ['for signing, not for verifying', [{ use: undefined, key_ops: ['sign'] }]],
  ['with an exponent of a thousand digits', [{ e: 'A'.repeat(1_000) }]],
  ['with a modulus of 64 KB', [{ n: 'A'.repeat(87_000) }]],
  ['symmetric', [{ kty: 'oct', k: 'AAAA' }]],
  ['of an unknown type, and what is no key', [{ kty: '__proto__' }, null, 5, []]],
  ['for another algorithm', [{ alg: 'PS256' }]],
])('keys %s verify nothing', async (_name, changes) => {
  const keys = changes.map((change) =>
    typeof change === 'object' && change !== null && !Array.isArray(change)
      ? { ...publicKey(), ...change }
      : change,
  );
  answer('jwks', json({ keys }));
  expect(await use(await server.sign({ aud: RESOURCE }))).toBe(401);
});

function publicKey(): object {
  const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...open } = server.key.jwk;
  return open;
}

test('the key of a token that names none is found among several', async () => {
  const others = await Promise.all([1, 2].map((id) => createIssuerKey(`other-${id}`)));
  const keys = [...others.map(({ jwk }) => jwk), server.key.jwk].map(({ n, e, kty, kid }) => ({
    n,
    e,
    kty,
    kid,
  }));
  answer('jwks', json({ keys }));
  expect(await use(await server.sign({ aud: RESOURCE }, { kid: undefined }))).toBe('k1');
});

test('the addresses of metadata are those of RFC 8414 and OpenID Connect, in the order of MCP', () => {
  expect(metadataAddresses('https://a.example')).toEqual([
    'https://a.example/.well-known/oauth-authorization-server',
    'https://a.example/.well-known/openid-configuration',
  ]);
  expect(metadataAddresses('https://a.example/tenant/v2')).toEqual([
    'https://a.example/.well-known/oauth-authorization-server/tenant/v2',
    'https://a.example/.well-known/openid-configuration/tenant/v2',
    'https://a.example/tenant/v2/.well-known/openid-configuration',
  ]);
});
