import type { Transaction } from 'kysely';
import type { CallSum } from './call-log.js';
import { printInstant, type Tables } from './schema.js';

/** SQLite takes this many parameters in one statement, at seven a row. */
const ROWS_AT_ONCE = 100;

/** Add calls to their hours, in one order everywhere: two nodes that do so at once must not wait for each other in a circle. */
export async function addCallHours(
  transaction: Transaction<Tables>,
  sums: readonly CallSum[],
): Promise<void> {
  const hours = new Map<string, Tables['call_hours']>();
  for (const { accountId, hour: at, serviceId, operation, type, calls, latencyMs } of sums) {
    const hour = hourOf(at);
    const failures = type === '' ? 0 : calls;
    // Ids and the name of an operation hold no line break.
    const id = `${accountId}\n${hour}\n${serviceId}\n${operation}`;
    const row = hours.get(id);
    if (row === undefined) {
      hours.set(id, {
        account_id: accountId,
        hour,
        service_id: serviceId,
        operation,
        calls,
        failures,
        latency_ms: latencyMs,
      });
    } else {
      row.calls += calls;
      row.failures += failures;
      row.latency_ms += latencyMs;
    }
  }
  const rows = [...hours].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await transaction
      .insertInto('call_hours')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'hour', 'service_id', 'operation']).doUpdateSet(({ eb, ref }) => ({
          calls: eb(ref('call_hours.calls'), '+', ref('excluded.calls')),
          failures: eb(ref('call_hours.failures'), '+', ref('excluded.failures')),
          latency_ms: eb(ref('call_hours.latency_ms'), '+', ref('excluded.latency_ms')),
        })),
      )
      .execute();
  }
}

/** The UTC hour of an instant, `2026-11-21T10`. */
export function hourOf(instant: number): string {
  return printInstant(instant).slice(0, 13);
}
