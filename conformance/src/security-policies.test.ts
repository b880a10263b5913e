import { readdirSync, readFileSync } from 'node:fs';
import { completeProfile, type PolicyDemands, readDemands } from '@soapstone/ws-security';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { demandsOf, POLICIES, problemOf } from './material/policy-documents.js';
import { corpusResolver, corpusUri, hasCorpus, readManifest } from './wsdl/corpus.js';

/** The needs of each policy, or its unsupported assertions. */
const expected: Readonly<Record<string, string>> = {
  'cxf-alternatives': 'supported: usernameToken',
  'cxf-asymmetric-basic128': 'legacy sha1, cbc: signature, encryption, decryption, verify',
  'cxf-asymmetric-basic256sha256-signed': 'supported: signature, verify',
  'cxf-asymmetric-confirmation': 'supported: signature, encryption, decryption, verify',
  'cxf-asymmetric-gcm': 'supported: signature, encryption, decryption, verify',
  'cxf-asymmetric-gcm-username': 'supported: signature, encryption, decryption, verify, usernameToken',
  'cxf-asymmetric-rsa15': 'legacy cbc, rsa-1_5: signature, encryption, decryption, verify',
  'cxf-asymmetric-tripledes': 'unsupported: TripleDesRsa15',
  'cxf-basic-over-tls-13': 'supported: basic, usernameToken',
  'cxf-client-certificate': 'supported: clientCertificate',
  'cxf-derived-key': 'unsupported: RequireDerivedKeys, EndorsingSupportingTokens',
  'cxf-digest-over-tls': 'supported: usernameToken',
  'cxf-encrypt-before-signing': 'supported: signature, encryption, decryption, verify',
  'cxf-encrypted-elements': 'unsupported: EncryptedElements',
  'cxf-endorsing-asymmetric': 'unsupported: EndorsingSupportingTokens',
  'cxf-endorsing-over-tls': 'supported: signature',
  'cxf-issued-token': 'supported: sts, signature',
  'cxf-issued-token-symmetric': 'unsupported: IssuedToken',
  'cxf-kerberos': 'unsupported: KerberosToken',
  'cxf-no-password': 'unsupported: NoPassword',
  'cxf-saml2-asymmetric-encrypt-first': 'unsupported: EncryptBeforeSigning',
  'cxf-saml2-asymmetric': 'supported: signature, encryption, decryption, verify, saml',
  'cxf-saml2-endorsing-over-tls': 'supported: saml, signature',
  'cxf-saml2-over-tls': 'supported: saml',
  'cxf-signed-attachments': 'unsupported: SignedParts',
  'cxf-signed-elements': 'supported: signature, verify, usernameToken',
  'cxf-symmetric': 'legacy sha1, cbc: session',
  'cxf-symmetric-encrypt-first': 'legacy cbc: session, usernameToken',
  'cxf-symmetric-gcm': 'supported: session, signature',
  'cxf-symmetric-implied-keys': 'unsupported: RequireImpliedDerivedKeys',
  'cxf-symmetric-saml2': 'supported: session, saml',
  'cxf-symmetric-two-tokens': 'unsupported: SymmetricBinding',
  'cxf-username-over-tls': 'supported: usernameToken',
  'rampart-nested-choice': 'supported: usernameToken',
  'wcf-basic-authentication': 'supported: basic',
  'wcf-binary': 'unsupported: {http://schemas.microsoft.com/ws/06/2004/mspolicy/netbinary1}BinaryEncoding',
  'wcf-certificate-symmetric': 'legacy sha1, cbc: session, signature',
  'wcf-federation-over-tls': 'supported: sts',
  'wcf-message-certificate': 'legacy cbc: signature, encryption, decryption, verify',
  'wcf-message-credential-over-tls': 'supported: usernameToken',
  'wcf-ntlm-authentication': 'unsupported: NtlmAuthentication',
  'wcf-spnego': 'unsupported: SpnegoContextToken',
  'wcf-windows-authentication': 'unsupported: NegotiateAuthentication',
  'wsit-authentication-over-tls': 'supported: usernameToken',
  'wsit-certificate-over-tls': 'supported: clientCertificate, signature',
  'wsit-issued-protection-token': 'unsupported: IssuedToken',
  'wsit-mutual-certificates': 'legacy sha1, cbc: signature, encryption, decryption, verify',
  'wsit-reliable-messaging': 'unsupported: RMAssertion',
  'wsit-saml-over-tls': 'supported: saml',
  'wsit-secure-conversation': 'unsupported: SecureConversationToken',
  'wsit-sts-issued-token': 'legacy sha1: session, sts, signature',
  'wsit-username-symmetric': 'legacy sha1, cbc: session, usernameToken',
};

function summary({ state, gaps, legacy, needs }: PolicyDemands): string {
  if (state === 'unsupported') return `unsupported: ${gaps.map(({ assertion }) => assertion).join(', ')}`;
  const allowed = legacy.map(({ algorithm }) => algorithm).join(', ');
  return `${state}${allowed === '' ? '' : ` ${allowed}`}: ${needs.map(({ member }) => member).join(', ')}`;
}

describe('security policies in the styles of CXF, WSIT, WCF and Rampart', () => {
  test('each is in the table', () => {
    const files = readdirSync(POLICIES).map((file) => file.replace(/\.xml$/, ''));
    expect(files.sort()).toEqual(Object.keys(expected).sort());
  });

  test.each(Object.entries(expected))('%s gives a profile or a named gap', async (name, want) => {
    expect(summary(await demandsOf(name))).toBe(want);
  });

  test('legacy algorithms are in a template only if they are allowed', async () => {
    const strict = await demandsOf('wsit-mutual-certificates');
    expect(JSON.stringify(strict.template)).not.toMatch(/sha1"|cbc|Cbc|Sha1|1_5/);
    const allowed = await demandsOf('wsit-mutual-certificates', { allow: ['sha1', 'cbc'] });
    expect(allowed.state).toBe('supported');
    const addressing = 'http://www.w3.org/2005/08/addressing';
    const headers = ['To', 'From', 'FaultTo', 'ReplyTo', 'MessageID', 'RelatesTo', 'Action'].map((block) => ({
      namespace: addressing,
      name: block,
      optional: true,
    }));
    expect(allowed.template).toEqual({
      timestamp: {},
      signature: {
        parts: ['body', ...headers, 'timestamp'],
        keyIdentifier: 'binary-security-token',
        algorithm: 'rsa-sha1',
      },
      encryption: {
        parts: ['body'],
        keyIdentifier: 'issuer-serial',
        cipher: 'aes-128-cbc',
        keyTransport: 'rsa-oaep',
      },
      decryption: { allowCbc: true },
      verify: { parts: ['body', ...headers, 'timestamp'], allowSha1: true },
    });
  });

  test('RequireSignatureConfirmation is checked if responses are verified', async () => {
    const { template, notes } = await demandsOf('cxf-asymmetric-confirmation');
    expect(template.verify).toEqual({ parts: ['body', 'timestamp'], signatureConfirmation: true });
    expect(notes).toEqual([]);
  });

  test('an assertion and a token service can stand for each other', async () => {
    const issued = await demandsOf('cxf-issued-token');
    expect(issued.template).toEqual({
      timestamp: {},
      sts: { endpoint: 'https://sts.example/issue', tokenType: 'saml-2.0', keyType: 'public-key' },
      signature: { parts: ['timestamp'] },
    });
    const signature = { certificate: 'ours', privateKey: 'key' };
    expect(completeProfile(issued, { signature }).sts).toEqual(issued.template.sts);
    const saml = { assertion: '<Assertion/>' };
    expect(completeProfile(issued, { signature, saml })).toEqual({
      timestamp: {},
      saml,
      signature: { parts: ['timestamp'], ...signature },
    });
    const given = await demandsOf('cxf-saml2-over-tls');
    const sts = { endpoint: 'https://sts.test/', credentials: { basic: { username: 'a', password: 'b' } } };
    expect(completeProfile(given, { sts })).toEqual({ timestamp: {}, sts });
    for (const own of [{}, { sts: { endpoint: 'https://sts.test/' } }]) {
      expect(() => completeProfile(given, own)).toThrow(/or the token service that issues it/);
    }
    const federated = await demandsOf('wcf-federation-over-tls');
    expect(federated.template.sts).toEqual({
      endpoint: 'https://sts.example/issue',
      version: '2005/02',
      tokenType: 'saml-1.1',
      claims: ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'],
    });
    expect(federated.needs).toEqual([
      { member: 'sts', text: 'credentials at the token service https://sts.example/issue' },
    ]);
  });

  test('an assertion is signed and encrypted if the policy says so', async () => {
    const { template } = await demandsOf('cxf-saml2-asymmetric');
    expect(template.signature?.parts).toContain('saml-assertion');
    expect(template.encryption?.parts).toContain('saml-assertion');
  });

  test('says in words what a service wants and what to supply', async () => {
    const { wants, needs } = await demandsOf('cxf-asymmetric-gcm-username');
    expect(wants).toEqual([
      'Timestamp',
      'Basic128GCMSha256MgfSha256',
      'signed Body, Timestamp, certificate',
      'encrypted Body, signature, UsernameToken',
      'reading of encrypted responses',
      'verification of the signed Body, Timestamp of responses',
      'UsernameToken',
    ]);
    expect(needs.map(({ text }) => text)).toEqual([
      'your private key (RSA) and its certificate, to sign requests',
      'the certificate of the service, to encrypt requests',
      'your private key (RSA), to decrypt responses; default: the one that signs',
      'the certificate of the service or its authority, to verify responses; default: the one that requests are encrypted for',
      'a user name and password',
    ]);
  });

  test('completeProfile needs what only the caller has, and fills in the rest', async () => {
    const demands = await demandsOf('cxf-asymmetric-gcm');
    const signature = { certificate: 'OURS', privateKey: 'KEY' };
    expect(completeProfile(demands, { signature, encryption: { certificate: 'THEIRS' } })).toMatchObject({
      timestamp: {},
      signature: { ...signature, algorithm: 'rsa-sha256', parts: ['body', 'timestamp'] },
      encryption: { certificate: 'THEIRS', cipher: 'aes-256-gcm' },
      decryption: { privateKey: 'KEY' },
      verify: { certificates: 'THEIRS', parts: ['body', 'timestamp'] },
    });
    const own = { signature: { ...signature, parts: ['body'] as const }, encryption: { certificate: 'T' } };
    expect(completeProfile(demands, own).signature?.parts).toEqual(['body']);
    expect(problemOf(demands, { signature })).toBe(
      'cannot satisfy the security policy: it needs the certificate of the service, to encrypt requests (credential profile member "/encryption")',
    );
    expect(problemOf(await demandsOf('cxf-kerberos'), {})).toBe(
      'cannot satisfy the security policy: KerberosToken: Kerberos is not supported',
    );
    expect(problemOf(await demandsOf('cxf-asymmetric-basic128'), own)).toMatch(
      /Basic128 asks for signatures with RSA-SHA1: .*\. Allow "sha1" if you accept that$/,
    );
  });
});

describe.skipIf(!hasCorpus())('security policies of the corpus', () => {
  test('each gives a profile or a named gap', async () => {
    const found: Record<string, string> = {};
    for (const { path } of await readManifest()) {
      const bytes = readFileSync(new URL(corpusUri(path)));
      if (!/securitypolicy|policy\/http/i.test(bytes.toString('latin1'))) continue;
      const parsed = await parseWsdl(corpusUri(path), { resolve: corpusResolver() }).catch(() => undefined);
      for (const { security, name } of parsed?.model.services.flatMap(({ ports }) => ports) ?? []) {
        if (security === undefined) continue;
        found[`${path.split('/').at(-1)} ${name}`] = summary(readDemands(security));
      }
    }
    expect(found).toEqual({
      'EchoBindings.wsdl EchoServiceHttpSoap12Endpoint': 'supported: basic',
      'ServiceFinderQuery.wsdl WSHttpBinding_IServiceFinderQuery': 'supported: ',
      'tempuri.org.wsdl basicHttpsEndpoint': 'supported: ',
      'tempuri.org.wsdl httpssoap11Endpoint': 'supported: ',
      'tempuri.org.wsdl httpssoap12Endpoint': 'supported: ',
    });
  });
});
