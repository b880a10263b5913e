import { type Certificate, readCertificate, thumbprintOf } from '../certificates/certificate.js';
import { BASE64_BINARY, DS, THUMBPRINT_SHA1, WSSE, X509_SKI, X509_V3 } from '../namespaces.js';
import {
  attributeOf,
  childrenNamed,
  elementsOf,
  isNamed,
  textOnly,
  type XmlElement,
} from '../xml/element.js';
import { type IdIndex, resolveReference } from './message.js';
import { invalid } from './refusal.js';

/** The signer that the message claims. It is not trusted yet. */
export interface Claim {
  readonly certificate: Certificate;
  /** Further certificates of the message, from which a chain may be built. */
  readonly others: readonly Certificate[];
}

const MAX_CERTIFICATES = 5;
/** Characters of base64. */
const MAX_CERTIFICATE_CHARACTERS = 64 * 1024;

/**
 * Reads the KeyInfo of a signature: a SecurityTokenReference (direct, embedded, key identifier, issuer and serial number) or X509Data.
 * An identifier without a certificate finds one among `known`. Throws `Refusal`.
 */
export function readKeyInfo(
  keyInfo: XmlElement,
  security: XmlElement,
  ids: IdIndex,
  known: readonly Certificate[],
): Claim {
  const [content, ...more] = elementsOf(keyInfo);
  if (content === undefined || more.length > 0) throw unusable();
  if (isNamed(content, DS, 'X509Data')) return fromX509Data(content, known);
  if (isNamed(content, WSSE, 'SecurityTokenReference')) return fromReference(content, security, ids, known);
  throw unusable();
}

function fromReference(
  reference: XmlElement,
  security: XmlElement,
  ids: IdIndex,
  known: readonly Certificate[],
): Claim {
  const [content, ...more] = elementsOf(reference);
  if (content === undefined || more.length > 0) throw unusable();
  if (isNamed(content, WSSE, 'Reference')) {
    const token = resolveReference(attributeOf(content, 'URI'), ids);
    if (token.parent !== security)
      throw invalid('the token of the signature is outside the Security header block');
    return fromToken(token);
  }
  if (isNamed(content, WSSE, 'Embedded')) {
    const [token, ...others] = elementsOf(content);
    if (token === undefined || others.length > 0) throw unusable();
    return fromToken(token);
  }
  if (isNamed(content, WSSE, 'KeyIdentifier')) return fromIdentifier(content, known);
  if (isNamed(content, DS, 'X509Data')) return fromX509Data(content, known);
  throw unusable();
}

/** Reads a `wsse:BinarySecurityToken` with one certificate. */
function fromToken(token: XmlElement): Claim {
  const isCertificate =
    isNamed(token, WSSE, 'BinarySecurityToken') &&
    attributeOf(token, 'ValueType') === X509_V3 &&
    (attributeOf(token, 'EncodingType') ?? BASE64_BINARY) === BASE64_BINARY;
  if (!isCertificate) throw invalid('the token of the signature is not an X.509 certificate');
  return { certificate: readBase64(token), others: [] };
}

function fromIdentifier(identifier: XmlElement, known: readonly Certificate[]): Claim {
  const type = attributeOf(identifier, 'ValueType');
  if (type === X509_V3) return { certificate: readBase64(identifier), others: [] };
  const value = Buffer.from(textOnly(identifier) ?? '', 'base64');
  if (type === THUMBPRINT_SHA1) return only(known.filter((one) => thumbprintOf(one).equals(value)));
  if (type === X509_SKI) {
    return only(known.filter(({ subjectKeyIdentifier }) => subjectKeyIdentifier === value.toString('hex')));
  }
  throw unusable();
}

function fromX509Data(data: XmlElement, known: readonly Certificate[]): Claim {
  const certificates = childrenNamed(data, DS, 'X509Certificate');
  if (certificates.length > MAX_CERTIFICATES) throw invalid('the signature has too many certificates');
  const [certificate, ...others] = certificates.map(readBase64);
  if (certificate !== undefined) return { certificate, others };
  const [issuerSerial] = childrenNamed(data, DS, 'X509IssuerSerial');
  const [keyIdentifier] = childrenNamed(data, DS, 'X509SKI');
  if (issuerSerial !== undefined) {
    const [number] = childrenNamed(issuerSerial, DS, 'X509SerialNumber');
    const digits = (number === undefined ? undefined : textOnly(number))?.trim() ?? '';
    if (!/^\d{1,50}$/.test(digits)) throw unusable();
    // Only the number is compared: names are written in many ways, and the signature itself tells whether it is the right one.
    return only(known.filter(({ serial }) => serial === BigInt(digits).toString(16)));
  }
  if (keyIdentifier !== undefined) {
    const value = Buffer.from(textOnly(keyIdentifier) ?? '', 'base64').toString('hex');
    return only(known.filter(({ subjectKeyIdentifier }) => subjectKeyIdentifier === value));
  }
  throw unusable();
}

function readBase64(element: XmlElement): Certificate {
  const text = textOnly(element) ?? '';
  if (text.length > MAX_CERTIFICATE_CHARACTERS)
    throw invalid('the certificate of the signature is too large');
  try {
    return readCertificate(Buffer.from(text, 'base64'));
  } catch {
    throw invalid('the certificate of the signature is not readable');
  }
}

function only(found: readonly Certificate[]): Claim {
  const [certificate] = found;
  if (certificate === undefined) {
    throw invalid(
      'the signature names a certificate that is not among the trusted ones of the credential profile',
    );
  }
  return { certificate, others: [] };
}

function unusable(): Error {
  return invalid('the signature does not identify its certificate in a supported way');
}
