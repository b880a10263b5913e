import { type CallProblem, problemBody } from './call-problem.js';
import type { ContractComponents, ContractReference, ContractSchema } from './contract-schema.js';
import { ERROR_STATUS, type ErrorType, SHARED_RESPONSES, UPSTREAM_CODES } from './error-types.js';

/** A response that does not depend on the operation. */
export interface SharedResponse {
  readonly status: number;
  readonly description: string;
  /** The methods of the routes that can have it, in a document of routes. Default: all. */
  readonly methods?: readonly string[] | undefined;
  /** Whether only an API has it whose clients choose the form of wide numbers, so one with `numberStringsType`. Default false. */
  readonly ofNumberForms?: boolean | undefined;
}

/** The methods of routes that have a body. */
const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];

/** How errors are described in the document, and how they are written. */
export interface ErrorContract {
  /** The media type of error bodies. */
  readonly contentType: string;
  readonly components?: ContractComponents | undefined;
  /** The responses that do not depend on the operation, by component name. */
  readonly responses: Readonly<Record<string, SharedResponse>>;
  /** Statuses of a SOAP fault or a failed exchange with the SOAP service, with their descriptions. */
  readonly upstream: Readonly<Record<number, string>>;
  /** The schema of the body of the shared responses. */
  sharedSchema(reference: ContractReference): ContractSchema;
  /** The schema of the body of the `upstream` responses. `fault` is the schema of the SOAP fault (FL-1). */
  upstreamSchema(fault: ContractSchema, reference: ContractReference): ContractSchema;
  /**
   * The part of `upstreamSchema` that holds the fault, open to other members. All operations then share one schema of the body, and one
   * that declares faults adds this part, in an `allOf`. Default: it repeats the whole schema.
   */
  upstreamFault?(fault: ContractSchema): ContractSchema;
  /** The body of an error. Serialise it with `stringify` of the mapper: the detail of a fault may hold numbers that a double cannot. */
  body(problem: CallProblem, status: number, requestId?: string): unknown;
}

/** The errors of the gateway (VE-2, FL-1): `{"error": {type, message, code, …}}`. */
export const gatewayErrors: ErrorContract = {
  contentType: 'application/json',
  components: { Error: () => sharedErrorSchema(Object.keys(ERROR_STATUS)) },
  responses: SHARED_RESPONSES,
  upstream: { 502: '`UPSTREAM_ERROR`: the SOAP service returned a fault or cannot be reached.' },
  sharedSchema: (reference) => reference('Error'),
  upstreamSchema: upstreamErrorSchema,
  upstreamFault: (fault) => withMember('error', withMember('fault', fault)),
  body: (problem, _status, requestId) => problemBody(problem, requestId),
};

/** The error types of an API without keys and limits. */
const REST_TYPES: readonly ErrorType[] = [
  'VALIDATION_ERROR',
  'OPERATION_NOT_FOUND',
  'UPSTREAM_ERROR',
  'INTERNAL_ERROR',
];

const REST_RESPONSES: Readonly<Record<string, SharedResponse>> = {
  BadRequest: { status: 400, description: 'The request does not match the input of the operation.' },
  NotFound: { status: 404, description: 'There is no such operation.' },
  MethodNotAllowed: {
    status: 405,
    description: 'The operation does not allow this method; see `Allow`.',
    methods: [],
  },
  NotAcceptable: {
    status: 406,
    description: '`Accept` asks for a form of numbers that does not exist.',
    ofNumberForms: true,
  },
  PayloadTooLarge: {
    status: 413,
    description: 'The body is larger than the API accepts.',
    methods: WITH_BODY,
  },
  UnsupportedMediaType: { status: 415, description: 'The body is not JSON.', methods: WITH_BODY },
  InternalError: { status: 500, description: 'An unexpected failure.' },
};

const REST_UPSTREAM: Readonly<Record<number, string>> = {
  502: 'The SOAP service returned a fault or an unusable response, or cannot be reached.',
  503: 'The SOAP service is not called at the moment: too many calls are waiting, or it failed too often.',
  504: 'The SOAP service did not respond in time.',
};

/** The same errors for your own API, with a status for each cause. The default of `generateOpenApi` and of `@soapstone/rest`. */
export const restErrors: ErrorContract = {
  ...gatewayErrors,
  components: { Error: () => sharedErrorSchema(REST_TYPES) },
  responses: REST_RESPONSES,
  upstream: REST_UPSTREAM,
};

/**
 * Problem details (RFC 9457): `application/problem+json` with `title`, `status` and `detail`, and as extension members `code`,
 * `errors` (problems of the input), `fault` and `requestId`.
 */
export const problemDetails: ErrorContract = {
  contentType: 'application/problem+json',
  components: { Problem: () => problemDetailsSchema({}) },
  responses: REST_RESPONSES,
  upstream: REST_UPSTREAM,
  sharedSchema: (reference) => reference('Problem'),
  upstreamSchema: (fault) => problemDetailsSchema({ fault, upstreamStatus: UPSTREAM_STATUS, sent: SENT }),
  upstreamFault: (fault) => withMember('fault', fault),
  body({ type, code, message, details, truncated, fault, upstreamStatus, sent }, status, requestId) {
    return withoutAbsent({
      title: PROBLEM_TITLES[type],
      status,
      detail: message,
      code,
      errors: details,
      truncated,
      fault,
      upstreamStatus,
      sent: type === 'UPSTREAM_ERROR' ? sent : undefined,
      requestId,
    });
  },
};

/** Problem details, with the statuses of the gateway: the errors of the routes of a design. */
export const routeErrors: ErrorContract = {
  ...problemDetails,
  responses: {
    BadRequest: REST_RESPONSES['BadRequest'] as SharedResponse,
    Unauthorized: { status: 401, description: 'The API key is missing, invalid or revoked.' },
    Forbidden: { status: 403, description: 'The API key may not call this operation.' },
    NotFound: { status: 404, description: 'There is no such service, or it has no route at this path.' },
    MethodNotAllowed: {
      status: 405,
      description: 'The plan does not allow GET; see `Allow`.',
      methods: ['GET'],
    },
    NotAcceptable: REST_RESPONSES['NotAcceptable'] as SharedResponse,
    TooManyRequests: {
      status: 429,
      description: 'The quota of the billing period or the limit per minute is exceeded.',
    },
    InternalError: REST_RESPONSES['InternalError'] as SharedResponse,
    ServiceUnavailable: {
      status: 503,
      description: 'The owner has paused the service, or it cannot be called at the moment.',
    },
  },
  upstream: {
    502: 'The SOAP service returned a fault or an unusable response, cannot be reached, or did not respond in time.',
  },
};

const PROBLEM_TITLES: Readonly<Record<ErrorType, string>> = {
  VALIDATION_ERROR: 'Invalid request',
  AUTHENTICATION_ERROR: 'Invalid credentials',
  SERVICE_NOT_FOUND: 'Unknown service',
  OPERATION_NOT_FOUND: 'Unknown operation',
  RATE_LIMIT_EXCEEDED: 'Too many calls',
  UPSTREAM_ERROR: 'SOAP service failed',
  INTERNAL_ERROR: 'Unexpected failure',
};

const UPSTREAM_STATUS: ContractSchema = {
  type: 'integer',
  description: 'HTTP status of the SOAP service.',
};
const SENT: ContractSchema = {
  type: 'boolean',
  description: 'Whether the SOAP service may have received the call; false means that a retry is safe.',
};

/** The problems in an input (VE-2). */
const DETAILS: ContractSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['path', 'keyword', 'message'],
    properties: {
      path: { type: 'string', description: 'JSON Pointer into the request.' },
      keyword: { type: 'string' },
      message: { type: 'string' },
      expected: { description: 'What was expected.' },
      parameter: { type: 'string', description: 'The query parameter, as it was sent.' },
    },
  },
};
const TRUNCATED: ContractSchema = {
  type: 'boolean',
  description: 'There are more problems than `details` lists.',
};

function sharedErrorSchema(types: readonly string[]): ContractSchema {
  return errorSchema(types, { truncated: TRUNCATED, details: DETAILS });
}

function upstreamErrorSchema(fault: ContractSchema): ContractSchema {
  return errorSchema(['UPSTREAM_ERROR'], { upstreamStatus: UPSTREAM_STATUS, fault }, UPSTREAM_CODES);
}

/** An error body (VE-2) of these types: the members that every error has, plus `more`. */
function errorSchema(
  types: readonly string[],
  more: Readonly<Record<string, ContractSchema>>,
  codes = 'A more specific code than `type`.',
): ContractSchema {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['type', 'message'],
        properties: {
          type: { type: 'string', enum: [...types] },
          message: { type: 'string' },
          code: { type: 'string', description: codes },
          requestId: { type: 'string' },
          ...more,
        },
      },
    },
  };
}

/** An open object with one member that may be absent. */
function withMember(name: string, schema: ContractSchema): ContractSchema {
  return { type: 'object', properties: { [name]: schema } };
}

function problemDetailsSchema(more: Readonly<Record<string, ContractSchema>>): ContractSchema {
  return {
    type: 'object',
    required: ['title', 'status', 'detail', 'code'],
    properties: {
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string' },
      errors: DETAILS,
      truncated: { ...TRUNCATED, description: 'There are more problems than `errors` lists.' },
      requestId: { type: 'string' },
      ...more,
    },
  };
}

function withoutAbsent(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
