import {
  type CallProblem,
  type ErrorCode,
  type ErrorType,
  faultProblem,
  internalProblem,
  invalidKeyProblem,
  mappingProblem,
  minuteLimitProblem,
  operationHeldProblem,
  operationUnsupportedProblem,
  overloadedProblem,
  problemStatus,
  quotaProblem,
  servicePausedProblem,
  sessionProblem,
  transportProblem,
  withCode,
} from '@soapstone/http-contract';
import type { MappingError, SoapFaultInfo } from '@soapstone/json-xml-mapper';
import type { Decision, Denial } from '@soapstone/rate-limiter';
import { isSessionError } from '@soapstone/soap-call/internal/session';
import { asTransportError, isTransportError } from '@soapstone/soap-transport';
import { OPTION_HINT } from '@soapstone/soap-transport/internal/answer';
import { refusedAddress } from './refused-address.js';

/** Tells callers in place of the transport's option: who can change it. */
const SETTING_HINT = ' (the owner of the service can allow it with the setting "$1")';

/** How the transport names the entry that lets a proxy resolve a host, and how an error tells callers, who must not learn the host. */
const NAME_ENTRY = /egress\.allow "[^"]*" lets the proxy resolve it/;
const NAME_SETTING = 'the operator can name the host in EGRESS_ALLOW, so that the proxy resolves it';

/** The parts of a `GatewayError`: what the client sees, and the cause, which it does not see. */
export interface GatewayErrorInit extends CallProblem {
  readonly cause?: unknown;
}

/** An error response. Everything but `cause` is shown to the client. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly type: ErrorType;
  readonly code: ErrorCode;
  readonly status: number;
  readonly init: GatewayErrorInit;

  constructor(init: GatewayErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.type = init.type;
    this.code = init.code;
    this.status = problemStatus(init);
    this.init = init;
  }

  /** Nothing was executed for this call, so its quota is refunded. */
  get refundable(): boolean {
    return this.init.sent === false || this.type === 'INTERNAL_ERROR';
  }
}

/** The code and message are the same for every reason, so that they reveal nothing about keys and accounts. */
export function invalidKey(): GatewayError {
  return new GatewayError(invalidKeyProblem());
}

/** A request that violates HTTP or JSON, before any schema applies. */
export function badRequest(code: ErrorCode, message: string): GatewayError {
  return new GatewayError({ type: 'VALIDATION_ERROR', code, message });
}

/** A body that fits its schema and has members that cannot be used: a sentence for each, by the JSON Pointer of the member. */
export function unusableMembers(message: string, problems: Readonly<Record<string, string>>): GatewayError {
  const details = Object.entries(problems).map(([path, problem]) => ({
    path,
    keyword: 'format' as const,
    message: problem,
  }));
  return new GatewayError({ ...withCode('SCHEMA_VIOLATION'), message, details });
}

/** A rejection by the limiter, with `Retry-After` in seconds. */
function limitExceeded({ rule, quota, minute, retryAfter, byKey }: Denial & ByKey): GatewayError {
  const problem =
    rule === 'quota' ? quotaProblem(quota.limit, retryAfter) : minuteLimitProblem(minute.limit, retryAfter);
  if (!byKey) return new GatewayError(problem);
  const most =
    rule === 'quota' ? `${quota.limit} calls in a billing period` : `${minute.limit} calls in a minute`;
  return new GatewayError({
    ...problem,
    message: `This API key may make ${most}; its owner can raise the limit`,
  });
}

/** Whether a key's own limit denied a call, not its account's. */
interface ByKey {
  readonly byKey?: true;
}

/** A SOAP fault (FL-1): the upstream rejected the call, regardless of the HTTP status. */
export function soapFault(fault: SoapFaultInfo): GatewayError {
  return new GatewayError(faultProblem(fault));
}

/** The response of an overloaded process. `Retry-After` varies, so that clients come back at different times. */
export function overloaded(random: () => number = Math.random): GatewayError {
  return new GatewayError(overloadedProblem(1 + Math.floor(random() * 3)));
}

/** The response for an operation that stalled a process twice: see `StallRepository`. */
export function operationHeld(): GatewayError {
  return new GatewayError(operationHeldProblem());
}

/** The response for an operation of the WSDL that cannot be mapped and is therefore graded `unsupported`. */
export function operationUnsupported(name: string, cause: MappingError): GatewayError {
  return new GatewayError({
    ...operationUnsupportedProblem(name, cause.errors[0]?.message ?? cause.message),
    cause,
  });
}

/** Throws if `decision` is a rejection. */
export function assertAllowed(decision: Decision & ByKey): void {
  if (!decision.allowed) throw limitExceeded(decision);
}

/** Says where a client finds the names of operations, if it has used none of them. */
function withDirections(problem: CallProblem): CallProblem {
  if (problem.code !== 'OPERATION_NOT_FOUND') return problem;
  const { message } = problem;
  return { ...problem, message: `${message}; GET /api/v1/{accountId}/{serviceSlug} lists all of them` };
}

/** Turns an error of a package, or an unexpected one, into the error that the client sees. `target` is what was called. */
export function toGatewayError(
  error: unknown,
  target?: { readonly operation: { readonly info: { readonly name: string } } },
): GatewayError {
  if (error instanceof GatewayError) return error;
  const problem = mappingProblem(error, target?.operation.info.name ?? '');
  if (problem !== undefined) return new GatewayError(withDirections(problem));
  if (isSessionError(error)) return new GatewayError({ ...sessionProblem(error), cause: error });
  const failure = asTransportError(error);
  if (isTransportError(failure)) {
    const problem = transportProblem(failure);
    // Omits the address, because clients must not learn where the service is.
    const message =
      failure.code === 'UPSTREAM_ADDRESS_REFUSED'
        ? refusedAddress('', failure.cause)
        : problem.message.replace(OPTION_HINT, SETTING_HINT).replace(NAME_ENTRY, NAME_SETTING);
    return new GatewayError({ ...problem, message, cause: failure });
  }
  return new GatewayError({ ...internalProblem(), cause: error });
}

/** The rules of the key do not allow the request. */
export function notForThisKey(
  message = 'This API key may not call this operation; its owner can allow it',
): GatewayError {
  return new GatewayError({
    ...withCode('OPERATION_NOT_ALLOWED'),
    message,
    sent: false,
  });
}

/** The error for a service that its owner has paused. Only callers with a key of its account get it. */
export function servicePaused(): GatewayError {
  return new GatewayError(servicePausedProblem());
}

/** The error for a service that does not exist or belongs to another account; callers cannot tell these apart. */
export function serviceNotFound(): GatewayError {
  return new GatewayError({
    ...withCode('SERVICE_NOT_FOUND'),
    message:
      'No service of this account has this name; GET /api/v1/{accountId} lists those that the key may call',
  });
}
