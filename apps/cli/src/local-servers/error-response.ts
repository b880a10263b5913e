import {
  type CallProblem,
  isErrorCode,
  mappingProblem,
  problemBody,
  problemStatus,
  sessionProblem,
  transportProblem,
  withCode,
} from '@soapstone/http-contract';
import { stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { isSessionError } from '@soapstone/soap-call/internal/session';
import { asTransportError, isTransportError } from '@soapstone/soap-transport';
import { CliError } from '../errors/errors.js';
import { namingFlags } from '../errors/limit-advice.js';

/** A response of the local gateway. */
export interface GatewayResponse {
  readonly status: number;
  /** Absent without a body. */
  readonly contentType?: string;
  readonly body: string | Uint8Array;
  /** Chunks that are sent in place of the body. */
  readonly stream?: AsyncIterable<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns the response of the real gateway to a problem. */
export function problemResponse(problem: CallProblem, requestId: string): GatewayResponse {
  return {
    status: problemStatus(problem),
    contentType: JSON_TYPE,
    body: stringify(problemBody(problem, requestId)),
    ...defined({ headers: problem.headers }),
  };
}

/**
 * Returns the response of the real gateway to any error of a call.
 *
 * @param missing the document that the description of the operation lacks, which may be the cause
 */
export function errorResponse(
  error: unknown,
  operation: string,
  requestId: string,
  missing?: string,
): GatewayResponse {
  const problem = callProblemOf(error, operation);
  const message = missing === undefined ? problem.message : `${problem.message}; ${missing}`;
  return problemResponse({ ...problem, message }, requestId);
}

/** Converts any error of a call to a problem. Limits are named by the options that raise them. */
export function callProblemOf(error: unknown, operation: string): CallProblem {
  const problem = describe(error, operation);
  return { ...problem, message: namingFlags(problem.message) };
}

function describe(error: unknown, operation: string): CallProblem {
  const problem = mappingProblem(error, operation);
  if (problem !== undefined) return problem;
  const failure = asTransportError(error);
  if (isTransportError(failure)) return transportProblem(failure);
  // The caller is the person who runs this process.
  if (isSessionError(error)) return { ...sessionProblem(error), message: error.message };
  if (error instanceof CliError) {
    const code = isErrorCode(error.code) ? error.code : 'UPSTREAM_BAD_RESPONSE';
    const { message, headers } = error;
    // The only one whose status is not that of its type.
    if (code === 'UPSTREAM_BUSY') return { ...withCode(code), message, ...defined({ headers }) };
    return { type: 'UPSTREAM_ERROR', code, message };
  }
  // The real gateway hides the cause and writes it to its log.
  const message = error instanceof Error ? error.message : String(error);
  return { ...withCode('INTERNAL'), message };
}
