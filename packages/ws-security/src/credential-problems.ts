import { type KeyObject, X509Certificate } from 'node:crypto';
import {
  type ClientCertificate,
  type CredentialProblem,
  type CredentialProfile,
  credentialProfile,
  findRuleProblems,
  isDecrypter,
  isSigner,
  type VerifyProfile,
} from '@soapstone/credentials';
import { keyTypeOf, signOctets } from './algorithms/algorithms.js';
import { readCertificate, readCertificates } from './certificates/certificate.js';
import { readRevocationLists } from './certificates/revocation.js';
import { type KeyBundle, readPkcs12 } from './keys/pkcs12.js';
import { Pkcs12Error } from './keys/pkcs12-error.js';
import { pkcs12Problem } from './keys/pkcs12-problem.js';
import { openPrivateKey } from './keys/private-key.js';
import { readPrivateKey } from './request/keys.js';
import { findAssertionProblem } from './saml/attach-assertion.js';

const CERTIFICATE = 'expected an X.509 certificate in PEM';
const KEY = 'expected a private key in PEM, and its passphrase where it has one';
/** In bits. Shorter keys cannot hold a signature with SHA-512, and one of 16,384 bits takes a second to sign. */
const RSA_BITS = { least: 1024, most: 8192 };
/** A TLS client key signs on the event loop, once per connection, and one of 8,192 bits takes 100 ms. */
const CLIENT_BITS = { ...RSA_BITS, most: 4096 };

/** Throws if TLS cannot use the authorities or the client certificate of a profile. */
export type TlsCheck = (profile: Pick<CredentialProfile, 'ca' | 'clientCertificate'>) => void;

/**
 * Returns every problem of a profile that can be found without a server, except what only TLS can say: `assertTls` says that (default: nothing does).
 * Accepts any value and never throws.
 */
export function findProblems(
  profile: CredentialProfile,
  assertTls: TlsCheck = () => {},
): CredentialProblem[] {
  const unusable = credentialProfile(profile);
  if (unusable.some(({ path }) => path === '')) return [...unusable];
  const sound = withoutMembers(profile, new Set(unusable.map(({ path }) => path.split('/')[1])));
  return [
    ...unusable,
    ...findRuleProblems(sound),
    ...authorityProblems(sound.ca, assertTls),
    ...oauthProblems(sound.oauth),
    ...clientProblems(sound.clientCertificate, assertTls),
    ...assertionProblems(sound),
    ...signatureProblems(sound.signature),
    ...recipientProblems('/session', sound.session),
    ...recipientProblems('/encryption', sound.encryption),
    ...verifyProblems(sound.verify),
    ...decryptionProblems(sound.decryption),
    ...tokenServiceProblems(sound.sts, assertTls),
  ];
}

/** The remaining checks of a profile whose members have the right types. */
function withoutMembers(
  profile: CredentialProfile,
  names: ReadonlySet<string | undefined>,
): CredentialProfile {
  return Object.fromEntries(Object.entries(profile).filter(([name]) => !names.has(name)));
}

function authorityProblems(ca: CredentialProfile['ca'], assertTls: TlsCheck): CredentialProblem[] {
  if (ca === undefined) return [];
  try {
    assertTls({ ca });
    return [];
  } catch {
    return [{ path: '/ca', expected: 'expected one or more X.509 certificates in PEM' }];
  }
}

function oauthProblems(oauth: CredentialProfile['oauth']): CredentialProblem[] {
  const { privateKey, passphrase, algorithm = 'RS256' } = oauth ?? {};
  if (privateKey === undefined || isSigner(privateKey)) return [];
  const path = '/oauth/privateKey';
  const key = orNothing(() => readPrivateKey({ privateKey, passphrase }));
  if (key === undefined) return [{ path, expected: KEY }];
  if (algorithm === 'ES256') {
    const isRight = key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isRight ? [] : [{ path, expected: 'expected a P-256 key for ES256' }];
  }
  if (key.asymmetricKeyType !== 'rsa') return [{ path, expected: `expected an RSA key for ${algorithm}` }];
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 && hasUsualLength(key)
    ? []
    : [{ path, expected: `expected an RSA key of 2048 to ${RSA_BITS.most} bits` }];
}

function clientProblems(
  client: CredentialProfile['clientCertificate'],
  assertTls: TlsCheck,
): CredentialProblem[] {
  if (client === undefined) return [];
  const path = '/clientCertificate';
  const pair = 'pfx' in client ? openPkcs12(path, client) : client;
  if (Array.isArray(pair)) return pair;
  const { certificate, key, problems } = readPair(path, pair);
  if (key?.asymmetricKeyType === 'rsa' && !hasUsualLength(key, CLIENT_BITS)) {
    problems.push(keyLength(path, CLIENT_BITS));
  }
  if (certificate === undefined || key === undefined || problems.length > 0) return problems;
  try {
    assertTls({ clientCertificate: pair });
    return [];
  } catch {
    // Everything was read; what remains is what TLS rejects, such as a weak digest.
    const member = 'pfx' in client ? 'pfx' : 'certificate';
    return [{ path: `${path}/${member}`, expected: 'expected a certificate and a key that TLS can use' }];
  }
}

/** Opens a PKCS#12 file, or says why it cannot be opened. */
function openPkcs12(
  path: string,
  { pfx, passphrase }: Extract<ClientCertificate, { readonly pfx: Uint8Array }>,
): KeyBundle | CredentialProblem[] {
  try {
    return readPkcs12(pfx, passphrase);
  } catch (error) {
    if (!(error instanceof Pkcs12Error)) throw error;
    return [pkcs12Problem(path, error)];
  }
}

/** The keys of the credentials at a token service. The rules between them are checked with those of the profile. */
function tokenServiceProblems(sts: CredentialProfile['sts'], assertTls: TlsCheck): CredentialProblem[] {
  const { credentials } = sts ?? {};
  if (credentials === undefined) return [];
  const rules = new Set(findRuleProblems(credentials).map(({ path }) => path));
  return findProblems(credentials, assertTls)
    .filter(({ path }) => !rules.has(path))
    .map(({ path, expected }) => ({ path: `/sts/credentials${path}`, expected }));
}

function assertionProblems({ saml, signature }: CredentialProfile): CredentialProblem[] {
  const problem = saml && findAssertionProblem(saml, signature, Date.now());
  return problem === undefined ? [] : [problem];
}

function signatureProblems(signature: CredentialProfile['signature']): CredentialProblem[] {
  if (signature === undefined) return [];
  const path = '/signature';
  const { algorithm = 'rsa-sha256', keyIdentifier, privateKey, passphrase } = signature;
  const isElsewhere = isSigner(privateKey);
  const { certificate, key, problems } = isElsewhere
    ? readHolder(path, signature.certificate)
    : readPair(path, { certificate: signature.certificate, privateKey, passphrase });
  if (keyIdentifier === 'subject-key-identifier' && certificate !== undefined) {
    problems.push(...identifierProblems(path, signature.certificate));
  }
  if (key === undefined) return problems;
  if (key.asymmetricKeyType !== keyTypeOf(algorithm)) {
    const kind = keyTypeOf(algorithm) === 'rsa' ? 'an RSA' : 'an EC';
    return [...problems, { path: `${path}/privateKey`, expected: `expected ${kind} key for ${algorithm}` }];
  }
  if (key.asymmetricKeyType === 'rsa' && !hasUsualLength(key)) return [...problems, keyLength(path)];
  if (!isElsewhere && orNothing(() => signOctets(algorithm, key, 'trial')) === undefined) {
    problems.push({
      path: `${path}/algorithm`,
      expected: 'expected an algorithm that this key can sign with',
    });
  }
  return problems;
}

function recipientProblems(
  path: '/session' | '/encryption',
  profile: CredentialProfile['session'] | CredentialProfile['encryption'],
): CredentialProblem[] {
  if (profile === undefined) return [];
  const certificate = orNothing(() => readCertificate(profile.certificate));
  const key = certificate?.x509.publicKey;
  if (key === undefined) return [{ path: `${path}/certificate`, expected: CERTIFICATE }];
  if (key.asymmetricKeyType !== 'rsa' || !hasUsualLength(key)) {
    const expected = `expected a certificate with an RSA key of ${RSA_BITS.least} to ${RSA_BITS.most} bits`;
    return [{ path: `${path}/certificate`, expected }];
  }
  return profile.keyIdentifier === 'subject-key-identifier'
    ? identifierProblems(path, profile.certificate)
    : [];
}

function identifierProblems(path: string, pem: string): CredentialProblem[] {
  if (readCertificate(pem).subjectKeyIdentifier !== undefined) return [];
  return [
    {
      path: `${path}/keyIdentifier`,
      expected: 'expected another one: the certificate has no subject key identifier',
    },
  ];
}

function decryptionProblems(decryption: CredentialProfile['decryption']): CredentialProblem[] {
  if (decryption === undefined) return [];
  const path = '/decryption';
  const { privateKey, passphrase } = decryption;
  if (isDecrypter(privateKey)) return [];
  const key = orNothing(() => readPrivateKey({ privateKey, passphrase }));
  if (key === undefined) return [{ path: `${path}/privateKey`, expected: KEY }];
  if (key.asymmetricKeyType !== 'rsa')
    return [{ path: `${path}/privateKey`, expected: 'expected an RSA key' }];
  return hasUsualLength(key) ? [] : [keyLength(path)];
}

function verifyProblems(verify: CredentialProfile['verify']): CredentialProblem[] {
  if (verify === undefined) return [];
  const certificates = 'expected one or more X.509 certificates in PEM';
  const readers: readonly (readonly [keyof VerifyProfile, () => unknown, string])[] = [
    ['authorities', () => readCertificates(verify.authorities ?? []), certificates],
    ['certificates', () => readCertificates(verify.certificates ?? []), certificates],
    [
      'revocationLists',
      () => readRevocationLists(verify.revocationLists ?? []),
      'expected one or more X.509 revocation lists in PEM, signed with RSA or ECDSA and SHA-2',
    ],
  ];
  return readers.flatMap(([name, read, expected]) =>
    orNothing(read) === undefined ? [{ path: `/verify/${name}`, expected }] : [],
  );
}

interface Pair {
  readonly certificate: X509Certificate | undefined;
  readonly key: KeyObject | undefined;
  readonly problems: CredentialProblem[];
}

function readPair(
  path: string,
  pair: {
    readonly certificate: string;
    readonly privateKey: string;
    readonly passphrase?: string | undefined;
  },
): Pair {
  const problems: CredentialProblem[] = [];
  const certificate = orNothing(() => new X509Certificate(pair.certificate));
  const key = orNothing(() => openPrivateKey(pair));
  if (certificate === undefined) problems.push({ path: `${path}/certificate`, expected: CERTIFICATE });
  if (key === undefined) problems.push({ path: `${path}/privateKey`, expected: KEY });
  if (certificate !== undefined && key !== undefined && !certificate.checkPrivateKey(key)) {
    problems.push({ path: `${path}/privateKey`, expected: 'expected the key of the certificate' });
  }
  return { certificate, key, problems };
}

/** The certificate of an external key, and what it says about the key. */
function readHolder(path: string, pem: string): Pair {
  const certificate = orNothing(() => new X509Certificate(pem));
  const problems = certificate === undefined ? [{ path: `${path}/certificate`, expected: CERTIFICATE }] : [];
  return { certificate, key: certificate?.publicKey, problems };
}

/** OpenSSL's reasons name routines; the member that was wrong is more useful. */
function orNothing<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function hasUsualLength(key: KeyObject, { least, most } = RSA_BITS): boolean {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits >= least && bits <= most;
}

function keyLength(path: string, { least, most } = RSA_BITS): CredentialProblem {
  return {
    path: `${path}/privateKey`,
    expected: `expected an RSA key of ${least} to ${most} bits`,
  };
}
