/**
 * WS-Security of SOAP messages, both ways: it signs, encrypts and authenticates requests, and verifies and decrypts responses. It opens no
 * connection and reads no file.
 *
 * A profile (`credentials/`) says what is sent and what is required. `request/` secures an envelope, `response/` opens one, `policy/` makes a
 * profile from the WS-SecurityPolicy of a WSDL, and `trust/` writes and reads the messages of token services (WS-Trust).
 *
 * @packageDocumentation
 */

export {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  MAC_ALGORITHMS,
  type MacAlgorithm,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from './algorithms/algorithm-names.js';
export type { ClientCertificate } from './credentials/client-certificate.js';
export {
  assertCredentialProfile,
  type CredentialProblem,
  type CredentialProfile,
  type StsCredentials,
  type StsProfile,
  type TimestampProfile,
  type UsernameTokenProfile,
} from './credentials/credential-profile.js';
export type {
  DecryptionProfile,
  EncryptedPart,
  EncryptionProfile,
} from './credentials/encryption-profile.js';
export type { KerberosProfile } from './credentials/kerberos-profile.js';
export type { Decrypter, Signer } from './credentials/key-holder.js';
export type { NtlmProfile } from './credentials/ntlm-profile.js';
export { CLIENT_ASSERTION_ALGORITHMS, type OAuthProfile } from './credentials/oauth-profile.js';
export { PASSWORD_KEY_CIPHERS, type PasswordKeyProfile } from './credentials/password-key-profile.js';
export type { SamlProfile } from './credentials/saml-profile.js';
export { DERIVED_KEYS, type SessionProfile } from './credentials/session-profile.js';
export {
  type HeaderPart,
  KEY_IDENTIFIERS,
  type KeyIdentifier,
  REQUEST_PARTS,
  type RequestPart,
  type SignatureProfile,
} from './credentials/signature-profile.js';
export { KEY_TYPES, type StsOptions, TOKEN_TYPES, TRUST_VERSIONS } from './credentials/sts-profile.js';
export type { SignedPart, VerifyProfile } from './credentials/verify-profile.js';
export {
  CONTENT_CIPHERS,
  type ContentCipher,
  KEY_TRANSPORTS,
  type KeyTransport,
} from './encryption/algorithm-names.js';
export {
  type Addressing,
  type AddressingBlock,
  type AddressingProperties,
  addressingHeaders,
  createMessageId,
} from './headers/addressing-headers.js';
export type { HeaderContext } from './headers/header-context.js';
export { securityHeaders } from './headers/security-headers.js';
export { type OpenedBundles, openKeyBundles } from './keys/key-bundles.js';
export { type KeyBundle, readPkcs12 } from './keys/pkcs12.js';
export { Pkcs12Error, type Pkcs12ErrorCode } from './keys/pkcs12-error.js';
export * from './policy/index.js';
export { hideTexts } from './redaction/hide-texts.js';
export { createRedactor, redactSecrets } from './redaction/redact-secrets.js';
export type { RequestEvidence, SecuredRequest, SessionKey } from './request/request-evidence.js';
export { secureEnvelope, secureRequest, secureRequestAsync } from './request/secure-envelope.js';
export { openResponse, openResponseAsync } from './response/open-message.js';
export type { ResponseSecurity } from './response/open-response.js';
export { SecurityError, type SecurityErrorCode } from './security-error.js';
export { type IssuedAssertion, readIssuedAssertion, type TokenResponse } from './trust/read-response.js';
