/**
 * A hardened HTTP exchange with a SOAP server. It sends bytes and returns a stream of bytes with metadata. It reads no XML and
 * does not know WSDL.
 *
 * A call passes, in this order: `egress/target` (address parsed and checked) -> `reliability/` (one total deadline, breaker,
 * bulkhead) -> `connection/` (pools per account, origin and credentials; the guarded connector) -> `http/` (the exchange, its
 * limits and its failures) -> `@soapstone/mime` (multipart both ways). `egress/` decides which addresses are reachable; `logins/`
 * gets what authenticates the caller, and `@soapstone/ws-security` secures messages.
 *
 * It rejects private and special addresses, redirects of calls, a retry once a byte was written, more than one content coding, and
 * unverified certificates. Clock, randomness and resolver are parameters.
 *
 * @packageDocumentation
 */

export { OptionError, type OptionProblem } from '@soapstone/options';
export type { TransportStats } from './counters.js';
export type { DocumentVersion, FetchDocumentOptions, FetchedDocument } from './document/document-options.js';
export { createEgressGuard } from './egress/guard.js';
export type { EgressPolicy } from './egress/policy.js';
export type { AddressResolver } from './egress/resolver.js';
export type { ResponseTiming, TransportRequest, TransportResponse } from './exchange.js';
export { takeWholeBody } from './http/byte-stream.js';
export type { RequestSecurer, ResponseOpener, TokenReader } from './message-security/message-security.js';
export type { Compatibility, WeakCipher } from './old-servers.js';
export type { ProxyCredentials, ProxyLogin, ProxyOption, ProxySettings } from './proxy-option.js';
export type { AbortListener, CallSignal } from './reliability/call-scope.js';
export { findCredentialProblems } from './secured/credential-problems.js';
export { asTransportError } from './security-failure.js';
export { createTransport, type Transport } from './transport.js';
export {
  isTransportError,
  TRANSPORT_ERROR_CODES,
  TransportError,
  type TransportErrorCode,
  type TransportPhase,
} from './transport-error.js';
export type { TransportLimits } from './transport-limits.js';
export type { TransportOptions } from './transport-options.js';
