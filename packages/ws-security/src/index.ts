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
  CLIENT_ASSERTION_ALGORITHMS,
  type ClientCertificate,
  CONTENT_CIPHERS,
  type ContentCipher,
  type CredentialProblem,
  type CredentialProfile,
  DERIVED_KEYS,
  type Decrypter,
  type DecryptionProfile,
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type ElementSignatureProfile,
  type EncryptedPart,
  type EncryptionProfile,
  type HeaderPart,
  KEY_IDENTIFIERS,
  KEY_TRANSPORTS,
  KEY_TYPES,
  type KerberosProfile,
  type KeyIdentifier,
  type KeyTransport,
  MAC_ALGORITHMS,
  type MacAlgorithm,
  type NtlmProfile,
  type OAuthProfile,
  PASSWORD_KEY_CIPHERS,
  type PasswordKeyProfile,
  REQUEST_PARTS,
  type RequestPart,
  type SamlProfile,
  type SessionProfile,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
  type SignatureProfile,
  type SignedPart,
  type Signer,
  type StsCredentials,
  type StsOptions,
  type StsProfile,
  type TimestampProfile,
  TOKEN_TYPES,
  TRUST_VERSIONS,
  type UsernameTokenProfile,
  type VerifyProfile,
} from '@soapstone/credentials';
export { assertCredentialProfile } from './credentials/credential-profile.js';
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
