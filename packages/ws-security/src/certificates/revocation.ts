import { verify } from 'node:crypto';
import type { Certificate } from './certificate.js';
import { DerError, type DerValue, derChildren, integerOf, oidOf, readDer, TAG, timeOf } from './der.js';

/** A certificate revocation list (RFC 5280 §5). */
export interface RevocationList {
  readonly issuer: string;
  /** Milliseconds since the Unix epoch. */
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** Serial numbers in hexadecimal digits. */
  readonly revoked: ReadonlySet<string>;
  readonly signed: Uint8Array;
  readonly hash: string;
  readonly signature: Uint8Array;
  /** Whether it has a critical extension, such as a delta or a partial list, that is not evaluated. */
  readonly isPartial: boolean;
}

const HASHES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

/** Reads every list of PEM texts. Throws for a text without one, and for a signature other than RSA or ECDSA with SHA-2. */
export function readRevocationLists(pem: string | readonly string[]): RevocationList[] {
  return [pem].flat().flatMap((text) => {
    const blocks = [...text.matchAll(/-----BEGIN X509 CRL-----([^-]*)-----END X509 CRL-----/g)];
    if (blocks.length === 0) throw new DerError('no revocation list in PEM');
    return blocks.map(([, base64 = '']) => readList(Buffer.from(base64, 'base64')));
  });
}

function readList(der: Uint8Array): RevocationList {
  const [tbs, algorithm, signature] = derChildren(readDer(der));
  if (tbs === undefined || algorithm === undefined || signature === undefined)
    throw new DerError('not a list');
  const hash = HASHES[oidOf(derChildren(algorithm)[0] ?? algorithm)];
  if (hash === undefined) throw new DerError('an unsupported signature algorithm');
  const fields = derChildren(tbs);
  const [, issuer, thisUpdate, ...rest] = fields[0]?.tag === TAG.integer ? fields.slice(1) : fields;
  if (issuer === undefined || thisUpdate === undefined) throw new DerError('not a list');
  const nextUpdate = rest.find(({ tag }) => tag === TAG.utcTime || tag === TAG.generalizedTime);
  const entries = rest.find(({ tag }) => tag === TAG.sequence);
  const revoked = (entries === undefined ? [] : derChildren(entries)).map((entry) => {
    const [serial] = derChildren(entry);
    if (serial === undefined) throw new DerError('not a list');
    return integerOf(serial);
  });
  return {
    issuer: Buffer.from(issuer.raw).toString('hex'),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: nextUpdate === undefined ? Number.POSITIVE_INFINITY : timeOf(nextUpdate),
    revoked: new Set(revoked),
    signed: tbs.raw,
    hash,
    // The first byte counts unused bits, of which there are none.
    signature: signature.content.subarray(1),
    isPartial: hasCritical(rest.find(({ tag }) => tag === 0xa0)),
  };
}

function hasCritical(field: DerValue | undefined): boolean {
  const list = field === undefined ? undefined : derChildren(field)[0];
  return (list === undefined ? [] : derChildren(list)).some(
    (extension) => derChildren(extension).length === 3,
  );
}

/** The status of a certificate in the lists. `unknown`: no current list of its issuer. */
export function revocationOf(
  certificate: Certificate,
  issuer: Certificate,
  lists: readonly RevocationList[],
  now: number,
): 'good' | 'revoked' | 'unknown' {
  const current = lists.filter(
    (list) =>
      !list.isPartial &&
      list.issuer === certificate.issuer &&
      list.thisUpdate <= now &&
      now <= list.nextUpdate &&
      (issuer.keyUsage?.has('cRLSign') ?? true) &&
      verify(list.hash, list.signed, issuer.x509.publicKey, list.signature),
  );
  if (current.length === 0) return 'unknown';
  return current.some(({ revoked }) => revoked.has(certificate.serial)) ? 'revoked' : 'good';
}
