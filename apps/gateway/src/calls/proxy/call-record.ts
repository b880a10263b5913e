import type { CallRecord } from '../../log/log.js';
import type { ProxyRequest, ProxyResponse } from './http.js';
import type { CallTrail } from './layer.js';

/** The maximum number of characters that are logged of the name of an unknown operation. */
const MAX_REQUESTED = 200;

/**
 * Returns the log record of a call that took `latencyMs` milliseconds. Members are assigned one by one, because this runs for every call
 * and object spreads would be most of its cost.
 */
export function callRecord(
  request: ProxyRequest,
  response: ProxyResponse,
  latencyMs: number,
  { caller, target, cached, failure, charged, answers }: CallTrail,
): CallRecord {
  const record: { -readonly [Key in keyof CallRecord]: CallRecord[Key] } = {
    requestId: request.id,
    // The call log recognises calls by agents by their method.
    method: request.agent === undefined ? request.method : 'MCP',
    // The client disconnected. nginx uses the same status.
    status: request.signal.aborted ? 499 : response.status,
    latencyMs,
  };
  if (request.agent !== undefined) record.agent = request.agent.client ?? '';
  if (cached !== undefined) record.cached = cached;
  if (charged === true) record.charged = true;
  if (answers !== undefined) record.answers = answers;
  if (caller !== undefined) {
    record.accountId = caller.account.id;
    record.keyId = caller.keyId;
    record.address = request.address();
  }
  if (target !== undefined) {
    record.serviceId = target.service.service.id;
    record.operation = target.operation.info.name;
  }
  if (failure !== undefined) {
    record.type = failure.type;
    record.code = failure.code;
    record.cause = failure.cause;
    if (failure.status === 404) {
      record.requested = `${request.serviceSlug}/${request.operationName}`.slice(0, MAX_REQUESTED);
    }
  }
  return record;
}
