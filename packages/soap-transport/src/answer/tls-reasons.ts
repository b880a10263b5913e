import type { Remedy } from './describe-answer.js';

/** Why TLS failed, in words without a full stop. */
export interface TlsReason {
  readonly text: string;
  readonly remedy?: Remedy;
  /** The ciphers that `compatibility.weakCiphers` has to name. */
  readonly weak?: 'DH-1024' | 'RSA-1024' | 'SHA-1';
}

const ASKS_CLIENT: TlsReason = {
  text: 'it asks for a client certificate (alert certificate_required)',
  remedy: 'client-certificate',
};
const untrusted = (text: string): TlsReason => ({ text, remedy: 'trust-issuer' });
const refusesClient = (why: string, alert: string): TlsReason => ({
  text: `it refuses the client certificate: ${why} (alert ${alert})`,
  remedy: 'client-certificate',
});
const replaced = (text: string): TlsReason => ({ text, remedy: 'replace-certificate' });
const plain = (text: string): TlsReason => ({ text });
const weak = (name: TlsReason['weak'] & string, text: string): TlsReason => ({
  text,
  remedy: 'weak-ciphers',
  weak: name,
});

/** The problem that OpenSSL finds with the certificate of a server, by the code that Node gives it. */
const CERTIFICATE: Readonly<Record<string, TlsReason>> = {
  SELF_SIGNED_CERT_IN_CHAIN: untrusted('its certificate was issued by an authority that is not trusted here'),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted('its certificate is self-signed'),
  UNABLE_TO_GET_ISSUER_CERT: untrusted('the issuer of its certificate is not known here'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted('the issuer of its certificate is not known here'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted(
    'the issuer of its certificate is not known here, and it sends no intermediate certificate',
  ),
  CERT_UNTRUSTED: untrusted('its certificate is not trusted for this use'),
  CERT_HAS_EXPIRED: replaced('its certificate, or that of an issuer, has expired'),
  CERT_NOT_YET_VALID: plain('its certificate is not valid yet; check the clocks'),
  ERR_TLS_CERT_ALTNAME_INVALID: replaced('its certificate is for another host name'),
  HOSTNAME_MISMATCH: replaced('its certificate is for another host name'),
  CERT_REVOKED: replaced('its certificate is revoked'),
  CERT_SIGNATURE_FAILURE: replaced('the signature of its certificate is wrong'),
  INVALID_CA: replaced('a certificate of its chain is not that of an authority'),
  INVALID_PURPOSE: replaced('its certificate is not meant for a server'),
  PATH_LENGTH_EXCEEDED: replaced('the chain of its certificate is longer than an authority allows'),
  CERT_CHAIN_TOO_LONG: replaced('the chain of its certificate is too long'),
  CERT_REJECTED: replaced('its certificate is marked as rejected for this use'),
};

/** Texts of OpenSSL for what Node calls `UNSPECIFIED`; security level 1 refuses these (SSL_CTX_set_security_level). */
const UNSPECIFIED: readonly (readonly [RegExp, TlsReason])[] = [
  [
    /digest algorithm too weak/i,
    weak('SHA-1', 'a certificate of its chain is signed with SHA-1 or MD5, which OpenSSL refuses'),
  ],
  [/key too (?:weak|small)/i, weak('RSA-1024', 'a certificate of its chain has a key that is too short')],
  [
    /unsupported|unhandled/i,
    replaced('a certificate of its chain has an extension that OpenSSL does not support'),
  ],
];

/** The alerts of a peer (RFC 8446 §6.2) and other reasons of OpenSSL, by a part of the code `ERR_SSL_…`. */
const HANDSHAKE: readonly (readonly [RegExp, TlsReason])[] = [
  [/ALERT_CERTIFICATE_REQUIRED/, ASKS_CLIENT],
  [/ALERT_UNKNOWN_CA/, refusesClient('it does not trust its issuer', 'unknown_ca')],
  [/ALERT_CERTIFICATE_EXPIRED/, refusesClient('it has expired', 'certificate_expired')],
  [/ALERT_CERTIFICATE_REVOKED/, refusesClient('it is revoked', 'certificate_revoked')],
  [/ALERT_CERTIFICATE_UNKNOWN/, refusesClient('it is not acceptable', 'certificate_unknown')],
  [/ALERT_UNSUPPORTED_CERTIFICATE/, refusesClient('its type is not supported', 'unsupported_certificate')],
  [/ALERT_BAD_CERTIFICATE/, refusesClient('it is broken or missing', 'bad_certificate')],
  [/ALERT_NO_CERTIFICATE/, ASKS_CLIENT],
  [/ALERT_ACCESS_DENIED/, refusesClient('it has no access', 'access_denied')],
  [
    /ALERT_HANDSHAKE_FAILURE/,
    {
      text: 'no common cipher or signature algorithm, or it asks for a client certificate (alert handshake_failure)',
      remedy: 'client-certificate',
    },
  ],
  [/ALERT_UNRECOGNIZED_NAME/, plain('it does not serve this host name (alert unrecognized_name)')],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    { text: 'it speaks no TLS version that is accepted here (1.2 and 1.3)', remedy: 'minimum-tls' },
  ],
  [
    /WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH/,
    plain('it does not speak TLS on this port; try http://'),
  ],
  [
    /DH_KEY_TOO_SMALL/,
    weak(
      'DH-1024',
      'it offers a Diffie-Hellman key that is too short; OpenSSL accepts none below 1,024 bits',
    ),
  ],
  [/(?:EE|CA)_KEY_TOO_SMALL/, weak('RSA-1024', 'a certificate has a key that is too short')],
  [/MD_TOO_WEAK/, weak('SHA-1', 'a certificate is signed with SHA-1 or MD5, which OpenSSL refuses')],
  [
    /WRONG_SIGNATURE_TYPE|LEGACY_SIGALG/,
    weak('SHA-1', 'it signs the handshake with SHA-1, which OpenSSL refuses'),
  ],
  [
    /LEGACY_RENEGOTIATION/,
    {
      text: 'it has no secure renegotiation (RFC 5746), without which OpenSSL connects to no server',
      remedy: 'legacy-renegotiation',
    },
  ],
];

/** An alert that is not in the table: `ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR`. */
const ALERT = /^ERR_SSL_(?:TLSV\w{1,3}|SSLV3|SSL\/TLS)_ALERT_([A-Z_]{1,60})$/;

/**
 * Explains an error of TLS by its code. `undefined` for a code that is not about TLS.
 *
 * @param text the text of the error, of which only known phrases are used, because others may contain names
 * @param oldest the oldest version of TLS that was accepted, if it is older than 1.2
 *
 * @example
 * ```ts
 * explainTls('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')?.remedy; // 'client-certificate'
 * ```
 */
export function explainTls(code: string, text = '', oldest?: '1.0' | '1.1'): TlsReason | undefined {
  if (Object.hasOwn(CERTIFICATE, code)) return CERTIFICATE[code];
  if (code === 'UNSPECIFIED') {
    const reason = UNSPECIFIED.find(([pattern]) => pattern.test(text))?.[1];
    return reason ?? replaced('OpenSSL refuses a certificate of its chain');
  }
  // A check of Node on top of OpenSSL's level.
  if (code === 'ERR_TLS_RSA_KEY_SIZE')
    return replaced('its certificate has an RSA key of fewer than 1,024 bits');
  if (code === 'ERR_TLS_DH_PARAM_SIZE') return explainTls('ERR_SSL_DH_KEY_TOO_SMALL');
  if (!code.startsWith('ERR_SSL_')) return undefined;
  const known = HANDSHAKE.find(([pattern]) => pattern.test(code))?.[1];
  if (known?.remedy === 'minimum-tls' && oldest !== undefined)
    return { ...known, text: known.text.replace('1.2 and 1.3', `${oldest} to 1.3`) };
  if (known !== undefined) return known;
  const alert = ALERT.exec(code)?.[1];
  return alert === undefined
    ? undefined
    : plain(`it ended the connection with the alert ${alert.toLowerCase()}`);
}
