/**
 * `@soapstone/server` is the other side of the wire: it serves a SOAP service from its WSDL. Handlers take and return the JSON that
 * `@soapstone/client` and the gateway send and receive.
 *
 *     read-source -> operations                  the contract, and which operation a request means
 *     read-request -> envelope-head              HTTP and MIME, then the envelope up to its payload
 *     handle-call                                input, handler, result or fault
 *     fault-envelope                             what is refused before an operation is known
 *     wsdl-documents, service-page               what GET shows
 *
 * @packageDocumentation
 */

export { OptionError, type OptionProblem } from '@soapstone/soap-model/options';
export { createSoapServer, type SoapServer } from './create-soap-server.js';
export { PROBLEMS_NAMESPACE } from './fault-envelope.js';
export type {
  ServerLimits,
  ServerOptions,
  SoapContext,
  SoapHandler,
  SoapHandlers,
} from './options.js';
export type { ServerSource } from './read-source.js';
export { SoapFault, type SoapFaultInit } from './soap-fault.js';
