/**
 * A hardened HTTP exchange with a SOAP server. It sends bytes and returns a stream of bytes with metadata. It reads no XML and
 * does not know WSDL.
 *
 * A call passes, in this order: `http/target` (address parsed and checked) -> `reliability/` (one total deadline, breaker,
 * bulkhead) -> `connection/` (pools per account, origin and credentials; the guarded connector) -> `http/` (the exchange, its
 * limits and its failures) -> `@soapstone/mime` (multipart both ways). `egress/` decides which addresses are reachable; `security/` writes
 * what authenticates the caller.
 *
 * It rejects private and special addresses, redirects of calls, a retry once a byte was written, more than one content coding, and
 * unverified certificates. Clock, randomness and resolver are parameters.
 *
 * @packageDocumentation
 */

export { OptionError, type OptionProblem } from '@soapstone/options';
export type { AnswerKind, Remedy } from './answer/describe-answer.js';
export type { ReceivedAnswer, ReceivedFields } from './answer/received-answer.js';
export type { PoolStats } from './connection/pools.js';
export type { TransportStats } from './counters.js';
export type { FetchDocumentOptions, FetchedDocument } from './document/document-options.js';
export { createEgressGuard, type EgressGuard } from './egress/guard.js';
export type { EgressPolicy } from './egress/policy.js';
export {
  type AddressBookStats,
  type AddressResolver,
  type ResolvedAddress,
  systemResolver,
} from './egress/resolver.js';
export type { ResponseTiming, TransportRequest, TransportResponse } from './exchange.js';
export { takeWholeBody } from './http/byte-stream.js';
export type { AbortListener, CallSignal } from './reliability/call-scope.js';
export type { BreakerState } from './reliability/circuit-breaker.js';
export { findCredentialProblems } from './secured/credential-problems.js';
export { asTransportError } from './secured/security-failure.js';
export {
  type Addressing,
  type AddressingBlock,
  type AddressingProperties,
  addressingHeaders,
  createMessageId,
} from './security/addressing-headers.js';
export {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  MAC_ALGORITHMS,
  type MacAlgorithm,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from './security/algorithm-names.js';
export type { ClientCertificate } from './security/client-certificate.js';
export {
  assertCredentialProfile,
  type CredentialProblem,
  type CredentialProfile,
  type StsCredentials,
  type StsProfile,
  type TimestampProfile,
  type UsernameTokenProfile,
} from './security/credential-profile.js';
export {
  CONTENT_CIPHERS,
  type ContentCipher,
  KEY_TRANSPORTS,
  type KeyTransport,
} from './security/encryption/algorithm-names.js';
export type { DecryptionProfile, EncryptedPart, EncryptionProfile } from './security/encryption-profile.js';
export type { HeaderContext } from './security/header-context.js';
export { hideTexts } from './security/hide-texts.js';
export type { KerberosProfile } from './security/kerberos-profile.js';
export { type OpenedBundles, openKeyBundles } from './security/keys/key-bundles.js';
export type { Decrypter, Signer } from './security/keys/key-holder.js';
export { type KeyBundle, readPkcs12 } from './security/keys/pkcs12.js';
export { Pkcs12Error, type Pkcs12ErrorCode } from './security/keys/pkcs12-error.js';
export type { NtlmProfile } from './security/ntlm-profile.js';
export { CLIENT_ASSERTION_ALGORITHMS, type OAuthProfile } from './security/oauth-profile.js';
export { PASSWORD_KEY_CIPHERS, type PasswordKeyProfile } from './security/password-key-profile.js';
export * from './security/policy/index.js';
export { createRedactor, redactSecrets } from './security/redact-secrets.js';
export {
  secureEnvelope,
  secureRequest,
  secureRequestAsync,
} from './security/request/secure-envelope.js';
export type { RequestEvidence, SecuredRequest, SessionKey } from './security/request-evidence.js';
export { openResponse, openResponseAsync } from './security/response/open-message.js';
export type { ResponseSecurity } from './security/response/open-response.js';
export type { SamlProfile } from './security/saml/saml-profile.js';
export {
  isSecurityError,
  SecurityError,
  type SecurityErrorCode,
} from './security/security-error.js';
export { securityHeaders } from './security/security-headers.js';
export { DERIVED_KEYS, type SessionProfile } from './security/session-profile.js';
export {
  type HeaderPart,
  KEY_IDENTIFIERS,
  type KeyIdentifier,
  REQUEST_PARTS,
  type RequestPart,
  type SignatureProfile,
} from './security/signature-profile.js';
export {
  type IssuedAssertion,
  readIssuedAssertion,
  type TokenResponse,
} from './security/trust/read-response.js';
export { KEY_TYPES, type StsOptions, TOKEN_TYPES, TRUST_VERSIONS } from './security/trust/sts-profile.js';
export type { SignedPart, VerifyProfile } from './security/verify-profile.js';
export { createTransport, type Transport } from './transport.js';
export {
  isTransportError,
  TRANSPORT_ERROR_CODES,
  TransportError,
  type TransportErrorCode,
  type TransportErrorInit,
  type TransportPhase,
} from './transport-error.js';
export type { TransportLimits } from './transport-limits.js';
export type { RequestSecurer, ResponseOpener, TokenReader, TransportOptions } from './transport-options.js';
