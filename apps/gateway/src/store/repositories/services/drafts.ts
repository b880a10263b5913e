import type { Kysely } from 'kysely';
import type { Draft, DraftChoices, DraftContent, DraftFindings } from '../../../domain/services/draft.js';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** Imports that are not published yet. */
export interface DraftRepository {
  /** Stores a draft. Returns false if the account already has `most` drafts, or if all its drafts together would exceed `bytes`. */
  create(
    draft: Draft,
    content: DraftContent,
    room: { readonly most: number; readonly bytes: number },
  ): Promise<boolean>;
  /** Lists drafts, newest first. */
  list(accountId: string): Promise<DraftSummary[]>;
  find(accountId: string, id: string): Promise<Draft | undefined>;
  findContent(accountId: string, id: string): Promise<DraftContent | undefined>;
  /** Replaces the choices. Returns false if there is no such draft. */
  choose(accountId: string, id: string, choices: DraftChoices, now: number): Promise<boolean>;
  /** Replaces the draft that was read. Returns false if all drafts of the account together would exceed `bytes`. */
  replace(draft: Draft, content: DraftContent, bytes: number): Promise<boolean>;
  /** Returns false if there is no such draft. */
  delete(accountId: string, id: string): Promise<boolean>;
  /** Deletes drafts that were last changed before `instant`. */
  deleteOlder(instant: number): Promise<void>;
}

/** A draft in a list. */
export interface DraftSummary {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The migration that creates the table. */
export function createDraftTable({ bytes }: Pick<Dialect, 'bytes'>) {
  return async (db: Kysely<unknown>): Promise<void> => {
    await db.schema
      .createTable('drafts')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('location', 'text', (column) => column.notNull())
      .addColumn('findings', 'text', (column) => column.notNull())
      .addColumn('choices', 'text', (column) => column.notNull())
      .addColumn('model', bytes as 'blob', (column) => column.notNull())
      .addColumn('documents', bytes as 'blob', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('drafts_by_account')
      .ifNotExists()
      .on('drafts')
      .columns(['account_id', 'updated_at'])
      .execute();
  };
}

export function createDraftRepository(db: Kysely<Tables>, dialect: Dialect['name']): DraftRepository {
  /** Returns the number of an account's other drafts, and their bytes. */
  const measure = async (transaction: Kysely<Tables>, accountId: string, without: string) => {
    const { count, bytes } = await transaction
      .selectFrom('drafts')
      .select(({ fn }) => [fn.countAll().as('count'), fn.sum<number | string | null>('bytes').as('bytes')])
      .where('account_id', '=', accountId)
      .where('id', '!=', without)
      .executeTakeFirstOrThrow();
    return { count: Number(count), bytes: Number(bytes ?? 0) };
  };
  return {
    async create(draft, content, room) {
      const columns = contentColumns(draft.findings, content);
      return db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, draft.accountId);
        const present = await measure(transaction, draft.accountId, draft.id);
        if (present.count >= room.most || present.bytes + columns.bytes > room.bytes) return false;
        await transaction
          .insertInto('drafts')
          .values({
            id: draft.id,
            account_id: draft.accountId,
            ...columns,
            choices: JSON.stringify(draft.choices),
            created_at: printInstant(draft.createdAt),
            updated_at: printInstant(draft.updatedAt),
          })
          .execute();
        return true;
      });
    },
    async list(accountId) {
      const rows = await db
        .selectFrom('drafts')
        .select(['id', 'name', 'location', 'created_at', 'updated_at'])
        .where('account_id', '=', accountId)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(({ id, name, location, created_at, updated_at }) => ({
        id,
        name,
        location,
        createdAt: parseInstant(created_at),
        updatedAt: parseInstant(updated_at),
      }));
    },
    async find(accountId, id) {
      const row = await db
        .selectFrom('drafts')
        .select(['findings', 'choices', 'created_at', 'updated_at'])
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return (
        row && {
          id,
          accountId,
          findings: JSON.parse(row.findings) as DraftFindings,
          choices: JSON.parse(row.choices) as DraftChoices,
          createdAt: parseInstant(row.created_at),
          updatedAt: parseInstant(row.updated_at),
        }
      );
    },
    async findContent(accountId, id) {
      const row = await db
        .selectFrom('drafts')
        .select(['model', 'documents'])
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { packedModel: row.model, documents: row.documents };
    },
    async choose(accountId, id, choices, now) {
      const { numUpdatedRows } = await db
        .updateTable('drafts')
        .set({ choices: JSON.stringify(choices), updated_at: printInstant(now) })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async replace(draft, content, bytes) {
      const columns = contentColumns(draft.findings, content);
      return db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, draft.accountId);
        const present = await measure(transaction, draft.accountId, draft.id);
        if (present.bytes + columns.bytes > bytes) return false;
        await transaction
          .updateTable('drafts')
          .set({ ...columns, updated_at: printInstant(draft.updatedAt) })
          .where('account_id', '=', draft.accountId)
          .where('id', '=', draft.id)
          .execute();
        return true;
      });
    },
    async delete(accountId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('drafts')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async deleteOlder(instant) {
      await db.deleteFrom('drafts').where('updated_at', '<', printInstant(instant)).execute();
    },
  };
}

function contentColumns(findings: DraftFindings, { packedModel, documents }: DraftContent) {
  const text = JSON.stringify(findings);
  return {
    name: findings.name,
    location: findings.location,
    findings: text,
    model: Buffer.from(packedModel),
    documents: Buffer.from(documents),
    bytes: Buffer.byteLength(text) + packedModel.length + documents.length,
  };
}
