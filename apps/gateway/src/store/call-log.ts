import type { Kysely } from 'kysely';
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

/** The calls of accounts, for a while. */
export interface CallLogRepository {
  add(calls: readonly LoggedCall[]): Promise<void>;
  /** Newest first. */
  list(accountId: string, limit: number): Promise<LoggedCall[]>;
  /** Since `from`, most called first. */
  use(accountId: string, from: number): Promise<OperationUse[]>;
  deleteOlder(instant: number): Promise<void>;
}

const ROWS_AT_ONCE = 80;

export function createCallLogRepository(db: Kysely<Tables>): CallLogRepository {
  return {
    async add(calls) {
      for (let from = 0; from < calls.length; from += ROWS_AT_ONCE) {
        await db
          .insertInto('call_log')
          .values(calls.slice(from, from + ROWS_AT_ONCE).map(columns))
          .onConflict((conflict) => conflict.column('request_id').doNothing())
          .execute();
      }
    },
    async list(accountId, limit) {
      const rows = await db
        .selectFrom('call_log')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('at', 'desc')
        .orderBy('request_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
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
      }));
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
    async deleteOlder(instant) {
      await db.deleteFrom('call_log').where('at', '<', printInstant(instant)).execute();
    },
  };
}

function columns(call: LoggedCall) {
  return {
    request_id: call.requestId,
    account_id: call.accountId,
    at: printInstant(call.at),
    service_id: call.serviceId ?? null,
    operation: call.operation ?? null,
    method: call.method,
    status: call.status,
    type: call.type ?? null,
    code: call.code ?? null,
    latency_ms: call.latencyMs,
    cached: call.cached ? 1 : 0,
  };
}
