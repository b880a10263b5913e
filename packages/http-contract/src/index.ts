/**
 * The public HTTP contract of the gateway, and of JSON APIs like it. Everything that serves, describes or explains calls takes its paths,
 * names, statuses and texts from here.
 *
 * - `api-contract.ts`, `error-contract.ts`: what `generateOpenApi` describes: paths, bodies, errors, security; the gateway is one preset
 * - `paths.ts`, `slug.ts`: the URL of an operation
 * - `headers.ts`: the names of headers
 * - `accept.ts`: the form of numbers that a request accepts
 * - `error-types.ts`: the seven error types
 * - `error-codes.ts`: every code, with its type, its status, what happened and what to do
 * - `call-problem.ts`: the error body
 * - `error-problems.ts`: problems for faults and for errors of the mapper and the transport
 * - `problems.ts`: problems that the server itself detects
 * - `changes.ts` (`@soapstone/http-contract/internal/changes`): a change of a contract in words
 * - `design-text/misreadings.ts` (`@soapstone/http-contract/internal/misreadings`): what a parser of YAML reads in silence in the text of a design
 * - `routes.ts` (`@soapstone/http-contract/internal/routes`): requests and responses of the routes of a design
 */
export { OptionError, type OptionProblem } from '@soapstone/options';
export { readAcceptedNumbers } from './accept.js';
export {
  type ApiContract,
  type EnvelopeContract,
  type GatewayPlace,
  gatewayContract,
  type ResponseHeader,
  routesContract,
  type SuccessHeader,
} from './api-contract.js';
export {
  type CallProblem,
  isErrorCode,
  type ProblemDetail,
  type ProblemFault,
  problemBody,
  problemStatus,
  withCode,
} from './call-problem.js';
export type { ContractComponents, ContractReference, ContractSchema } from './contract-schema.js';
export {
  CALL_ERROR_CODES,
  type CallErrorCode,
  ERROR_CODES,
  type ErrorCode,
  type ErrorCodeRow,
  type ManagementErrorCode,
} from './error-codes.js';
export {
  type ErrorContract,
  gatewayErrors,
  problemDetails,
  restErrors,
  type SharedResponse,
} from './error-contract.js';
export {
  faultProblem,
  mappingProblem,
  type SessionFailure,
  sessionProblem,
  type TransportFailure,
  transportProblem,
} from './error-problems.js';
export {
  ERROR_STATUS,
  ERROR_TITLE,
  type ErrorType,
  SHARED_RESPONSES,
  UPSTREAM_CODES,
} from './error-types.js';
export {
  ANSWERS_HEADER,
  API_KEY_HEADER,
  DRY_RUN_HEADER,
  MOCK_HEADER,
  NUMBER_STRINGS_TYPE,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
  readRetryAfter,
  SOAP_HEADERS_HEADER,
  WARNINGS_HEADER,
} from './headers.js';
export { API_PREFIX, fillPath, operationPath, pathTemplate, ROUTES_PREFIX, servicePath } from './paths.js';
export {
  badStatusProblem,
  bodyTooLargeProblem,
  internalProblem,
  invalidKeyProblem,
  methodProblem,
  minuteLimitProblem,
  type NearestRecording,
  notAcceptableProblem,
  notRecordedProblem,
  operationHeldProblem,
  operationUnsupportedProblem,
  overloadedProblem,
  quotaProblem,
  type RecordingDifference,
  servicePausedProblem,
  tooManyConcurrentProblem,
} from './problems.js';
export { slugOf } from './slug.js';
