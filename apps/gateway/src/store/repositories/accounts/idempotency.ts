import type { Kysely } from 'kysely';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** How long a response is kept for a repeated request, in milliseconds. */
export const KEEP_REPEATABLE = 86_400_000;

/** A request that its sender may repeat: the account, the route and the key that the sender chose. */
export interface RepeatablePlace {
  readonly accountId: string;
  readonly route: string;
  readonly key: string;
}

/** A request that was begun, and its sealed response once there is one. */
export interface BegunRequest {
  /** A keyed hash of its path and body. */
  readonly fingerprint: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly sealed?: string;
}

/** Requests with an `Idempotency-Key`, and their sealed responses. */
export interface IdempotencyRepository {
  /** Records that a request begins. Returns undefined, or the request that already has this key. */
  begin(place: RepeatablePlace, request: BegunRequest): Promise<BegunRequest | undefined>;
  /** Stores the sealed response of a request. */
  finish(place: RepeatablePlace, sealed: string): Promise<void>;
  /** Deletes a request that changed nothing. */
  forget(place: RepeatablePlace): Promise<void>;
  /** Deletes the requests of an account from before `instant`, and all but the newest `most`. */
  prune(accountId: string, instant: number, most: number): Promise<void>;
  /** Deletes the requests of all accounts from before `instant`. */
  deleteOlder(instant: number): Promise<void>;
}

/** The migration that creates the table. The account has no foreign key, because sign-ups and the operator have no account. */
export async function createIdempotencyTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('repeatable_requests')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('repeatable_requests_key', ['account_id', 'route', 'key'])
    .execute();
  await db.schema
    .createIndex('repeatable_requests_by_time')
    .ifNotExists()
    .on('repeatable_requests')
    .columns(['account_id', 'at'])
    .execute();
}

export function createIdempotencyRepository(db: Kysely<Tables>): IdempotencyRepository {
  const placed = ({ accountId, route, key }: RepeatablePlace) =>
    ({ account_id: accountId, route, key }) as const;
  return {
    async begin(place, { fingerprint, at }) {
      for (;;) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('repeatable_requests')
          .values({ ...placed(place), fingerprint, sealed: null, at: printInstant(at) })
          .onConflict((conflict) => conflict.columns(['account_id', 'route', 'key']).doNothing())
          .executeTakeFirst();
        if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return undefined;
        const row = await db
          .selectFrom('repeatable_requests')
          .selectAll()
          .where((where) => where.and(placed(place)))
          .executeTakeFirst();
        // If there is none, it was forgotten after the insertion.
        if (row !== undefined) {
          return {
            fingerprint: row.fingerprint,
            at: parseInstant(row.at),
            ...(row.sealed === null ? {} : { sealed: row.sealed }),
          };
        }
      }
    },
    async finish(place, sealed) {
      await db
        .updateTable('repeatable_requests')
        .set({ sealed })
        .where((where) => where.and(placed(place)))
        .execute();
    },
    async forget(place) {
      await db
        .deleteFrom('repeatable_requests')
        .where((where) => where.and(placed(place)))
        .execute();
    },
    async prune(accountId, instant, most) {
      const last = await db
        .selectFrom('repeatable_requests')
        .select('at')
        .where('account_id', '=', accountId)
        .orderBy('at', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst();
      const from = printInstant(instant);
      // Requests of the same millisecond go together.
      await db
        .deleteFrom('repeatable_requests')
        .where('account_id', '=', accountId)
        .where((where) =>
          where.or([where('at', '<', from), ...(last === undefined ? [] : [where('at', '<=', last.at)])]),
        )
        .execute();
    },
    async deleteOlder(instant) {
      await db.deleteFrom('repeatable_requests').where('at', '<', printInstant(instant)).execute();
    },
  };
}
