import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEndlessKey } from '../testing/endless-key.js';
import { issueAssertion } from '../testing/issue-assertion.js';
import { answerListUsers, type RegisteredAnswer, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

interface Refusal {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly details: readonly { readonly path: string; readonly message: string }[];
  };
}

async function createIdentity(): Promise<Identity> {
  const made = await generate([{ name: 'commonName', value: 'signer' }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  return { certificate: made.cert, privateKey: made.private };
}

/** A PKCS#12 file in Base64, with the password `s3cret`. */
function bundleOf({ certificate, privateKey }: Identity): string {
  return execFileSync('openssl', ['pkcs12', '-export', '-passout', 'pass:s3cret'], {
    input: `${privateKey}\n${certificate}`,
  }).toString('base64');
}

/** The second message of NTLM, by a server of the domain `CORP`. */
const NTLM_CHALLENGE =
  'TlRMTVNTUAACAAAAAAAAAAAAAAAVgonuASNFZ4mrze8AAAAAAAAAABAAEAA4AAAAAAAAAAAAAAACAAgAQwBPAFIAUAAAAAAA';

const MINUTES_OF_WORK = 2 ** 31 - 1;

describe.each(await setUps())('credentials on $name', (setUp) => {
  const scene = setManagementScene(setUp);
  let one: Identity;
  let other: Identity;
  let owner: OwnerClient;
  let service: RegisteredAnswer;
  beforeAll(async () => {
    [one, other] = await Promise.all([createIdentity(), createIdentity()]);
    owner = await createOwner(scene.under);
    service = await scene.register(owner, { settings: { endpoint: scene.upstream.address } });
  });

  const put = (profile: unknown) =>
    owner.send('PUT', `/api/manage/services/${service.serviceId}/credentials`, profile);
  const shown = async () =>
    (await owner.send('GET', `/api/manage/services/${service.serviceId}`)).json<{
      secrets: { credentialKinds: string[] };
    }>().secrets.credentialKinds;

  test.each<[string, () => object, string[]]>([
    [
      'a signature with a broken certificate and a broken key',
      () => ({ signature: { certificate: 'CANARY', privateKey: 'CANARY' } }),
      ['/signature/certificate', '/signature/privateKey'],
    ],
    [
      'a signature with the key of another certificate',
      () => ({ signature: { ...one, privateKey: other.privateKey } }),
      ['/signature/privateKey'],
    ],
    [
      'a signature with a key that is not RSA',
      () => ({
        signature: {
          ...one,
          privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }),
        },
      }),
      ['/signature/privateKey', '/signature/privateKey'],
    ],
    [
      'a client certificate with the key of another',
      () => ({ clientCertificate: { ...one, privateKey: other.privateKey } }),
      ['/clientCertificate/privateKey'],
    ],
    [
      'PKCS#12 that is none',
      () => ({ clientCertificate: { pfx: Buffer.from('CANARY').toString('base64'), passphrase: 'CANARY' } }),
      ['/clientCertificate/pfx'],
    ],
    [
      'PKCS#12 for a signature, with another password',
      () => ({ signature: { pfx: bundleOf(one), passphrase: 'CANARY' } }),
      ['/signature/passphrase'],
    ],
    [
      'PKCS#12 for a signature whose key signs otherwise',
      () => ({ signature: { pfx: bundleOf(one), passphrase: 's3cret', algorithm: 'ecdsa-sha256' } }),
      ['/signature/privateKey'],
    ],
    [
      'a SAML assertion that is none',
      () => ({ saml: { assertion: '<!DOCTYPE x><CANARY/>' } }),
      ['/saml/assertion'],
    ],
    ['authorities that are none', () => ({ ca: 'CANARY' }), ['/ca']],
    ['a header of the framing', () => ({ headers: { Host: 'CANARY' } }), ['/headers/Host']],
    [
      'a user name with a colon',
      () => ({ basic: { username: 'CANARY:', password: 'x' } }),
      ['/basic/username'],
    ],
    [
      'a token that XML cannot hold',
      () => ({ usernameToken: { username: 'u', password: 'CANARY\u0001', type: 'text' } }),
      ['/usernameToken/password'],
    ],
    [
      'everything at once',
      () => ({ ca: 'CANARY', actor: 'CANARY\u0001', signature: { ...one, certificate: 'CANARY' } }),
      ['/actor', '/ca', '/signature/certificate'],
    ],
  ])('%s: rejected with the location, not repeated, and nothing is stored', async (_name, profile, paths) => {
    const answer = await put(profile());
    expect(answer.status).toBe(400);
    const { error } = answer.json<Refusal>();
    expect(error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'SCHEMA_VIOLATION' });
    expect(error.details.map(({ path }) => path)).toEqual(paths);
    expect(answer.text).not.toContain('CANARY');
    expect(await shown()).toEqual([]);
  });

  test('a key that needs minutes of work is rejected without blocking', async () => {
    const refusing = put({
      signature: { ...one, privateKey: createEndlessKey(MINUTES_OF_WORK), passphrase: 'CANARY' },
    });
    let asked = 0;
    let refused = false;
    void refusing.then(() => {
      refused = true;
    });
    while (!refused) {
      expect((await owner.send('GET', '/api/manage/account')).status).toBe(200);
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const answer = await refusing;
    expect(asked).toBeGreaterThan(10);
    expect(answer.status).toBe(400);
    expect(answer.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/signature']);
    expect(await shown()).toEqual([]);
  });

  test('a valid profile is accepted, and signs each message once', async () => {
    expect((await put({ signature: one, timestamp: {} })).status).toBe(200);
    const { key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    const tested = await owner.send('POST', `/api/manage/services/${service.serviceId}/connection-test`, {});
    expect(tested.json<{ reached: boolean }>().reached).toBe(true);
    expect(scene.upstream.bodies).toHaveLength(2);
    for (const body of scene.upstream.bodies) {
      expect(body.match(/<ds:SignatureValue>/g)).toHaveLength(1);
    }
  });

  test('a PKCS#12 file signs like the PEM texts in it, and its certificate is shown', async () => {
    const bundle = { pfx: bundleOf(one), passphrase: 's3cret' };
    expect((await put({ signature: bundle, decryption: bundle, timestamp: {} })).status).toBe(200);
    const { key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    const [, der] = /<wsse:BinarySecurityToken[^>]*>([^<]*)</.exec(scene.upstream.bodies.at(-1) ?? '') ?? [];
    expect(Buffer.from(der ?? '', 'base64')).toEqual(new X509Certificate(one.certificate).raw);
    const page = await owner.send('GET', `/api/manage/services/${service.serviceId}`);
    expect(page.text).toContain('"kind":"signature"');
    expect(page.text).toContain('CN=signer');
    expect(page.text).not.toContain('s3cret');
  });

  test('keys from a password sign and encrypt, and the password is neither sent nor shown', async () => {
    const passwordKey = { username: 'ada', password: 'CANARY password', encryptedParts: ['body'] };
    const stored = await put({ passwordKey, timestamp: {} });
    expect(stored.status).toBe(200);
    expect(await shown()).toEqual(['passwordKey', 'timestamp']);
    const { key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    const body = scene.upstream.bodies.at(-1) ?? '';
    expect(body.match(/<wsse11:Salt>/g)).toHaveLength(2);
    expect(body).toMatch(/xmldsig-more#hmac-sha256.*<xenc:EncryptedData /s);
    expect(`${stored.text}${body}`).not.toContain('CANARY');
  });

  test('a SAML assertion is sent in each message, and never shown', async () => {
    const assertion =
      '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1"><Issuer>CANARY</Issuer></Assertion>';
    const stored = await put({ saml: { assertion }, timestamp: {} });
    expect(stored.status).toBe(200);
    expect(stored.text).not.toContain('CANARY');
    expect(await shown()).toEqual(['saml', 'timestamp']);
    const { key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    expect(scene.upstream.bodies.at(-1)).toContain(
      'ID="_1"><Issuer>CANARY</Issuer></Assertion></wsse:Security>',
    );
  });

  test('a Windows account logs in on its own connection; its password is never shown', async () => {
    const usual = scene.upstream.answer;
    const tokens: Buffer[] = [];
    const ports = new Set<number | undefined>();
    scene.upstream.answer = (request, reply) => {
      const { authorization } = request.headers;
      ports.add(request.socket.remotePort);
      if (authorization !== undefined) tokens.push(Buffer.from(authorization.slice(5), 'base64'));
      if (tokens.length !== 1) answerListUsers(request, reply);
      else reply.writeHead(401, { 'www-authenticate': `NTLM ${NTLM_CHALLENGE}` }).end();
    };
    const stored = await put({ ntlm: { domain: 'CORP', username: 'ada', password: 'CANARY' } });
    expect(stored.status).toBeLessThan(300);
    expect(stored.text).not.toContain('CANARY');
    expect(await shown()).toEqual(['ntlm']);
    const { key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    expect(tokens.map((token) => token.readUInt32LE(8))).toEqual([1, 3]);
    expect(tokens[1]?.toString('utf16le')).toContain('CORPada');
    expect(ports.size).toBe(1);
    scene.upstream.answer = (_, reply) =>
      reply.writeHead(401, { 'www-authenticate': `NTLM ${NTLM_CHALLENGE}` }).end();
    const refused = await scene.call(owner, service, key);
    expect(refused.status).toBe(502);
    expect(refused.json<Refusal>().error.code).toBe('UPSTREAM_LOGIN_FAILED');
    expect(refused.text).not.toContain('CANARY');
    scene.upstream.answer = usual;
  });

  test('the assertion of a token service is requested once and sent with each call; nothing of it is shown', async () => {
    let requests = 0;
    const before = scene.upstream.bodies.length;
    const trust = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
    const usual = scene.upstream.answer;
    scene.upstream.answer = (request, reply) => {
      if (request.url !== '/sts') {
        answerListUsers(request, reply);
        return;
      }
      requests += 1;
      const token = `<t:RequestSecurityTokenResponse xmlns:t="${trust}"><t:RequestedSecurityToken>${issueAssertion(one.privateKey, 'CANARY')}</t:RequestedSecurityToken></t:RequestSecurityTokenResponse>`;
      reply.writeHead(200, { 'content-type': 'application/soap+xml' });
      reply.end(
        `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body>${token}</e:Body></e:Envelope>`,
      );
    };
    const endpoint = new URL('/sts', scene.upstream.address).href;
    const credentials = { usernameToken: { username: 'ada', password: 'CANARY', type: 'text' } };
    expect((await put({ sts: { endpoint, credentials }, timestamp: {} })).status).toBe(200);
    expect(await shown()).toEqual(['timestamp', 'sts']);
    const { key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    expect(requests).toBe(1);
    const messages = scene.upstream.bodies.slice(before).filter((body) => body.includes('CANARY</s:NameID>'));
    expect(messages).toHaveLength(2);
    const refused = await put({ sts: { endpoint: 'http://sts.example/', credentials: { ca: 'CANARY' } } });
    expect(refused.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/sts/endpoint']);
    const broken = await put({ sts: { endpoint, credentials: { ca: 'CANARY' } } });
    expect(broken.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/sts/credentials/ca']);
    expect(refused.text + broken.text).not.toContain('CANARY');
    scene.upstream.answer = usual;
  });

  test('a Kerberos account is stored, and never shown', async () => {
    const kerberos = { principal: 'ada@CORP.EXAMPLE', password: 'CANARY' };
    const stored = await put({ kerberos });
    expect(stored.status).toBeLessThan(300);
    expect(stored.text).not.toContain('CANARY');
    expect(await shown()).toEqual(['kerberos']);
    const refused = await put({ kerberos: { ...kerberos, principal: 'CANARY' } });
    expect(refused.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/kerberos/principal']);
    expect(refused.text).not.toContain('CANARY');
  });

  test('an access token is requested once and sent with each call; its secret is never shown', async () => {
    const tokenRequests: string[] = [];
    const authorizations: (string | undefined)[] = [];
    const usual = scene.upstream.answer;
    scene.upstream.answer = (request, reply) => {
      if (request.url === '/token') {
        tokenRequests.push(request.headers.authorization ?? '');
        const token = { access_token: 'the-token', token_type: 'Bearer', expires_in: 600 };
        reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
        return;
      }
      authorizations.push(request.headers.authorization);
      answerListUsers(request, reply);
    };
    const tokenEndpoint = new URL('/token', scene.upstream.address).href;
    const stored = await put({ oauth: { tokenEndpoint, clientId: 'shop', clientSecret: 'CANARY' } });
    expect(stored.status).toBeLessThan(300);
    expect(await shown()).toEqual(['oauth']);
    const { key } = await scene.liveKey(owner);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    expect((await scene.call(owner, service, key)).status).toBe(200);
    expect(tokenRequests).toEqual([`Basic ${Buffer.from('shop:CANARY').toString('base64')}`]);
    expect(authorizations).toEqual(['Bearer the-token', 'Bearer the-token']);
    const refused = await put({
      oauth: { tokenEndpoint: 'http://sts.example/token', clientId: 'shop', clientSecret: 'CANARY' },
    });
    expect(refused.json<Refusal>().error.details.map(({ path }) => path)).toEqual(['/oauth/tokenEndpoint']);
    expect(refused.text).not.toContain('CANARY');
    scene.upstream.answer = usual;
  });
});
