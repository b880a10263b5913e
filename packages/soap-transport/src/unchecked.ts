/**
 * `@soapstone/soap-transport/unchecked`: the transport for compositions of Soapstone whose requests are all made by our own code. It may
 * change in any release.
 */
export { createUncheckedTransport } from './transport.js';
