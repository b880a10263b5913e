import { randomBytes } from 'node:crypto';
import type { CredentialProfile, Decrypter, SignatureAlgorithm, Signer } from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../headers/security-headers.js';
import { secureRequestAsync } from '../request/secure-envelope.js';
import { openResponse, openResponseAsync } from '../response/open-message.js';
import type { Identity } from '../testing/certificates.js';
import { suiteName } from '../testing/installed.js';
import { printEnvelope } from '../testing/messages.js';
import { type CertificateOffice, openCertificateOffice } from '../testing/openssl.js';
import { hasSoftHsm, openSoftHsm, SOFT_HSM_PACKAGES, type SoftHsm } from '../testing/soft-hsm.js';
import { hasWss4j, runWss4j, WSS4J_PACKAGES } from '../testing/wss4j.js';

const installed = hasSoftHsm() && hasWss4j();
const BODY = '<b:Pay xmlns:b="urn:bank"><b:to>&lt;é&#xD;😀</b:to></b:Pay>';

describe.skipIf(!installed)(suiteName('SoftHSM', installed, `${SOFT_HSM_PACKAGES} ${WSS4J_PACKAGES}`), () => {
  let office: CertificateOffice;
  let token: SoftHsm;
  let us: Identity;
  let bank: Identity;
  let key: Signer & Decrypter;
  beforeAll(() => {
    office = openCertificateOffice();
    token = openSoftHsm();
    us = office.issue('/C=DE/O=Shop/CN=us');
    bank = office.issue('/CN=bank');
    key = token.hold(us.privateKey);
  }, 60_000);
  afterAll(() => {
    token?.close();
    office?.close();
  });

  async function secured(
    certificate: string,
    privateKey: Signer,
    algorithm: SignatureAlgorithm,
  ): Promise<string> {
    const profile: CredentialProfile = {
      timestamp: {},
      signature: { certificate, privateKey, algorithm },
      encryption: { certificate: bank.certificate, parts: ['body', 'signature'] },
    };
    const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
    const envelope = Buffer.from(printEnvelope(BODY, securityHeaders(profile, context)));
    return Buffer.from((await secureRequestAsync(envelope, profile, context)).envelope).toString('utf8');
  }

  test('WSS4J reads what the token has signed', async () => {
    const algorithms = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'] as const;
    const envelopes = await Promise.all(algorithms.map((name) => secured(us.certificate, key, name)));
    const answers = runWss4j(
      office.folder,
      { signer: us, reader: bank },
      envelopes.map((envelope) => ({ command: 'open', envelope })),
    );
    expect(answers.filter((answer) => answer instanceof Error || !answer.includes('<b:to'))).toEqual([]);
  }, 120_000);

  test('RSA-PSS and ECDSA of the token are those of the profile', async () => {
    for (const curve of ['P-256', 'P-384', 'P-521']) {
      const hash = { 'P-256': '256', 'P-384': '384', 'P-521': '512' }[curve];
      const identity = office.issue('/CN=elliptic', {
        key: ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${curve}`],
      });
      const signer = token.hold(identity.privateKey);
      const envelope = await secured(identity.certificate, signer, `ecdsa-sha${hash}` as SignatureAlgorithm);
      expect(open(envelope, identity)).toContain('<b:to>');
    }
    for (const algorithm of ['rsa-pss-sha256', 'rsa-pss-sha384', 'rsa-pss-sha512'] as const) {
      expect(open(await secured(us.certificate, key, algorithm), us)).toContain('<b:to>');
    }
  }, 120_000);

  function open(envelope: string, { certificate }: Identity): string {
    const security = {
      decryption: { privateKey: bank.privateKey },
      verify: { certificates: certificate },
    };
    return Buffer.from(openResponse(Buffer.from(envelope), security)).toString('utf8');
  }

  test('the token decrypts what WSS4J has encrypted', async () => {
    const [answer] = runWss4j(office.folder, { signer: bank, reader: us }, [
      {
        command: 'make sign-then-encrypt issuer-serial sha256 aes-256-gcm',
        envelope: printEnvelope(BODY, ['<h/>']),
      },
    ]);
    if (typeof answer !== 'string') throw answer;
    const security = { decryption: { privateKey: key }, verify: { certificates: bank.certificate } };
    const opened = await openResponseAsync(Buffer.from(answer), security);
    expect(Buffer.from(opened).toString('utf8')).toContain('<b:to>&lt;é&#xD;😀</b:to>');
    const stranger = { decryption: { privateKey: token.hold(bank.privateKey) } };
    await expect(openResponseAsync(Buffer.from(answer), stranger)).rejects.toMatchObject({
      code: 'RESPONSE_DECRYPTION_FAILED',
    });
  }, 120_000);
});
