import type { MappingError, SoapFault } from '@soapstone/json-xml-mapper';
import {
  type CallProblem,
  type ErrorType,
  faultProblem,
  mappingProblem,
  problemStatus,
  transportProblem,
} from '@soapstone/openapi-generator';
import type { Decision, Denial } from '@soapstone/rate-limiter';
import { isTransportError } from '@soapstone/soap-transport';

/** What a `GatewayError` is made of: what the client is told, and the cause that it is not. */
export interface GatewayErrorInit extends CallProblem {
  readonly cause?: unknown;
}

/** What the gateway answers instead of a result. Everything but `cause` is shown to the client. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly type: ErrorType;
  readonly code: string;
  readonly status: number;
  readonly init: GatewayErrorInit;

  constructor(init: GatewayErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.type = init.type;
    this.code = init.code;
    this.status = problemStatus(init);
    this.init = init;
  }

  /** Nothing was executed for this call: its quota is given back. */
  get refundable(): boolean {
    return this.init.sent === false || this.type === 'INTERNAL_ERROR';
  }
}

/** One code and one message for every reason, so that nothing can be learned about keys and accounts. */
export function invalidKey(): GatewayError {
  return new GatewayError({
    type: 'AUTHENTICATION_ERROR',
    code: 'INVALID_API_KEY',
    message: 'The API key in X-API-Key is missing, invalid or revoked',
  });
}

/** A request that HTTP or JSON forbids, before any schema is looked at. */
export function badRequest(code: string, message: string): GatewayError {
  return new GatewayError({ type: 'VALIDATION_ERROR', code, message });
}

/** A denial of the limiter, with `Retry-After` in seconds. */
export function limitExceeded(denial: Denial): GatewayError {
  const quota = denial.rule === 'quota';
  return new GatewayError({
    type: 'RATE_LIMIT_EXCEEDED',
    code: quota ? 'QUOTA_EXHAUSTED' : 'RATE_PER_MINUTE',
    message: quota
      ? `The quota of ${denial.quota.limit} calls in this billing period is used up`
      : `More than ${denial.minute.limit} calls within a minute`,
    headers: { 'Retry-After': String(Math.ceil(denial.retryAfter / 1000)) },
  });
}

/** A SOAP fault (FL-1): whatever the HTTP status was, the upstream said no. */
export function soapFault(fault: SoapFault): GatewayError {
  return new GatewayError(faultProblem(fault));
}

/** The answer of an overloaded process; clients come back at different times. */
export function overloaded(random: () => number = Math.random): GatewayError {
  return new GatewayError({
    type: 'INTERNAL_ERROR',
    code: 'OVERLOADED',
    message: 'The gateway is overloaded; nothing was sent',
    headers: { 'Retry-After': String(1 + Math.floor(random() * 3)) },
  });
}

/** The answer for an operation with which a process stood still twice: see `StallRepository`. */
export function operationHeld(): GatewayError {
  return new GatewayError({
    type: 'INTERNAL_ERROR',
    code: 'OPERATION_HELD',
    message:
      'This operation is held because the gateway stopped responding on it twice within an hour. The owner of the service can release it on the page of the operation',
    sent: false,
  });
}

/** The answer for an operation that the WSDL has and that cannot be mapped: it is graded `unsupported`. */
export function operationUnsupported(name: string, cause: MappingError): GatewayError {
  return new GatewayError({
    type: 'OPERATION_NOT_FOUND',
    code: 'OPERATION_UNSUPPORTED',
    message: `The operation ${name} is not offered: ${cause.errors[0]?.message ?? cause.message}`,
    cause,
  });
}

/** Throw the denial of `decision`, if it is one. */
export function assertAllowed(decision: Decision): void {
  if (!decision.allowed) throw limitExceeded(decision);
}

/** The one place where an error of a package, or an unforeseen one, becomes an answer. */
export function toGatewayError(
  error: unknown,
  target?: { readonly operation: { readonly info: { readonly name: string } } },
): GatewayError {
  if (error instanceof GatewayError) return error;
  const problem = mappingProblem(error, target?.operation.info.name ?? '');
  if (problem !== undefined) return new GatewayError(problem);
  if (isTransportError(error)) return new GatewayError({ ...transportProblem(error), cause: error });
  return new GatewayError({
    type: 'INTERNAL_ERROR',
    code: 'INTERNAL',
    message: 'An unexpected failure; the request id helps to find it in the log',
    cause: error,
  });
}
