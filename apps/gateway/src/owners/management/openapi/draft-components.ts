import {
  BOOLEAN,
  component,
  INSTANT,
  INTEGER,
  list,
  object,
  oneOfThese,
  orNull,
  type Schema,
  TEXT,
} from '../../../domain/json-schema.js';
import { SHOWN_SETTINGS } from '../../../domain/services/service-settings.js';
import { SECURITY_DEMANDS } from '../views/show-policy.js';

const GRADE = oneOfThese(['exact', 'degraded', 'unsupported']);

/** The components of responses about imports that are not published yet, by name. */
export const DRAFT_COMPONENTS: Readonly<Record<string, Schema>> = {
  SecurityDemands: SECURITY_DEMANDS,
  ListedDraft: object({ draftId: TEXT, name: TEXT, source: TEXT, createdAt: INSTANT, expiresAt: INSTANT }),
  DraftPort: object({
    service: TEXT,
    port: TEXT,
    soapVersion: oneOfThese(['1.1', '1.2']),
    address: orNull(TEXT),
    // Why the gateway cannot call this address; null if it can, or if that is unknown.
    problem: orNull(TEXT),
    // The WS-SecurityPolicy assertions of the WSDL, in Clark notation.
    securityPolicies: list(TEXT),
    // The demands of these policies on callers, and which are supported; null without a policy.
    security: orNull(component('SecurityDemands')),
    selected: BOOLEAN,
    operations: list(
      object({
        // The values in the WSDL.
        name: TEXT,
        // The name in the URL; null if the operation is not selected.
        exposedAs: orNull(TEXT),
        compatibility: GRADE,
        diagnostics: list(INTEGER),
      }),
    ),
  }),
  Draft: object({
    draftId: TEXT,
    source: TEXT,
    origin: oneOfThese(['url', 'files']),
    name: TEXT,
    slug: TEXT,
    slugTaken: BOOLEAN,
    settings: SHOWN_SETTINGS,
    endpointProblem: orNull(TEXT),
    ports: list(component('DraftPort')),
    missing: list(object({ uri: TEXT, reason: TEXT })),
    diagnostics: list(component('Diagnostic')),
    // Services of the account that were registered from the same WSDL or another version of it.
    same: list(object({ serviceId: TEXT, name: TEXT, slug: TEXT })),
    // The number of services of the account, and the limit of its plan.
    room: object({ services: INTEGER, most: orNull(INTEGER) }),
    createdAt: INSTANT,
    expiresAt: INSTANT,
  }),
};
