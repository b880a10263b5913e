import { type Kysely, sql } from 'kysely';

/** The migration that adds the design of a revision. */
export async function addRevisionDesigns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('service_revisions').addColumn('design', 'text').execute();
}

/**
 * The migration that adds when a revision first went live and when it was rejected. Of existing revisions, only the first and the live one
 * are known to have been live.
 */
export async function addRevisionStates(db: Kysely<unknown>): Promise<void> {
  for (const column of ['live_at', 'rejected_at'])
    await db.schema.alterTable('service_revisions').addColumn(column, 'text').execute();
  await sql`
    update service_revisions set live_at = created_at
    where number = 1 or number = (select revision from services where services.id = service_revisions.service_id)
  `.execute(db);
}

/** The migration that adds the design of a revision as its owner wrote it. */
export async function addDesignTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('service_revisions').addColumn('design_text', 'text').execute();
}
