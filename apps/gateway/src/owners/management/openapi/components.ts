import { Type } from 'typebox';
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
  type Schema,
  TEXT,
} from '../../../domain/json-schema.js';
import {
  WATCH_ACTIVATIONS,
  WATCH_RESULTS,
  WATCH_SCHEDULES,
} from '../../../domain/services/contract-watch.js';
import { JOB_STEPS } from '../../../domain/services/job.js';
import {
  METHOD_POLICIES,
  OPERATION_SETTINGS,
  PROPOSED_SETTINGS,
  SHOWN_SETTINGS,
} from '../../../domain/services/service-settings.js';
import { ADMINISTRATION_COMPONENTS } from './administration-components.js';
import { DRAFT_COMPONENTS } from './draft-components.js';
import { EVENT_COMPONENTS } from './event-components.js';
import { USAGE_COMPONENTS } from './usage-components.js';

const METHOD_POLICY = enumOf(METHOD_POLICIES);
const OPEN_OBJECT = Type.Unsafe<object>({ type: 'object', additionalProperties: true });
const METHODS = enumOf(['GET', 'POST']);
const PLAN = enumOf(['Free', 'Starter', 'Pro']);
const GRADE = enumOf(['exact', 'degraded', 'unsupported']);
const SOAP_VERSION = enumOf(['1.1', '1.2']);
const COUNTS = object({ exact: INTEGER, degraded: INTEGER, unsupported: INTEGER });

const SERVICE = {
  serviceId: TEXT,
  slug: TEXT,
  name: TEXT,
  status: enumOf(['active', 'paused']),
  revision: INTEGER,
  heldRevision: nullable(INTEGER),
  source: TEXT,
  operationCount: INTEGER,
  settings: SHOWN_SETTINGS,
  proxyUrl: TEXT,
  openapiUrl: TEXT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

const KEY = {
  id: TEXT,
  // For If-Match, as the response to a GET of the key has it in ETag.
  etag: TEXT,
  purpose: enumOf(['live', 'management']),
  name: TEXT,
  hint: TEXT,
  createdAt: INSTANT,
  lastUsedAt: nullable(INSTANT),
  // The client's address then.
  lastUsedFrom: nullable(TEXT),
  rolledAt: nullable(INSTANT),
  // Until when the secret from before that works.
  previousUntil: nullable(INSTANT),
  revokedAt: nullable(INSTANT),
  operations: nullable(arrayOf(TEXT)),
  readOnly: BOOLEAN,
  addresses: nullable(arrayOf(TEXT)),
  callsPerMinute: nullable(INTEGER),
  callsPerPeriod: nullable(INTEGER),
  expiresAt: nullable(INSTANT),
  // The access tokens that the key stands for, in place of a secret.
  token: nullable(object({ issuer: TEXT, audience: nullable(TEXT), scopes: arrayOf(TEXT) })),
};

/** The components of the management API's responses, by name. */
export const COMPONENTS: Readonly<Record<string, Schema>> = {
  Error: object({
    error: object(
      { type: TEXT, message: TEXT, code: TEXT, requestId: TEXT },
      { details: arrayOf(component('ValidationError')), truncated: BOOLEAN },
    ),
  }),
  // The error of a change with If-Match whose resource has another state by now.
  ChangedMeanwhile: object({
    error: object(
      { type: TEXT, message: TEXT, code: enumOf(['CHANGED_MEANWHILE']), requestId: TEXT },
      { current: OPEN_OBJECT },
    ),
  }),
  ValidationError: object({ path: TEXT, keyword: TEXT, message: TEXT }, { expected: ANY, parameter: TEXT }),
  Account: object({
    accountId: TEXT,
    name: TEXT,
    // When it is deleted, if its owner closed it.
    closesAt: nullable(INSTANT),
    plan: object({
      name: PLAN,
      callsPerPeriod: INTEGER,
      callsPerMinute: INTEGER,
      services: nullable(INTEGER),
      next: nullable(object({ name: PLAN, at: INSTANT })),
    }),
    period: object({ start: INSTANT, end: INSTANT, used: INTEGER, remaining: INTEGER }),
  }),
  Session: object({ email: TEXT, administrator: BOOLEAN, csrfToken: TEXT, account: component('Account') }),
  Plan: object({
    name: PLAN,
    callsPerPeriod: INTEGER,
    callsPerMinute: INTEGER,
    services: nullable(INTEGER),
    concurrentCalls: INTEGER,
    openapi: BOOLEAN,
    get: BOOLEAN,
  }),
  ...ADMINISTRATION_COMPONENTS,
  SignedIn: object({ accountId: TEXT, email: TEXT, csrfToken: TEXT }),
  Key: object(KEY),
  // `key` is null for a key that stands for access tokens.
  NewKey: object({ ...KEY, key: nullable(TEXT) }),
  Diagnostic: object(
    {
      code: TEXT,
      severity: enumOf(['error', 'warning', 'info']),
      message: TEXT,
      file: TEXT,
      line: INTEGER,
      column: INTEGER,
    },
    { component: TEXT, effect: TEXT, advice: TEXT },
  ),
  Service: object(SERVICE),
  ListedService: object({
    ...SERVICE,
    grades: nullable(COUNTS),
    traffic: object({
      from: INSTANT,
      stepSeconds: INTEGER,
      calls: arrayOf(INTEGER),
      errors: arrayOf(INTEGER),
    }),
  }),
  Operation: object({
    // For If-Match of a change of its settings.
    etag: TEXT,
    name: TEXT,
    documentation: nullable(TEXT),
    service: TEXT,
    port: TEXT,
    soapVersion: SOAP_VERSION,
    style: enumOf(['document', 'rpc']),
    use: enumOf(['literal', 'encoded']),
    soapAction: TEXT,
    oneWay: BOOLEAN,
    methodPolicy: METHOD_POLICY,
    methods: arrayOf(METHODS),
    querySafe: BOOLEAN,
    readStyle: BOOLEAN,
    // Why GET is not offered with the current settings: the policy asks for it, but the plan or the input rules it out.
    getRefused: nullable(TEXT),
    // Why the input does not fit into a query string, regardless of the plan and policy.
    queryRefused: nullable(TEXT),
    cacheSeconds: INTEGER,
    unwrap: enumOf(['record', 'payload', 'none', null]),
    // Since when calls are rejected because the operation stalled a process.
    heldSince: nullable(INSTANT),
    compatibility: GRADE,
    // Indices into the diagnostics of the service.
    diagnostics: arrayOf(INTEGER),
  }),
  OperationSettings: OPERATION_SETTINGS,
  OperationDetail: object({
    settings: object({
      methodPolicy: METHOD_POLICY,
      cacheSeconds: INTEGER,
      unwrap: enumOf(['record', 'payload', 'none', null]),
    }),
    name: TEXT,
    documentation: nullable(TEXT),
    // The input that the owner saved; null if there is none.
    savedExample: nullable(TEXT),
    // For If-Match of a change of it.
    savedExampleEtag: TEXT,
    exampleInput: TEXT,
    exampleResult: TEXT,
    inputSchema: OPEN_OBJECT,
    resultSchema: OPEN_OBJECT,
    faults: arrayOf(TEXT),
    // The parameters of a GET, which may be repeated if `repeated` says so; empty if the operation takes none.
    queryParameters: arrayOf(
      object({
        name: TEXT,
        type: TEXT,
        repeated: BOOLEAN,
        required: BOOLEAN,
        documentation: nullable(TEXT),
        values: nullable(arrayOf(TEXT)),
      }),
    ),
    // The SOAP header blocks that a client may send, by key.
    headerBlocks: arrayOf(TEXT),
  }),
  Trial: object({
    status: INTEGER,
    headers: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: TEXT }),
    body: TEXT,
    soap: object({
      request: nullable(object({ url: TEXT, contentType: TEXT, soapAction: nullable(TEXT), xml: TEXT })),
      response: nullable(
        object({ status: INTEGER, contentType: nullable(TEXT), xml: TEXT, truncated: BOOLEAN }),
      ),
      // What came instead of a SOAP message; null if one came, or nothing.
      answer: nullable(component('UnusableAnswer')),
    }),
    timings: object({
      total: INTEGER,
      queued: nullable(INTEGER),
      connected: nullable(INTEGER),
      firstByte: nullable(INTEGER),
      upstream: nullable(INTEGER),
    }),
  }),
  ConnectionTest: object({
    reached: BOOLEAN,
    secured: BOOLEAN,
    status: nullable(INTEGER),
    latencyMs: INTEGER,
    verdict: enumOf(['answers', 'needs-login', 'rejects-credentials', 'unreachable', 'not-soap']),
    message: TEXT,
    // What came instead of a SOAP message; null if one came, or nothing.
    answer: nullable(component('UnusableAnswer')),
    // What the owner could change; null if nothing is known to help.
    proposal: nullable(
      object({
        kind: enumOf(['endpoint', 'credentials', 'client-certificate', 'authority', 'settings']),
        message: TEXT,
        // Settings of the service that do it; null if the owner has to add something.
        settings: nullable(PROPOSED_SETTINGS),
      }),
    ),
  }),
  // An answer that is no SOAP message, without the secrets of the service.
  UnusableAnswer: object({
    // What it is, in words.
    description: TEXT,
    statusLine: TEXT,
    // `name: value`, one for each header field line.
    fields: arrayOf(TEXT),
    // The first 2 KB of the body as text.
    body: TEXT,
    truncated: BOOLEAN,
  }),
  ...DRAFT_COMPONENTS,
  JobBegun: object({ jobId: TEXT, url: TEXT, eventsUrl: TEXT }),
  Job: object({
    jobId: TEXT,
    state: enumOf(['running', 'done', 'failed', 'cancelled']),
    step: enumOf(JOB_STEPS),
    documents: arrayOf(TEXT),
    documentCount: INTEGER,
    // The response that the synchronous request would have had.
    result: ANY,
    error: nullable(
      object({ type: TEXT, code: TEXT, message: TEXT }, { details: arrayOf(component('ValidationError')) }),
    ),
  }),
  Recording: object({
    recordingId: TEXT,
    operation: TEXT,
    // A readable name, the same for the same request.
    name: TEXT,
    at: INSTANT,
    status: INTEGER,
    bytes: INTEGER,
  }),
  UserSession: object({ id: TEXT, createdAt: INSTANT, lastSeenAt: INSTANT, current: BOOLEAN }),
  Port: object({
    service: TEXT,
    port: TEXT,
    soapVersion: enumOf(['1.1', '1.2']),
    address: nullable(TEXT),
    // Why the gateway cannot call this address; null if it can, or if that is unknown.
    problem: nullable(TEXT),
    // The demands of its security policy on callers, and which are supported; null without a policy.
    security: nullable(component('SecurityDemands')),
    operations: INTEGER,
    exposed: BOOLEAN,
  }),
  ServiceDetail: object({
    ...SERVICE,
    address: nullable(TEXT),
    // Why the gateway cannot call the endpoint in use; null if it can, or if that is unknown.
    endpointProblem: nullable(TEXT),
    // Present if the gateway's certificate is self-signed: the file that clients on the same machine have to trust.
    certificate: nullable(object({ file: nullable(TEXT) })),
    limits: object({ timeoutMs: INTEGER }),
    // The names of the proxies that the setting `proxy` may have.
    proxies: arrayOf(TEXT),
    secrets: object({
      credentials: BOOLEAN,
      credentialKinds: arrayOf(TEXT),
      certificates: arrayOf(object({ kind: TEXT, subject: TEXT, validTo: TEXT, endsSoon: BOOLEAN })),
      headers: BOOLEAN,
      proxyLogin: BOOLEAN,
      wsdlLogin: BOOLEAN,
      // For If-Match of a change of them.
      etags: object({ credentials: TEXT, headers: TEXT, proxyLogin: TEXT, wsdlLogin: TEXT }),
    }),
    ports: arrayOf(component('Port')),
    operations: arrayOf(component('Operation')),
    diagnostics: arrayOf(component('Diagnostic')),
  }),
  Revision: object({
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
  // The checks of the WSDL of a service for changes.
  Watch: object({
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
  // Operations that a waiting revision removes, which every response of theirs announces until the decision.
  Announcement: object({
    revision: INTEGER,
    at: INSTANT,
    sunset: nullable(INSTANT),
    link: nullable(TEXT),
    operations: arrayOf(TEXT),
  }),
  RevisionDetail: object({
    number: INTEGER,
    source: TEXT,
    createdAt: INSTANT,
    inForce: BOOLEAN,
    from: INTEGER,
    breaking: BOOLEAN,
    changes: arrayOf(component('ContractChange')),
    design: arrayOf(component('BrokenLine')),
    diagnostics: arrayOf(component('Diagnostic')),
    announcement: nullable(component('Announcement')),
  }),
  ContractChange: object(
    {
      operation: TEXT,
      path: TEXT,
      change: enumOf([
        ...['added', 'removed', 'required', 'optional', 'nullable', 'not-nullable'],
        ...['type', 'values', 'form', 'choice', 'soap'],
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
  Reimported: object({
    number: INTEGER,
    inForce: BOOLEAN,
    breaking: BOOLEAN,
    changes: arrayOf(component('ContractChange')),
    design: arrayOf(component('BrokenLine')),
    diagnostics: arrayOf(component('Diagnostic')),
  }),
  // A revision that differs from the live one in its design.
  Designed: object({
    number: INTEGER,
    inForce: BOOLEAN,
    breaking: BOOLEAN,
    changes: arrayOf(component('ContractChange')),
  }),
  // `at` has the keys from the root of the design to the line.
  DesignProblem: object({ at: arrayOf(TEXT), message: TEXT }),
  // A line of the design that the documents break. If it is `unusable`, the revision cannot be published with this design.
  BrokenLine: object({ at: arrayOf(TEXT), message: TEXT, unusable: BOOLEAN }),
  Report: object({
    revision: INTEGER,
    counts: COUNTS,
    operations: arrayOf(component('GradedOperation')),
    diagnostics: arrayOf(component('Diagnostic')),
  }),
  GradedOperation: object({
    service: nullable(TEXT),
    port: nullable(TEXT),
    operation: TEXT,
    exposedAs: nullable(TEXT),
    grade: GRADE,
    // Indices into the diagnostics of the report.
    findings: arrayOf(INTEGER),
    reason: nullable(TEXT),
  }),
  ...EVENT_COMPONENTS,
  ...USAGE_COMPONENTS,
};
