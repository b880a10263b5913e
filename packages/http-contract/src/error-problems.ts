import { assertOptions, text } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import {
  type CallProblem,
  isErrorCode,
  type ProblemDetail,
  type ProblemFault,
  withCode,
} from './call-problem.js';
import type { CallErrorCode, ErrorCode } from './error-codes.js';
import { tooManyConcurrentProblem } from './problems.js';
import { texts } from './text-checks.js';

/** An error of the mapper, recognised by name because it may come from another copy of that package. */
interface MapperError extends Error {
  readonly code: string;
  readonly errors: readonly ProblemDetail[];
  readonly details: readonly ProblemDetail[];
  readonly truncated: boolean;
  readonly nearest: readonly string[];
}

/**
 * The problem for an error of `@soapstone/json-xml-mapper`; `undefined` for any other error.
 *
 * @example
 * ```ts
 * const problem = mappingProblem(error, 'GetUser') ?? internalProblem();
 * ```
 */
export function mappingProblem(error: unknown, operation: string): CallProblem | undefined {
  assertOptions(text, operation, 'mappingProblem', 'operation');
  if (!(error instanceof Error)) return undefined;
  const found = error as MapperError;
  switch (found.name) {
    case 'MappingError':
      return Array.isArray(found.errors) ? inputProblem(found, operation) : undefined;
    case 'OperationNotFoundError':
      return unknownOperationProblem(found);
    case 'DecodeError':
      return typeof found.code === 'string' ? responseProblem(found) : undefined;
    case 'FillError':
      return fillProblem(found);
    case 'DesignError':
      return { ...withCode('DESIGN_UNUSABLE'), message: sentence(found.message), sent: false };
    default:
      return undefined;
  }
}

/** A value of the owner that cannot be written (DF-3). The message names it and never has it. */
function fillProblem({ code, message }: MapperError): CallProblem {
  const known = code === 'FILL_INVALID' ? code : 'FILL_MISSING';
  return { ...withCode(known), message: sentence(message), sent: false };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function inputProblem({ code, errors, truncated }: MapperError, operation: string): CallProblem {
  const some = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const count = truncated ? `more than ${errors.length} errors` : some;
  const tooComplex = code === 'TOO_COMPLEX';
  return {
    ...withCode(tooComplex ? 'TOO_COMPLEX' : mappingCode(errors)),
    message: tooComplex
      ? `The request is too complex for the schema of operation ${operation}`
      : `The request does not match the input of operation ${operation} (${count})`,
    details: errors,
    ...(truncated ? { truncated } : {}),
  };
}

function unknownOperationProblem({ nearest }: MapperError): CallProblem {
  const hint = nearest.length === 0 ? '' : `; similar names: ${nearest.slice(0, 3).join(', ')}`;
  return {
    ...withCode('OPERATION_NOT_FOUND'),
    message: `The service has no such operation${hint}`,
  };
}

function responseProblem({ code, message, details }: MapperError): CallProblem {
  return {
    ...withCode(code === 'RESPONSE_TOO_COMPLEX' ? code : 'UPSTREAM_BAD_RESPONSE'),
    message: `The response of the SOAP service cannot be used: ${message}`,
    ...(details.length === 0 ? {} : { details }),
    sent: true,
  };
}

function mappingCode([first]: readonly ProblemDetail[]): CallErrorCode {
  switch (first?.keyword) {
    case 'json':
      return 'INVALID_JSON';
    case 'duplicateKey':
      return 'DUPLICATE_KEY';
    case 'limit':
      return 'LIMIT_EXCEEDED';
    default:
      return 'SCHEMA_VIOLATION';
  }
}

/** The maximum number of characters of a fault's reason that the message repeats. */
const MAX_REASON_CHARACTERS = 1000;

/**
 * A SOAP fault (FL-1): the upstream rejected the call, regardless of the HTTP status.
 *
 * @example
 * ```ts
 * faultProblem({ code: '{http://schemas.xmlsoap.org/soap/envelope/}Client', reason: 'No such user' });
 * ```
 */
export function faultProblem(fault: ProblemFault): CallProblem {
  assertOptions(texts('code', 'reason'), fault, 'faultProblem', 'fault');
  // Truncate first, because a reason may be megabytes long.
  const reason = [...fault.reason.trim().slice(0, 2 * MAX_REASON_CHARACTERS)]
    .slice(0, MAX_REASON_CHARACTERS)
    .join('');
  return {
    ...withCode('SOAP_FAULT'),
    message:
      reason || (fault.code === '' ? 'SOAP fault without code and reason' : `SOAP fault ${fault.code}`),
    fault,
  };
}

/** The reasons that a client reads instead of those for operators. */
const FOR_CLIENTS: ReadonlyMap<string, string> = new Map([
  ['UPSTREAM_ADDRESS_REFUSED', 'its address is not allowed here'],
  ['UPSTREAM_CIRCUIT_OPEN', 'it failed several times in a row and is left alone for a while'],
]);

/** A failed HTTP exchange, as the transport reports it. */
export interface TransportFailure {
  readonly code: string;
  readonly message: string;
  readonly sent: boolean;
  readonly upstreamStatus?: number | undefined;
  /** Milliseconds after which the upstream accepts a retry. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The problem of a call without a SOAP response. The transport's invalid request becomes `UPSTREAM_REQUEST_INVALID`: the client's
 * input was valid, but the service settings (a header, a credential, an address) make a request that cannot be sent. The message for
 * a rejected address is the same for every address and policy.
 *
 * @example
 * ```ts
 * if (isTransportError(error)) return transportProblem(error);
 * ```
 */
export function transportProblem(failure: TransportFailure): CallProblem {
  assertOptions(texts('code', 'message'), failure, 'transportProblem', 'failure');
  const { code, message, sent, upstreamStatus, retryAfterMs } = failure;
  if (code === 'UPSTREAM_BUSY') return tooManyConcurrentProblem();
  // The transport's message tells the operator which setting to change. Clients must learn nothing about the network.
  const why = FOR_CLIENTS.get(code) ?? message;
  return {
    type: 'UPSTREAM_ERROR',
    code: transportCode(code),
    message: code.startsWith('RESPONSE_')
      ? `The response of the SOAP service is rejected: ${message}`
      : `The SOAP service could not be called: ${why}`,
    sent,
    ...defined({ upstreamStatus }),
    ...(retryAfterMs === undefined
      ? {}
      : { headers: { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) } }),
  };
}

/** A call that its session failed, as the transport reports it. */
export interface SessionFailure {
  readonly code: 'SESSION_RENEWED' | 'UPSTREAM_LOGIN_FAILED';
  /** Milliseconds after which another attempt makes sense. */
  readonly retryAfterMs: number;
}

/**
 * The problem of a call that its session failed (DF-7). It says nothing about the login: clients do not see it.
 *
 * @example
 * ```ts
 * if (isSessionError(error)) return sessionProblem(error);
 * ```
 */
export function sessionProblem(failure: SessionFailure): CallProblem {
  assertOptions(texts('code'), failure, 'sessionProblem', 'failure');
  const { code, retryAfterMs } = failure;
  const isRenewed = code === 'SESSION_RENEWED';
  return {
    ...withCode(code),
    message: isRenewed
      ? 'The session with the SOAP service had ended, and there is a new one. Send the call again if it may be executed twice'
      : 'There is no session with the SOAP service: the login or the token that its owner has set up does not work',
    sent: isRenewed,
    headers: { 'Retry-After': String(Math.ceil(Math.max(0, retryAfterMs) / 1000)) },
  };
}

/** A code that only a later version of the transport has is as vague as this version can be about it. */
function transportCode(code: string): ErrorCode {
  if (code === 'INVALID_REQUEST') return 'UPSTREAM_REQUEST_INVALID';
  return isErrorCode(code) ? code : 'UPSTREAM_BAD_RESPONSE';
}
