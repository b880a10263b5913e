import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { LoggedCall } from './call-log.js';
import { printInstant, type Tables } from './schema.js';

/** Rows of one statement: longer ones are not faster, and others have their turn in between. */
const ROWS_AT_ONCE = 64;
/** Writes calls down. */
type InsertCalls = (transaction: Transaction<Tables>, calls: readonly LoggedCall[]) => Promise<void>;

/**
 * Makes the function that writes calls. This is the only write whose number grows with the calls, and building a statement
 * costs several times what running it does: the text of a statement is kept for each number of rows.
 */
export function createCallInserter(db: Kysely<Tables>): InsertCalls {
  const texts = new Map<number, string>();

  function textFor(batch: readonly LoggedCall[]): string {
    let text = texts.get(batch.length);
    if (text === undefined) {
      const rows = batch.map((call) => columns(call, ''));
      text = db.insertInto('call_log').values(rows).compile().sql;
      texts.set(batch.length, text);
    }
    return text;
  }

  return async (transaction, calls) => {
    for (let from = 0; from < calls.length; from += ROWS_AT_ONCE) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      const batch = calls.slice(from, from + ROWS_AT_ONCE);
      const query = CompiledQuery.raw(textFor(batch), parametersOf(batch));
      await transaction.executeQuery(query);
    }
  };
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
