/**
 * Credential profiles from the WS-SecurityPolicy of a WSDL. It imports nothing of Node.
 *
 * @packageDocumentation
 */

export { isSecurityError } from '../security-error.js';
export { completeProfile } from './complete-profile.js';
export {
  type CredentialTemplate,
  LEGACY_ALGORITHMS,
  type LegacyAlgorithm,
  type LegacyDemand,
  type PolicyDemands,
  type PolicyGap,
  type PolicyNeed,
} from './policy-demands.js';
export { type DemandOptions, readDemands } from './read-demands.js';
