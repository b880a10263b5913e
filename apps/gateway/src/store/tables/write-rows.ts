import { type Compilable, CompiledQuery, type Transaction } from 'kysely';
import type { Tables } from './schema.js';

/** Rows per statement. More would not be faster, and fewer let other statements run in between. */
const ROWS_AT_ONCE = 64;

/** Writes any number of rows within a transaction. */
export type WriteRows<Row> = (transaction: Transaction<Tables>, rows: readonly Row[]) => Promise<void>;

/**
 * Creates the function that writes rows with the statement that `build` returns, for writes whose number grows with the calls. Building a
 * statement costs several times as much as running it, so its text is cached per number of rows. The rows must have all columns in the same
 * order; create them with one literal.
 */
export function createRowWriter<Row extends object>(
  build: (rows: readonly Row[]) => Compilable,
): WriteRows<Row> {
  const texts = new Map<number, string>();

  function textFor(rows: readonly Row[]): string {
    let text = texts.get(rows.length);
    if (text === undefined) {
      text = build(rows).compile().sql;
      texts.set(rows.length, text);
    }
    return text;
  }

  return async (transaction, rows) => {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      if (from > 0) await new Promise((resolve) => setImmediate(resolve));
      const batch = rows.slice(from, from + ROWS_AT_ONCE);
      const parameters: unknown[] = [];
      for (const row of batch) {
        for (const name in row) parameters.push(row[name]);
      }
      await transaction.executeQuery(CompiledQuery.raw(textFor(batch), parameters));
    }
  };
}
