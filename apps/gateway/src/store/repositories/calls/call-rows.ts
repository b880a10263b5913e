import type { Insertable, Kysely } from 'kysely';
import type { LoggedCall } from '../../../domain/calls/logged-call.js';
import { printInstant, type Tables } from '../../tables/schema.js';
import { createRowWriter, type WriteRows } from '../../tables/write-rows.js';

/** Creates the function that writes individual calls. */
export function createCallWriter(db: Kysely<Tables>): WriteRows<Insertable<Tables['call_log']>> {
  return createRowWriter((rows) => db.insertInto('call_log').values(rows));
}

/** Converts calls to rows. */
export function callRows(calls: readonly LoggedCall[]): Insertable<Tables['call_log']>[] {
  let instant = Number.NaN;
  let at = '';
  return calls.map((call) => {
    // The last time is reused, because many calls end in the same millisecond and printing the time costs as much as the rest of the row.
    if (call.at !== instant) {
      instant = call.at;
      at = printInstant(instant);
    }
    return {
      request_id: call.requestId,
      account_id: call.accountId,
      at,
      service_id: call.serviceId ?? null,
      operation: call.operation ?? null,
      method: call.method,
      status: call.status,
      type: call.type ?? null,
      code: call.code ?? null,
      latency_ms: call.latencyMs,
      cached: call.cached ? 1 : 0,
      charged: call.charged ? 1 : 0,
      key_id: call.keyId ?? null,
      requested: call.requested ?? null,
      answers: call.answers ?? null,
    };
  });
}
