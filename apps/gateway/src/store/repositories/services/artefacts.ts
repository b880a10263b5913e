import type { Kysely } from 'kysely';
import { inParts } from '../../tables/in-parts.js';
import { printInstant, type Tables } from '../../tables/schema.js';

/** A text that was generated for a service, gzipped. */
export interface StoredArtefact {
  readonly key: string;
  readonly body: Uint8Array;
}

/** Generated texts of services: see `owners/description/artefacts.ts`. Each can be generated again. */
export interface ArtefactRepository {
  find(accountId: string, serviceId: string, key: string): Promise<Uint8Array | undefined>;
  /**
   * Stores texts of a service, except ones larger than its room. If the room is exhausted, all earlier texts of the service are dropped.
   */
  put(accountId: string, serviceId: string, artefacts: readonly StoredArtefact[]): Promise<void>;
}

/** The limits of one service's artefacts: their bytes and their number. */
export const ARTEFACT_ROOM: number = 32 * 1024 * 1024;
const MAX_ARTEFACTS = 5_000;

export function createArtefactRepository(db: Kysely<Tables>): ArtefactRepository {
  return {
    async find(accountId, serviceId, key) {
      const row = await db
        .selectFrom('artefacts')
        .select('body')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('key', '=', key)
        .executeTakeFirst();
      return row?.body;
    },
    async put(accountId, serviceId, artefacts) {
      const sizes = artefacts.map(({ body }) => body.length);
      const added = sizes.reduce((sum, size) => sum + size, 0);
      if (added === 0 || added > ARTEFACT_ROOM) return;
      const { bytes, count } = await db
        .selectFrom('artefacts')
        .select(({ fn }) => [fn.sum<number | string | null>('bytes').as('bytes'), fn.countAll().as('count')])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .executeTakeFirstOrThrow();
      if (Number(bytes ?? 0) + added > ARTEFACT_ROOM || Number(count) + artefacts.length > MAX_ARTEFACTS) {
        await db
          .deleteFrom('artefacts')
          .where('account_id', '=', accountId)
          .where('service_id', '=', serviceId)
          .execute();
      }
      for (const some of inParts(artefacts, ROWS_AT_ONCE)) {
        const rows = some.map(({ key, body }) => ({
          account_id: accountId,
          service_id: serviceId,
          key,
          body: Buffer.from(body),
          bytes: body.length,
          created_at: printInstant(Date.now()),
        }));
        await db
          .insertInto('artefacts')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['service_id', 'key']).doNothing())
          .execute();
      }
    },
  };
}

const ROWS_AT_ONCE = 32;
