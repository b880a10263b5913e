import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/schema.js';

/** SQLite limits the number of parameters of a statement. */
const IDS_AT_ONCE = 500;

/**
 * Returns which of `ids` are accounts. Rows of many accounts are written in one statement, which would fail for all of them because of one
 * deleted account. If an account is deleted between this check and the statement, the statement fails once and the writer retries.
 */
export async function findKnownAccounts(
  db: Kysely<Tables>,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids)];
  const known = new Set<string>();
  for (let from = 0; from < asked.length; from += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('accounts')
      .select('id')
      .where('id', 'in', asked.slice(from, from + IDS_AT_ONCE))
      .execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}
