import type { KeyIdentifier } from '@soapstone/credentials';
import { escapeText } from '@soapstone/soap-model/xml';
import { type Certificate, issuerNameOf, thumbprintOf } from '../certificates/certificate.js';
import { createId, type HeaderContext } from '../headers/header-context.js';
import { BASE64_BINARY, DS, THUMBPRINT_SHA1, WSSE, WSSE11, WSU, X509_SKI, X509_V3 } from '../namespaces.js';
import { cannotSecure } from './message-parts.js';

/** A `wsse:BinarySecurityToken` with a certificate. */
export function printToken({ x509 }: Certificate, id: string): string {
  return `<wsse:BinarySecurityToken xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}" EncodingType="${BASE64_BINARY}" ValueType="${X509_V3}" wsu:Id="${id}">${x509.raw.toString('base64')}</wsse:BinarySecurityToken>`;
}

/**
 * A `ds:KeyInfo` that names a certificate. Throws `SecurityError` for a subject key identifier that the certificate does not have.
 *
 * @param tokenId the `wsu:Id` of the token in the message, for `binary-security-token`
 */
export function printKeyInfo(
  certificate: Certificate,
  identifier: KeyIdentifier,
  tokenId: string | undefined,
  random: HeaderContext['random'],
): string {
  const key = (type: string, value: string): string =>
    `<wsse:KeyIdentifier EncodingType="${BASE64_BINARY}" ValueType="${type}">${value}</wsse:KeyIdentifier>`;
  const refer = (content: string, attributes = ''): string =>
    `<ds:KeyInfo xmlns:ds="${DS}"><wsse:SecurityTokenReference xmlns:wsse="${WSSE}"${attributes}>${content}</wsse:SecurityTokenReference></ds:KeyInfo>`;
  switch (identifier) {
    case 'binary-security-token':
      if (tokenId === undefined) throw cannotSecure('its wsse:Security block holds no certificate');
      return refer(`<wsse:Reference URI="#${tokenId}" ValueType="${X509_V3}"/>`);
    case 'embedded':
      return refer(`<wsse:Embedded>${printToken(certificate, createId('X509', random))}</wsse:Embedded>`);
    case 'x509-data':
      return refer(
        `<ds:X509Data><ds:X509Certificate>${certificate.x509.raw.toString('base64')}</ds:X509Certificate></ds:X509Data>`,
      );
    case 'issuer-serial': {
      const name = escapeText(issuerNameOf(certificate));
      const serial = BigInt(`0x${certificate.serial}`);
      return refer(
        `<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>${name}</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>`,
      );
    }
    case 'thumbprint-sha1':
      return refer(
        key(THUMBPRINT_SHA1, thumbprintOf(certificate).toString('base64')),
        ` xmlns:wsse11="${WSSE11}" wsse11:TokenType="${X509_V3}"`,
      );
    case 'subject-key-identifier': {
      const { subjectKeyIdentifier } = certificate;
      if (subjectKeyIdentifier === undefined) {
        throw cannotSecure('the certificate of the profile has no subject key identifier');
      }
      return refer(key(X509_SKI, Buffer.from(subjectKeyIdentifier, 'hex').toString('base64')));
    }
  }
}
