import type { Kysely, Selectable } from 'kysely';
import type { LinkPurpose, OneTimeLink } from '../../../domain/accounts/one-time-link.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** The links that people get to reset a password or to verify an address. */
export interface OneTimeLinkRepository {
  create(link: OneTimeLink): Promise<void>;
  /** Finds a link that works at `now`. */
  find(tokenHash: string, purpose: LinkPurpose, now: number): Promise<OneTimeLink | undefined>;
  /** Deletes links that ended before `now`. */
  deleteExpired(now: number): Promise<void>;
}

export function createOneTimeLinkRepository(db: Kysely<Tables>): OneTimeLinkRepository {
  return {
    async create(link) {
      await db
        .insertInto('one_time_links')
        .values({
          token_hash: link.tokenHash,
          purpose: link.purpose,
          account_id: link.accountId,
          user_id: link.userId,
          address: link.address ?? null,
          created_at: printInstant(link.createdAt),
          expires_at: printInstant(link.expiresAt),
        })
        .execute();
    },
    async find(tokenHash, purpose, now) {
      const row = await db
        .selectFrom('one_time_links')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', printInstant(now))
        .executeTakeFirst();
      return row && read(row);
    },
    async deleteExpired(now) {
      await db.deleteFrom('one_time_links').where('expires_at', '<=', printInstant(now)).execute();
    },
  };
}

/** Deletes a link that works at `now` and returns it: of several that use it at once, only one gets it. @internal */
export async function takeLink(
  db: Kysely<Tables>,
  tokenHash: string,
  purpose: LinkPurpose,
  now: number,
): Promise<OneTimeLink | undefined> {
  const row = await db
    .deleteFrom('one_time_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', printInstant(now))
    .returningAll()
    .executeTakeFirst();
  return row && read(row);
}

function read(row: Selectable<Tables['one_time_links']>): OneTimeLink {
  return {
    tokenHash: row.token_hash,
    purpose: row.purpose,
    accountId: row.account_id,
    userId: row.user_id,
    ...(row.address !== null && { address: row.address }),
    createdAt: parseInstant(row.created_at),
    expiresAt: parseInstant(row.expires_at),
  };
}
