import { type Kysely, sql } from 'kysely';
import type { OperationGrade } from '../../../domain/services/operation-grade.js';
import type { NewRevision, RegisteredService } from '../../../domain/services/registered-service.js';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import { printInstant, type Tables } from '../../tables/schema.js';
import { endAnnouncements } from './deprecations.js';
import { createOperationSettingsRepository, type OperationSettingsRepository } from './operation-settings.js';
import { insertPublication } from './publications.js';
import { createRevisionRepository, markLive, type RevisionRepository, revisionColumns } from './revisions.js';
import { createServiceLists, readService, type ServiceLists, withLiveRevision } from './service-lists.js';

/** The registered services of an account, their revisions and the settings of their operations. */
export interface ServiceRepository extends RevisionRepository, OperationSettingsRepository, ServiceLists {
  /**
   * Stores a service with its first revision, unless the account already has one with this slug, or `most` services. Resolves to
   * the outcome.
   */
  create(service: RegisteredService, revision: NewRevision, most?: number): Promise<Creation>;
  find(accountId: string, id: string): Promise<RegisteredService | undefined>;
  findBySlug(accountId: string, slug: string): Promise<RegisteredService | undefined>;
  /** Finds services by account and slug, with one statement. Returns one result for each pair, in their order. */
  findBySlugs(
    paths: readonly (readonly [accountId: string, slug: string])[],
  ): Promise<readonly (RegisteredService | undefined)[]>;
  /**
   * Replaces the name, status, live revision and settings. Returns false if the account has no such service, or if its `updatedAt` is no
   * longer `from`.
   */
  update(service: RegisteredService, from?: number): Promise<boolean>;
  /** Deletes a service with everything that belongs to it. Returns false if the account has no such service. */
  delete(accountId: string, id: string): Promise<boolean>;
  /** Lists the services of all accounts whose calls are, or recently were, recorded for their owners. */
  listCapturing(): Promise<RegisteredService[]>;
  /** Returns what lists show of services and their live revisions, by service. */
  summaries(accountId: string, serviceIds: readonly string[]): Promise<ReadonlyMap<string, ServiceSummary>>;
}

/** The outcome of storing a service. */
export type Creation = 'created' | 'slug-taken' | 'account-full';

/** The data of a service without its model. */
export interface ServiceSummary {
  readonly slug: string;
  readonly name: string;
  readonly source: string;
  /** The grade of the live revision. Absent for imports older than grades. */
  readonly grades?: readonly OperationGrade[];
  /** The newest revision after the live one that has never been live and is not rejected, so it waits for a decision. */
  readonly heldRevision?: number;
}

/**
 * Services whose settings say until when calls are recorded. The condition has no parameters, so that both databases use
 * `services_capturing`, an index of only these services, which every node queries every two seconds. @internal
 */
export const CAPTURES = sql<boolean>`settings like '%"captureUntil":%'`;

/** The migration that creates that index. */
export async function indexCapturing(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists services_capturing on services (id) where ${CAPTURES}`.execute(db);
}

export function createServiceRepository(db: Kysely<Tables>, dialect: Dialect['name']): ServiceRepository {
  const ofAccount = (accountId: string) =>
    db.selectFrom('services').selectAll().where('account_id', '=', accountId);
  return {
    ...createRevisionRepository(db),
    ...createOperationSettingsRepository(db, dialect),
    async create(service, revision, most = Number.POSITIVE_INFINITY) {
      const revisionRow = revisionColumns(service.accountId, revision);
      return db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, service.accountId);
        const { present } = await transaction
          .selectFrom('services')
          .select(({ fn }) => fn.countAll<number | string>().as('present'))
          .where('account_id', '=', service.accountId)
          .executeTakeFirstOrThrow();
        if (Number(present) >= most) return 'account-full';
        const inserted = await transaction
          .insertInto('services')
          .values({
            id: service.id,
            account_id: service.accountId,
            slug: service.slug,
            created_at: printInstant(service.createdAt),
            ...columns(service),
          })
          .onConflict((conflict) => conflict.columns(['account_id', 'slug']).doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows === 0n) return 'slug-taken';
        await transaction.insertInto('service_revisions').values(revisionRow).execute();
        await markLive(transaction, service, service.createdAt);
        await insertPublication(transaction, service, service.createdAt);
        return 'created';
      });
    },
    async find(accountId, id) {
      const row = await ofAccount(accountId).where('id', '=', id).executeTakeFirst();
      return row && readService(row);
    },
    async findBySlug(accountId, slug) {
      const row = await ofAccount(accountId).where('slug', '=', slug).executeTakeFirst();
      return row && readService(row);
    },
    async findBySlugs(paths) {
      const rows = await db
        .selectFrom('services')
        .selectAll()
        // SQLite has no lists of pairs.
        .where(({ eb, or, and }) =>
          or(
            paths.map(([accountId, slug]) => and([eb('account_id', '=', accountId), eb('slug', '=', slug)])),
          ),
        )
        .execute();
      const found = new Map(rows.map((row) => [`${row.account_id}/${row.slug}`, row]));
      return paths.map(([accountId, slug]) => {
        const row = found.get(`${accountId}/${slug}`);
        return row && readService(row);
      });
    },
    ...createServiceLists(db),
    async update(service, from) {
      return db.transaction().execute(async (transaction) => {
        const before = await transaction
          .selectFrom('services')
          .select('revision')
          .where('account_id', '=', service.accountId)
          .where('id', '=', service.id)
          .executeTakeFirst();
        let query = transaction
          .updateTable('services')
          .set(columns(service))
          .where('account_id', '=', service.accountId)
          .where('id', '=', service.id);
        if (from !== undefined) query = query.where('updated_at', '=', printInstant(from));
        const { numUpdatedRows } = await query.executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await markLive(transaction, service, service.updatedAt);
        if (before?.revision !== service.revision)
          await insertPublication(transaction, service, service.updatedAt);
        await endAnnouncements(transaction, service);
        return true;
      });
    },
    async delete(accountId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('services')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async listCapturing() {
      const rows = await db.selectFrom('services').selectAll().where(CAPTURES).limit(1000).execute();
      return rows.map(readService);
    },
    async summaries(accountId, serviceIds) {
      if (serviceIds.length === 0) return new Map();
      const rows = await withLiveRevision(db)
        .select(({ selectFrom }) => [
          'services.id',
          'services.slug',
          'services.name',
          'service_revisions.source',
          'service_revisions.grades',
          selectFrom('service_revisions as every')
            .select(({ fn }) => fn.max('every.number').as('held'))
            .whereRef('every.service_id', '=', 'services.id')
            .whereRef('every.number', '>', 'services.revision')
            .where('every.live_at', 'is', null)
            .where('every.rejected_at', 'is', null)
            .as('held'),
        ])
        .where('services.account_id', '=', accountId)
        .where('services.id', 'in', serviceIds)
        .execute();
      return new Map(
        rows.map(({ id, slug, name, source, grades, held }) => [
          id,
          {
            slug,
            name,
            source,
            ...(held === null ? {} : { heldRevision: held }),
            ...(grades === null ? {} : { grades: JSON.parse(grades) as OperationGrade[] }),
          },
        ]),
      );
    },
  };
}

function columns(service: RegisteredService) {
  return {
    name: service.name,
    status: service.status,
    revision: service.revision,
    settings: JSON.stringify(service.settings),
    updated_at: printInstant(service.updatedAt),
  };
}
