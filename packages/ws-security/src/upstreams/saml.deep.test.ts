import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialProfile } from '@soapstone/credentials';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityHeaders } from '../headers/security-headers.js';
import { secureEnvelope } from '../request/secure-envelope.js';
import type { Identity } from '../testing/certificates.js';
import { isInstalled, suiteName } from '../testing/installed.js';
import { printEnvelope } from '../testing/messages.js';
import { type CertificateOffice, openCertificateOffice } from '../testing/openssl.js';
import { hasWss4j, runSamlJudge, WSS4J_PACKAGES } from '../testing/wss4j.js';

const VERSIONS = ['1.1', '2.0'] as const;
const METHODS = ['bearer', 'holder-of-key', 'sender-vouches'] as const;
const KINDS = VERSIONS.flatMap((version) => METHODS.map((method) => ({ version, method })));
const BODY = '<b:Pay xmlns:b="urn:bank" xml:lang="de"><b:to>&lt;é&#xD;😀</b:to></b:Pay>';

/** Prints a request with a profile, as a client does. */
function secured(profile: CredentialProfile, version: '1.1' | '1.2' = '1.1'): string {
  const context = { soapVersion: version, now: new Date(), random: randomBytes } as const;
  const envelope = printEnvelope(BODY, securityHeaders(profile, context), version);
  return Buffer.from(secureEnvelope(Buffer.from(envelope), profile, context)).toString('utf8');
}

const installed = hasWss4j();

describe.skipIf(!installed)(suiteName('Apache WSS4J with SAML', installed, WSS4J_PACKAGES), () => {
  let office: CertificateOffice;
  let identities: { readonly issuer: Identity; readonly signer: Identity; readonly reader: Identity };
  /** The assertions of `KINDS`, made by Java. */
  let assertions: readonly string[];
  const open = (envelopes: readonly string[]) =>
    runSamlJudge(
      office.folder,
      identities,
      envelopes.map((envelope) => ({ open: envelope })),
    );
  beforeAll(() => {
    office = openCertificateOffice();
    identities = {
      issuer: office.issue('/CN=issuer'),
      signer: office.issue('/C=DE/O=Bank, Inc./CN=signer'),
      reader: office.issue('/CN=reader'),
    };
    const issued = runSamlJudge(
      office.folder,
      identities,
      KINDS.map(({ version, method }) => ({ issue: `${version} ${method} 600` })),
    );
    assertions = issued.map((answer) => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
  }, 120_000);
  afterAll(() => office?.close());

  const bearerOf = (index: number): CredentialProfile => ({
    timestamp: {},
    saml: { assertion: `<?xml version="1.0"?>\n${assertions[index]}\n` },
  });
  const signedOf = (
    index: number,
    more: Partial<CredentialProfile['signature']> = {},
  ): CredentialProfile => ({
    ...bearerOf(index),
    signature: { ...identities.signer, ...more },
  });

  test('verifies messages with each kind of assertion, in both versions of SOAP', () => {
    const answers = KINDS.flatMap(({ method }, index) =>
      (['1.1', '1.2'] as const).map((version) =>
        secured(method === 'bearer' ? bearerOf(index) : signedOf(index), version),
      ),
    );
    expect(open(answers)).toEqual(
      KINDS.flatMap(({ method }) =>
        Array.from({ length: 2 }, () => {
          const signed = method === 'bearer' ? '' : 'Body,Timestamp';
          const token = method === 'sender-vouches' ? 'BinarySecurityToken,' : '';
          const assertion = method === 'sender-vouches' ? 'Assertion,' : '';
          return expect.stringMatching(
            `^read Assertion,${token}.*Timestamp signed ${assertion}${signed}$`,
          ) as string;
        }),
      ),
    );
  }, 120_000);

  test('verifies a signed assertion, and reads an encrypted one', () => {
    const parts = ['body', 'timestamp', 'saml-assertion'] as const;
    const encryption = {
      certificate: identities.reader.certificate,
      parts: ['body', 'saml-assertion', 'signature'],
    } as const;
    const profiles = KINDS.flatMap((_, index) => [
      signedOf(index, { parts }),
      signedOf(index, { parts, canonicalization: 'inclusive' }),
      { ...signedOf(index, { parts }), encryption },
    ]);
    const answers = open(profiles.map((profile) => secured(profile)));
    expect(answers).toEqual(
      profiles.map(() => expect.stringMatching(/ signed Assertion,Body,Timestamp$/) as string),
    );
  }, 120_000);

  test('verifies an assertion used with a session key, which signs and encrypts it while its own key endorses', () => {
    const session = {
      certificate: identities.reader.certificate,
      signedParts: ['body', 'timestamp', 'saml-assertion'],
      encryptedParts: ['body', 'saml-assertion', 'signature'],
    } as const;
    const profiles = KINDS.map(({ method }, index) => ({
      ...(method === 'bearer' ? bearerOf(index) : signedOf(index, { parts: ['signature'] })),
      session,
    }));
    expect(open(profiles.map((profile) => secured(profile)))).toEqual(
      KINDS.map(({ method }) => {
        const endorsed = method === 'bearer' ? '' : 'Signature,';
        return expect.stringMatching(` signed Assertion,Body,${endorsed}Timestamp$`) as string;
      }),
    );
    const altered = profiles.map((profile) =>
      secured({ ...profile, session: { ...session, encryptedParts: [] } }).replace('teller', 'director'),
    );
    expect(open(altered).every((answer) => answer instanceof Error)).toBe(true);
  }, 120_000);

  test('rejects an altered message, and one with another assertion', () => {
    const [bearer, holder] = [KINDS.findIndex(({ method }) => method === 'bearer'), 1];
    const message = secured(signedOf(holder, { parts: ['body', 'saml-assertion'] }));
    const other = secured(signedOf(holder + 3, { parts: ['body'] }));
    const assertionIn = (text: string): string =>
      /<saml(\d):Assertion.*<\/saml\1:Assertion>/s.exec(text)?.[0] ?? '';
    const answers = open([
      message.replace('<b:to>', '<b:to>x'),
      message.replace('teller', 'director'),
      message.replace(assertionIn(message), assertionIn(other)),
      secured(bearerOf(bearer)).replace('Bank', 'Bonk'),
      message,
    ]);
    expect(answers.map((answer) => answer instanceof Error)).toEqual([true, true, true, true, false]);
  }, 120_000);

  const hasSamlsign = isInstalled('samlsign', ['-V']) || isInstalled('sh', ['-c', 'command -v samlsign']);

  test.skipIf(!hasSamlsign)(
    `OpenSAML verifies the assertion of a message${hasSamlsign ? '' : ' [skipped: needs the Debian package opensaml-tools]'}`,
    () => {
      const certificate = join(office.folder, 'issuer-certificate.pem');
      writeFileSync(certificate, identities.issuer.certificate);
      for (const [index, { version }] of KINDS.entries()) {
        const message = secured(signedOf(index));
        const name = version === '2.0' ? 'saml2' : 'saml1';
        const at = message.indexOf(`<${name}:Assertion`);
        const file = join(office.folder, 'assertion.xml');
        const assertion = message.slice(
          at,
          message.indexOf(`</${name}:Assertion>`) + `</${name}:Assertion>`.length,
        );
        const verdict = (text: string): number | null => {
          writeFileSync(file, text);
          return spawnSync('samlsign', ['-f', file, '-c', certificate], { timeout: 30_000 }).status;
        };
        expect([verdict(assertion), verdict(assertion.replace('teller', 'boss'))]).toEqual([
          0,
          expect.any(Number),
        ]);
        expect(verdict(assertion.replace('teller', 'boss'))).not.toBe(0);
      }
    },
    120_000,
  );
});
