import type { Kysely } from 'kysely';
import { IDS_AT_ONCE, inParts } from '../../tables/in-parts.js';
import type { Tables } from '../../tables/schema.js';

/** Where the usage of subjects of one kind is stored. The tables of keys have the same columns as those of accounts, except for the id. */
export interface QuotaPlace {
  readonly ledger: 'quota_ledger';
  readonly journal: 'quota_journal';
  readonly id: 'account_id';
  /** The table of the subjects themselves. */
  readonly subjects: 'accounts';
}

/**
 * Returns which of `ids` are rows of a table, by default accounts. Rows of many accounts are written in one statement, which would fail for all of them because of one
 * deleted account. If an account is deleted between this check and the statement, the statement fails once and the writer retries.
 */
export async function findKnownAccounts(
  db: Kysely<Tables>,
  ids: Iterable<string>,
  table: 'accounts' = 'accounts',
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids)];
  const known = new Set<string>();
  for (const some of inParts(asked, IDS_AT_ONCE)) {
    const rows = await db.selectFrom(table).select('id').where('id', 'in', some).execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}
