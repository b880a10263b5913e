import {
  ANY,
  arrayOf,
  BOOLEAN,
  component,
  enumOf,
  INSTANT,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import { JOB_STEPS } from '../../../domain/services/job.js';
import { SHOWN_SETTINGS } from '../../../domain/services/service-settings.js';
import { VALIDATION_ERROR } from './errors.js';
import { GRADE, SOAP_VERSION } from './operations.js';
import { DIAGNOSTIC, SECURITY_DEMANDS } from './services.js';

/** An import in a list. */
export const LISTED_DRAFT = component(
  'ListedDraft',
  object({ draftId: TEXT, name: TEXT, source: TEXT, createdAt: INSTANT, expiresAt: INSTANT }),
);

/** A port of an import. */
export const DRAFT_PORT = component(
  'DraftPort',
  object({
    service: TEXT,
    port: TEXT,
    soapVersion: SOAP_VERSION,
    address: nullable(TEXT),
    // Why the gateway cannot call this address; null if it can, or if that is unknown.
    problem: nullable(TEXT),
    // The WS-SecurityPolicy assertions of the WSDL, in Clark notation.
    securityPolicies: arrayOf(TEXT),
    // The demands of these policies on callers, and which are supported; null without a policy.
    security: nullable(SECURITY_DEMANDS),
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
);

/** An import that is not published yet. */
export const DRAFT = component(
  'Draft',
  object({
    draftId: TEXT,
    source: TEXT,
    origin: enumOf(['url', 'files']),
    name: TEXT,
    slug: TEXT,
    slugTaken: BOOLEAN,
    settings: SHOWN_SETTINGS,
    endpointProblem: nullable(TEXT),
    ports: arrayOf(DRAFT_PORT),
    missing: arrayOf(object({ uri: TEXT, reason: TEXT })),
    diagnostics: arrayOf(DIAGNOSTIC),
    // Services of the account that were registered from the same WSDL or another version of it.
    same: arrayOf(object({ serviceId: TEXT, name: TEXT, slug: TEXT })),
    // The number of services of the account, and the limit of its plan.
    room: object({ services: INTEGER, most: nullable(INTEGER) }),
    createdAt: INSTANT,
    expiresAt: INSTANT,
  }),
);

/** An import that runs in the background. */
export const JOB_BEGUN = component('JobBegun', object({ jobId: TEXT, url: TEXT, eventsUrl: TEXT }));

/** The progress of an import. */
export const JOB = component(
  'Job',
  object({
    jobId: TEXT,
    state: enumOf(['running', 'done', 'failed', 'cancelled']),
    step: enumOf(JOB_STEPS),
    documents: arrayOf(TEXT),
    documentCount: INTEGER,
    // The response that the synchronous request would have had.
    result: ANY,
    error: nullable(
      object({ type: TEXT, code: TEXT, message: TEXT }, { details: arrayOf(VALIDATION_ERROR) }),
    ),
  }),
);
