/**
 * `@soapstone/ws-security/internal`: what a transport needs for messages, logins and TLS with the keys of a profile. It may change in any
 * release.
 */

export { isSigner } from '@soapstone/credentials';
export { derChildren, oidOf, readDer } from './certificates/der.js';
export { findProblems } from './credential-problems.js';
export { isSecured } from './headers/security-block.js';
export { securesMessages, sentByTransport } from './headers/security-blocks.js';
export { credentialsKey } from './keys/credentials-key.js';
export { ExpensiveKeyError } from './keys/derivation-budget.js';
export { DerivedValues } from './keys/derived-values.js';
export { signWithExternalKey } from './keys/external-key.js';
export { assertAffordable } from './keys/private-key.js';
export { ENVELOPE } from './namespaces.js';
export { readPrivateKey } from './request/keys.js';
export { NO_EVIDENCE } from './request/request-evidence.js';
export { secureMessage } from './request/secure-envelope.js';
export { openMessage } from './response/open-message.js';
export { rememberIssued } from './saml/assertion-secrets.js';
export { assertionOf } from './saml/attach-assertion.js';
export { printTokenRequest, type RequestContent } from './trust/print-request.js';
export { readCancelResponse } from './trust/read-response.js';
export { type TrustRequest, trustNames } from './trust/trust-names.js';
export { TREE_LIMITS } from './xml/read-xml.js';
