import type { ContractComparison } from '@soapstone/openapi-generator';
import {
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
import {
  WATCH_ACTIVATIONS,
  WATCH_RESULTS,
  WATCH_SCHEDULES,
} from '../../../domain/services/contract-watch.js';
import { COUNTS, GRADE } from './operations.js';
import { DIAGNOSTIC } from './services.js';

/** One difference for clients. */
export const CONTRACT_CHANGE = component(
  'ContractChange',
  object(
    {
      operation: TEXT,
      path: TEXT,
      change: enumOf<ContractComparison['changes'][number]['change']>([
        'added',
        'removed',
        'required',
        'optional',
        'nullable',
        'not-nullable',
        'type',
        'values',
        'form',
        'choice',
        'soap',
      ]),
      breaking: BOOLEAN,
    },
    {
      message: enumOf(['input', 'query', 'output', 'fault', 'headers', 'route']),
      aspect: TEXT,
      before: TEXT,
      after: TEXT,
    },
  ),
);

/** A line of the design that the documents break. If it is `unusable`, the revision cannot be published with this design. */
export const BROKEN_LINE = component(
  'BrokenLine',
  object({ at: arrayOf(TEXT), message: TEXT, unusable: BOOLEAN }),
);

/** `at` has the keys from the root of the design to the line. */
export const DESIGN_PROBLEM = component('DesignProblem', object({ at: arrayOf(TEXT), message: TEXT }));

/** Operations that a waiting revision removes, which every response of theirs announces until the decision. */
export const ANNOUNCEMENT = component(
  'Announcement',
  object({
    revision: INTEGER,
    at: INSTANT,
    sunset: nullable(INSTANT),
    link: nullable(TEXT),
    operations: arrayOf(TEXT),
  }),
);

/** An import in the list of a service. */
export const REVISION = component(
  'Revision',
  object({
    number: INTEGER,
    source: TEXT,
    // Whether it has a design.
    designed: BOOLEAN,
    createdAt: INSTANT,
    inForce: BOOLEAN,
    // When it first went live; null if it never did, or if that was before this was recorded.
    liveAt: nullable(INSTANT),
    // When its owner rejected it, or a check of the WSDL replaced it.
    rejectedAt: nullable(INSTANT),
    // Whether a check of the WSDL stored it, and whether a later check replaced it before its owner decided.
    watched: BOOLEAN,
    replaced: BOOLEAN,
    diagnostics: INTEGER,
    grades: nullable(COUNTS),
  }),
);

/** A revision, and what it changes for clients. */
export const REVISION_DETAIL = component(
  'RevisionDetail',
  object({
    number: INTEGER,
    source: TEXT,
    createdAt: INSTANT,
    inForce: BOOLEAN,
    from: INTEGER,
    breaking: BOOLEAN,
    changes: arrayOf(CONTRACT_CHANGE),
    design: arrayOf(BROKEN_LINE),
    diagnostics: arrayOf(DIAGNOSTIC),
    announcement: nullable(ANNOUNCEMENT),
  }),
);

/** The revision that an import created. */
export const REIMPORTED = component(
  'Reimported',
  object({
    number: INTEGER,
    inForce: BOOLEAN,
    breaking: BOOLEAN,
    changes: arrayOf(CONTRACT_CHANGE),
    design: arrayOf(BROKEN_LINE),
    diagnostics: arrayOf(DIAGNOSTIC),
  }),
);

/** A revision that differs from the live one in its design. */
export const DESIGNED = component(
  'Designed',
  object({
    number: INTEGER,
    inForce: BOOLEAN,
    breaking: BOOLEAN,
    changes: arrayOf(CONTRACT_CHANGE),
  }),
);

/** The grade of an operation. */
export const GRADED_OPERATION = component(
  'GradedOperation',
  object({
    service: nullable(TEXT),
    port: nullable(TEXT),
    operation: TEXT,
    exposedAs: nullable(TEXT),
    grade: GRADE,
    // Indices into the diagnostics of the report.
    findings: arrayOf(INTEGER),
    reason: nullable(TEXT),
  }),
);

/** The grades of all operations of a revision. */
export const REPORT = component(
  'Report',
  object({
    revision: INTEGER,
    counts: COUNTS,
    operations: arrayOf(GRADED_OPERATION),
    diagnostics: arrayOf(DIAGNOSTIC),
  }),
);

/** The checks of the WSDL of a service for changes. */
export const WATCH = component(
  'Watch',
  object({
    // Whether this gateway makes checks.
    enabled: BOOLEAN,
    // The shortest time between two checks.
    minimumMinutes: INTEGER,
    // Null if the live revision was imported from files, which cannot be checked.
    url: nullable(TEXT),
    schedule: enumOf(WATCH_SCHEDULES),
    activate: enumOf(WATCH_ACTIVATIONS),
    nextAt: nullable(INSTANT),
    checkedAt: nullable(INSTANT),
    result: nullable(enumOf(WATCH_RESULTS)),
    // Why the last check failed.
    reason: nullable(TEXT),
    // The revision with the contract that was found, unless it is the live one.
    revision: nullable(INTEGER),
    // Since when every check has failed.
    failingSince: nullable(INSTANT),
  }),
);
