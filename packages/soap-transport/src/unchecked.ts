/**
 * `@soapstone/soap-transport/unchecked`: the transport for compositions of Soapstone whose requests are all made by our own code, and one that
 * forwards the messages of other programs. It may change in any release.
 */
export { createUncheckedTransport } from './compose-transport.js';
export { createForwarder } from './forwarder.js';
