import { inspect } from 'node:util';
import type { CredentialProfile } from '@soapstone/credentials';
import { beforeAll, describe, expect, test } from 'vitest';
import { findProblems } from '../credential-problems.js';
import { securityHeaders } from '../headers/security-headers.js';
import { SAML1, SAML2 } from '../namespaces.js';
import { redactSecrets } from '../redaction/redact-secrets.js';
import { secureEnvelope } from '../request/secure-envelope.js';
import { createIdentity, type Identity } from '../testing/certificates.js';
import { failureOf, printEnvelope } from '../testing/messages.js';
import { canonicalize, EXCLUSIVE } from '../xml/canonicalize.js';
import { elementsOf, walk, type XmlElement } from '../xml/element.js';
import { readXml } from '../xml/read-xml.js';
import { readAssertion } from './assertion.js';

const CM2 = 'urn:oasis:names:tc:SAML:2.0:cm:';
const DS = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
const later = new Date(Date.now() + 3_600_000).toISOString();

/** A SAML 2.0 assertion. Nothing here depends on the signature of its issuer. */
const assertion2 = (method: string, keyInfo = '', end = later): string =>
  `<s:Assertion xmlns:s="${SAML2}" xmlns:xs="http://www.w3.org/2001/XMLSchema" ID="_a1" Version="2.0"><s:Issuer>CANARY</s:Issuer><s:Subject><s:SubjectConfirmation Method="${CM2}${method}"><s:SubjectConfirmationData>${keyInfo}</s:SubjectConfirmationData></s:SubjectConfirmation></s:Subject><s:Conditions NotBefore="2026-01-01T00:00:00.123456Z" NotOnOrAfter="${end}"/></s:Assertion>`;
const assertion1 = (...methods: readonly string[]): string =>
  `<Assertion xmlns="${SAML1}" AssertionID="_b1"><AttributeStatement><Subject><SubjectConfirmation>${methods
    .map((method) => `<ConfirmationMethod> urn:oasis:names:tc:SAML:1.0:cm:${method} </ConfirmationMethod>`)
    .join('')}</SubjectConfirmation></Subject></AttributeStatement></Assertion>`;

let signer: Identity;
let other: Identity;
beforeAll(async () => {
  [signer, other] = await Promise.all([createIdentity('signer'), createIdentity('other')]);
});

const keyInfoOf = ({ certificate }: Identity): string =>
  `<ds:KeyInfo ${DS}><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[^-]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;

describe('reading an assertion', () => {
  test('finds version, identifier, times and confirmation', () => {
    expect(readAssertion(`<?xml version="1.0"?>\n${assertion2('bearer')}\n`)).toMatchObject({
      version: '2.0',
      id: '_a1',
      notBefore: Date.parse('2026-01-01T00:00:00.123Z'),
      notOnOrAfter: Date.parse(later),
      confirmation: 'bearer',
      holder: undefined,
    });
    expect(readAssertion(assertion1('sender-vouches'))).toMatchObject({
      version: '1.1',
      id: '_b1',
      notOnOrAfter: undefined,
      confirmation: 'sender-vouches',
    });
    // Anyone who has it may send it, so the other confirmations add nothing.
    expect(readAssertion(assertion1('holder-of-key', 'bearer')).confirmation).toBe('bearer');
  });

  test('keeps the namespaces that only values use', () => {
    expect(readAssertion(assertion2('bearer')).xml).toContain('xmlns:xs="http://www.w3.org/2001/XMLSchema"');
  });

  test.each([
    ['text', 'CANARY'],
    ['a document type declaration', `<!DOCTYPE x>${assertion2('bearer')}`],
    ['another element', '<Response xmlns="urn:oasis:names:tc:SAML:2.0:protocol"/>'],
    ['an assertion without an identifier', `<Assertion xmlns="${SAML2}"/>`],
    ['an identifier that would break the message', `<Assertion xmlns="${SAML2}" ID="a&lt;b"/>`],
    ['an invalid time', assertion2('bearer', '', 'CANARY')],
    ['more than 262,144 characters', assertion2('bearer', 'x'.repeat(262_144))],
  ])('rejects %s without repeating it', (_name, assertion) => {
    const [problem, ...more] = findProblems({ saml: { assertion } });
    expect([problem?.path, more]).toEqual(['/saml/assertion', []]);
    expect(inspect(problem)).not.toContain('CANARY');
  });
});

describe('a message with an assertion', () => {
  const context = () => ({
    soapVersion: '1.1' as const,
    now: new Date(),
    random: (count: number) => new Uint8Array(count).fill(7),
  });
  function secured(profile: CredentialProfile, body = '<b/>'): XmlElement {
    const headers = securityHeaders(profile, context());
    return readXml(secureEnvelope(Buffer.from(printEnvelope(body, headers)), profile, context()));
  }
  const blocksOf = (envelope: XmlElement): XmlElement[] =>
    elementsOf(elementsOf(elementsOf(envelope)[0] as XmlElement)[0] as XmlElement);

  test('carries a bearer assertion unchanged, after the Timestamp', () => {
    const assertion = assertion2('bearer');
    const blocks = blocksOf(secured({ timestamp: {}, saml: { assertion } }));
    expect(blocks.map(({ local }) => local)).toEqual(['Timestamp', 'Assertion']);
    const sent = canonicalize(blocks[1] as XmlElement, EXCLUSIVE);
    expect(sent).toBe(canonicalize(readXml(Buffer.from(assertion)), EXCLUSIVE));
  });

  test('names the key of a holder by the assertion, without a certificate', () => {
    const profile = {
      saml: { assertion: assertion2('holder-of-key', keyInfoOf(signer)) },
      signature: signer,
    };
    expect(findProblems(profile)).toEqual([]);
    const envelope = secured(profile);
    expect(blocksOf(envelope).map(({ local }) => local)).toEqual(['Assertion', 'Signature']);
    const [reference] = [...walk(envelope)].filter(({ local }) => local === 'KeyIdentifier');
    expect(reference?.children).toEqual(['_a1']);
    expect(reference?.attributes.map(({ value }) => value)).toEqual([
      'http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLID',
    ]);
  });

  test.each<[string, () => CredentialProfile, string, RegExp]>([
    [
      'for a key without one',
      () => ({ saml: { assertion: assertion2('holder-of-key') } }),
      '/signature',
      /must be signed/,
    ],
    [
      'for another key',
      () => ({ saml: { assertion: assertion2('holder-of-key', keyInfoOf(other)) }, signature: signer }),
      '/signature/certificate',
      /the key that the assertion names/,
    ],
    [
      'for a shared secret',
      () => ({
        saml: {
          assertion: assertion2(
            'holder-of-key',
            `<ds:KeyInfo ${DS}><x:EncryptedKey xmlns:x="http://www.w3.org/2001/04/xmlenc#"/></ds:KeyInfo>`,
          ),
        },
        signature: signer,
      }),
      '/saml/assertion',
      /shared secret/,
    ],
    [
      'that has expired',
      () => ({ saml: { assertion: assertion2('bearer', '', '2026-02-01T00:00:00Z') } }),
      '/saml/assertion',
      /still valid: this one expired at 2026-02-01T00:00:00.000Z/,
    ],
  ])(
    'an assertion %s: refused when it is stored and when it is sent',
    async (_name, profileOf, path, why) => {
      const profile = profileOf();
      const problems = findProblems(profile);
      expect(problems).toEqual([{ path, expected: expect.stringMatching(why) as string }]);
      const error = await failureOf(async () => secured(profile));
      expect(error).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringMatching(why) as string });
      expect(inspect(error, { depth: 9 })).not.toContain('CANARY');
    },
  );

  test('that is encrypted can be sent, but not signed', async () => {
    const assertion = `<EncryptedAssertion xmlns="${SAML2}"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#"></EncryptedData></EncryptedAssertion>`;
    const saml = { assertion };
    expect(findProblems({ saml })).toEqual([]);
    expect(blocksOf(secured({ saml })).map(({ local }) => local)).toEqual(['EncryptedAssertion']);
    const signature = { ...signer, parts: ['body', 'saml-assertion'] as const };
    expect(await failureOf(async () => secured({ saml, signature }))).toMatchObject({
      message: expect.stringMatching(/an encrypted assertion has no visible identifier/) as string,
    });
  });

  test('that is encrypted first cannot be signed', async () => {
    const { certificate } = signer;
    const encryption = { certificate, parts: ['saml-assertion'], order: 'encrypt-then-sign' } as const;
    const profile = { saml: { assertion: assertion2('bearer') }, signature: signer, encryption };
    expect(await failureOf(async () => secured(profile))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/set "order" to "sign-then-encrypt"$/) as string,
    });
  });

  test('is not part of a message without one', async () => {
    const profile = { signature: { ...signer, parts: ['body', 'saml-assertion'] as const } };
    expect(await failureOf(async () => secured(profile))).toMatchObject({
      message: 'cannot secure the envelope: it has no SAML assertion',
    });
  });

  test('hides the signature and the subject in a text that repeats the assertion', () => {
    const assertion = assertion2('bearer')
      .replace(
        '<s:Subject>',
        `<ds:Signature ${DS}><ds:SignatureValue>\nCANARY+1/==\nCANARY2</ds:SignatureValue></ds:Signature><s:Subject><s:NameID>CANARY &amp; Söhne</s:NameID>`,
      )
      .replace('<s:Issuer>CANARY', '<s:Issuer>me');
    const echoed = `echo ${assertion.replaceAll('<', '&lt;')}`;
    expect(redactSecrets(echoed, { saml: { assertion } })).not.toContain('CANARY');
    expect(redactSecrets(echoed, { saml: { assertion } })).toContain('s:Issuer>me');
  });
});
