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
export type { Diagnostic, ServiceModel } from '@soapstone/soap-model';
export { OptionError } from '@soapstone/soap-model/options';
export type {
  ClientCertificate,
  CredentialTemplate,
  DemandOptions,
  EgressPolicy,
  KerberosProfile,
  LegacyAlgorithm,
  NtlmProfile,
  OAuthProfile,
  OutgoingPart,
  SignatureProfile,
  StsProfile,
} from '@soapstone/soap-transport';
export type { FetchFunction } from '@soapstone/soap-transport/fetch';
export {
  isTransportError,
  TransportError,
  type TransportErrorCode,
  type TransportPhase,
} from '@soapstone/soap-transport/internal/transport-error';
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
} from './client.js';
export { createClient } from './create-client.js';
export {
  ResponseError,
  type ResponseErrorCode,
  SoapFaultError,
  type SoapFaultInfo,
  ValidationError,
  type ValidationErrorCode,
  type ValidationProblem,
} from './errors.js';
export type { ClientHooks, ErrorEvent, RequestEvent, ResponseEvent, TraceAttributes } from './hooks.js';
export type { CheckedPath, ItemAt, ItemPath } from './item-path.js';
export type { ClientLimits } from './limits.js';
export type {
  CallOptions,
  ClientChanges,
  ClientOptions,
  DateWithText,
  SentPart,
  SoapTransport,
} from './options.js';
export { wsdlPolicy } from './policy-security.js';
export { issuedToken, samlAssertion } from './saml-security.js';
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
} from './security.js';
export { sessionKey } from './session-security.js';
export type { ClientSource } from './source/read-source.js';
export { kerberos, ntlm } from './windows-security.js';
