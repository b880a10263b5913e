/** The code that secures messages and opens secured ones, in one module, so that it is loaded by one import. */
export { createRedactor, readIssuedAssertion } from '@soapstone/ws-security';
export { openMessage, secureMessage } from '@soapstone/ws-security/internal';
