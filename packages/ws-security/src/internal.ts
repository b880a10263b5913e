/**
 * `@soapstone/ws-security/internal`: what a transport needs for messages and logins with the keys of a profile. It may change in any release.
 */

export { isSigner } from '@soapstone/credentials';
export { findProblems } from './credential-problems.js';
export { securesMessages, sentByTransport } from './headers/security-blocks.js';
export { signWithExternalKey } from './keys/external-key.js';
export { ENVELOPE } from './namespaces.js';
export { readPrivateKey } from './request/keys.js';
export { secureMessage } from './request/secure-envelope.js';
export { openMessage } from './response/open-message.js';
export { rememberIssued } from './saml/assertion-secrets.js';
export { assertionOf } from './saml/attach-assertion.js';
export { printTokenRequest, type RequestContent } from './trust/print-request.js';
export { readCancelResponse } from './trust/read-response.js';
export { type TrustRequest, trustNames } from './trust/trust-names.js';
