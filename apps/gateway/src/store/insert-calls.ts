import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { LoggedCall } from './call-log.js';
import { printInstant, type Tables } from './schema.js';

/** Rows of one statement: longer ones are not faster, and others have their turn in between. */
const ROWS_AT_ONCE = 64;
/** SQLite takes a bounded number of parameters in one statement. */
const IDS_AT_ONCE = 500;

/** Writes calls down and gives how many of them were not there yet. */
type InsertCalls = (transaction: Transaction<Tables>, calls: readonly LoggedCall[]) => Promise<number>;

/**
 * Makes the function that writes calls. This is the only write whose number grows with the calls, and building a statement
 * costs several times what running it does: the text of a statement is kept for each number of rows. Which calls were there
 * already is not asked: to hear the id of every row again would cost half of what writing them does.
 */
export function createCallInserter(db: Kysely<Tables>): InsertCalls {
  const texts = new Map<number, string>();

  function textFor(batch: readonly LoggedCall[]): string {
    let text = texts.get(batch.length);
    if (text === undefined) {
      const rows = batch.map((call) => columns(call, ''));
      text = db
        .insertInto('call_log')
        .values(rows)
        .onConflict((conflict) => conflict.column('request_id').doNothing())
        .compile().sql;
      texts.set(batch.length, text);
    }
    return text;
  }

  return async (transaction, calls) => {
    let inserted = 0;
    for (let from = 0; from < calls.length; from += ROWS_AT_ONCE) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      const batch = calls.slice(from, from + ROWS_AT_ONCE);
      const query = CompiledQuery.raw(textFor(batch), parametersOf(batch));
      const { numAffectedRows = 0n } = await transaction.executeQuery(query);
      inserted += Number(numAffectedRows);
    }
    return inserted;
  };
}

/** Those of `calls` that are not there yet, each once. */
export async function leaveOutWritten(
  db: Kysely<Tables>,
  calls: readonly LoggedCall[],
): Promise<readonly LoggedCall[]> {
  const missing = new Map(calls.map((call) => [call.requestId, call]));
  for (let from = 0; from < calls.length; from += IDS_AT_ONCE) {
    const ids = calls.slice(from, from + IDS_AT_ONCE).map(({ requestId }) => requestId);
    const rows = await db
      .selectFrom('call_log')
      .select('request_id')
      .where('request_id', 'in', ids)
      .execute();
    for (const row of rows) missing.delete(row.request_id);
  }
  return [...missing.values()];
}

/** One function makes the rows of the text and the parameters: their order is the same. */
function parametersOf(batch: readonly LoggedCall[]): unknown[] {
  const parameters: unknown[] = [];
  let instant = Number.NaN;
  let at = '';
  for (const call of batch) {
    // Many calls end in the same millisecond, and printing it costs as much as the rest of the row.
    if (call.at !== instant) {
      instant = call.at;
      at = printInstant(instant);
    }
    const row = columns(call, at);
    for (const name in row) parameters.push(row[name as keyof typeof row]);
  }
  return parameters;
}

function columns(call: LoggedCall, at: string): Tables['call_log'] {
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
  };
}
