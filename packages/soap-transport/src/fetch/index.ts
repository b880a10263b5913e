/**
 * The transport for runtimes without Node's sockets: SOAP over `fetch`. It imports no Node module.
 *
 * @packageDocumentation
 */

export type { FetchDocumentOptions, FetchedDocument } from '../document/document-options.js';
export type { TransportRequest, TransportResponse } from '../exchange.js';
export { asTransportError } from '../secured/security-failure.js';
export {
  type Addressing,
  type AddressingBlock,
  type AddressingProperties,
  addressingHeaders,
} from '../security/addressing-headers.js';
export { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../security/algorithm-names.js';
export { KEY_IDENTIFIERS, type KeyIdentifier } from '../security/signature-profile.js';
export {
  isTransportError,
  TransportError,
  type TransportErrorCode,
  type TransportPhase,
} from '../transport-error.js';
export {
  createFetchTransport,
  type FetchFunction,
  type FetchTransport,
  type FetchTransportOptions,
} from './fetch-transport.js';
export { securityBlocks } from './security-blocks.js';
