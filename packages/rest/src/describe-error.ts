import {
  isSessionError,
  ResponseError,
  SoapFaultError,
  TransportError,
  ValidationError,
} from '@soapstone/client';
import {
  badStatusProblem,
  type CallProblem,
  faultProblem,
  mappingProblem,
  type ProblemFault,
  problemStatus,
  readRetryAfter,
  sessionProblem,
  transportProblem,
  withCode,
} from '@soapstone/http-contract';
import { RequestProblem } from './read-input.js';

/** The response to a failed request. */
export interface DescribedError {
  readonly problem: CallProblem;
  readonly status: number;
  /** Whether the error is unexpected: a bug, or a hook that threw. */
  readonly unexpected: boolean;
}

/** Statuses of failed exchanges; the others are 502. */
const TRANSPORT_STATUS: Readonly<Record<string, number>> = {
  UPSTREAM_TIMEOUT: 504,
  UPSTREAM_BUSY: 503,
  UPSTREAM_CIRCUIT_OPEN: 503,
};

/** Describes an error that a call threw. */
export function describeError(
  error: unknown,
  operation: string,
  faultStatuses: Readonly<Record<string, number>>,
): DescribedError {
  const problem = problemOf(error, operation, faultStatuses);
  if (problem !== undefined) return { problem, status: problemStatus(problem), unexpected: false };
  const unexpected: CallProblem = {
    ...withCode('INTERNAL'),
    message: 'An unexpected failure',
  };
  return { problem: unexpected, status: 500, unexpected: true };
}

function problemOf(
  error: unknown,
  operation: string,
  faultStatuses: Readonly<Record<string, number>>,
): CallProblem | undefined {
  if (error instanceof RequestProblem) return error.problem;
  if (error instanceof SoapFaultError) return ofFault(error, faultStatuses);
  if (error instanceof TransportError) return ofExchange(error);
  if (isSessionError(error)) return sessionProblem(error);
  if (error instanceof ResponseError) {
    const busy = busyProblem(error);
    if (busy !== undefined) return busy;
    return {
      ...withCode('UPSTREAM_BAD_RESPONSE'),
      message: error.message,
      upstreamStatus: error.status,
      sent: true,
      ...(error.problems.length > 0 && { details: error.problems }),
    };
  }
  // The client's error wraps the mapper's.
  return mappingProblem(error instanceof ValidationError ? error.cause : error, operation);
}

/** The problem of a service that asks its callers to come back later, with the time that it names (RFC 9110 §10.2.3). */
function busyProblem({ code, status, retryAfter }: ResponseError): CallProblem | undefined {
  if (code !== 'HTTP_STATUS') return undefined;
  const wait = readRetryAfter(retryAfter, Date.now());
  const isBusy = status === 429 || (status === 503 && wait !== undefined);
  return isBusy ? { ...badStatusProblem(status, 'it is busy', wait), status: 503 } : undefined;
}

function ofFault(
  { fault, faultName, status }: SoapFaultError,
  faultStatuses: Readonly<Record<string, number>>,
): CallProblem {
  const own = faultName !== undefined && Object.hasOwn(faultStatuses, faultName) && faultStatuses[faultName];
  return {
    ...faultProblem(fault satisfies ProblemFault),
    upstreamStatus: status,
    sent: true,
    ...(own !== false && own !== undefined && { status: own }),
  };
}

function ofExchange(error: TransportError): CallProblem {
  const { code, message, sent } = error;
  if (code === 'UPSTREAM_BUSY') {
    const text = `The SOAP service could not be called: ${message}`;
    return {
      type: 'UPSTREAM_ERROR',
      code,
      message: text,
      sent,
      status: 503,
      headers: { 'Retry-After': '1' },
    };
  }
  return { ...transportProblem(error), status: TRANSPORT_STATUS[code] ?? 502 };
}
