import type { Kysely } from 'kysely';
import type { CallSum } from '../domain/logged-call.js';
import { printInstant, type Tables } from './schema.js';
import { createRowWriter, type WriteRows } from './write-rows.js';

/** The calls of one UTC day with the same service, operation and outcome. */
export interface CallDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `''` if none was found. */
  readonly serviceId: string;
  readonly operation: string;
  /** `''` for success. */
  readonly type: string;
  readonly code: string;
  readonly calls: number;
  /** The calls that used quota; undefined for days before they were counted. */
  readonly charged: number | undefined;
}

/** Aggregated calls: what a chart of months needs, at the cost of a few rows a day. */
export interface CallDayRepository {
  /** Since the day of `from`, oldest first. */
  list(accountId: string, from: number, serviceId?: string): Promise<CallDay[]>;
  /** Deletes whole days before that of `instant`. */
  deleteOlder(instant: number): Promise<void>;
}

export function createCallDayRepository(db: Kysely<Tables>): CallDayRepository {
  return {
    async list(accountId, from, serviceId) {
      let query = db
        .selectFrom('call_days')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('day', '>=', dayOf(from));
      if (serviceId !== undefined) query = query.where('service_id', '=', serviceId);
      const rows = await query.orderBy('day').execute();
      return rows.map((row) => ({
        day: row.day,
        serviceId: row.service_id,
        operation: row.operation,
        type: row.type,
        code: row.code,
        // PostgreSQL returns wide integers as text.
        calls: Number(row.calls),
        charged: row.charged === null ? undefined : Number(row.charged),
      }));
    },
    async deleteOlder(instant) {
      await db.deleteFrom('call_days').where('day', '<', dayOf(instant)).execute();
    },
  };
}

/** Creates the function that adds calls to their days. */
export function createDayWriter(db: Kysely<Tables>): WriteRows<Tables['call_days']> {
  return createRowWriter((rows) =>
    db
      .insertInto('call_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'day', 'service_id', 'operation', 'type', 'code'])
          .doUpdateSet(({ eb, fn, lit, ref }) => ({
            calls: eb(ref('call_days.calls'), '+', ref('excluded.calls')),
            charged: eb(fn.coalesce(ref('call_days.charged'), lit(0)), '+', ref('excluded.charged')),
          })),
      ),
  );
}

/** The rows of sums in a fixed order, so that two nodes that write them at once cannot deadlock. */
export function dayRows(sums: readonly CallSum[]): Tables['call_days'][] {
  const days = new Map<string, Tables['call_days']>();
  for (const { accountId, hour, serviceId, operation, type, code, calls, charged } of sums) {
    const day = dayOf(hour);
    // Ids, operation names and our own codes contain no line break.
    const id = `${accountId}\n${day}\n${serviceId}\n${operation}\n${type}\n${code}`;
    const row = days.get(id);
    if (row !== undefined) {
      row.calls += calls;
      row.charged = (row.charged ?? 0) + charged;
    } else {
      days.set(id, {
        account_id: accountId,
        day,
        service_id: serviceId,
        operation,
        type,
        code,
        calls,
        charged,
      });
    }
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

/** The UTC day of an instant. */
export function dayOf(instant: number): string {
  return printInstant(instant).slice(0, 10);
}
