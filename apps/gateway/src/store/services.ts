import type { UnwrapMode } from '@soapstone/json-xml-mapper';
import type { Kysely, Selectable } from 'kysely';
import type { OperationGrade } from '../domain/operation-grade.js';
import { bytesOf, digestOf, unpackModel } from '../domain/pack-model.js';
import type {
  NewRevision,
  RegisteredService,
  ServiceRevision,
  StoredRevision,
} from '../domain/registered-service.js';
import { DEFAULT_SETTINGS, type MethodPolicy, type OperationSettings } from '../domain/service-settings.js';
import { lockAccount } from './lock-account.js';
import type { Dialect } from './migrations.js';
import { parseInstant, printInstant, type Tables } from './schema.js';

/** The registered services of an account, their revisions and the settings of their operations. */
export interface ServiceRepository {
  /**
   * Stores a service with its first revision, unless the account already has one with this slug, or `most` services. Resolves to
   * the outcome.
   */
  create(service: RegisteredService, revision: NewRevision, most?: number): Promise<Creation>;
  find(accountId: string, id: string): Promise<RegisteredService | undefined>;
  findBySlug(accountId: string, slug: string): Promise<RegisteredService | undefined>;
  /** Oldest first. */
  list(accountId: string): Promise<RegisteredService[]>;
  /**
   * Replaces name, status, live revision and settings. Returns false if the account has no such service, or if it changed since
   * `from`, an `updatedAt`.
   */
  update(service: RegisteredService, from?: number): Promise<boolean>;
  /** Deletes it with everything that belongs to it. Returns false if the account has no such service. */
  delete(accountId: string, id: string): Promise<boolean>;
  /** Returns false if the service already has a revision of this number. */
  addRevision(accountId: string, revision: NewRevision): Promise<boolean>;
  findRevision(accountId: string, serviceId: string, number: number): Promise<StoredRevision | undefined>;
  /** The stored model (`packModel`), with its digest. */
  findPackedModel(accountId: string, serviceId: string, number: number): Promise<PackedModel | undefined>;
  /** The highest revision number; 0 if there is none. */
  lastRevision(accountId: string, serviceId: string): Promise<number>;
  /** Newest first, without their models. */
  listRevisions(accountId: string, serviceId: string): Promise<Omit<ServiceRevision, 'model'>[]>;
  /** Settings by operation name; an operation without an entry has the defaults. */
  findOperationSettings(
    accountId: string,
    serviceId: string,
  ): Promise<ReadonlyMap<string, OperationSettings>>;
  setOperationSettings(
    accountId: string,
    serviceId: string,
    operation: string,
    settings: OperationSettings,
  ): Promise<void>;
  /** Across all accounts: services whose calls are recorded for their owners, or recently were. */
  listCapturing(): Promise<RegisteredService[]>;
  /** The list view of services and their live revisions, by service; of one service if `serviceId` is given. */
  summaries(accountId: string, serviceId?: string): Promise<ReadonlyMap<string, ServiceSummary>>;
}

/** A stored model. */
export interface PackedModel {
  readonly packed: Buffer;
  /** See `StoredRevision`. */
  readonly digest: string;
}

/** The outcome of storing a service. */
export type Creation = 'created' | 'slug-taken' | 'account-full';

/** The data of a service without its model. */
export interface ServiceSummary {
  readonly source: string;
  /** Of the live revision. Absent for imports older than grades. */
  readonly grades?: readonly OperationGrade[];
  /** The highest revision number. */
  readonly lastRevision: number;
}

export function createServiceRepository(db: Kysely<Tables>, dialect: Dialect['name']): ServiceRepository {
  return {
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
        return 'created';
      });
    },
    async find(accountId, id) {
      const row = await db
        .selectFrom('services')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && read(row);
    },
    async findBySlug(accountId, slug) {
      const row = await db
        .selectFrom('services')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('slug', '=', slug)
        .executeTakeFirst();
      return row && read(row);
    },
    async list(accountId) {
      const rows = await db
        .selectFrom('services')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(read);
    },
    async update(service, from) {
      let query = db
        .updateTable('services')
        .set(columns(service))
        .where('account_id', '=', service.accountId)
        .where('id', '=', service.id);
      if (from !== undefined) query = query.where('updated_at', '=', printInstant(from));
      const { numUpdatedRows } = await query.executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async delete(accountId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('services')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
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
    async findOperationSettings(accountId, serviceId) {
      const rows = await db
        .selectFrom('operation_settings')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .execute();
      return new Map(
        rows.map((row) => [
          row.operation,
          {
            methodPolicy: row.method_policy as MethodPolicy,
            cacheSeconds: row.cache_seconds,
            ...(row.unwrap === null ? {} : { unwrap: row.unwrap as UnwrapMode }),
          },
        ]),
      );
    },
    async setOperationSettings(accountId, serviceId, operation, settings) {
      const values = {
        method_policy: settings.methodPolicy,
        cache_seconds: settings.cacheSeconds,
        unwrap: settings.unwrap ?? null,
      };
      await db
        .insertInto('operation_settings')
        .values({ account_id: accountId, service_id: serviceId, operation, ...values })
        .onConflict((conflict) =>
          conflict
            .columns(['service_id', 'operation'])
            .doUpdateSet(values)
            .where('operation_settings.account_id', '=', accountId),
        )
        .execute();
    },
    async listCapturing() {
      const rows = await db
        .selectFrom('services')
        .selectAll()
        .where('settings', 'like', '%"captureUntil":%')
        .limit(1000)
        .execute();
      return rows.map(read);
    },
    async summaries(accountId, serviceId) {
      let query = db
        .selectFrom('services')
        .innerJoin('service_revisions', (join) =>
          join
            .onRef('service_revisions.service_id', '=', 'services.id')
            .onRef('service_revisions.number', '=', 'services.revision'),
        )
        .select(({ selectFrom }) => [
          'services.id',
          'service_revisions.source',
          'service_revisions.grades',
          selectFrom('service_revisions as every')
            .select(({ fn }) => fn.max('every.number').as('last'))
            .whereRef('every.service_id', '=', 'services.id')
            .as('last'),
        ])
        .where('services.account_id', '=', accountId);
      if (serviceId !== undefined) query = query.where('services.id', '=', serviceId);
      const rows = await query.execute();
      return new Map(
        rows.map(({ id, source, grades, last }) => [
          id,
          {
            source,
            lastRevision: last ?? 0,
            ...(grades === null ? {} : { grades: JSON.parse(grades) as OperationGrade[] }),
          },
        ]),
      );
    },
  };
}

function read(row: Selectable<Tables['services']>): RegisteredService {
  return {
    id: row.id,
    accountId: row.account_id,
    slug: row.slug,
    name: row.name,
    status: row.status,
    revision: row.revision,
    // A setting introduced after the row was written has its default.
    settings: { ...DEFAULT_SETTINGS, ...JSON.parse(row.settings) },
    createdAt: parseInstant(row.created_at),
    updatedAt: parseInstant(row.updated_at),
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

function revisionColumns(accountId: string, revision: NewRevision) {
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
