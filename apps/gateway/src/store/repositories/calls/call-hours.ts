import type { Kysely } from 'kysely';
import { type CallSum, hasFailed } from '../../../domain/calls/logged-call.js';
import { printInstant, type Tables } from '../../tables/schema.js';
import { createRowWriter, type WriteRows } from '../../tables/write-rows.js';

/** Creates the function that adds calls to the sums of their hours. */
export function createHourWriter(db: Kysely<Tables>): WriteRows<Tables['call_hours']> {
  return createRowWriter((rows) =>
    db
      .insertInto('call_hours')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'hour', 'service_id', 'operation']).doUpdateSet(({ eb, ref }) => ({
          calls: eb(ref('call_hours.calls'), '+', ref('excluded.calls')),
          failures: eb(ref('call_hours.failures'), '+', ref('excluded.failures')),
          latency_ms: eb(ref('call_hours.latency_ms'), '+', ref('excluded.latency_ms')),
        })),
      ),
  );
}

/** Returns rows of sums in a fixed order, so that two nodes that write them concurrently cannot deadlock. */
export function hourRows(sums: readonly CallSum[]): Tables['call_hours'][] {
  const hours = new Map<string, Tables['call_hours']>();
  for (const sum of sums) {
    const { accountId, hour: at, serviceId, operation, calls, latencyMs } = sum;
    const hour = hourOf(at);
    const failures = hasFailed(sum) ? calls : 0;
    // A line break separates the parts, because ids and operation names contain none.
    const id = `${accountId}\n${hour}\n${serviceId}\n${operation}`;
    const row = hours.get(id);
    if (row !== undefined) {
      row.calls += calls;
      row.failures += failures;
      row.latency_ms += latencyMs;
      continue;
    }
    hours.set(id, {
      account_id: accountId,
      hour,
      service_id: serviceId,
      operation,
      calls,
      failures,
      latency_ms: latencyMs,
    });
  }
  return [...hours].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** Returns the UTC hour of a time, such as `2026-11-21T10`. */
export function hourOf(instant: number): string {
  return printInstant(instant).slice(0, 13);
}
