import type { Kysely } from 'kysely';
import type { Tables } from './schema.js';

/** SQLite takes a bounded number of parameters in one statement. */
const IDS_AT_ONCE = 500;

/**
 * Which of `ids` are accounts. What many accounts did is written in one statement, which a row of an account that is gone
 * would fail for all of them. An account that goes between this look and the statement fails it once: writers try again.
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
