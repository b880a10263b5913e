import { type Kysely, sql } from 'kysely';
import { bytesOf, digestOf, unpackModel } from '../../../domain/services/pack-model.js';
import type {
  ListedRevision,
  NewRevision,
  StoredRevision,
} from '../../../domain/services/registered-service.js';
import { countRows, type Page, type PageRequest, pageOf } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { createDesignTextRepository, type DesignTextRepository } from './design-texts.js';
import { listPublications, type Publication } from './publications.js';

/** The revisions of services. */
export interface RevisionRepository extends DesignTextRepository {
  /** Stores a revision. Returns false if the service already has one of this number. */
  addRevision(accountId: string, revision: NewRevision): Promise<boolean>;
  findRevision(accountId: string, serviceId: string, number: number): Promise<StoredRevision | undefined>;
  /** Returns the stored model (`packModel`) with its digest, and the design of the revision. */
  findPackedModel(accountId: string, serviceId: string, number: number): Promise<PackedModel | undefined>;
  /** Returns the highest revision number; 0 if there is none. */
  lastRevision(accountId: string, serviceId: string): Promise<number>;
  /** Lists revisions without their models, newest first. A place is the number of a revision. */
  listRevisions(
    accountId: string,
    serviceId: string,
    request: PageRequest<number>,
  ): Promise<Page<ListedRevision, number>>;
  /** Returns the number of the newest revision before `number` that has been live; undefined if none is known. */
  liveBefore(accountId: string, serviceId: string, number: number): Promise<number | undefined>;
  /** Lists when revisions of a service went live, newest first, roll-backs included. */
  listPublications(accountId: string, serviceId: string): Promise<readonly Publication[]>;
  /** Whether a revision waits for a decision: it is newer than the live one, was never live and is not rejected. */
  isWaiting(accountId: string, serviceId: string, number: number): Promise<boolean>;
  /**
   * Marks a revision as rejected at `at`, in milliseconds since the Unix epoch. Returns false if there is no such revision, or if it is or
   * has been live.
   */
  rejectRevision(accountId: string, serviceId: string, number: number, at: number): Promise<boolean>;
  /** Deletes the oldest revisions beyond the limit of a service; never the live one or the newest. Returns their numbers. */
  pruneRevisions(accountId: string, serviceId: string, room: RevisionRoom): Promise<readonly number[]>;
}

/** The room for the revisions of a service: their number and their total bytes. */
export interface RevisionRoom {
  readonly most: number;
  readonly bytes: number;
}

/** A stored model. */
export interface PackedModel {
  readonly packed: Buffer;
  /** See `StoredRevision`. */
  readonly digest: string;
  /** See `ServiceRevision`. */
  readonly design?: string;
}

const BYTES_OF_REVISION = sql<number>`length(model) + length(diagnostics) + coalesce(length(grades), 0) + coalesce(length(design), 0) + coalesce(length(design_text), 0)`;

export function createRevisionRepository(db: Kysely<Tables>): RevisionRepository {
  return {
    ...createDesignTextRepository(db),
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
        packed: row.model,
        digest: digestOf(row.model),
        modelBytes: bytesOf(row.model),
        diagnostics: JSON.parse(row.diagnostics),
        source: row.source,
        createdAt: parseInstant(row.created_at),
        grades: row.grades === null ? undefined : JSON.parse(row.grades),
        ...(row.design === null ? {} : { design: row.design }),
      };
    },
    async findPackedModel(accountId, serviceId, number) {
      const row = await db
        .selectFrom('service_revisions')
        .select(['model', 'design'])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '=', number)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { model, design } = row;
      return { packed: model, digest: digestOf(model), ...(design !== null && { design }) };
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
    async listRevisions(accountId, serviceId, { limit, after }) {
      const found = db
        .selectFrom('service_revisions')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId);
      const page = after === undefined ? found : found.where('number', '<', after);
      const [total, rows] = await Promise.all([
        countRows(found),
        page
          .select(['number', 'diagnostics', 'source', 'created_at', 'grades', 'live_at', 'rejected_at'])
          .select(['watched_at', 'replaced_at'])
          .select((row) => row('design', 'is not', null).as('designed'))
          .orderBy('number', 'desc')
          .limit(limit + 1)
          .execute(),
      ]);
      const revisions = rows.map((row) => ({
        serviceId,
        number: row.number,
        diagnostics: JSON.parse(row.diagnostics),
        source: row.source,
        createdAt: parseInstant(row.created_at),
        grades: row.grades === null ? undefined : JSON.parse(row.grades),
        designed: Boolean(row.designed),
        ...(row.live_at === null ? {} : { liveAt: parseInstant(row.live_at) }),
        ...(row.rejected_at === null ? {} : { rejectedAt: parseInstant(row.rejected_at) }),
        isWatched: row.watched_at !== null,
        isReplaced: row.replaced_at !== null && row.replaced_at === row.rejected_at,
      }));
      return pageOf(revisions, { limit, total }, ({ number }) => number);
    },
    async liveBefore(accountId, serviceId, number) {
      const row = await db
        .selectFrom('service_revisions')
        .select(({ fn }) => fn.max('number').as('last'))
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '<', number)
        .where('live_at', 'is not', null)
        .executeTakeFirst();
      return row?.last ?? undefined;
    },
    listPublications: (accountId, serviceId) => listPublications(db, accountId, serviceId),
    async isWaiting(accountId, serviceId, number) {
      const row = await db
        .selectFrom('service_revisions')
        .innerJoin('services', 'services.id', 'service_revisions.service_id')
        .select('number')
        .where('service_revisions.account_id', '=', accountId)
        .where('service_revisions.service_id', '=', serviceId)
        .where('number', '=', number)
        .whereRef('number', '>', 'services.revision')
        .where('live_at', 'is', null)
        .where('rejected_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },
    async rejectRevision(accountId, serviceId, number, at) {
      const { numUpdatedRows } = await db
        .updateTable('service_revisions')
        .set({ rejected_at: printInstant(at) })
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '=', number)
        .where('live_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async pruneRevisions(accountId, serviceId, room) {
      const rows = await db
        .selectFrom('service_revisions')
        .select(['number', BYTES_OF_REVISION.as('bytes')])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .orderBy('number', 'desc')
        .execute();
      let bytes = 0;
      const old = rows.flatMap((row, index) => {
        bytes += Number(row.bytes);
        return index > 0 && (index >= room.most || bytes > room.bytes) ? [row.number] : [];
      });
      if (old.length === 0) return [];
      const deleted = await db
        .deleteFrom('service_revisions')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', 'in', old)
        .where('number', '<>', ({ selectFrom }) =>
          selectFrom('services').select('revision').where('id', '=', serviceId),
        )
        .returning('number')
        .execute();
      return deleted.map(({ number }) => number);
    },
  };
}

/** Records that a revision is live: keeps the first time, and clears a rejection. */
export async function markLive(
  db: Kysely<Tables>,
  { accountId, id, revision }: { readonly accountId: string; readonly id: string; readonly revision: number },
  at: number,
): Promise<void> {
  await db
    .updateTable('service_revisions')
    .set({ live_at: printInstant(at), rejected_at: null })
    .where('account_id', '=', accountId)
    .where('service_id', '=', id)
    .where('number', '=', revision)
    .where('live_at', 'is', null)
    .execute();
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
    live_at: null,
    rejected_at: null,
    design: revision.design ?? null,
    watched_at: revision.isWatched === true ? printInstant(revision.createdAt) : null,
    replaced_at: null,
    design_text: revision.designText ?? null,
  };
}
