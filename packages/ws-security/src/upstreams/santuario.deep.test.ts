import { randomBytes } from 'node:crypto';
import {
  type CredentialProfile,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../headers/security-headers.js';
import { secureRequest } from '../request/secure-envelope.js';
import { openResponse } from '../response/open-message.js';
import type { Identity } from '../testing/certificates.js';
import { suiteName } from '../testing/installed.js';
import { printEnvelope } from '../testing/messages.js';
import { type CertificateOffice, openCertificateOffice } from '../testing/openssl.js';
import { hasSantuario, runSantuario, SANTUARIO_PACKAGES } from '../testing/wss4j.js';

const BODY = '<b:Pay xmlns:b="urn:bank" b:z="1" a="2">\n <b:to>&lt;é&#xD;😀</b:to><b:e/></b:Pay>';
const READ = '<b:to>&lt;é&#xD;😀</b:to>';

/** The URIs of RFC 9231, by hand. */
const METHODS: Readonly<Record<SignatureAlgorithm, string>> = {
  'rsa-sha1': 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'rsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'rsa-sha384': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'rsa-sha512': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'rsa-pss-sha256': 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'rsa-pss-sha384': 'http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1',
  'rsa-pss-sha512': 'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1',
  'ecdsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
  'ecdsa-sha384': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384',
  'ecdsa-sha512': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512',
};
const DIGESTS = {
  256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  512: 'http://www.w3.org/2001/04/xmlenc#sha512',
} as const;
const CURVES = ['P-256', 'P-384', 'P-521'] as const;
const CIPHERS = ['aes-128-gcm', 'aes-256-gcm'] as const;

const installed = hasSantuario();

describe.skipIf(!installed)(suiteName('Apache Santuario', installed, SANTUARIO_PACKAGES), () => {
  let office: CertificateOffice;
  let rsa: Identity;
  let elliptic: readonly Identity[];
  beforeAll(() => {
    office = openCertificateOffice();
    rsa = office.issue('/C=DE/O=Bank, Inc./CN=rsa');
    elliptic = CURVES.map((curve) =>
      office.issue(`/CN=${curve}`, { key: ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${curve}`] }),
    );
  }, 60_000);
  afterAll(() => office?.close());

  /** Every algorithm but SHA-1, with each key that it takes: 6 for RSA, and 3 for each of three curves. */
  const variants = () =>
    SIGNATURE_ALGORITHMS.filter((name) => name !== 'rsa-sha1').flatMap((algorithm) =>
      (algorithm.startsWith('ecdsa-') ? elliptic : [rsa]).map((identity, at) => ({
        algorithm,
        identity,
        name: `${algorithm} ${at}`,
      })),
    );
  const secured = (profile: CredentialProfile) => {
    const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
    const envelope = printEnvelope(BODY, securityHeaders(profile, context));
    return secureRequest(Buffer.from(envelope), profile, context);
  };

  test('verifies what we sign: 15 pairs of algorithm and key, and rejects an altered message', () => {
    const jobs = variants().map(({ algorithm, identity, name }) => {
      const { envelope } = secured({ timestamp: {}, signature: { ...identity, algorithm } });
      return { command: 'verify', identity, envelope: Buffer.from(envelope).toString('utf8'), name };
    });
    expect(jobs).toHaveLength(15);
    const altered = jobs.map((job) => ({ ...job, envelope: job.envelope.replace('<b:e>', '<b:e>x') }));
    const answers = runSantuario(office.folder, [...jobs, ...altered]);
    const failed = jobs
      .filter((_, at) => answers[at] instanceof Error)
      .map(({ name }, at) => [name, answers[at]]);
    expect(failed).toEqual([]);
    for (const answer of answers.slice(jobs.length)) expect(String(answer)).toContain('signature is wrong');
  }, 300_000);

  test('signs what we verify: the same 15 pairs', () => {
    const jobs = variants().map(({ algorithm, identity, name }) => {
      // A message with the certificate and without the signature, which is Santuario's.
      const { envelope } = secured({ timestamp: {}, signature: { ...identity, algorithm } });
      const [, size] = /sha(\d+)$/.exec(algorithm) as unknown as [string, keyof typeof DIGESTS];
      const plain = Buffer.from(envelope)
        .toString('utf8')
        .replace(/<ds:Signature .*<\/ds:Signature>/s, '');
      return { command: `sign ${METHODS[algorithm]} ${DIGESTS[size]}`, identity, envelope: plain, name };
    });
    const answers = runSantuario(office.folder, jobs);
    const failed = jobs.flatMap(({ name, identity }, at) => {
      try {
        const answer = answers[at];
        if (typeof answer !== 'string') throw answer;
        const opened = openResponse(Buffer.from(answer), { verify: { certificates: identity.certificate } });
        return Buffer.from(opened).toString('utf8').includes(READ) ? [] : [name];
      } catch (error) {
        return [`${name}: ${error}`];
      }
    });
    expect(failed).toEqual([]);
  }, 300_000);

  test('derived keys with AES-GCM, both ways', () => {
    const requests = CIPHERS.map((cipher) =>
      secured({
        timestamp: {},
        session: { certificate: rsa.certificate, derivedKeys: '1.3', cipher, encryptedParts: ['body'] },
      }),
    );
    const answers = runSantuario(
      office.folder,
      requests.map(({ envelope }, at) => ({
        command: `answer ${CIPHERS[at]?.replace('aes-', 'aes')}`,
        identity: rsa,
        envelope: Buffer.from(envelope).toString('utf8'),
      })),
    );
    for (const [at, answer] of answers.entries()) {
      if (typeof answer !== 'string') throw answer;
      const security = { verify: {}, request: requests[at]!.evidence };
      expect(answer).not.toContain('b:Pay');
      expect(Buffer.from(openResponse(Buffer.from(answer), security)).toString('utf8')).toContain(READ);
      const other = { verify: {}, request: requests[1 - at]!.evidence };
      expect(() => openResponse(Buffer.from(answer), other)).toThrow(/cannot be decrypted/);
    }
  }, 300_000);
});
