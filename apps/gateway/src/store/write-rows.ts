import { type Compilable, CompiledQuery, type Transaction } from 'kysely';
import type { Tables } from './schema.js';

/** Rows per statement: more are not faster, and other statements can run in between. */
const ROWS_AT_ONCE = 64;

/** Writes any number of rows within a transaction. */
export type WriteRows<Row> = (transaction: Transaction<Tables>, rows: readonly Row[]) => Promise<void>;

/**
 * Creates the function that writes rows with the statement of `build`. For writes whose number grows with the calls: building a
 * statement costs several times what running it does, so its text is cached per number of rows. The rows must have all columns in
 * the same order; create them with one literal.
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
