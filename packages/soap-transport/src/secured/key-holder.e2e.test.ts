import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { inspect } from 'node:util';
import type { CredentialProfile, KeyTransport, SignatureAlgorithm, Signer } from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../../ws-security/src/headers/security-headers.js';
import { credentialsKey } from '../../../ws-security/src/keys/credentials-key.js';
import { completeProfile } from '../../../ws-security/src/policy/complete-profile.js';
import type { PolicyDemands } from '../../../ws-security/src/policy/policy-demands.js';
import {
  secureEnvelope,
  secureRequest,
  secureRequestAsync,
} from '../../../ws-security/src/request/secure-envelope.js';
import { openResponse, openResponseAsync } from '../../../ws-security/src/response/open-message.js';
import { createIdentity, type Identity } from '../../../ws-security/src/testing/certificates.js';
import { issueAssertion } from '../../../ws-security/src/testing/issue-assertion.js';
import { type CertificateOffice, openCertificateOffice } from '../../../ws-security/src/testing/openssl.js';
import { createCleanup } from '../testing/cleanup.js';
import { type KeyProcess, startKeyProcess } from '../testing/key-process.js';
import { serveHttp } from '../testing/loopback-server.js';
import { failureOf, printEnvelope, receivedBody, soapRequest, textOf } from '../testing/messages.js';
import { openTokenScene, tokenOf } from '../testing/token-scene.js';
import { createTransport, type Transport } from '../transport.js';
import { findCredentialProblems } from './credential-problems.js';

const cleanup = createCleanup();
const BODY = '<b:Pay xmlns:b="urn:bank"><b:amount>10</b:amount></b:Pay>';

let office: CertificateOffice;
let us: Identity;
let other: Identity;
let key: KeyProcess;
beforeAll(async () => {
  [us, other] = await Promise.all([createIdentity('us'), createIdentity('other')]);
  office = openCertificateOffice();
  key = startKeyProcess(us.privateKey);
}, 60_000);
afterAll(() => {
  key?.close();
  office?.close();
});

const now = () => ({ soapVersion: '1.1', now: new Date(), random: randomBytes }) as const;
const plain = (profile: CredentialProfile): Buffer =>
  Buffer.from(printEnvelope(BODY, securityHeaders(profile, now())));

/** A service that keeps what it receives, and responds as a test says. */
async function serve(answer: () => Uint8Array = () => Buffer.from('<ok/>')) {
  const received: Buffer[] = [];
  const server = await serveHttp(async (message, reply) => {
    received.push(await receivedBody(message));
    reply.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(answer());
  });
  const transport: Transport = createTransport({ egress: { allow: [server.host] } });
  cleanup(() => server.close());
  cleanup(() => transport.close());
  const send = (credentials: CredentialProfile, deadlineMs = 20_000, signal?: AbortSignal) =>
    transport.send(
      soapRequest(`http://${server.host}/`, { body: plain(credentials), credentials, deadlineMs }),
      signal,
    );
  return { received, send };
}

const signedBy = (signer: Signer, certificate = us.certificate): CredentialProfile => ({
  timestamp: {},
  signature: { certificate, privateKey: signer },
});

describe('a signer in another process', () => {
  test.each<SignatureAlgorithm>(['rsa-sha256', 'rsa-sha512', 'rsa-pss-sha256', 'rsa-pss-sha384'])(
    'signs requests with %s',
    async (algorithm) => {
      const { received, send } = await serve();
      await send({
        timestamp: {},
        signature: { certificate: us.certificate, privateKey: key, algorithm },
      });
      expect(key.asked.at(-1)).toBe(`sign ${algorithm}`);
      const opened = openResponse(received[0]!, { verify: { certificates: us.certificate } });
      expect(Buffer.from(opened).toString()).toContain('<b:amount>10</b:amount>');
    },
  );

  test.each([
    ['P-256', 'ecdsa-sha256', 'ieee-p1363'],
    ['P-256', 'ecdsa-sha256', 'der'],
    ['P-384', 'ecdsa-sha384', 'der'],
    ['P-521', 'ecdsa-sha512', 'der'],
  ] as const)('signs with a key of %s and %s in the form %s', async (curve, algorithm, encoding) => {
    const identity = office.issue('/CN=us', {
      key: ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${curve}`],
    });
    const holder = startKeyProcess(identity.privateKey, encoding);
    cleanup(() => holder.close());
    const { certificate } = identity;
    const profile = { timestamp: {}, signature: { certificate, privateKey: holder, algorithm } };
    // The lengths of r and s in ASN.1 differ from one signature to the next.
    for (let count = 0; count < 20; count += 1) {
      const { envelope } = await secureRequestAsync(plain(profile), profile, { random: randomBytes });
      expect(() => openResponse(envelope, { verify: { certificates: certificate } })).not.toThrow();
    }
  });

  test('signs before the signature is encrypted', async () => {
    const profile: CredentialProfile = {
      ...signedBy(key),
      encryption: { certificate: other.certificate, parts: ['body', 'signature'] },
    };
    const { envelope, evidence } = await secureRequestAsync(plain(profile), profile, {
      random: randomBytes,
    });
    expect(Buffer.from(envelope).toString()).not.toContain('SignatureValue');
    expect(evidence.signatures).toHaveLength(1);
    const security = {
      decryption: { privateKey: other.privateKey },
      verify: { certificates: us.certificate },
    };
    expect(Buffer.from(openResponse(envelope, security)).toString()).toContain('<b:amount>10</b:amount>');
  });

  test('signs the token request and the call, for a token bound to its key', async () => {
    const issuer = await createIdentity('issuer');
    const scene = await openTokenScene(cleanup, () =>
      tokenOf(issueAssertion(issuer, { method: 'holder-of-key', holder: us })),
    );
    const credentials: CredentialProfile = {
      ...signedBy(key),
      sts: { endpoint: `${scene.url}/sts`, keyType: 'public-key' },
    };
    const before = key.asked.length;
    const request = { ...soapRequest(`${scene.url}/service`), body: plain(credentials), credentials };
    await scene.transportWith().send(request);
    expect(key.asked.slice(before)).toEqual(['sign rsa-sha256', 'sign rsa-sha256']);
    const [asked = ''] = scene.requests;
    const opened = openResponse(Buffer.from(asked), { verify: { certificates: us.certificate } });
    expect(Buffer.from(opened).toString()).toContain('RequestSecurityToken');
    expect(scene.messages[0]).toMatch(/SignatureValue>[A-Za-z0-9+/=]{300,}<\/ds:SignatureValue/);
  });

  test('signs the assertion of an OAuth client', async () => {
    const forms: URLSearchParams[] = [];
    const server = await serveHttp(async (message, reply) => {
      const body = await receivedBody(message);
      if (message.url === '/token') forms.push(new URLSearchParams(body.toString()));
      reply.writeHead(200, { 'content-type': 'application/json' });
      reply.end('{"access_token": "t", "token_type": "Bearer"}');
    });
    cleanup(() => server.close());
    const transport = createTransport({ egress: { allow: [server.host] } });
    cleanup(() => transport.close());
    const oauth = { tokenEndpoint: `http://${server.host}/token`, clientId: 'me', keyId: 'k1' };
    const credentials: CredentialProfile = { oauth: { ...oauth, privateKey: key } };
    await transport.send({ ...soapRequest(`http://${server.host}/`), credentials });
    const [form] = forms;
    expect(form?.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    const [head = '', claims = '', value = ''] = (form?.get('client_assertion') ?? '').split('.');
    const parse = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(parse(head)).toEqual({ alg: 'RS256', kid: 'k1' });
    // RFC 7523 §3: issuer and subject are the client.
    expect(parse(claims)).toMatchObject({ iss: 'me', sub: 'me', aud: `http://${server.host}` });
    const publicKey = createPublicKey(us.certificate);
    const signature = Buffer.from(value, 'base64url');
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, signature)).toBe(true);
  });

  test.each<[string, () => Signer, RegExp]>([
    ['fails', () => ({ sign: () => Promise.reject(new Error('CANARY')) }), /the signer .* failed$/],
    [
      'throws',
      () => ({
        sign: () => {
          throw new Error('CANARY');
        },
      }),
      /the signer .* failed$/,
    ],
    [
      'has a different key',
      () => startKeyProcess(other.privateKey),
      /no valid rsa-sha256 signature by the key/,
    ],
    ['returns text', () => ({ sign: async () => 'x' as never }), /something other than a Uint8Array/],
    ['returns nothing', () => ({ sign: async () => new Uint8Array() }), /no valid rsa-sha256 signature/],
  ])('that %s fails the call, and nothing is sent', async (_what, create, message) => {
    const { received, send } = await serve();
    const signer = create();
    const error = await failureOf(() => send(signedBy(signer)));
    if ('close' in signer) (signer as KeyProcess).close();
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', phase: 'prepare' });
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('CANARY');
    expect(received).toEqual([]);
  });

  test('that hangs ends with the deadline or the signal of the call', async () => {
    const { received, send } = await serve();
    const hanging: Signer = { sign: () => new Promise(() => {}) };
    expect(await failureOf(() => send(signedBy(hanging), 100))).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
      phase: 'prepare',
    });
    const aborted = new AbortController();
    const sent = send(signedBy(hanging), 20_000, aborted.signal);
    aborted.abort();
    expect(await failureOf(() => sent)).toMatchObject({ code: 'ABORTED' });
    expect(received).toEqual([]);
  });

  test('is distinguished from every other signer, kept out of errors, and rejected by synchronous functions', () => {
    const sign: Signer['sign'] = () => Promise.reject(new Error('never'));
    const one = signedBy({ sign });
    expect(credentialsKey(one)).not.toBe(credentialsKey(signedBy({ sign })));
    expect(credentialsKey(one)).toBe(credentialsKey({ ...one }));
    const message = /secureRequestAsync/;
    expect(() => secureRequest(plain(one), one, { random: randomBytes })).toThrow(message);
    expect(() => secureEnvelope(plain(one), one, { random: randomBytes })).toThrow(message);
    expect(inspect(findCredentialProblems(one))).toBe('[]');
    expect(
      findCredentialProblems({
        signature: { certificate: 'CANARY', privateKey: {} as Signer },
        decryption: { privateKey: { sign } as never },
      }),
    ).toEqual([
      expect.objectContaining({ path: '/signature/privateKey' }),
      expect.objectContaining({ path: '/decryption/privateKey' }),
    ]);
    const wrong = { ...one, signature: { ...one.signature!, algorithm: 'ecdsa-sha256' as const } };
    expect(findCredentialProblems(wrong)).toEqual([
      { path: '/signature/privateKey', expected: 'expected an EC key for ecdsa-sha256' },
    ]);
  });
});

describe('a decrypter in another process', () => {
  /** A response that the other key signed, encrypted for us. */
  function response(keyTransport: KeyTransport): Uint8Array {
    const profile: CredentialProfile = {
      timestamp: {},
      signature: { ...other },
      encryption: { certificate: us.certificate, keyTransport, parts: ['body', 'signature'] },
    };
    return secureEnvelope(plain(profile), profile, { random: randomBytes });
  }
  const security = (): CredentialProfile => ({
    decryption: { privateKey: key },
    verify: { certificates: other.certificate },
  });

  test.each<KeyTransport>(['rsa-oaep', 'rsa-oaep-mgf1-sha256'])('opens a response: %s', async (transport) => {
    const { send } = await serve(() => response(transport));
    const before = key.asked.length;
    expect(await textOf(await send(security()))).toContain('<b:amount>10</b:amount>');
    expect(key.asked.slice(before)).toEqual([`decrypt ${transport}`]);
  });

  test('that cannot decrypt fails like a wrong key', async () => {
    const { send } = await serve(() => response('rsa-oaep-sha256'));
    const error = await failureOf(() => send(security()));
    expect(error).toMatchObject({ code: 'RESPONSE_DECRYPTION_FAILED', upstreamStatus: 200 });
    const wrong = { decryption: { privateKey: other.privateKey } };
    const same = await failureOf(async () => openResponse(response('rsa-oaep'), wrong));
    expect(error.message).toBe(same.message);
    expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
  });

  test('is rejected by synchronous functions, which name the one to use', async () => {
    const bytes = response('rsa-oaep');
    expect(() => openResponse(bytes, security())).toThrow(/openResponseAsync/);
    expect(Buffer.from(await openResponseAsync(bytes, security())).toString()).toContain('<b:amount>');
    await expect(openResponseAsync(Buffer.from('<a/>'), security())).rejects.toMatchObject({
      code: 'RESPONSE_SIGNATURE_INVALID',
    });
    await expect(openResponseAsync(Buffer.from('<a>'), security())).rejects.toMatchObject({
      code: 'RESPONSE_UNREADABLE',
    });
  });

  test('that also signs is used for both by a policy; a signer that cannot decrypt is not', () => {
    const demands: PolicyDemands = {
      state: 'supported',
      wants: [],
      needs: [],
      gaps: [],
      legacy: [],
      notes: [],
      template: { signature: {}, decryption: {} },
    };
    const { certificate } = us;
    expect(completeProfile(demands, { signature: { certificate, privateKey: key } }).decryption).toEqual({
      privateKey: key,
    });
    const signer = { sign: key.sign };
    expect(() => completeProfile(demands, { signature: { certificate, privateKey: signer } })).toThrow(
      /decryption/,
    );
  });
});
