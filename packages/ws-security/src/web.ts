/**
 * The header blocks of WS-Security and WS-Addressing for runtimes without Node's `crypto`: a UsernameToken, with its digest by Web Crypto, a
 * timestamp, and addressing properties. It imports no Node module.
 *
 * @packageDocumentation
 */

export {
  type CredentialProblem,
  type CredentialProfile,
  KEY_IDENTIFIERS,
  type KeyIdentifier,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
} from '@soapstone/credentials';
export { assertCredentialProfile } from './credentials/credential-profile.js';
export {
  type Addressing,
  type AddressingBlock,
  type AddressingProperties,
  addressingHeaders,
} from './headers/addressing-headers.js';
export type { HeaderContext } from './headers/header-context.js';
export { assertPortableProfile, securityBlocks } from './headers/security-blocks.js';
export { isSecurityError, SecurityError, type SecurityErrorCode } from './security-error.js';
