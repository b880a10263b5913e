import type { Kysely } from 'kysely';
import { bytesOf, digestOf, unpackModel } from '../domain/pack-model.js';
import type { NewRevision, ServiceRevision, StoredRevision } from '../domain/registered-service.js';
import { parseInstant, printInstant, type Tables } from './schema.js';

/** The revisions of services. */
export interface RevisionRepository {
  /** Returns false if the service already has a revision of this number. */
  addRevision(accountId: string, revision: NewRevision): Promise<boolean>;
  findRevision(accountId: string, serviceId: string, number: number): Promise<StoredRevision | undefined>;
  /** The stored model (`packModel`), with its digest. */
  findPackedModel(accountId: string, serviceId: string, number: number): Promise<PackedModel | undefined>;
  /** The highest revision number; 0 if there is none. */
  lastRevision(accountId: string, serviceId: string): Promise<number>;
  /** Newest first, without their models. */
  listRevisions(accountId: string, serviceId: string): Promise<Omit<ServiceRevision, 'model'>[]>;
}

/** A stored model. */
export interface PackedModel {
  readonly packed: Buffer;
  /** See `StoredRevision`. */
  readonly digest: string;
}

export function createRevisionRepository(db: Kysely<Tables>): RevisionRepository {
  return {
    async addRevision(accountId, revision) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('service_revisions')
        .values(revisionColumns(accountId, revision))
        .onConflict((conflict) => conflict.columns(['service_id', 'number']).doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async findRevision(accountId, serviceId, number) {
      const row = await db
        .selectFrom('service_revisions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '=', number)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        serviceId,
        number,
        model: await unpackModel(row.model),
        digest: digestOf(row.model),
        modelBytes: bytesOf(row.model),
        diagnostics: JSON.parse(row.diagnostics),
        source: row.source,
        createdAt: parseInstant(row.created_at),
        grades: row.grades === null ? undefined : JSON.parse(row.grades),
      };
    },
    async findPackedModel(accountId, serviceId, number) {
      const row = await db
        .selectFrom('service_revisions')
        .select('model')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '=', number)
        .executeTakeFirst();
      return row && { packed: row.model, digest: digestOf(row.model) };
    },
    async lastRevision(accountId, serviceId) {
      const row = await db
        .selectFrom('service_revisions')
        .select(({ fn }) => fn.max('number').as('last'))
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .executeTakeFirst();
      return row?.last ?? 0;
    },
    async listRevisions(accountId, serviceId) {
      const rows = await db
        .selectFrom('service_revisions')
        .select(['number', 'diagnostics', 'source', 'created_at', 'grades'])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .orderBy('number', 'desc')
        .execute();
      return rows.map((row) => ({
        serviceId,
        number: row.number,
        diagnostics: JSON.parse(row.diagnostics),
        source: row.source,
        createdAt: parseInstant(row.created_at),
        grades: row.grades === null ? undefined : JSON.parse(row.grades),
      }));
    },
  };
}

/** The columns of a row of `service_revisions`. */
export function revisionColumns(accountId: string, revision: NewRevision) {
  return {
    service_id: revision.serviceId,
    account_id: accountId,
    number: revision.number,
    model: revision.packedModel,
    diagnostics: JSON.stringify(revision.diagnostics),
    source: revision.source,
    created_at: printInstant(revision.createdAt),
    grades: revision.grades === undefined ? null : JSON.stringify(revision.grades),
  };
}
