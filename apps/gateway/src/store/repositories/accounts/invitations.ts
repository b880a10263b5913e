import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Invitation } from '../../../domain/accounts/invitation.js';
import { type Page, type PageRequest, readByCreation } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** Invitations to sign up, by the hash of their token. */
export interface InvitationRepository {
  create(invitation: Invitation): Promise<void>;
  find(tokenHash: string): Promise<Invitation | undefined>;
  /** Lists invitations, newest first. */
  list(request: PageRequest): Promise<Page<Invitation>>;
  /** Deletes an invitation. Returns false if there is no such invitation. */
  delete(id: string): Promise<boolean>;
  /**
   * Stores the invitation of the first administrator, replacing an earlier one, and returns true. Returns false if there is an account, or
   * if the earlier one was created after `since`, which means that another process of this gateway has just stored it.
   */
  createFirst(invitation: Invitation, since: number): Promise<boolean>;
}

/** The id of the invitation of the first administrator. */
export const FIRST_INVITATION = 'first';

/** The migration that creates the table, and the column with the right of users to administer the gateway. */
export async function createInvitationTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('plan', 'text')
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  // Has a default, because nodes of the previous version do not write this column.
  await db.schema
    .alterTable('users')
    .addColumn('administrator', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

export function createInvitationRepository(db: Kysely<Tables>): InvitationRepository {
  return {
    async create(invitation) {
      await db.insertInto('invitations').values(columns(invitation)).execute();
    },
    async find(tokenHash) {
      const row = await db
        .selectFrom('invitations')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row && read(row);
    },
    async list(page) {
      const found = db.selectFrom('invitations');
      return readByCreation(found, 'desc', page, read);
    },
    async delete(id) {
      const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    createFirst: (invitation, since) =>
      db.transaction().execute(async (transaction) => {
        const account = await transaction.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
        if (account !== undefined) return false;
        await transaction
          .deleteFrom('invitations')
          .where('id', '=', invitation.id)
          .where('created_at', '<=', printInstant(since))
          .execute();
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('invitations')
          .values(columns(invitation))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        return (numInsertedOrUpdatedRows ?? 0n) > 0n;
      }),
  };
}

/** Marks an invitation as used, once. Returns false if it was used or deleted in the meantime. @internal */
export async function takeInvitation(
  transaction: Transaction<Tables>,
  tokenHash: string,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('invitations')
    .set({ used_at: printInstant(at) })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function columns(invitation: Invitation): Tables['invitations'] {
  return {
    id: invitation.id,
    token_hash: invitation.tokenHash,
    role: invitation.role,
    email: invitation.email ?? null,
    plan: invitation.plan ?? null,
    created_by: invitation.createdBy,
    created_at: printInstant(invitation.createdAt),
    expires_at: printInstant(invitation.expiresAt),
    used_at: invitation.usedAt === undefined ? null : printInstant(invitation.usedAt),
  };
}

function read(row: Selectable<Tables['invitations']>): Invitation {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    role: row.role,
    ...(row.email === null ? {} : { email: row.email }),
    ...(row.plan === null ? {} : { plan: row.plan }),
    createdBy: row.created_by,
    createdAt: parseInstant(row.created_at),
    expiresAt: parseInstant(row.expires_at),
    ...(row.used_at === null ? {} : { usedAt: parseInstant(row.used_at) }),
  };
}
