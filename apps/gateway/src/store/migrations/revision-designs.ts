import type { Kysely } from 'kysely';

/** The migration that adds the design of a revision. */
export async function addRevisionDesigns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('service_revisions').addColumn('design', 'text').execute();
}
