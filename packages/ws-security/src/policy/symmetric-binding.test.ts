import type { BindingToken, SecurityAlternative, SecurityBinding } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { PolicyDemands } from './policy-demands.js';
import { readDemands } from './read-demands.js';

const x509 = (...options: readonly string[]): BindingToken['token'] => ({
  name: 'X509Token',
  inclusion: 'never',
  options,
});
const protection = (token: BindingToken['token']): readonly BindingToken[] => [
  { role: 'ProtectionToken', token },
];
const BODY = { signed: [{ kind: 'body' }], encrypted: [{ kind: 'body' }], required: [] } as const;

function demandsOf(
  binding: Partial<SecurityBinding>,
  more: Partial<SecurityAlternative> = {},
): PolicyDemands {
  const alternative: SecurityAlternative = {
    binding: {
      kind: 'symmetric',
      version: '1.2',
      tokens: protection(x509()),
      algorithmSuite: { name: 'Basic128Sha256', options: [] },
      options: ['IncludeTimestamp'],
      ...binding,
    },
    supportingTokens: [],
    request: BODY,
    response: BODY,
    others: [],
    ...more,
  };
  return readDemands({ alternatives: [alternative] }, { allow: ['cbc'] });
}

describe('a symmetric binding', () => {
  test.each<[string, Partial<SecurityBinding>, Partial<SecurityAlternative>, string]>([
    ['no token', { tokens: [] }, {}, 'it has no ProtectionToken, SignatureToken or EncryptionToken'],
    [
      'tokens with different references',
      {
        tokens: [
          { role: 'SignatureToken', token: x509('RequireThumbprintReference') },
          { role: 'EncryptionToken', token: x509() },
        ],
      },
      {},
      'its SignatureToken and EncryptionToken are different',
    ],
    [
      'a key derived from a password',
      { tokens: protection({ ...x509(), name: 'UsernameToken' }) },
      {},
      'a UsernameToken is only supported as a supporting token',
    ],
    [
      'nothing to sign with',
      { tokens: [{ role: 'EncryptionToken', token: x509() }] },
      {},
      'the policy has no SignatureToken or ProtectionToken to sign with',
    ],
    [
      'nothing to encrypt with',
      { tokens: [{ role: 'SignatureToken', token: x509() }] },
      {},
      'the policy has no EncryptionToken or ProtectionToken to encrypt with',
    ],
    [
      'encrypted responses whose Body is not signed',
      {},
      { response: { ...BODY, signed: [] } },
      'encrypted responses without a signed Body cannot be read',
    ],
    [
      'a cipher that is not supported',
      { algorithmSuite: { name: 'TripleDes', options: [] } },
      {},
      'AES-192 and Triple DES are not supported',
    ],
    [
      'an encrypted signature over encrypted parts',
      { options: ['EncryptSignature', 'EncryptBeforeSigning'] },
      {},
      'a signature over encrypted parts cannot be encrypted',
    ],
  ])('is a gap with %s', (_, binding, more, reason) => {
    expect(demandsOf(binding, more).gaps.map((gap) => gap.reason)).toContain(reason);
  });

  test('if nothing is encrypted, one key signs, with the key length of the suite', () => {
    const plain = { signed: BODY.signed, encrypted: [], required: [] };
    const { state, legacy, template } = demandsOf(
      { tokens: [{ role: 'SignatureToken', token: x509() }] },
      { request: plain, response: plain },
    );
    // Nothing is encrypted, so nobody has to consent to CBC.
    expect([state, legacy]).toEqual(['supported', []]);
    expect(template.session).toMatchObject({ encryptedParts: [], cipher: 'aes-128-gcm' });
  });

  test.each<[SecurityBinding['version'], string | undefined, string]>([
    ['1.1', undefined, '2005-02'],
    ['1.2', 'Trust10', '1.3'],
    // Models stored before the parser read the version.
    [undefined, 'Trust10', '2005-02'],
    [undefined, 'Trust13', '1.3'],
    [undefined, undefined, '1.3'],
  ])('version %s with %s: keys are derived as in %s', (version, trust, derivedKeys) => {
    const { template } = demandsOf(
      { tokens: protection(x509('RequireDerivedKeys')), ...({ version } as Partial<SecurityBinding>) },
      trust === undefined ? {} : { trust: { name: trust, options: [] } },
    );
    expect(template.session?.derivedKeys).toBe(derivedKeys);
  });

  test('SignedElements of tokens that requests do not have are left out', () => {
    const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
    const anywhere = (localName: string) =>
      ({ kind: 'path', path: [{ namespace: wsse, localName }], anywhere: true }) as const;
    const request = {
      ...BODY,
      signed: [...BODY.signed, anywhere('UsernameToken'), anywhere('BinarySecurityToken')],
    };
    const token = { name: 'UsernameToken', inclusion: 'always-to-recipient', options: [] } as const;
    const username = { signed: false, endorsing: false, encrypted: false, token, signedParts: [] };
    const partsWith = (supportingTokens: SecurityAlternative['supportingTokens']) =>
      demandsOf({}, { request, supportingTokens }).template.session?.signedParts;
    expect(partsWith([])).toEqual(['body', 'timestamp']);
    expect(partsWith([username])).toEqual(['body', 'username-token', 'timestamp']);
  });
});
