import type { SoapFault, ValidationError } from '@soapstone/json-xml-mapper';
import { isMappingError, isOperationNotFoundError, isResponseError } from '@soapstone/json-xml-mapper';
import { ERROR_STATUS, type ErrorType } from '@soapstone/openapi-generator';
import type { Decision, Denial } from '@soapstone/rate-limiter';
import { isTransportError, type TransportError } from '@soapstone/soap-transport';

/** What a `GatewayError` is made of. */
export interface GatewayErrorInit {
  /** One of the seven that the published contract lists. */
  readonly type: ErrorType;
  /** Finer than the type, and as stable. */
  readonly code: string;
  readonly message: string;
  /** Where it is not that of the type: method not allowed, plan required. */
  readonly status?: number;
  readonly details?: readonly ValidationError[];
  /** More problems exist than `details` holds. */
  readonly truncated?: boolean;
  readonly fault?: SoapFault;
  /** The HTTP status of the upstream, where it says more than the code. */
  readonly upstreamStatus?: number;
  /** Whether the upstream may have seen the call; `false` = safe to try again, and the quota is given back. */
  readonly sent?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
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
    this.status = init.status ?? ERROR_STATUS[init.type];
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
  const reason = fault.reason.trim().slice(0, 1000);
  return new GatewayError({
    type: 'UPSTREAM_ERROR',
    code: 'SOAP_FAULT',
    message: reason === '' ? `SOAP fault ${fault.code}` : reason,
    fault,
  });
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
  if (isMappingError(error)) {
    const { errors, truncated } = error;
    const count = truncated
      ? `more than ${errors.length} errors`
      : errors.length === 1
        ? '1 error'
        : `${errors.length} errors`;
    return new GatewayError({
      type: 'VALIDATION_ERROR',
      code: mappingCode(errors),
      message: `The request does not match the input of operation ${target?.operation.info.name ?? ''} (${count})`,
      details: errors,
      ...(truncated ? { truncated } : {}),
    });
  }
  if (isOperationNotFoundError(error)) {
    const hint = error.nearest.length === 0 ? '' : `; near names: ${error.nearest.slice(0, 3).join(', ')}`;
    return new GatewayError({
      type: 'OPERATION_NOT_FOUND',
      code: 'OPERATION_NOT_FOUND',
      message: `The service has no such operation${hint}`,
    });
  }
  if (isResponseError(error)) {
    return new GatewayError({
      type: 'UPSTREAM_ERROR',
      code: 'UPSTREAM_BAD_RESPONSE',
      message: `The answer of the SOAP service is not usable: ${error.message}`,
      ...(error.details.length === 0 ? {} : { details: error.details }),
      sent: true,
    });
  }
  if (isTransportError(error)) return fromTransport(error);
  return new GatewayError({
    type: 'INTERNAL_ERROR',
    code: 'INTERNAL',
    message: 'An unexpected failure; the request id helps to find it in the log',
    cause: error,
  });
}

function mappingCode(errors: readonly ValidationError[]): string {
  switch (errors[0]?.keyword) {
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

function fromTransport(error: TransportError): GatewayError {
  if (error.code === 'UPSTREAM_BUSY') {
    return new GatewayError({
      type: 'RATE_LIMIT_EXCEEDED',
      code: 'TOO_MANY_CONCURRENT',
      message: 'Too many calls of this account are running at the same time',
      sent: false,
      headers: { 'Retry-After': '1' },
    });
  }
  const retryAfter = error.retryAfterMs;
  return new GatewayError({
    type: 'UPSTREAM_ERROR',
    code: error.code === 'INVALID_REQUEST' ? 'UPSTREAM_ADDRESS_REFUSED' : error.code,
    message: `The SOAP service could not be called: ${error.message}`,
    sent: error.sent,
    ...(error.upstreamStatus === undefined ? {} : { upstreamStatus: error.upstreamStatus }),
    ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': String(Math.ceil(retryAfter / 1000)) } }),
    cause: error,
  });
}
