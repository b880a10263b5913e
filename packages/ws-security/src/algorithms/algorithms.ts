import { constants, type KeyObject, sign, verify } from 'node:crypto';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '@soapstone/credentials';
import { DS, XENC } from '../namespaces.js';
import { type Canonicalization, EXCLUSIVE, INCLUSIVE } from '../xml/canonicalize.js';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

interface SignatureMethod {
  readonly uri: string;
  readonly key: 'rsa' | 'ec';
  readonly hash: DigestAlgorithm;
  readonly pss: boolean;
}

const method = (uri: string, key: 'rsa' | 'ec', hash: DigestAlgorithm, pss = false): SignatureMethod => ({
  uri,
  key,
  hash,
  pss,
});

const SIGNATURE_METHODS: Readonly<Record<SignatureAlgorithm, SignatureMethod>> = {
  'rsa-sha1': method(`${DS}rsa-sha1`, 'rsa', 'sha1'),
  'rsa-sha256': method(`${MORE}rsa-sha256`, 'rsa', 'sha256'),
  'rsa-sha384': method(`${MORE}rsa-sha384`, 'rsa', 'sha384'),
  'rsa-sha512': method(`${MORE}rsa-sha512`, 'rsa', 'sha512'),
  'rsa-pss-sha256': method(`${MORE_2007}sha256-rsa-MGF1`, 'rsa', 'sha256', true),
  'rsa-pss-sha384': method(`${MORE_2007}sha384-rsa-MGF1`, 'rsa', 'sha384', true),
  'rsa-pss-sha512': method(`${MORE_2007}sha512-rsa-MGF1`, 'rsa', 'sha512', true),
  'ecdsa-sha256': method(`${MORE}ecdsa-sha256`, 'ec', 'sha256'),
  'ecdsa-sha384': method(`${MORE}ecdsa-sha384`, 'ec', 'sha384'),
  'ecdsa-sha512': method(`${MORE}ecdsa-sha512`, 'ec', 'sha512'),
};

/** The URIs of the digests. */
export const DIGEST_URIS: Readonly<Record<DigestAlgorithm, string>> = {
  sha1: `${DS}sha1`,
  sha256: `${XENC}sha256`,
  sha384: `${MORE}sha384`,
  sha512: `${XENC}sha512`,
};

/** The hash that goes with a signature algorithm. */
export function hashOf(algorithm: SignatureAlgorithm): DigestAlgorithm {
  return SIGNATURE_METHODS[algorithm].hash;
}

/** The `SignatureMethod` of an algorithm. */
export function signatureUri(algorithm: SignatureAlgorithm): string {
  return SIGNATURE_METHODS[algorithm].uri;
}

/** The algorithm of a `SignatureMethod`; `undefined` for one that is not known, and for every HMAC. */
export function signatureAlgorithm(uri: string | undefined): SignatureAlgorithm | undefined {
  return SIGNATURE_ALGORITHMS.find((name) => SIGNATURE_METHODS[name].uri === uri);
}

/** The algorithm of a `DigestMethod`. */
export function digestAlgorithm(uri: string | undefined): DigestAlgorithm | undefined {
  return DIGEST_ALGORITHMS.find((name) => DIGEST_URIS[name] === uri);
}

/** The type of key that an algorithm needs: an RSA key never verifies ECDSA, and neither is mistaken for a shared secret. */
export function keyTypeOf(algorithm: SignatureAlgorithm): 'rsa' | 'ec' {
  return SIGNATURE_METHODS[algorithm].key;
}

/** Signs the octets of a canonical `SignedInfo`. Throws what `crypto.sign` throws for a key of another type. */
export function signOctets(algorithm: SignatureAlgorithm, key: KeyObject, octets: string): Buffer {
  return sign(SIGNATURE_METHODS[algorithm].hash, Buffer.from(octets), { key, ...keyOptions(algorithm) });
}

/** Whether `value` is the signature of the octets by the owner of `key`. */
export function verifyOctets(
  algorithm: SignatureAlgorithm,
  key: KeyObject,
  octets: string,
  value: Uint8Array,
): boolean {
  if (key.type !== 'public' || key.asymmetricKeyType !== keyTypeOf(algorithm)) return false;
  const { hash } = SIGNATURE_METHODS[algorithm];
  const whole = keyTypeOf(algorithm) === 'ec' ? padIntegers(value, integerBytes(key)) : value;
  try {
    return verify(hash, Buffer.from(octets), { key, ...keyOptions(algorithm) }, whole);
  } catch {
    return false;
  }
}

const CURVE_BYTES: Readonly<Record<string, number>> = { prime256v1: 32, secp384r1: 48, secp521r1: 66 };

/** The number of octets of r, and of s, in a signature by an EC key; `undefined` for other keys. */
export function integerBytes({ asymmetricKeyDetails }: KeyObject): number | undefined {
  return CURVE_BYTES[asymmetricKeyDetails?.namedCurve ?? ''];
}

/**
 * r and s with as many octets as the curve has. Apache Santuario 2.1, and so Java services, write only as many as the longer one needs, which
 * is too few for every fourth signature with P-521.
 */
function padIntegers(value: Uint8Array, size: number | undefined): Uint8Array {
  const half = value.length / 2;
  if (size === undefined || !Number.isInteger(half) || half >= size) return value;
  const whole = new Uint8Array(2 * size);
  whole.set(value.subarray(0, half), size - half);
  whole.set(value.subarray(half), 2 * size - half);
  return whole;
}

function keyOptions(algorithm: SignatureAlgorithm) {
  const { key, pss } = SIGNATURE_METHODS[algorithm];
  if (key === 'ec') return { dsaEncoding: 'ieee-p1363' } as const;
  // RFC 9231 §2.3.10: the salt is as long as the digest.
  if (pss) return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return { padding: constants.RSA_PKCS1_PADDING };
}

const CANONICAL_FORMS: Readonly<Record<string, Canonicalization>> = {
  'http://www.w3.org/2001/10/xml-exc-c14n#': EXCLUSIVE,
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': EXCLUSIVE,
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': INCLUSIVE,
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': INCLUSIVE,
};

/**
 * The canonical form of a `CanonicalizationMethod` or `Transform`. Those with comments are read like those without: a reference to
 * an element never includes comments (XML Signature §4.4.3.3), and a SignedInfo with comments is not accepted.
 */
export function canonicalForm(uri: string | undefined): Canonicalization | undefined {
  return uri !== undefined && Object.hasOwn(CANONICAL_FORMS, uri) ? CANONICAL_FORMS[uri] : undefined;
}

/** Algorithms that are known but not supported, so that an error can name them without echoing a message. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  [`${DS}dsa-sha1`]: 'DSA-SHA1',
  [`${MORE}rsa-md5`]: 'RSA-MD5',
  [`${MORE}md5`]: 'MD5',
  [`${MORE_2007}rsa-pss`]: 'RSA-PSS with parameters',
  [`${MORE}ecdsa-sha1`]: 'ECDSA-SHA1',
  [`${DS}enveloped-signature`]: 'the enveloped-signature transform',
  [`${DS}base64`]: 'the base64 transform',
  'http://www.w3.org/TR/1999/REC-xpath-19991116': 'the XPath transform',
  'http://www.w3.org/2002/06/xmldsig-filter2': 'the XPath filter transform',
  'http://www.w3.org/TR/1999/REC-xslt-19991116': 'the XSLT transform',
  'http://www.w3.org/2006/12/xml-c14n11': 'canonicalization 1.1',
  'http://www.w3.org/2006/12/xml-c14n11#WithComments': 'canonicalization 1.1',
};

/** The name of an algorithm that is not supported, for a message. */
export function nameOfUnsupported(uri: string | undefined): string {
  return (uri !== undefined && Object.hasOwn(UNSUPPORTED, uri) && UNSUPPORTED[uri]) || 'an unknown algorithm';
}
