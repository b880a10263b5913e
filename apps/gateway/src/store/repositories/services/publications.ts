import { type Kysely, sql } from 'kysely';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** A revision that went live at a time, in milliseconds since the Unix epoch. */
export interface Publication {
  readonly revision: number;
  readonly at: number;
}

/** The publications that are kept of a service. */
const KEPT = 100;

/** The migration that creates the table, with what is known of earlier publications: the first one of each revision. */
export async function createPublicationTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('service_publications')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('service_publications_key', ['service_id', 'at', 'revision'])
    .execute();
  await sql`
    insert into service_publications (account_id, service_id, at, revision)
    select account_id, service_id, live_at, number from service_revisions where live_at is not null
  `.execute(db);
}

/** Records that a revision went live, within the transaction of that change. */
export async function insertPublication(
  db: Kysely<Tables>,
  { accountId, id, revision }: { readonly accountId: string; readonly id: string; readonly revision: number },
  at: number,
): Promise<void> {
  await db
    .insertInto('service_publications')
    .values({ account_id: accountId, service_id: id, at: printInstant(at), revision })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { oldest } = (await db
    .selectFrom('service_publications')
    .select('at as oldest')
    .where('service_id', '=', id)
    .orderBy('at', 'desc')
    .offset(KEPT)
    .limit(1)
    .executeTakeFirst()) ?? { oldest: undefined };
  if (oldest === undefined) return;
  await db
    .deleteFrom('service_publications')
    .where('service_id', '=', id)
    .where('at', '<=', oldest)
    .execute();
}

/**
 * Returns the publications of a service, newest first: every time that a revision went live, roll-backs included. Those that a node of an
 * earlier version made are known by the first time of their revision alone.
 */
export async function listPublications(
  db: Kysely<Tables>,
  accountId: string,
  serviceId: string,
): Promise<readonly Publication[]> {
  const [recorded, revisions] = await Promise.all([
    db
      .selectFrom('service_publications')
      .select(['revision', 'at'])
      .where('account_id', '=', accountId)
      .where('service_id', '=', serviceId)
      .execute(),
    db
      .selectFrom('service_revisions')
      .select(['number as revision', 'live_at as at'])
      .where('account_id', '=', accountId)
      .where('service_id', '=', serviceId)
      .where('live_at', 'is not', null)
      .execute(),
  ]);
  const known = new Set(recorded.map(({ revision }) => revision));
  return [...recorded, ...revisions.filter(({ revision }) => !known.has(revision))]
    .map(({ revision, at }) => ({ revision, at: parseInstant(at as string) }))
    .sort((one, other) => other.at - one.at || other.revision - one.revision);
}
