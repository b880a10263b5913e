import { randomBytes } from 'node:crypto';
import {
  type CredentialProfile,
  type KeyIdentifier,
  PASSWORD_KEY_CIPHERS,
  type PasswordKeyProfile,
} from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../headers/security-headers.js';
import { secureEnvelope } from '../request/secure-envelope.js';
import { openEnvelope } from '../response/open-response.js';
import type { Identity } from '../testing/certificates.js';
import { suiteName } from '../testing/installed.js';
import { printEnvelope } from '../testing/messages.js';
import { type CertificateOffice, openCertificateOffice } from '../testing/openssl.js';
import { hasWss4j, runWss4j, WSS4J_PACKAGES } from '../testing/wss4j.js';

const MODES = ['sign', 'encrypt', 'sign-then-encrypt', 'encrypt-then-sign'] as const;
/** WSS4J 1.6 supports neither embedded tokens nor certificates in X509Data inside a SecurityTokenReference. */
const IDENTIFIERS = [
  'binary-security-token',
  'issuer-serial',
  'subject-key-identifier',
  'thumbprint-sha1',
] as const;
const DIGESTS = ['sha256', 'sha512'] as const;
const CIPHERS = ['aes-128-gcm', 'aes-256-gcm'] as const;
const BODY =
  '<b:Pay xmlns:b="urn:bank" xml:lang="de" b:z="1" a="2">\n <b:to>&lt;é&#xD;😀</b:to><b:e/></b:Pay>';

interface Variant {
  readonly mode: (typeof MODES)[number];
  readonly identifier: KeyIdentifier | 'x509v3';
  readonly digest: (typeof DIGESTS)[number];
  readonly cipher: (typeof CIPHERS)[number];
}

const variantsWith = (identifiers: readonly Variant['identifier'][]): Variant[] =>
  MODES.flatMap((mode) =>
    identifiers.flatMap((identifier) =>
      DIGESTS.flatMap((digest) => CIPHERS.map((cipher) => ({ mode, identifier, digest, cipher }))),
    ),
  );
const nameOf = ({ mode, identifier, digest, cipher }: Variant): string =>
  `${mode} ${identifier} ${digest} ${cipher}`;

const installed = hasWss4j();

describe.skipIf(!installed)(suiteName('Apache WSS4J', installed, WSS4J_PACKAGES), () => {
  let office: CertificateOffice;
  let signer: Identity;
  let reader: Identity;
  beforeAll(() => {
    office = openCertificateOffice();
    signer = office.issue('/C=DE/O=Bank, Inc./CN=signer');
    reader = office.issue('/CN=reader');
  }, 60_000);
  afterAll(() => office?.close());

  function secured({ mode, identifier, digest, cipher }: Variant, parts: 'body' | 'both' = 'body'): string {
    const keyIdentifier = identifier as KeyIdentifier;
    const profile: CredentialProfile = {
      timestamp: {},
      ...(mode !== 'encrypt' && { signature: { ...signer, algorithm: `rsa-${digest}`, keyIdentifier } }),
      ...(mode !== 'sign' && {
        encryption: {
          certificate: reader.certificate,
          cipher,
          keyIdentifier,
          parts: parts === 'both' ? ['body', 'signature'] : ['body'],
          order: mode === 'encrypt-then-sign' ? mode : 'sign-then-encrypt',
        },
      }),
    };
    const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
    const envelope = printEnvelope(BODY, securityHeaders(profile, context));
    return Buffer.from(secureEnvelope(Buffer.from(envelope), profile, context)).toString('utf8');
  }

  test('reads every request: 64 variants', () => {
    const variants = variantsWith(IDENTIFIERS);
    const answers = runWss4j(
      office.folder,
      { signer, reader },
      variants.map((variant) => ({ command: 'open', envelope: secured(variant) })),
    );
    const failed = answers.flatMap((answer, index) =>
      answer instanceof Error || !answer.includes('<b:to') ? [`${nameOf(variants[index]!)}: ${answer}`] : [],
    );
    expect(failed).toEqual([]);
  }, 300_000);

  test('reads an encrypted signature, and rejects an altered request', () => {
    const sign = {
      mode: 'sign',
      identifier: 'issuer-serial',
      digest: 'sha256',
      cipher: 'aes-256-gcm',
    } as const;
    const answers = runWss4j(office.folder, { signer, reader }, [
      { command: 'open', envelope: secured({ ...sign, mode: 'sign-then-encrypt' }, 'both') },
      { command: 'open', envelope: secured(sign).replace('<b:e>', '<b:e>x') },
    ]);
    expect(answers[0]).toContain('<b:to');
    expect(answers[1]).toBeInstanceOf(Error);
  }, 300_000);

  test('derives the same keys from a password: 12 variants, and none of another password', () => {
    const ORDERS = ['sign-then-encrypt', 'encrypt-then-sign'] as const;
    const profiles = (['hmac-sha1', 'hmac-sha256', 'hmac-sha512'] as const).flatMap((algorithm) =>
      PASSWORD_KEY_CIPHERS.flatMap((cipher) =>
        ORDERS.map((order) => ({ algorithm, cipher, order, encryptedParts: ['body' as const] })),
      ),
    );
    const secure = (options: Partial<PasswordKeyProfile>, password = 'secret'): string => {
      const profile: CredentialProfile = {
        timestamp: {},
        passwordKey: { username: 'ada', password, ...options },
      };
      const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
      const envelope = printEnvelope(BODY, securityHeaders(profile, context));
      return Buffer.from(secureEnvelope(Buffer.from(envelope), profile, context)).toString('utf8');
    };
    const signed = secure({ iterations: 20_000 });
    const envelopes = [
      ...profiles.map((options) => secure(options)),
      signed,
      signed.replace('<b:e>', '<b:e>x'),
      secure({}, 'other'),
      secure({ signedParts: [], encryptedParts: ['body'] }, 'other'),
    ];
    const answers = runWss4j(
      office.folder,
      { signer, reader },
      envelopes.map((envelope) => ({ command: 'open', envelope })),
    );
    const failed = answers
      .slice(0, 13)
      .flatMap((answer, index) =>
        answer instanceof Error || !answer.includes('<b:to')
          ? [`${JSON.stringify(profiles[index])}: ${answer}`]
          : [],
      );
    expect(failed).toEqual([]);
    for (const answer of answers.slice(13)) expect(answer).toBeInstanceOf(Error);
  }, 300_000);

  test('writes responses that are read: 80 variants', () => {
    const variants = variantsWith([...IDENTIFIERS, 'x509v3']);
    const answers = runWss4j(
      office.folder,
      { signer, reader },
      variants.map((variant) => ({
        command: `make ${nameOf(variant)}`,
        envelope: printEnvelope(BODY, ['<h/>']),
      })),
    );
    const failed = answers.flatMap((answer, index) => {
      const variant = variants[index]!;
      try {
        if (answer instanceof Error) throw answer;
        const opened = openEnvelope(
          Buffer.from(answer),
          {
            decryption: { privateKey: reader.privateKey },
            ...(variant.mode !== 'encrypt' && { verify: { certificates: signer.certificate } }),
          },
          Date.now(),
        );
        const text = Buffer.from(opened).toString('utf8');
        return text.includes('<b:to>&lt;é&#xD;😀</b:to>') ? [] : [`${nameOf(variant)}: ${text}`];
      } catch (error) {
        return [`${nameOf(variant)}: ${error}`];
      }
    });
    expect(failed).toEqual([]);
  }, 300_000);
});
