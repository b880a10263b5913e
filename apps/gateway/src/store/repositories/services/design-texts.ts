import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/schema.js';

/** The designs of revisions as their owners wrote them, with their comments. */
export interface DesignTextRepository {
  /** Returns the design of a revision as its owner wrote it; undefined if only its JSON is known. */
  findDesignText(accountId: string, serviceId: string, number: number): Promise<string | undefined>;
  /** Stores another text of the same design. */
  setDesignText(
    accountId: string,
    serviceId: string,
    number: number,
    text: string | undefined,
  ): Promise<void>;
}

export function createDesignTextRepository(db: Kysely<Tables>): DesignTextRepository {
  return {
    async findDesignText(accountId, serviceId, number) {
      const row = await db
        .selectFrom('service_revisions')
        .select('design_text')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '=', number)
        .executeTakeFirst();
      return row?.design_text ?? undefined;
    },
    async setDesignText(accountId, serviceId, number, text) {
      await db
        .updateTable('service_revisions')
        .set({ design_text: text ?? null })
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '=', number)
        .execute();
    },
  };
}
