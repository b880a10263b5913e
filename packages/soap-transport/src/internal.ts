/**
 * `@soapstone/soap-transport/internal`: what other packages of Soapstone import. It may change in any release.
 *
 * Unlike the other entries it does not import the code for credentials, so that bundlers load that code only when it is needed.
 */
export { asTransportError } from './security-failure.js';
