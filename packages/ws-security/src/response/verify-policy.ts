import {
  DIGEST_ALGORITHMS,
  MAC_ALGORITHMS,
  type MacAlgorithm,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
  type SignedPart,
  type VerifyProfile,
} from '@soapstone/credentials';
import { readCertificates } from '../certificates/certificate.js';
import { readRevocationLists } from '../certificates/revocation.js';
import { unusableRequest } from '../security-error.js';
import type { SignaturePolicy } from './signature.js';
import type { Freshness } from './timestamp.js';

/** A `VerifyProfile` that is ready for use: certificates are read, defaults filled in. */
export interface VerifyPolicy extends SignaturePolicy, Freshness {
  readonly parts: readonly SignedPart[];
  readonly signatureConfirmation: boolean;
  readonly unsignedPrefixes: boolean;
  readonly allowUnsignedFaults: boolean;
}

const policies = new WeakMap<VerifyProfile, VerifyPolicy>();

/** Reads a profile once. Throws `SecurityError` `INVALID_REQUEST` that names the member that cannot be read. */
export function policyOf(profile: VerifyProfile): VerifyPolicy {
  let policy = policies.get(profile);
  if (policy === undefined) {
    policy = readProfile(profile);
    policies.set(profile, policy);
  }
  return policy;
}

function readProfile(profile: VerifyProfile): VerifyPolicy {
  const { allowSha1 = false, algorithms, parts = ['body', 'timestamp'] } = profile;
  const authorities = reading('authorities', () => readCertificates(profile.authorities ?? []));
  const pinned = reading('certificates', () => readCertificates(profile.certificates ?? []));
  const allowed = algorithms ?? SIGNATURE_ALGORITHMS.filter((name) => name !== 'rsa-sha1');
  return {
    trust: {
      authorities,
      pinned,
      revocationLists: reading('revocationLists', () => readRevocationLists(profile.revocationLists ?? [])),
      subjects: profile.subjects ?? [],
      subjectAltNames: profile.subjectAltNames ?? [],
      allowSha1,
    },
    algorithms: new Set<SignatureAlgorithm | MacAlgorithm>([
      ...allowed,
      ...MAC_ALGORITHMS.filter((name) => allowSha1 || name !== 'hmac-sha1'),
      ...(allowSha1 ? (['rsa-sha1'] as const) : []),
    ]),
    digests: new Set(DIGEST_ALGORITHMS.filter((name) => allowSha1 || name !== 'sha1')),
    known: [...pinned, ...authorities],
    parts,
    skewMs: (profile.clockSkewSeconds ?? 60) * 1000,
    maxAgeMs: (profile.maxAgeSeconds ?? 300) * 1000,
    signatureConfirmation: profile.signatureConfirmation ?? false,
    unsignedPrefixes: profile.unsignedPrefixes ?? false,
    allowUnsignedFaults: profile.allowUnsignedFaults ?? false,
  };
}

function reading<Value>(member: string, read: () => Value): Value {
  try {
    return read();
  } catch {
    throw unusableRequest(
      `cannot use credential profile member "/verify/${member}": its PEM is not readable`,
    );
  }
}
