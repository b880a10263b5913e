import { type Kysely, type Selectable, sql } from 'kysely';
import { parseInstant, type Tables } from '../../tables/schema.js';
import { dayOf } from './call-days.js';

/** The calls of an operation with one API key. */
export interface OperationCaller {
  readonly operation: string;
  readonly keyId: string;
  /** Listed calls: of an account that calls more than ten times a second, some are not listed. */
  readonly calls: number;
  /** The newest one, in milliseconds since the Unix epoch; the start of its day if it is older than the call log. */
  readonly lastAt: number;
}

/** Which API keys called which operations. */
export interface OperationCallerRepository {
  /**
   * Returns the callers of operations of a service since the day of `from`, most calls first. At most the newest `mostCalls` of each
   * operation in the call log are counted.
   */
  list(
    accountId: string,
    serviceId: string,
    operations: readonly string[],
    from: number,
    mostCalls?: number,
  ): Promise<readonly OperationCaller[]>;
  /** Deletes the days before that of `instant`. */
  deleteOlder(instant: number): Promise<void>;
}

/** The calls of an operation that are counted in the call log. */
const MOST_CALLS = 10_000;
/** The keys of an operation that are returned. */
const MOST_KEYS = 100;

/** The key of calls from the dashboard, which no client made. */
const TRY_IT = 'try-it';

/**
 * The migration that creates the sums of calls that have left the call log, by operation and key, and the index of the calls of an operation in
 * that log.
 */
export async function createOperationCallers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operation_callers')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('operation_callers_key', [
      'account_id',
      'service_id',
      'operation',
      'day',
      'key_id',
    ])
    .execute();
  await db.schema
    .createIndex('operation_callers_by_day')
    .ifNotExists()
    .on('operation_callers')
    .column('day')
    .execute();
  await db.schema
    .createIndex('call_log_by_operation')
    .ifNotExists()
    .on('call_log')
    .columns(['account_id', 'service_id', 'operation', 'at', 'key_id'])
    .where(sql.ref('key_id'), 'is not', null)
    .execute();
}

export function createOperationCallerRepository(db: Kysely<Tables>): OperationCallerRepository {
  async function ofOperation(
    accountId: string,
    serviceId: string,
    operation: string,
    from: number,
    mostCalls: number,
  ): Promise<OperationCaller[]> {
    const newest = db
      .selectFrom('call_log')
      .select(['key_id', 'at'])
      .where('account_id', '=', accountId)
      .where('service_id', '=', serviceId)
      .where('operation', '=', operation)
      .where('key_id', 'is not', null)
      .where('key_id', '<>', TRY_IT)
      .where('at', '>=', dayOf(from))
      .orderBy('at', 'desc')
      .limit(mostCalls)
      .as('newest');
    const [listed, summed] = await Promise.all([
      db
        .selectFrom(newest)
        .select(({ fn }) => ['key_id', fn.countAll<number | string>().as('calls'), fn.max('at').as('last')])
        .groupBy('key_id')
        .execute(),
      db
        .selectFrom('operation_callers')
        .select(({ fn }) => [
          'key_id',
          fn.sum<number | string>('calls').as('calls'),
          fn.max('day').as('last'),
        ])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('operation', '=', operation)
        .where('day', '>=', dayOf(from))
        .groupBy('key_id')
        .execute(),
    ]);
    const callers = new Map<string, { calls: number; lastAt: number }>();
    for (const { key_id: keyId, calls, last } of [...listed, ...summed]) {
      if (keyId === null || keyId === TRY_IT) continue;
      const caller = callers.get(keyId) ?? { calls: 0, lastAt: 0 };
      // PostgreSQL returns counts and sums as text.
      caller.calls += Number(calls);
      caller.lastAt = Math.max(caller.lastAt, parseInstant(last));
      callers.set(keyId, caller);
    }
    return [...callers]
      .map(([keyId, caller]) => ({ operation, keyId, ...caller }))
      .sort((one, other) => other.calls - one.calls)
      .slice(0, MOST_KEYS);
  }

  return {
    async list(accountId, serviceId, operations, from, mostCalls = MOST_CALLS) {
      const found: OperationCaller[] = [];
      // One after the other: each is a short look into an index, and calls are written in between.
      for (const operation of operations)
        found.push(...(await ofOperation(accountId, serviceId, operation, from, mostCalls)));
      return found.sort((one, other) => other.calls - one.calls);
    },
    async deleteOlder(instant) {
      await db.deleteFrom('operation_callers').where('day', '<', dayOf(instant)).execute();
    },
  };
}

/** A call that leaves the call log. */
type LeavingCall = Pick<
  Selectable<Tables['call_log']>,
  'account_id' | 'service_id' | 'operation' | 'key_id' | 'at'
>;

/** Adds calls that leave the call log to the sums, within the transaction that deletes them. */
export async function sumLeavingCalls(db: Kysely<Tables>, calls: readonly LeavingCall[]): Promise<void> {
  const sums = new Map<string, Tables['operation_callers']>();
  for (const { account_id, service_id, operation, key_id, at } of calls) {
    if (service_id === null || operation === null || key_id === null || key_id === TRY_IT) continue;
    const day = at.slice(0, 10);
    const place = [account_id, service_id, operation, day, key_id].join('\n');
    const sum = sums.get(place);
    if (sum === undefined) sums.set(place, { account_id, service_id, operation, day, key_id, calls: 1 });
    else sum.calls += 1;
  }
  // In one order, so that two nodes that write them concurrently cannot deadlock.
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('operation_callers')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'service_id', 'operation', 'day', 'key_id'])
          .doUpdateSet(({ eb, ref }) => ({
            calls: eb(ref('operation_callers.calls'), '+', ref('excluded.calls')),
          })),
      )
      .execute();
  }
}

/** The maximum number of rows per statement: six parameters each. */
const ROWS_AT_ONCE = 100;
