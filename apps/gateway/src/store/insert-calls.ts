import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { LoggedCall } from './call-log.js';
import { printInstant, type Tables } from './schema.js';

/** Rows of one statement: SQLite works them off in well under a millisecond, in which no call moves. */
const ROWS_AT_ONCE = 64;

/**
 * Makes a function that writes calls and gives those that were not there yet. This is the only write whose number
 * grows with the calls, and building a statement costs several times what running it does: the text of a statement is kept
 * for each number of rows. Between two statements other work has its turn.
 */
export function createCallInserter(
  db: Kysely<Tables>,
): (transaction: Transaction<Tables>, calls: readonly LoggedCall[]) => Promise<readonly LoggedCall[]> {
  const texts = new Map<number, string>();

  function textFor(batch: readonly LoggedCall[]): string {
    let text = texts.get(batch.length);
    if (text === undefined) {
      text = db
        .insertInto('call_log')
        .values(batch.map(columns))
        .onConflict((conflict) => conflict.column('request_id').doNothing())
        .returning('request_id')
        .compile().sql;
      texts.set(batch.length, text);
    }
    return text;
  }

  return async (transaction, calls) => {
    const added: LoggedCall[] = [];
    for (let from = 0; from < calls.length; from += ROWS_AT_ONCE) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      const batch = calls.slice(from, from + ROWS_AT_ONCE);
      // One function makes the rows of the text and the parameters: their order is the same.
      const parameters: unknown[] = [];
      for (const call of batch) parameters.push(...Object.values(columns(call)));
      const query = CompiledQuery.raw(textFor(batch), parameters);
      const { rows } = await transaction.executeQuery<Pick<Tables['call_log'], 'request_id'>>(query);
      if (rows.length === batch.length) added.push(...batch);
      else {
        const ids = new Set(rows.map((row) => row.request_id));
        added.push(...batch.filter(({ requestId }) => ids.has(requestId)));
      }
    }
    return added;
  };
}

function columns(call: LoggedCall): Tables['call_log'] {
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
