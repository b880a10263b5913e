import { createHash, X509Certificate } from 'node:crypto';
import { DerError, type DerValue, derChildren, integerOf, oidOf, readDer, TAG } from './der.js';

/** A certificate, with the fields that Node does not expose. */
export interface Certificate {
  readonly x509: X509Certificate;
  /** The serial number in hexadecimal digits, without leading zeros. */
  readonly serial: string;
  /** The extension's value, in lower-case hexadecimal digits. */
  readonly subjectKeyIdentifier: string | undefined;
  /** The bits that are set; `undefined` without the extension. */
  readonly keyUsage: ReadonlySet<KeyUsage> | undefined;
  readonly isAuthority: boolean;
  /** How many authorities may stand between this one and the end of the chain. */
  readonly pathLength: number;
  /** The distinguished name of the issuer in DER. */
  readonly issuer: string;
  readonly subject: string;
  /** Milliseconds since the Unix epoch. */
  readonly validFrom: number;
  readonly validTo: number;
  /** Whether the certificate itself is signed with MD5 or SHA-1. */
  readonly isSignedWeakly: boolean;
  /** Critical extensions that are not evaluated: such a certificate must be rejected (RFC 5280 §4.2). */
  readonly unknownCritical: readonly string[];
}

const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const;
export type KeyUsage = (typeof KEY_USAGES)[number];

const OID = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
} as const;
/**
 * Extensions that are evaluated here or by Node (names), or do not affect a signature (TLS usages, policies, where to find a
 * list).
 */
const EVALUATED: ReadonlySet<string> = new Set([
  ...Object.values(OID),
  '2.5.29.17',
  '2.5.29.31',
  '2.5.29.32',
  '2.5.29.37',
]);
const WEAK: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
  '1.3.14.3.2.29',
]);

/** Reads one certificate in PEM or DER. Throws for anything else. */
export function readCertificate(source: string | Uint8Array): Certificate {
  const x509 = new X509Certificate(source);
  const [tbs, algorithm] = derChildren(readDer(x509.raw));
  if (tbs === undefined || algorithm === undefined) throw new DerError('not a certificate');
  const fields = derChildren(tbs);
  // The version has an explicit tag, and is absent in version 1.
  const at = fields[0]?.tag === 0xa0 ? 1 : 0;
  const [serial, , issuer, , subject] = fields.slice(at);
  const extensions = extensionsOf(fields.find(({ tag }) => tag === 0xa3));
  const constraints = constraintsOf(extensions.get(OID.basicConstraints)?.value);
  if (serial === undefined || issuer === undefined || subject === undefined)
    throw new DerError('not a certificate');
  const identifier = extensions.get(OID.subjectKeyIdentifier)?.value;
  return {
    x509,
    serial: integerOf(serial),
    issuer: hex(issuer.raw),
    subject: hex(subject.raw),
    subjectKeyIdentifier: identifier === undefined ? undefined : hex(readDer(identifier).content),
    keyUsage: usagesOf(extensions.get(OID.keyUsage)?.value),
    ...constraints,
    validFrom: Date.parse(x509.validFrom),
    validTo: Date.parse(x509.validTo),
    isSignedWeakly: WEAK.has(oidOf(derChildren(algorithm)[0] ?? algorithm)),
    unknownCritical: [...extensions]
      .filter(([oid, { critical }]) => critical && !EVALUATED.has(oid))
      .map(([oid]) => oid),
  };
}

/** Reads every certificate of PEM texts. Throws for a text without one. */
export function readCertificates(pem: string | readonly string[]): Certificate[] {
  return [pem].flat().flatMap((text) => {
    const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
    if (blocks === null) throw new DerError('no certificate in PEM');
    return blocks.map((block) => readCertificate(block));
  });
}

/** The SHA-1 of the certificate, as WS-Security 1.1 identifies it. */
export function thumbprintOf({ x509 }: Certificate): Buffer {
  return createHash('sha1').update(x509.raw).digest();
}

/** The distinguished name of the issuer as RFC 4514 writes it, most specific part first. */
export function issuerNameOf({ x509 }: Certificate): string {
  return rfc4514(x509.issuer);
}

/** The distinguished name of the subject as RFC 4514 writes it, most specific part first. */
export function subjectNameOf({ x509 }: Certificate): string {
  return rfc4514(x509.subject);
}

/** Node puts each part on a line, escaped as in RFC 2253, the least specific first. */
function rfc4514(lines: string): string {
  return lines.split('\n').reverse().join(',');
}

interface Extension {
  readonly critical: boolean;
  /** The content of its octet string. */
  readonly value: Uint8Array;
}

function extensionsOf(field: DerValue | undefined): Map<string, Extension> {
  const found = new Map<string, Extension>();
  const list = field === undefined ? undefined : derChildren(field)[0];
  for (const extension of list === undefined ? [] : derChildren(list)) {
    const [oid, ...rest] = derChildren(extension);
    const value = rest.at(-1);
    if (oid === undefined || value?.tag !== TAG.octetString) throw new DerError('not an extension');
    const name = oidOf(oid);
    if (found.has(name)) throw new DerError('an extension twice');
    found.set(name, { critical: rest.length === 2 && rest[0]?.content[0] === 0xff, value: value.content });
  }
  return found;
}

function usagesOf(value: Uint8Array | undefined): ReadonlySet<KeyUsage> | undefined {
  if (value === undefined) return undefined;
  const [, bits = 0] = readDer(value).content;
  return new Set(KEY_USAGES.filter((_, index) => (bits & (0x80 >> index)) !== 0));
}

function constraintsOf(value: Uint8Array | undefined): Pick<Certificate, 'isAuthority' | 'pathLength'> {
  const parts = value === undefined ? [] : derChildren(readDer(value));
  const isAuthority = parts.some(({ tag, content }) => tag === TAG.boolean && content[0] === 0xff);
  const limit = parts.find(({ tag }) => tag === TAG.integer);
  return {
    isAuthority,
    pathLength: limit === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(integerOf(limit), 16),
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
