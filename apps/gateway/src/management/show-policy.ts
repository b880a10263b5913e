import type { SecurityPolicy } from '@soapstone/soap-model';
import {
  type CredentialTemplate,
  LEGACY_ALGORITHMS,
  type PolicyDemands,
  readDemands,
} from '@soapstone/soap-transport';
import { ANY, list, object, oneOfThese, orNull, type Schema, TEXT } from '../domain/json-schema.js';

/** The demands of a port's security policy, as shown to its owner. */
export interface ShownPolicy extends PolicyDemands {
  /** The template with the legacy algorithms that the policy asks for; null where it asks for none. */
  readonly legacyTemplate: CredentialTemplate | null;
}

/** The component `SecurityDemands`. */
export const SECURITY_DEMANDS: Schema = object({
  state: oneOfThese(['supported', 'legacy', 'unsupported']),
  // In words: "signed Body, Timestamp", "Basic256Sha256".
  wants: list(TEXT),
  // The member of the credentials, and what to supply for it.
  needs: list(object({ member: TEXT, text: TEXT })),
  // Broken algorithms that the policy asks for. They are only in legacyTemplate.
  legacy: list(object({ algorithm: oneOfThese(LEGACY_ALGORITHMS), assertion: TEXT, reason: TEXT })),
  gaps: list(object({ assertion: TEXT, reason: TEXT })),
  notes: list(TEXT),
  // Credentials without what the owner must supply.
  template: ANY,
  legacyTemplate: orNull(ANY),
});

/** Shows what a policy asks for; null without one. */
export function showPolicy(policy: SecurityPolicy | undefined): ShownPolicy | null {
  if (policy === undefined) return null;
  const demands = readDemands(policy);
  const legacyTemplate =
    demands.legacy.length === 0 ? null : readDemands(policy, { allow: LEGACY_ALGORITHMS }).template;
  return { ...demands, legacyTemplate };
}
