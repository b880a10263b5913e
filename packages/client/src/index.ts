/**
 * A client for any SOAP service: reads its WSDL, takes JSON, sends SOAP, gives JSON back. It composes the parser
 * (`@soapstone/wsdl-parser`), the mapper (`@soapstone/json-xml-mapper`) and the transport (`@soapstone/soap-transport`).
 *
 * @packageDocumentation
 */

export {
  isJsonNumber,
  isOperationNotFoundError,
  JsonNumber,
  type JsonNumberLike,
  type JsonObject,
  type JsonValue,
  type MimePart,
  type OperationInfo,
  OperationNotFoundError,
  stringify,
  type UnwrapMode,
  type Warning,
} from '@soapstone/json-xml-mapper';
export type { OutgoingPart } from '@soapstone/mime';
export { OptionError } from '@soapstone/options';
export {
  createSessionStore,
  isSessionError,
  type LoginFailure,
  type LoginLease,
  type RepeatedFailure,
  type Session,
  SessionError,
  type SessionErrorCode,
  type SessionState,
  type SessionStore,
} from '@soapstone/soap-call/internal/session';
export type { Diagnostic, ServiceModel } from '@soapstone/soap-model';
export type { EgressPolicy } from '@soapstone/soap-transport';
export type { FetchFunction } from '@soapstone/soap-transport/fetch';
export {
  isTransportError,
  TransportError,
  type TransportErrorCode,
  type TransportPhase,
} from '@soapstone/soap-transport/internal/transport-error';
export type {
  ClientCertificate,
  CredentialTemplate,
  DemandOptions,
  KerberosProfile,
  LegacyAlgorithm,
  NtlmProfile,
  OAuthProfile,
  SignatureProfile,
  StsProfile,
} from '@soapstone/ws-security';
export { type BundleFiles, isWsdlError, WsdlError, type WsdlErrorCode } from '@soapstone/wsdl-parser';
export type {
  CallArguments,
  Client,
  ClientMembers,
  ClientOperation,
  FullReply,
  OperationMap,
  OperationTypes,
  PreparedRequest,
  ReceivedPart,
  Timings,
  TypedItems,
  UntypedItems,
  UntypedOperations,
} from './api/client.js';
export {
  ResponseError,
  type ResponseErrorCode,
  SoapFaultError,
  type SoapFaultInfo,
  ValidationError,
  type ValidationErrorCode,
  type ValidationProblem,
} from './api/errors.js';
export type { ClientHooks, ErrorEvent, RequestEvent, ResponseEvent, TraceAttributes } from './api/hooks.js';
export type { CheckedPath, ItemAt, ItemPath } from './api/item-path.js';
export type { ClientLimits } from './api/limits.js';
export type {
  CallOptions,
  ClientChanges,
  ClientOptions,
  DateWithText,
  SentPart,
  SoapTransport,
} from './api/options.js';
export { createClient } from './create/create-client.js';
export type { ClientSource } from './create/read-source.js';
export { wsdlPolicy } from './security/policy-security.js';
export { issuedToken, samlAssertion } from './security/saml-security.js';
export {
  basic,
  bearer,
  certificateAuthority,
  clientCertificate,
  decryptResponses,
  encryptRequests,
  header,
  oauthClientCredentials,
  type PolicySecurity,
  type Security,
  type UsernameTokenOptions,
  usernameToken,
  verifyResponses,
  type X509SignatureOptions,
  x509Signature,
} from './security/security.js';
export { elementSignature, passwordKey, sessionKey } from './security/session-security.js';
export { digest, kerberos, ntlm } from './security/windows-security.js';
