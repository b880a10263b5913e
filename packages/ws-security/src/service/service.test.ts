import type { CredentialProfile } from '@soapstone/credentials';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthority, createIdentity, type Identity } from '../testing/certificates.js';
import { printEnvelope } from '../testing/messages.js';
import { openCertificateOffice } from '../testing/openssl.js';
import { PAY, requestWith, serviceWith, textOf } from '../testing/service-scene.js';
import { NOW } from '../testing/signed-responses.js';
import { type ServiceSecurity, UnreadableRequest } from './index.js';
import { createReplayMemory } from './replays.js';

let authority: Identity;
let alice: Identity;
let mallory: Identity;
let service: Identity;

beforeAll(async () => {
  const validFrom = new Date(NOW - 86_400_000);
  authority = await createAuthority('authority');
  [alice, mallory, service] = await Promise.all([
    createIdentity('alice', { authority, validFrom, hosts: ['alice.example'] }),
    createIdentity('mallory', { authority, validFrom }),
    createIdentity('service', { validFrom }),
  ]);
});

const signedBy = (signature: Identity, more: Partial<CredentialProfile> = {}): CredentialProfile => ({
  timestamp: {},
  signature,
  ...more,
});
const trusting = (more: Partial<ServiceSecurity> = {}): ServiceSecurity => ({
  verify: { authorities: authority.certificate },
  ...more,
});

describe('a signed request', () => {
  test('is opened to what is signed, and names its signer', async () => {
    const { envelope } = requestWith(signedBy(alice), { blocks: ['<h:Role xmlns:h="urn:h">admin</h:Role>'] });
    const opened = await serviceWith(trusting()).open(envelope);
    expect(textOf(opened.envelope)).toMatch(
      /^<env:Envelope [^>]*><soapenv:Body [^>]*><b:Pay xmlns:b="urn:bank"><b:to>&lt;é😀<\/b:to><\/b:Pay><\/soapenv:Body><\/env:Envelope>$/,
    );
    expect(opened.caller).toEqual({
      certificate: {
        subject: 'CN=alice',
        issuer: 'CN=authority',
        serialNumber: expect.stringMatching(/^[0-9a-f]+$/),
        subjectAltName: 'DNS:alice.example',
        pem: expect.stringContaining('-----BEGIN CERTIFICATE-----'),
      },
    });
  });

  test('of SOAP 1.2 is opened too', async () => {
    const { envelope } = requestWith(signedBy(alice), { version: '1.2' });
    expect(await serviceWith(trusting()).open(envelope)).toMatchObject({ version: '1.2' });
  });

  test.each<[string, () => Uint8Array, string]>([
    [
      'without a Security block',
      () => Buffer.from(printEnvelope(PAY)),
      'InvalidSecurity: the request is not signed',
    ],
    [
      'that is not signed',
      () => requestWith({ timestamp: {} }).envelope,
      'InvalidSecurity: the request is not signed',
    ],
    [
      'of a stranger',
      () => requestWith(signedBy(service)).envelope,
      'FailedAuthentication: the signer of the request is not trusted',
    ],
    [
      'that was altered',
      () => Buffer.from(textOf(requestWith(signedBy(alice)).envelope).replace('é', 'e')),
      'FailedCheck: a part of the request was altered',
    ],
    [
      'that is old',
      () => requestWith(signedBy(alice), { now: NOW - 400_000 }).envelope,
      'MessageExpired: the request',
    ],
    [
      'whose Timestamp is not signed',
      () => requestWith(signedBy({ ...alice, parts: ['body'] } as Identity)).envelope,
      'InvalidSecurity: the request has no signed Timestamp; where the client sends none',
    ],
    [
      'with a session key, which anyone can make',
      () => requestWith({ timestamp: {}, session: { certificate: service.certificate } }).envelope,
      'FailedCheck: ',
    ],
  ])('%s is rejected', async (_what, make, outcome) => {
    const found = await serviceWith(trusting({ decryption: { privateKey: service.privateKey } })).outcomeOf(
      make(),
    );
    expect(found.slice(0, outcome.length)).toBe(outcome);
  });

  test('of two signers is rejected, because one signature could come from another message', async () => {
    // Mallory, who is trusted too, adds a signature over her own Timestamp to the Body that Alice signed.
    const old = textOf(
      requestWith(signedBy({ ...alice, parts: ['body'] } as Identity), { now: NOW - 400_000 }).envelope,
    );
    const fresh = textOf(requestWith(signedBy({ ...mallory, parts: ['timestamp'] } as Identity)).envelope);
    const [, tokens = ''] = /<wsse:Security [^>]*>(.*)<\/wsse:Security>/s.exec(fresh) ?? [];
    const mixed = old
      .replace(/<wsu:Timestamp .*?<\/wsu:Timestamp>/s, '')
      .replace('</wsse:Security>', `${tokens}</wsse:Security>`);
    const found = await serviceWith(trusting()).outcomeOf(mixed);
    expect(found).toBe('FailedCheck: the request has more than one signature');
  });
});

describe('replay', () => {
  test('a signed request is accepted once', async () => {
    const opening = serviceWith(trusting());
    const { envelope } = requestWith(signedBy(alice));
    expect(await opening.outcomeOf(envelope)).toBe('accepted');
    expect(await opening.outcomeOf(envelope)).toMatch(/^FailedCheck: the request was sent before/);
    // The same message in other octets.
    expect(await opening.outcomeOf(textOf(envelope).replace('<soapenv:Body', '\n<soapenv:Body'))).toMatch(
      /^FailedCheck/,
    );
    expect(await opening.outcomeOf(requestWith(signedBy(alice)).envelope)).toBe('accepted');
  });

  test('the second value that an ECDSA signature has is not a second request', async () => {
    const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
    const office = openCertificateOffice();
    const key = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const signer = office.issue('/CN=elliptic', { key });
    office.close();
    const now = Date.now();
    const opening = serviceWith({ verify: { certificates: signer.certificate } }, now);
    const text = textOf(
      requestWith(signedBy({ ...signer, algorithm: 'ecdsa-sha256' } as Identity), { now }).envelope,
    );
    // (r, s) and (r, n - s) verify alike (SEC 1 §4.1.4).
    const other = text.replace(/(<ds:SignatureValue>)([^<]*)/, (_found, start: string, value: string) => {
      const bytes = Buffer.from(value, 'base64');
      const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
      const turned = Buffer.concat([
        bytes.subarray(0, 32),
        Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
      ]);
      return `${start}${turned.toString('base64')}`;
    });
    expect(other).not.toBe(text);
    expect(await serviceWith({ verify: { certificates: signer.certificate } }, now).outcomeOf(other)).toBe(
      'accepted',
    );
    expect(await opening.outcomeOf(text)).toBe('accepted');
    expect(await opening.outcomeOf(other)).toMatch(/^FailedCheck: the request was sent before/);
  });

  test('the replay memory forgets what has expired, and stays within its limit', () => {
    let now = 0;
    const memory = createReplayMemory(() => now, 3);
    expect(['a', 'b', 'a', 'c', 'd'].map((key, at) => memory.add(key, 1_000 + at))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    now = 1_500;
    expect([memory.add('d', 3_000), memory.add('a', 3_000)]).toEqual([true, true]);
    expect(memory.add('d', 3_000)).toBe(false);
  });
});

describe('decryption', () => {
  const encrypted = (more: Partial<NonNullable<CredentialProfile['encryption']>> = {}): CredentialProfile =>
    signedBy(alice, { encryption: { certificate: service.certificate, ...more } });
  const decrypting = (more: Partial<ServiceSecurity> = {}): ServiceSecurity =>
    trusting({ decryption: { privateKey: service.privateKey }, encryptedParts: ['body'], ...more });

  test.each(['sign-then-encrypt', 'encrypt-then-sign'] as const)('%s is opened', async (order) => {
    const { envelope } = requestWith(encrypted({ order }));
    expect(textOf(envelope)).not.toContain('urn:bank');
    const opened = await serviceWith(decrypting()).open(envelope);
    expect(textOf(opened.envelope)).toContain('<b:to>&lt;é😀</b:to>');
  });

  test('a Body that must be encrypted is rejected in clear, and in part', async () => {
    const opening = serviceWith(decrypting({ verify: undefined }));
    const refusal = 'InvalidSecurity: the Body of the request is not encrypted';
    expect(await opening.outcomeOf(requestWith(signedBy(alice)).envelope)).toBe(refusal);
    const { envelope } = requestWith({ encryption: { certificate: service.certificate } });
    expect(await opening.outcomeOf(textOf(envelope).replace('</soapenv:Body>', '<x/></soapenv:Body>'))).toBe(
      refusal,
    );
    expect(await opening.outcomeOf(textOf(envelope).replace('</soapenv:Body>', 'x</soapenv:Body>'))).toBe(
      refusal,
    );
    expect(await opening.outcomeOf(envelope)).toBe('accepted');
  });

  test('with CBC, everything after the decryption is one fault', async () => {
    const opening = serviceWith(
      decrypting({ decryption: { privateKey: service.privateKey, allowCbc: true } }),
    );
    const { envelope } = requestWith(encrypted({ cipher: 'aes-256-cbc' }));
    const text = textOf(envelope);
    const values = [...text.matchAll(/<xenc:CipherValue>([^<]*)/g)].map(([, value = '']) => value);
    const outcomes = new Set<string>();
    for (const value of values) {
      for (let at = 0; at < value.length - 4; at += 7) {
        const other = `${value.slice(0, at)}${value[at] === 'A' ? 'B' : 'A'}${value.slice(at + 1)}`;
        outcomes.add(await opening.outcomeOf(text.replace(value, other)));
      }
    }
    expect([...outcomes]).toEqual([
      'FailedCheck: the request cannot be decrypted with the key of the option security',
    ]);
    expect(await opening.outcomeOf(text)).toBe('accepted');
  });
});

test.each(['<a', '<!DOCTYPE a><a/>', 'x'.repeat(5_000_000)])(
  'a request that is not XML is not a security fault',
  async (text) => {
    await expect(serviceWith(trusting()).open(text)).rejects.toBeInstanceOf(UnreadableRequest);
  },
);
