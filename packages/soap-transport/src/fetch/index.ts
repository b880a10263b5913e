/**
 * The transport for runtimes without Node's sockets: SOAP over `fetch`. It imports no Node module.
 *
 * @packageDocumentation
 */

export type { TransportRequest, TransportResponse } from '../exchange.js';
export { asTransportError } from '../security-failure.js';
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
