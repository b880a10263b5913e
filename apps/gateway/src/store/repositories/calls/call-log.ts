import type { Kysely, Selectable } from 'kysely';
import type { CallBatch, LoggedCall } from '../../../domain/calls/logged-call.js';
import { isAfter, type Place } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { createDayWriter, dayRows } from './call-days.js';
import { createHourWriter, hourOf, hourRows } from './call-hours.js';
import { callRows, createCallWriter } from './call-rows.js';
import { createKeyDayWriter, keyDayRows } from './key-days.js';
import { findKnownAccounts } from './known-accounts.js';
import { sumLeavingCalls } from './operation-callers.js';

/** The number of calls of an operation in a period. */
export interface OperationUse {
  readonly serviceId?: string;
  readonly operation?: string;
  readonly calls: number;
  readonly failures: number;
  readonly averageLatencyMs: number;
}

/** A filter for calls. Absent members do not restrict. Times are in milliseconds since the Unix epoch. */
export interface CallFilter {
  readonly requestId?: string;
  readonly serviceId?: string;
  readonly operation?: string;
  readonly method?: string;
  readonly status?: number;
  readonly type?: string;
  readonly keyId?: string;
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
  /** A cursor: where the previous page ended. Only calls after it in the list. */
  readonly after?: Place;
}

/** The duration of a call, for percentiles. */
export interface CallLatency {
  readonly serviceId: string;
  readonly operation: string;
  readonly latencyMs: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** The calls of one service in one UTC hour. */
export interface ServiceHour {
  /** `''` for requests to unknown services. */
  readonly serviceId: string;
  /** The start of the hour, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly calls: number;
  readonly failures: number;
}

/** The calls of accounts, for a limited time. */
export interface CallLogRepository {
  /**
   * Writes a batch atomically. A batch that was already written changes nothing; calls of deleted accounts are dropped. A writer
   * writes one batch after another.
   */
  add(batch: CallBatch): Promise<void>;
  /** Lists calls, newest first. */
  list(accountId: string, limit: number, filter?: CallFilter): Promise<LoggedCall[]>;
  /** Finds a listed call. */
  find(accountId: string, requestId: string): Promise<LoggedCall | undefined>;
  /**
   * Returns the newest listed call since `from` that was sent to the SOAP service, or failed to be. Neither stored responses nor calls that the
   * gateway rejected count.
   */
  newestSent(accountId: string, serviceId: string, from: number): Promise<LoggedCall | undefined>;
  /** Returns the `most` most called operations since the hour of `from`, most called first. */
  use(accountId: string, from: number, most: number): Promise<OperationUse[]>;
  /** Returns the newest `most` listed calls of an operation since `from` that had an upstream response. */
  latencies(accountId: string, from: number, most: number): Promise<CallLatency[]>;
  /** Returns all calls since the hour of `from` by service and UTC hour, oldest first; only of `serviceIds` if given. */
  hours(accountId: string, from: number, serviceIds?: readonly string[]): Promise<ServiceHour[]>;
  /** Deletes calls before `instant`, which stay in the sums of `operationCallers`, and the sums of whole hours before it. */
  deleteOlder(instant: number): Promise<void>;
}

/** The maximum number of rows deleted per statement, so that other statements can run in between. */
const DELETED_AT_ONCE = 5_000;

export function createCallLogRepository(db: Kysely<Tables>): CallLogRepository {
  const writeCalls = createCallWriter(db);
  const writeHours = createHourWriter(db);
  const writeDays = createDayWriter(db);
  const writeKeyDays = createKeyDayWriter(db);
  return {
    async add({ writer, number, at, sums, keys, calls }) {
      await db.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('call_writers')
          .values({ id: writer, batch: number, at: printInstant(at) })
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet(({ ref }) => ({ batch: ref('excluded.batch'), at: ref('excluded.at') }))
              .whereRef('call_writers.batch', '<', 'excluded.batch'),
          )
          .executeTakeFirstOrThrow();
        // The batch was already written, but the acknowledgement was lost.
        if (numInsertedOrUpdatedRows === 0n) return;
        const known = await findKnownAccounts(
          transaction,
          sums.map(({ accountId }) => accountId),
        );
        const isKnown = ({ accountId }: { readonly accountId: string }) => known.has(accountId);
        const theirs = sums.filter(isKnown);
        await writeCalls(transaction, callRows(calls.filter(isKnown)));
        await writeHours(transaction, hourRows(theirs));
        await writeDays(transaction, dayRows(theirs));
        await writeKeyDays(transaction, keyDayRows(keys.filter(isKnown)));
      });
    },
    async list(accountId, limit, filter = {}) {
      const { requestId, serviceId, operation, method, status, type, keyId, from, to, after } = filter;
      let query = db.selectFrom('call_log').selectAll().where('account_id', '=', accountId);
      if (requestId !== undefined) query = query.where('request_id', '=', requestId);
      if (serviceId !== undefined) query = query.where('service_id', '=', serviceId);
      if (operation !== undefined) query = query.where('operation', '=', operation);
      if (method !== undefined) query = query.where('method', '=', method);
      if (status !== undefined) query = query.where('status', '=', status);
      if (type !== undefined) query = query.where('type', '=', type);
      if (keyId !== undefined) query = query.where('key_id', '=', keyId);
      if (from !== undefined) query = query.where('at', '>=', printInstant(from));
      if (to !== undefined) query = query.where('at', '<', printInstant(to));
      if (after !== undefined) {
        query = query.where(isAfter({ at: 'at', id: 'request_id' }, 'desc', after));
      }
      const rows = await query.orderBy('at', 'desc').orderBy('request_id').limit(limit).execute();
      return rows.map(read);
    },
    async find(accountId, requestId) {
      const row = await db
        .selectFrom('call_log')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row && read(row);
    },
    async newestSent(accountId, serviceId, from) {
      const row = await db
        .selectFrom('call_log')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('at', '>', printInstant(from))
        .where('cached', '=', 0)
        .where(({ eb, or }) => or([eb('answers', 'is', null), eb('answers', '=', 'record')]))
        .where(({ eb, or }) => or([eb('type', 'is', null), eb('type', '=', 'UPSTREAM_ERROR')]))
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && read(row);
    },
    async use(accountId, from, most) {
      const rows = await db
        .selectFrom('call_hours')
        .select(({ fn }) => [
          'service_id',
          'operation',
          fn.sum<number>('calls').as('calls'),
          fn.sum<number>('failures').as('failures'),
          fn.sum<number>('latency_ms').as('latency'),
        ])
        .where('account_id', '=', accountId)
        .where('hour', '>=', hourOf(from))
        .groupBy(['service_id', 'operation'])
        .orderBy('calls', 'desc')
        .orderBy('service_id')
        .orderBy('operation')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        ...(row.service_id !== '' && { serviceId: row.service_id }),
        ...(row.operation !== '' && { operation: row.operation }),
        // PostgreSQL returns sums of wide integers as text.
        calls: Number(row.calls),
        failures: Number(row.failures),
        averageLatencyMs: Math.round(Number(row.latency) / Number(row.calls)),
      }));
    },
    async latencies(accountId, from, most) {
      const rows = await db
        .selectFrom('call_log')
        .select(['service_id', 'operation', 'latency_ms', 'at'])
        .where('account_id', '=', accountId)
        .where('at', '>=', printInstant(from))
        .where('operation', 'is not', null)
        .where('status', 'in', [200, 502])
        .where('cached', '=', 0)
        .orderBy('at', 'desc')
        .orderBy('request_id')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        serviceId: row.service_id ?? '',
        operation: row.operation ?? '',
        latencyMs: row.latency_ms,
        at: parseInstant(row.at),
      }));
    },
    async hours(accountId, from, serviceIds) {
      if (serviceIds?.length === 0) return [];
      let query = db
        .selectFrom('call_hours')
        .select(({ fn }) => [
          'service_id',
          'hour',
          fn.sum<number>('calls').as('calls'),
          fn.sum<number>('failures').as('failures'),
        ])
        .where('account_id', '=', accountId)
        .where('hour', '>=', hourOf(from));
      if (serviceIds !== undefined) query = query.where('service_id', 'in', serviceIds);
      const rows = await query
        .groupBy(['service_id', 'hour'])
        .orderBy('hour')
        .orderBy('service_id')
        .execute();
      return rows.map((row) => ({
        serviceId: row.service_id,
        at: parseInstant(`${row.hour}:00:00.000Z`),
        calls: Number(row.calls),
        failures: Number(row.failures),
      }));
    },
    deleteOlder: (instant) => deleteOldCalls(db, instant),
  };
}

/** Deletes the calls before a time, some at once, and adds them to the sums of their keys. */
async function deleteOldCalls(db: Kysely<Tables>, instant: number): Promise<void> {
  const before = printInstant(instant);
  let deleted = DELETED_AT_ONCE;
  while (deleted >= DELETED_AT_ONCE) {
    deleted = await db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .deleteFrom('call_log')
        .where('request_id', 'in', (query) =>
          query.selectFrom('call_log').select('request_id').where('at', '<', before).limit(DELETED_AT_ONCE),
        )
        .returning(['account_id', 'service_id', 'operation', 'key_id', 'at'])
        .execute();
      await sumLeavingCalls(transaction, rows);
      return rows.length;
    });
  }
  await db.deleteFrom('call_hours').where('hour', '<', hourOf(instant)).execute();
  await db.deleteFrom('call_writers').where('at', '<', before).execute();
}

function read(row: Selectable<Tables['call_log']>): LoggedCall {
  return {
    requestId: row.request_id,
    accountId: row.account_id,
    at: parseInstant(row.at),
    ...(row.service_id === null ? {} : { serviceId: row.service_id }),
    ...(row.operation === null ? {} : { operation: row.operation }),
    method: row.method,
    status: row.status,
    ...(row.type === null ? {} : { type: row.type }),
    ...(row.code === null ? {} : { code: row.code }),
    latencyMs: row.latency_ms,
    cached: row.cached === 1,
    charged: row.charged === 1,
    ...(row.key_id === null ? {} : { keyId: row.key_id }),
    ...(row.requested === null ? {} : { requested: row.requested }),
    ...(row.answers === null ? {} : { answers: row.answers as NonNullable<LoggedCall['answers']> }),
  };
}
