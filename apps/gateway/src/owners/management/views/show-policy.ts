import type { SecurityPolicy } from '@soapstone/soap-model';
import {
  type CredentialTemplate,
  LEGACY_ALGORITHMS,
  type PolicyDemands,
  readDemands,
} from '@soapstone/ws-security';
import { ANY, arrayOf, enumOf, nullable, object, type Schema, TEXT } from '../../../domain/json-schema.js';

/** The requirements of a port's security policy, as shown to its owner. */
export interface ShownPolicy extends PolicyDemands {
  /** The template with the legacy algorithms that the policy asks for; null if it asks for none. */
  readonly legacyTemplate: CredentialTemplate | null;
}

/** The component `SecurityDemands`. */
export const SECURITY_DEMANDS: Schema = object({
  state: enumOf(['supported', 'legacy', 'unsupported']),
  // A requirement in words, such as "signed Body, Timestamp" or "Basic256Sha256".
  wants: arrayOf(TEXT),
  // The member of the credentials, and what to supply for it.
  needs: arrayOf(object({ member: TEXT, text: TEXT })),
  // The broken algorithms that the policy asks for, which only `legacyTemplate` contains.
  legacy: arrayOf(object({ algorithm: enumOf(LEGACY_ALGORITHMS), assertion: TEXT, reason: TEXT })),
  gaps: arrayOf(object({ assertion: TEXT, reason: TEXT })),
  notes: arrayOf(TEXT),
  // Credentials in which what the owner must supply is missing.
  template: ANY,
  legacyTemplate: nullable(ANY),
});

/** Shows what a policy asks for; null without one. */
export function showPolicy(policy: SecurityPolicy | undefined): ShownPolicy | null {
  if (policy === undefined) return null;
  const demands = readDemands(policy);
  const legacyTemplate =
    demands.legacy.length === 0 ? null : readDemands(policy, { allow: LEGACY_ALGORITHMS }).template;
  return { ...demands, legacyTemplate };
}
