import { type Kysely, sql } from 'kysely';
import type { CallSum } from '../../../domain/calls/logged-call.js';
import { printInstant, type Tables } from '../../tables/schema.js';
import { createRowWriter, type WriteRows } from '../../tables/write-rows.js';

/** The calls of a period of UTC days. */
export interface CallDaySums {
  /** Days with calls, oldest first. */
  readonly days: readonly {
    /** `YYYY-MM-DD`. */
    readonly day: string;
    readonly calls: number;
    readonly failures: number;
    /** The calls that used quota; undefined for days before they were counted. */
    readonly charged: number | undefined;
  }[];
  /** Errors, most frequent first. */
  readonly errors: readonly {
    readonly type: string;
    readonly code: string;
    readonly calls: number;
    readonly charged: number | undefined;
  }[];
  /** Services, most called first. */
  readonly services: readonly {
    /** `''` for requests to unknown services. */
    readonly serviceId: string;
    readonly calls: number;
    readonly failures: number;
  }[];
}

/** The calls of a day that ended in the same way. */
export interface DayOutcome {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly type: string;
  readonly code: string;
  readonly calls: number;
}

/** Sums of calls, for charts of months. The database adds them up, because an account can have thousands of services. */
export interface CallDayRepository {
  /** Returns the calls since the day of `from`, of all services or of one, with the `most` most frequent services and errors. */
  sums(
    accountId: string,
    from: number,
    options: { readonly serviceId?: string; readonly most: number },
  ): Promise<CallDaySums>;
  /** Returns the calls of one service since the day of `from`, by day and outcome; `''` stands for success. */
  outcomes(accountId: string, serviceId: string, from: number): Promise<readonly DayOutcome[]>;
  /** Deletes the days before that of `instant`. */
  deleteOlder(instant: number): Promise<void>;
}

const CALLS = sql<number | string>`sum(calls)`;
/** As `hasFailed` decides. */
const FAILURES = sql<number | string>`sum(case when type = '' or code = 'SOAP_FAULT' then 0 else calls end)`;
/** Null if it is unknown for any of the rows. */
const CHARGED = sql<number | string | null>`case when count(*) = count(charged) then sum(charged) end`;
const chargedOf = (sum: number | string | null) => (sum === null ? undefined : Number(sum));

export function createCallDayRepository(db: Kysely<Tables>): CallDayRepository {
  return {
    async sums(accountId, from, { serviceId, most }) {
      let found = db
        .selectFrom('call_days')
        .where('account_id', '=', accountId)
        .where('day', '>=', dayOf(from));
      if (serviceId !== undefined) found = found.where('service_id', '=', serviceId);
      const [days, errors, services] = await Promise.all([
        found
          .select(['day', CALLS.as('sum'), FAILURES.as('failed'), CHARGED.as('used')])
          .groupBy('day')
          .orderBy('day')
          .execute(),
        found
          .where('type', '!=', '')
          .select(['type', 'code', CALLS.as('sum'), CHARGED.as('used')])
          .groupBy(['type', 'code'])
          .orderBy('sum', 'desc')
          .orderBy('type')
          .orderBy('code')
          .limit(most)
          .execute(),
        found
          .select(['service_id', CALLS.as('sum'), FAILURES.as('failed')])
          .groupBy('service_id')
          .orderBy('sum', 'desc')
          .orderBy('service_id')
          .limit(most)
          .execute(),
      ]);
      // PostgreSQL returns sums of wide integers as text.
      return {
        days: days.map(({ day, sum, failed, used }) => ({
          day,
          calls: Number(sum),
          failures: Number(failed),
          charged: chargedOf(used),
        })),
        errors: errors.map(({ type, code, sum, used }) => ({
          type,
          code,
          calls: Number(sum),
          charged: chargedOf(used),
        })),
        services: services.map(({ service_id, sum, failed }) => ({
          serviceId: service_id,
          calls: Number(sum),
          failures: Number(failed),
        })),
      };
    },
    async outcomes(accountId, serviceId, from) {
      const rows = await db
        .selectFrom('call_days')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('day', '>=', dayOf(from))
        .select(['day', 'type', 'code', CALLS.as('sum')])
        .groupBy(['day', 'type', 'code'])
        .orderBy('day')
        .execute();
      return rows.map(({ day, type, code, sum }) => ({ day, type, code, calls: Number(sum) }));
    },
    async deleteOlder(instant) {
      await db.deleteFrom('call_days').where('day', '<', dayOf(instant)).execute();
    },
  };
}

/** Creates the function that adds calls to the sums of their days. */
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

/** Returns rows of sums in a fixed order, so that two nodes that write them concurrently cannot deadlock. */
export function dayRows(sums: readonly CallSum[]): Tables['call_days'][] {
  const days = new Map<string, Tables['call_days']>();
  for (const { accountId, hour, serviceId, operation, type, code, calls, charged } of sums) {
    const day = dayOf(hour);
    // A line break separates the parts, because ids, operation names and codes contain none.
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

/** Returns the UTC day of a time. */
export function dayOf(instant: number): string {
  return printInstant(instant).slice(0, 10);
}
