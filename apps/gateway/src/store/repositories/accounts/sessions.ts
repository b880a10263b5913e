import type { Kysely, Selectable } from 'kysely';
import type { Session } from '../../../domain/accounts/session.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** Dashboard sessions, by the hash of their token. */
export interface SessionRepository {
  create(session: Session): Promise<void>;
  find(tokenHash: string): Promise<Session | undefined>;
  /** Lists the sessions of one user, most recently used first. */
  list(accountId: string, userId: string): Promise<Session[]>;
  touch(tokenHash: string, at: number): Promise<void>;
  delete(tokenHash: string): Promise<void>;
  /** Deletes every session of a user except `exceptHash`, after a password change. */
  deleteOthers(accountId: string, userId: string, exceptHash: string): Promise<void>;
  /** Deletes sessions that were started before `instant`. */
  deleteOlder(instant: number): Promise<void>;
}

export function createSessionRepository(db: Kysely<Tables>): SessionRepository {
  return {
    async create(session) {
      await db
        .insertInto('sessions')
        .values({
          token_hash: session.tokenHash,
          user_id: session.userId,
          account_id: session.accountId,
          created_at: printInstant(session.createdAt),
          last_seen_at: printInstant(session.lastSeenAt),
        })
        .execute();
    },
    async find(tokenHash) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row && read(row);
    },
    async list(accountId, userId) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .execute();
      return rows.map(read);
    },
    async touch(tokenHash, at) {
      await db
        .updateTable('sessions')
        .set({ last_seen_at: printInstant(at) })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
    async delete(tokenHash) {
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
    },
    async deleteOthers(accountId, userId, exceptHash) {
      await db
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId)
        .where('token_hash', '!=', exceptHash)
        .execute();
    },
    async deleteOlder(instant) {
      await db.deleteFrom('sessions').where('created_at', '<', printInstant(instant)).execute();
    },
  };
}

function read(row: Selectable<Tables['sessions']>): Session {
  return {
    tokenHash: row.token_hash,
    userId: row.user_id,
    accountId: row.account_id,
    createdAt: parseInstant(row.created_at),
    lastSeenAt: parseInstant(row.last_seen_at),
  };
}
