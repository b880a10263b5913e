import type { GatewayError } from '../errors/errors.js';
import type { CallRecord } from '../log/log.js';
import type { Caller } from './authenticate.js';
import type { ProxyRequest, ProxyResponse } from './http.js';
import type { Target } from './resolve.js';

/** How far a call came. */
export interface CallProgress {
  readonly caller: Caller | undefined;
  readonly target: Target | undefined;
  /** Whether its result was a stored one; nothing where it has none. */
  readonly cached: boolean | undefined;
  readonly failure: GatewayError | undefined;
}

/**
 * What is written of a call that took `latencyMs` milliseconds. Member by member: it is made for every call, and copies of
 * objects with and without members would be most of what it costs.
 */
export function callRecord(
  request: ProxyRequest,
  response: ProxyResponse,
  latencyMs: number,
  { caller, target, cached, failure }: CallProgress,
): CallRecord {
  const record: { -readonly [Key in keyof CallRecord]: CallRecord[Key] } = {
    requestId: request.id,
    method: request.method,
    // Who went away heard nothing; the number is nginx's.
    status: request.signal.aborted ? 499 : response.status,
    latencyMs,
  };
  if (cached !== undefined) record.cached = cached;
  if (caller !== undefined) {
    record.accountId = caller.account.id;
    record.keyId = caller.keyId;
  }
  if (target !== undefined) {
    record.serviceId = target.service.service.id;
    record.operation = target.operation.info.name;
  }
  if (failure !== undefined) {
    record.type = failure.type;
    record.code = failure.code;
    record.cause = failure.cause;
  }
  return record;
}
