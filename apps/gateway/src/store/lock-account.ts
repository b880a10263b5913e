import type { Transaction } from 'kysely';
import type { Dialect } from './migrations.js';
import type { Tables } from './schema.js';

/**
 * Let no other transaction that locks the account begin its work before this one has ended: for what is counted or numbered
 * within an account. Nobody who only refers to the account waits. A transaction of SQLite has the database for itself.
 */
export async function lockAccount(
  transaction: Transaction<Tables>,
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
