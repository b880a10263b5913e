/**
 * One call of a SOAP service, before and after any transport: which headers a request has and how it is packed, what is sent, and whether a
 * response is one. It imports no Node module; `@soapstone/soap-call/node` and `@soapstone/soap-call/web` print the header blocks. For
 * packages of Soapstone, which check their own arguments: these functions do not.
 *
 * @packageDocumentation
 */

export {
  addressingOf,
  type CallEnvelope,
  type CalledPort,
  envelopeOf,
  type HeaderBlocks,
  type MessageSettings,
  packingOptions,
  usesMtom,
  type WhenSent,
  writesAddressing,
} from './headers.js';
