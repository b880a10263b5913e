import type { Kysely } from 'kysely';
import type { ConsumerPage } from '../../../domain/services/consumer-page.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** The pages of services for consumers. A page that is off has no row. */
export interface ServicePageRepository {
  find(accountId: string, serviceId: string): Promise<ConsumerPage | undefined>;
  /**
   * Finds the page of a link by the digest of its token, or the public page of a service by its account and slug. One query for every reason
   * why there is none, a suspended account included, so that nothing tells one from another.
   */
  findShown(place: PagePlace): Promise<ConsumerPage | undefined>;
  /** Returns the services of an account whose page is public. */
  listPublic(accountId: string): Promise<ReadonlySet<string>>;
  /** Stores a page, replacing an existing one. `tokenHash` is absent for a public page, which has no link. */
  put(page: ConsumerPage, tokenHash?: string): Promise<void>;
  delete(accountId: string, serviceId: string): Promise<void>;
}

/** Where a visitor looks for a page. */
export type PagePlace =
  | { readonly tokenHash: string }
  | { readonly accountId: string; readonly slug: string };

/** The migration that creates the table. */
export async function createServicePageTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('service_pages')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.primaryKey().references('services.id').onDelete('cascade'),
    )
    .addColumn('visibility', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('service_pages_by_account')
    .ifNotExists()
    .on('service_pages')
    .column('account_id')
    .execute();
}

export function createServicePageRepository(db: Kysely<Tables>): ServicePageRepository {
  return {
    async find(accountId, serviceId) {
      const row = await db
        .selectFrom('service_pages')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .executeTakeFirst();
      return row && readPage(row);
    },
    async findShown(place) {
      const found = db
        .selectFrom('service_pages')
        .innerJoin('services', 'services.id', 'service_pages.service_id')
        .innerJoin('accounts', 'accounts.id', 'service_pages.account_id')
        .selectAll('service_pages')
        .where('accounts.status', '=', 'active');
      const row =
        'tokenHash' in place
          ? found.where('visibility', '=', 'link').where('token_hash', '=', place.tokenHash)
          : found
              .where('visibility', '=', 'public')
              .where('services.account_id', '=', place.accountId)
              .where('services.slug', '=', place.slug);
      const first = await row.executeTakeFirst();
      return first && readPage(first);
    },
    async listPublic(accountId) {
      const rows = await db
        .selectFrom('service_pages')
        .select('service_id')
        .where('account_id', '=', accountId)
        .where('visibility', '=', 'public')
        .execute();
      return new Set(rows.map((row) => row.service_id));
    },
    async put(page, tokenHash) {
      const row = {
        account_id: page.accountId,
        service_id: page.serviceId,
        visibility: page.visibility,
        nonce: page.nonce,
        token_hash: tokenHash ?? null,
        updated_at: printInstant(page.updatedAt),
      };
      await db
        .insertInto('service_pages')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('service_id')
            .doUpdateSet(row)
            .where('service_pages.account_id', '=', page.accountId),
        )
        .execute();
    },
    async delete(accountId, serviceId) {
      await db
        .deleteFrom('service_pages')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .execute();
    },
  };
}

function readPage(row: Tables['service_pages']): ConsumerPage {
  return {
    accountId: row.account_id,
    serviceId: row.service_id,
    visibility: row.visibility,
    nonce: row.nonce,
    updatedAt: parseInstant(row.updated_at),
  };
}
