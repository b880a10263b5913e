import type { KeyObject } from 'node:crypto';
import { type Certificate, subjectNameOf } from './certificate.js';
import { type RevocationList, revocationOf } from './revocation.js';

/** The certificates and names that are trusted. */
export interface Trust {
  readonly authorities: readonly Certificate[];
  /** Certificates that are trusted themselves, regardless of their issuer. */
  readonly pinned: readonly Certificate[];
  /** Every authority in a chain needs a current list if there is any. */
  readonly revocationLists: readonly RevocationList[];
  /** The subject must be one of these, if there are any. */
  readonly subjects: readonly string[];
  /** One of the alternative names must be one of these, if there are any. */
  readonly subjectAltNames: readonly string[];
  readonly allowSha1: boolean;
}

/** The maximum length of a chain, both ends included. */
const MAX_CHAIN_CERTIFICATES = 6;
const RSA_BITS = { least: 2048, most: 8192 };
const CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/**
 * Why a certificate is not accepted as the signer of a message now, or `undefined` if it is. Checks its key, validity period,
 * names and usage, and the chain to an authority: signatures, times, basic constraints, key usage, path length, revocation.
 *
 * @param others certificates of the message from which a chain may be built; they are not trusted
 * @param now milliseconds since the Unix epoch
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-6
 */
export function findDistrust(
  certificate: Certificate,
  others: readonly Certificate[],
  trust: Trust,
  now: number,
): string | undefined {
  const own = keyProblem(certificate.x509.publicKey) ?? ownProblem(certificate, trust, now);
  if (own !== undefined) return own;
  if (trust.pinned.some(({ x509 }) => x509.raw.equals(certificate.x509.raw))) {
    const listed = revocationByAuthorities(certificate, trust, now);
    return listed === 'revoked' ? 'its certificate is revoked' : undefined;
  }
  return chainProblem(certificate, others, trust, now);
}

/** A pinned certificate needs no chain; if lists and authorities are configured they still apply to it. */
function revocationByAuthorities(
  certificate: Certificate,
  { authorities, revocationLists }: Trust,
  now: number,
): 'good' | 'revoked' | 'unknown' {
  const issuer = authorities.find((authority) => isIssuedBy(certificate, authority));
  return issuer === undefined ? 'unknown' : revocationOf(certificate, issuer, revocationLists, now);
}

function ownProblem(certificate: Certificate, trust: Trust, now: number): string | undefined {
  if (!isCurrent(certificate, now)) return 'its certificate is not valid now';
  const { keyUsage, unknownCritical, x509 } = certificate;
  if (unknownCritical.length > 0) return 'its certificate has a critical extension that is not supported';
  if (keyUsage !== undefined && !keyUsage.has('digitalSignature') && !keyUsage.has('nonRepudiation')) {
    return 'its certificate is not for signatures';
  }
  const { subjects, subjectAltNames } = trust;
  if (subjects.length > 0 && !subjects.some((name) => sameName(name, subjectNameOf(certificate)))) {
    return 'its certificate has another subject';
  }
  const names = altNamesOf(x509.subjectAltName);
  if (subjectAltNames.length > 0 && !subjectAltNames.some((name) => names.includes(name))) {
    return 'its certificate has none of the alternative names';
  }
  return undefined;
}

/** Goes from issuer to issuer, each at most once, until an authority has issued the certificate. */
function chainProblem(
  leaf: Certificate,
  others: readonly Certificate[],
  trust: Trust,
  now: number,
): string | undefined {
  const { authorities, revocationLists, allowSha1 } = trust;
  let problem = 'its certificate is not issued by a trusted authority';
  const climb = (certificate: Certificate, below: readonly Certificate[]): boolean => {
    if (!allowSha1 && certificate.isSignedWeakly) {
      problem = 'a certificate of its chain is signed with SHA-1 or MD5';
      return false;
    }
    for (const issuer of [...authorities, ...others]) {
      if (below.length + 2 > MAX_CHAIN_CERTIFICATES || below.includes(issuer) || issuer === certificate)
        continue;
      if (issuer.subject !== certificate.issuer) continue;
      const wrong = issuerProblem(issuer, below.length, now);
      if (wrong !== undefined) {
        problem = wrong;
        continue;
      }
      if (!isIssuedBy(certificate, issuer)) continue;
      const state =
        revocationLists.length === 0 ? 'good' : revocationOf(certificate, issuer, revocationLists, now);
      if (state !== 'good') {
        problem =
          state === 'revoked'
            ? 'its certificate is revoked'
            : 'no current revocation list covers its certificate';
        continue;
      }
      if (authorities.includes(issuer) || climb(issuer, [...below, certificate])) return true;
    }
    return false;
  };
  return climb(leaf, []) ? undefined : problem;
}

/** @param below the number of authorities between the issuer and the leaf: 0 if it issued the leaf */
function issuerProblem(issuer: Certificate, below: number, now: number): string | undefined {
  const { isAuthority, keyUsage, pathLength, unknownCritical, x509 } = issuer;
  if (!isAuthority || !(keyUsage?.has('keyCertSign') ?? true))
    return 'its certificate is issued by one that is not an authority';
  if (below > pathLength) return 'its chain is longer than an authority allows';
  if (!isCurrent(issuer, now)) return 'a certificate of its chain is not valid now';
  if (unknownCritical.length > 0)
    return 'a certificate of its chain has a critical extension that is not supported';
  return keyProblem(x509.publicKey);
}

function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  return (
    issuer.subject === certificate.issuer &&
    certificate.x509.checkIssued(issuer.x509) &&
    certificate.x509.verify(issuer.x509.publicKey)
  );
}

function isCurrent({ validFrom, validTo }: Certificate, now: number): boolean {
  return validFrom <= now && now <= validTo;
}

/** Keys of unusual sizes make verifying slow, and short ones worthless. */
function keyProblem({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  if (asymmetricKeyType === 'ec') {
    return CURVES.has(asymmetricKeyDetails?.namedCurve)
      ? undefined
      : 'its key is on a curve that is not supported';
  }
  if (asymmetricKeyType !== 'rsa') return 'its key is neither RSA nor EC';
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  if (modulusLength < RSA_BITS.least || modulusLength > RSA_BITS.most || publicExponent >= 1n << 32n) {
    return `its RSA key is not of ${RSA_BITS.least} to ${RSA_BITS.most} bits`;
  }
  return undefined;
}

/** Names are the same regardless of the case of their types and the spaces between their parts. */
function sameName(one: string, other: string): boolean {
  return normaliseName(one) === normaliseName(other);
}

function normaliseName(name: string): string {
  return name
    .split(/(?<!\\),/)
    .map((part) =>
      part
        .trim()
        .replace(/^[^=]+/, (type) => type.trim().toUpperCase())
        .replace(/=\s+/, '='),
    )
    .join(',');
}

/** Node separates the names with commas and quotes those that contain one. */
function altNamesOf(text: string | undefined): string[] {
  return (text?.match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? []).map((name) => name.trim());
}
