/**
 * `@soapstone/ws-security/internal/profile`: what a transport needs of every profile, without the code that signs, encrypts and verifies messages,
 * which it loads with the first message that needs it. It may change in any release.
 */

export { derChildren, oidOf, readDer } from './certificates/der.js';
export { assertCredentialProfile } from './credentials/credential-profile.js';
export { isSecured } from './headers/security-block.js';
export { credentialsKey } from './keys/credentials-key.js';
export { ExpensiveKeyError } from './keys/derivation-budget.js';
export { DerivedValues } from './keys/derived-values.js';
export { readPkcs12 } from './keys/pkcs12.js';
export { Pkcs12Error } from './keys/pkcs12-error.js';
export { assertAffordable } from './keys/private-key.js';
export { NO_EVIDENCE } from './request/request-evidence.js';
export { TREE_LIMITS } from './xml/tree-limits.js';
