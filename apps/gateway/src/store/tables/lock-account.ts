import type { Kysely } from 'kysely';
import type { Dialect } from './dialect.js';
import type { Tables } from './schema.js';

/**
 * Blocks other transactions that lock the same account until this one ends, for counters and numbering within an account.
 * Statements that merely refer to the account do not wait. On SQLite, a transaction has the database to itself.
 */
export async function lockAccount(
  transaction: Kysely<Tables>,
  dialect: Dialect['name'],
  accountId: string,
): Promise<void> {
  if (dialect === 'sqlite') return;
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
}
