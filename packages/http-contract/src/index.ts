/**
 * The public HTTP contract of the gateway. Everything that answers calls, describes them or explains them takes paths, names,
 * statuses and words from here.
 *
 * - `paths.ts`, `slug.ts`: where an operation is
 * - `headers.ts`: the names of headers
 * - `error-types.ts`: the seven error types
 * - `call-problem.ts`: the error body
 * - `error-problems.ts`: the problems that faults and errors of the mapper and of the transport are
 * - `problems.ts`: the problems that whoever answers calls finds itself
 */
export { OptionError, type OptionProblem } from '@soapstone/soap-model/options';
export {
  type CallProblem,
  type ProblemDetail,
  type ProblemFault,
  problemBody,
  problemStatus,
} from './call-problem.js';
export { faultProblem, mappingProblem, type TransportFailure, transportProblem } from './error-problems.js';
export {
  ERROR_STATUS,
  ERROR_TITLE,
  type ErrorType,
  SHARED_RESPONSES,
  UPSTREAM_CODES,
} from './error-types.js';
export { API_KEY_HEADER, RATE_LIMIT_HEADERS, REQUEST_ID_HEADER, SOAP_HEADERS_HEADER } from './headers.js';
export { API_PREFIX, operationPath, servicePath } from './paths.js';
export {
  badStatusProblem,
  bodyTooLargeProblem,
  internalProblem,
  invalidKeyProblem,
  methodProblem,
  minuteLimitProblem,
  operationHeldProblem,
  operationUnsupportedProblem,
  overloadedProblem,
  quotaProblem,
  tooManyConcurrentProblem,
} from './problems.js';
export { slugOf } from './slug.js';
