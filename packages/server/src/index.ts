/**
 * `@soapstone/server` serves a SOAP service from its WSDL. Handlers take and return the JSON that
 * `@soapstone/client` and the gateway send and receive.
 *
 *     read-source -> operations                  the contract, and the operation that a request is for
 *     read-request -> envelope-head              HTTP and MIME, then the envelope up to its payload
 *     secured-requests                           WS-Security, before anything is decoded
 *     peek-request -> streamed-call              requests whose list is read item by item
 *     handle-call                                input, handler, result or fault
 *     validate-answer                            results and faults, checked without a call
 *     fault-envelope                             errors before an operation is known
 *     wsdl-documents, service-page               responses to GET
 *
 * @packageDocumentation
 */

export { OptionError, type OptionProblem } from '@soapstone/options';
export type {
  Caller,
  CallerCertificate,
  Decrypter,
  DecryptionProfile,
  EncryptedPart,
  HeaderPart,
  ReplayStore,
  RequestVerification,
  RequiredEncryption,
  ResponseEncryption,
  ResponseProtection,
  ServiceSecurity,
  SignatureProfile,
  SignedPart,
  Signer,
  UsernameTokenCheck,
} from '@soapstone/ws-security/service';
export type { HandlerAnswer } from './call/validate-answer.js';
export { PROBLEMS_NAMESPACE } from './fault/fault-envelope.js';
export { SoapFault, type SoapFaultInit } from './fault/soap-fault.js';
export { createSoapServer, type SoapServer } from './serve/create-soap-server.js';
export type {
  ServerLimits,
  ServerOptions,
  SoapContext,
  SoapHandler,
  SoapHandlers,
} from './service/options.js';
export type { ServerSource } from './service/read-source.js';
export { items, type RequestItems } from './service/streamed-items.js';
