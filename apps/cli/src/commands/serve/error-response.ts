import {
  type CallProblem,
  mappingProblem,
  problemBody,
  problemStatus,
  transportProblem,
} from '@soapstone/http-contract';
import { stringify } from '@soapstone/json-xml-mapper';
import { isTransportError } from '@soapstone/soap-transport';
import { CliError } from '../../errors.js';

/** An answer of the local gateway. */
export interface GatewayResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A problem as the answer that the real gateway gives. */
export function problemResponse(problem: CallProblem, requestId: string): GatewayResponse {
  return {
    status: problemStatus(problem),
    contentType: JSON_TYPE,
    body: stringify(problemBody(problem, requestId)),
    ...(problem.headers === undefined ? {} : { headers: problem.headers }),
  };
}

/** Any error of a call as the answer that the real gateway gives. */
export function errorResponse(error: unknown, operation: string, requestId: string): GatewayResponse {
  return problemResponse(problemOf(error, operation), requestId);
}

function problemOf(error: unknown, operation: string): CallProblem {
  const problem = mappingProblem(error, operation);
  if (problem !== undefined) return problem;
  if (isTransportError(error)) return transportProblem(error);
  if (error instanceof CliError) {
    return { type: 'UPSTREAM_ERROR', code: error.code, message: error.message };
  }
  // Who asks is who runs this process: the real gateway hides what went wrong, and writes it to its log.
  const message = error instanceof Error ? error.message : String(error);
  return { type: 'INTERNAL_ERROR', code: 'INTERNAL', message };
}
