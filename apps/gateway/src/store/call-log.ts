import { type Kysely, type Selectable, sql } from 'kysely';
import { addCallDays } from './call-days.js';
import { createCallInserter, leaveOutWritten } from './insert-calls.js';
import { findKnownAccounts } from './known-accounts.js';
import { parseInstant, printInstant, type Tables } from './schema.js';

/** One call of the proxy, as its owner sees it later. Nothing of its content. */
export interface LoggedCall {
  readonly requestId: string;
  readonly accountId: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly serviceId?: string;
  readonly operation?: string;
  readonly method: string;
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  readonly latencyMs: number;
  readonly cached: boolean;
}

/** How often an operation was called in a span of time. */
export interface OperationUse {
  readonly serviceId: string | undefined;
  readonly operation: string | undefined;
  readonly calls: number;
  readonly failures: number;
  readonly averageLatencyMs: number;
}

/** Which calls are asked for. What is left out does not restrict. Instants are milliseconds since the Unix epoch. */
export interface CallFilter {
  readonly serviceId?: string;
  readonly operation?: string;
  readonly method?: string;
  readonly status?: number;
  readonly type?: string;
  /** Not before. */
  readonly from?: number;
  /** Not at or after. */
  readonly to?: number;
  /** Only calls that come after this one in the list: where the page before it ended. */
  readonly after?: { readonly at: number; readonly requestId: string };
}

/** How long a call took, for percentiles. */
export interface CallLatency {
  readonly serviceId: string;
  readonly operation: string;
  readonly latencyMs: number;
}

/** The calls of one service that came within one UTC hour. */
export interface ServiceHour {
  readonly serviceId: string;
  /** The beginning of the hour, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly calls: number;
  readonly failures: number;
}

/** The calls of accounts, for a while. */
export interface CallLogRepository {
  /**
   * Write calls down and count them in their days, both or neither. Calls that are there already change nothing; those of
   * accounts that are gone are left out.
   */
  add(calls: readonly LoggedCall[]): Promise<void>;
  /** Newest first. */
  list(accountId: string, limit: number, filter?: CallFilter): Promise<LoggedCall[]>;
  /** Since `from`, most called first. */
  use(accountId: string, from: number): Promise<OperationUse[]>;
  /** Of calls of an operation since `from` that had an answer of the upstream, the newest `most`. */
  latencies(accountId: string, from: number, most: number): Promise<CallLatency[]>;
  /** Since `from`, per service and UTC hour, oldest first. */
  hours(accountId: string, from: number): Promise<ServiceHour[]>;
  deleteOlder(instant: number): Promise<void>;
}

/** Some of the calls that were to be written are written already. */
class CallsAreThere extends Error {
  override readonly name = 'CallsAreThere';
}

/** A transaction is a wait for the disk, and holds the only connection of SQLite. */
const CALLS_PER_TRANSACTION = 2_000;

export function createCallLogRepository(db: Kysely<Tables>): CallLogRepository {
  const insertCalls = createCallInserter(db);

  /** Write and count calls. Throws `CallsAreThere`, and does nothing, where some of them are there already. */
  async function addNew(calls: readonly LoggedCall[]): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const known = await findKnownAccounts(
        transaction,
        calls.map((call) => call.accountId),
      );
      const theirs = calls.filter((call) => known.has(call.accountId));
      if ((await insertCalls(transaction, theirs)) < theirs.length) throw new CallsAreThere();
      await addCallDays(transaction, theirs);
    });
  }

  return {
    async add(calls) {
      for (let from = 0; from < calls.length; from += CALLS_PER_TRANSACTION) {
        const batch = calls.slice(from, from + CALLS_PER_TRANSACTION);
        try {
          await addNew(batch);
        } catch (error) {
          if (!(error instanceof CallsAreThere)) throw error;
          // They were written, nobody heard of it, and they came again.
          await addNew(await leaveOutWritten(db, batch));
        }
      }
    },
    async list(accountId, limit, filter = {}) {
      const { serviceId, operation, method, status, type, from, to, after } = filter;
      let query = db.selectFrom('call_log').selectAll().where('account_id', '=', accountId);
      if (serviceId !== undefined) query = query.where('service_id', '=', serviceId);
      if (operation !== undefined) query = query.where('operation', '=', operation);
      if (method !== undefined) query = query.where('method', '=', method);
      if (status !== undefined) query = query.where('status', '=', status);
      if (type !== undefined) query = query.where('type', '=', type);
      if (from !== undefined) query = query.where('at', '>=', printInstant(from));
      if (to !== undefined) query = query.where('at', '<', printInstant(to));
      if (after !== undefined) {
        const at = printInstant(after.at);
        query = query.where(({ and, eb, or }) =>
          or([eb('at', '<', at), and([eb('at', '=', at), eb('request_id', '>', after.requestId)])]),
        );
      }
      const rows = await query.orderBy('at', 'desc').orderBy('request_id').limit(limit).execute();
      return rows.map(read);
    },
    async use(accountId, from) {
      const rows = await db
        .selectFrom('call_log')
        .select(({ fn, eb }) => [
          'service_id',
          'operation',
          fn.countAll<number>().as('calls'),
          fn.sum<number>(eb.case().when('status', '>=', 400).then(1).else(0).end()).as('failures'),
          fn.avg<number>('latency_ms').as('latency'),
        ])
        .where('account_id', '=', accountId)
        .where('at', '>=', printInstant(from))
        .groupBy(['service_id', 'operation'])
        .orderBy('calls', 'desc')
        .execute();
      return rows.map((row) => ({
        serviceId: row.service_id ?? undefined,
        operation: row.operation ?? undefined,
        // PostgreSQL gives averages as text, whatever they are of.
        calls: Number(row.calls),
        failures: Number(row.failures),
        averageLatencyMs: Math.round(Number(row.latency)),
      }));
    },
    async latencies(accountId, from, most) {
      const rows = await db
        .selectFrom('call_log')
        .select(['service_id', 'operation', 'latency_ms'])
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
      }));
    },
    async hours(accountId, from) {
      // The first 13 characters of an instant, `2026-11-21T10`, are its hour.
      const hour = sql<string>`substr(at, 1, 13)`;
      const rows = await db
        .selectFrom('call_log')
        .select(({ fn, eb }) => [
          'service_id',
          hour.as('hour'),
          fn.countAll<number>().as('calls'),
          fn.sum<number>(eb.case().when('status', '>=', 400).then(1).else(0).end()).as('failures'),
        ])
        .where('account_id', '=', accountId)
        .where('service_id', 'is not', null)
        .where('at', '>=', printInstant(from))
        .groupBy(['service_id', hour])
        .orderBy('hour')
        .execute();
      return rows.map((row) => ({
        serviceId: row.service_id ?? '',
        at: parseInstant(`${row.hour}:00:00.000Z`),
        calls: Number(row.calls),
        failures: Number(row.failures),
      }));
    },
    async deleteOlder(instant) {
      await db.deleteFrom('call_log').where('at', '<', printInstant(instant)).execute();
    },
  };
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
  };
}
