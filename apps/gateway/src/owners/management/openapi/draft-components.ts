import {
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  type Schema,
  TEXT,
} from '../../../domain/json-schema.js';
import { SHOWN_SETTINGS } from '../../../domain/services/service-settings.js';
import { SECURITY_DEMANDS } from '../views/show-policy.js';

const GRADE = enumOf(['exact', 'degraded', 'unsupported']);

/** The components of responses about imports that are not published yet, by name. */
export const DRAFT_COMPONENTS: Readonly<Record<string, Schema>> = {
  SecurityDemands: SECURITY_DEMANDS,
  ListedDraft: object({ draftId: TEXT, name: TEXT, source: TEXT, createdAt: INSTANT, expiresAt: INSTANT }),
  DraftPort: object({
    service: TEXT,
    port: TEXT,
    soapVersion: enumOf(['1.1', '1.2']),
    address: nullable(TEXT),
    // Why the gateway cannot call this address; null if it can, or if that is unknown.
    problem: nullable(TEXT),
    // The WS-SecurityPolicy assertions of the WSDL, in Clark notation.
    securityPolicies: arrayOf(TEXT),
    // The demands of these policies on callers, and which are supported; null without a policy.
    security: nullable(component('SecurityDemands')),
    selected: BOOLEAN,
    operations: arrayOf(
      object({
        // The values in the WSDL.
        name: TEXT,
        // The name in the URL; null if the operation is not selected.
        exposedAs: nullable(TEXT),
        compatibility: GRADE,
        diagnostics: arrayOf(INTEGER),
      }),
    ),
  }),
  Draft: object({
    draftId: TEXT,
    source: TEXT,
    origin: enumOf(['url', 'files']),
    name: TEXT,
    slug: TEXT,
    slugTaken: BOOLEAN,
    settings: SHOWN_SETTINGS,
    endpointProblem: nullable(TEXT),
    ports: arrayOf(component('DraftPort')),
    missing: arrayOf(object({ uri: TEXT, reason: TEXT })),
    diagnostics: arrayOf(component('Diagnostic')),
    // Services of the account that were registered from the same WSDL or another version of it.
    same: arrayOf(object({ serviceId: TEXT, name: TEXT, slug: TEXT })),
    // The number of services of the account, and the limit of its plan.
    room: object({ services: INTEGER, most: nullable(INTEGER) }),
    createdAt: INSTANT,
    expiresAt: INSTANT,
  }),
};
