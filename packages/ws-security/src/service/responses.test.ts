import { createPrivateKey, randomBytes } from 'node:crypto';
import type { CredentialProfile } from '@soapstone/credentials';
import { beforeAll, describe, expect, test } from 'vitest';
import { signOctets } from '../algorithms/algorithms.js';
import { unwrapKey } from '../encryption/ciphers.js';
import { openEnvelope } from '../response/open-response.js';
import { createAuthority, createIdentity, type Identity } from '../testing/certificates.js';
import { printEnvelope } from '../testing/messages.js';
import { requestWith, serviceWith, textOf } from '../testing/service-scene.js';
import { NOW } from '../testing/signed-responses.js';
import { createRequestOpener, type Decrypter, type ServiceSecurity, type Signer } from './index.js';

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

describe('responses', () => {
  const reply = Buffer.from(printEnvelope('<b:Paid xmlns:b="urn:bank"><b:amount>10</b:amount></b:Paid>'));
  const responding = (respond: ServiceSecurity['respond']): ServiceSecurity => trusting({ respond });

  test('are signed, encrypted for the caller, and confirm the request', async () => {
    const request = requestWith(signedBy(alice));
    const { secureResponse } = await serviceWith(
      responding({
        timestamp: {},
        signature: service,
        encryption: { parts: ['body', 'signature'] },
        signatureConfirmation: true,
      }),
    ).open(request.envelope);
    const response = await secureResponse(reply);
    expect(textOf(response)).not.toMatch(/urn:bank|SignatureValue/);
    const security = {
      verify: { certificates: service.certificate, signatureConfirmation: true },
      decryption: { privateKey: alice.privateKey },
    };
    expect(textOf(openEnvelope(response, { ...security, request: request.evidence }, NOW))).toContain(
      '<b:amount>10</b:amount>',
    );
    const another = requestWith(signedBy(alice)).evidence;
    expect(() => openEnvelope(response, { ...security, request: another }, NOW)).toThrow(
      'a signature that its request does not have',
    );
    expect(() =>
      openEnvelope(
        response,
        { ...security, decryption: { privateKey: mallory.privateKey }, request: request.evidence },
        NOW,
      ),
    ).toThrow('cannot be decrypted');
  });

  test('keep the header blocks that they have', async () => {
    const { secureResponse } = await serviceWith(
      responding({ signature: { ...service, parts: ['body', 'headers'] } }),
    ).open(requestWith(signedBy(alice)).envelope);
    const response = await secureResponse(
      Buffer.from(printEnvelope('<a/>', ['<h:Id xmlns:h="urn:h">7</h:Id>'])),
    );
    const verify = { certificates: service.certificate, parts: ['body', { namespace: 'urn:h' }] as const };
    expect(textOf(openEnvelope(response, { verify }, NOW))).toContain('>7</h:Id>');
  });

  test('external keys sign them, and decrypt requests', async () => {
    const signer: Signer = {
      sign: async (algorithm, data) =>
        signOctets(algorithm, createPrivateKey(service.privateKey), Buffer.from(data).toString('utf8')),
    };
    const decrypter: Decrypter = {
      decrypt: async (algorithm, data) => unwrapKey(algorithm, createPrivateKey(service.privateKey), data),
    };
    const security = trusting({
      decryption: { privateKey: decrypter },
      encryptedParts: ['body'],
      respond: {
        signature: { certificate: service.certificate, privateKey: signer },
        encryption: {},
        timestamp: {},
      },
    });
    const request = requestWith(signedBy(alice, { encryption: { certificate: service.certificate } }));
    const { envelope, secureResponse } = await serviceWith(security).open(request.envelope);
    expect(textOf(envelope)).toContain('<b:to>&lt;é😀</b:to>');
    const opening = {
      verify: { certificates: service.certificate },
      decryption: { privateKey: alice.privateKey },
    };
    expect(textOf(openEnvelope(await secureResponse(reply), opening, NOW))).toContain(
      '<b:amount>10</b:amount>',
    );
  });

  test('are left as they are without respond', async () => {
    const { secureResponse } = await serviceWith(trusting()).open(requestWith(signedBy(alice)).envelope);
    expect(await secureResponse(reply)).toBe(reply);
  });
});

test.each<[string, () => unknown, string]>([
  ['nothing to check', () => ({}), 'expected at least one of verify, decryption and usernameToken'],
  ['a misspelt member', () => ({ verifi: {} }), 'did you mean "verify"'],
  ['verify without trusted certificates', () => ({ verify: {} }), 'expected authorities or certificates'],
  [
    'a member that only applies to responses',
    () => ({ verify: { certificates: alice.certificate, allowUnsignedFaults: true } }),
    'allowUnsignedFaults',
  ],
  ['an invalid certificate', () => ({ verify: { certificates: 'x' } }), 'verify.certificates'],
  ['an invalid key', () => ({ decryption: { privateKey: 'x' } }), 'decryption'],
  [
    'CBC without a signature',
    () => ({ decryption: { privateKey: service.privateKey, allowCbc: true } }),
    'decryption.allowCbc',
  ],
  ['required encryption without a key', () => trusting({ encryptedParts: ['body'] }), 'encryptedParts'],
  ['a token check without passwords', () => ({ usernameToken: {} }), 'expected password or check'],
  [
    'digests with hashed passwords',
    () => ({ usernameToken: { check: () => true, accept: ['digest'] } }),
    'usernameToken.accept',
  ],
  [
    'an unsigned confirmation',
    () => trusting({ respond: { signatureConfirmation: true } }),
    'respond.signatureConfirmation',
  ],
  [
    'a key that is not that of the certificate',
    () => trusting({ respond: { signature: { ...service, privateKey: alice.privateKey } } }),
    'respond.signature',
  ],
  [
    'encryption without a certificate',
    () => ({ usernameToken: { check: () => true }, respond: { encryption: {} } }),
    'respond.encryption',
  ],
])('security: %s is rejected when the service is created', (_what, make, message) => {
  expect(() => createRequestOpener(make() as ServiceSecurity)).toThrow(
    expect.objectContaining({ name: 'OptionError', message: expect.stringContaining(message) }),
  );
});

test('no part of a key is in an error', () => {
  const secret = randomBytes(12).toString('hex');
  expect(() => createRequestOpener({ decryption: { privateKey: secret } })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(secret) }),
  );
});
