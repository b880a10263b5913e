import type { SecurityPolicy } from '@soapstone/soap-model';
import {
  type CredentialTemplate,
  LEGACY_ALGORITHMS,
  type PolicyDemands,
  readDemands,
} from '@soapstone/ws-security';

/** The requirements of a port's security policy, as shown to its owner. */
export interface ShownPolicy extends PolicyDemands {
  /** The template with the legacy algorithms that the policy asks for; null if it asks for none. */
  readonly legacyTemplate: CredentialTemplate | null;
}

/** Shows what a policy asks for; null without one. */
export function showPolicy(policy: SecurityPolicy | undefined): ShownPolicy | null {
  if (policy === undefined) return null;
  const demands = readDemands(policy);
  const legacyTemplate =
    demands.legacy.length === 0 ? null : readDemands(policy, { allow: LEGACY_ALGORITHMS }).template;
  return { ...demands, legacyTemplate };
}
