import { type Kysely, sql } from 'kysely';
import type { NewEvent } from '../../../domain/accounts/event.js';
import {
  type ContractWatch,
  DEFAULT_WATCH,
  type WatchChoice,
  type WatchMemory,
  type WatchOutcome,
} from '../../../domain/services/contract-watch.js';
import { isMissingParent } from '../../drivers/missing-parent.js';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import { printInstant, type Tables } from '../../tables/schema.js';
import { insertEvents } from '../events/insert-events.js';
import { newRow, newWatch, read } from './watch-rows.js';
import {
  createWatchedRevisionRepository,
  OtherRevisionLive,
  putInForce,
  replaceOthers,
  type WatchedRevisionRepository,
} from './watched-revisions.js';

/** A service whose documents are due to be checked. */
export interface DueWatch {
  readonly accountId: string;
  readonly serviceId: string;
}

/** The changes of a check, in one transaction. Times are in milliseconds since the Unix epoch. */
export interface WatchSettlement {
  readonly outcome: WatchOutcome;
  readonly at: number;
  /** When the next check is due; undefined for none. */
  readonly nextAt: number | undefined;
  /** Since when checks have failed; undefined if this one did not. */
  readonly failingSince?: number;
  readonly isTold: boolean;
  /** Replaces what the watch remembers. Default: what it remembered before. */
  readonly memory?: WatchMemory;
  readonly events: readonly NewEvent[];
  /** The revision that waits because of this check. Others that waited because of an earlier one are replaced. Absent: nothing is decided. */
  readonly waiting?: number | 'none';
  /** A revision that goes live, unless another one than `from` is live. */
  readonly publish?: { readonly revision: number; readonly from: number };
}

/** The watches of contracts. */
export interface WatchRepository extends WatchedRevisionRepository {
  /** Returns the watch of a service: its defaults, if it has none yet. */
  find(accountId: string, serviceId: string): Promise<ContractWatch>;
  /** Stores the owner's choice, and when the next check is due. A check that is under way is repeated with it. */
  choose(
    accountId: string,
    serviceId: string,
    choice: WatchChoice,
    nextAt: number | undefined,
  ): Promise<void>;
  /** Makes a check due at a time. */
  request(accountId: string, serviceId: string, at: number): Promise<void>;
  /**
   * Plans the first check of services whose live revision came from an address and that have no planned check, at most `most`.
   *
   * @param nextAt when the check of a schedule is due
   */
  adopt(most: number, nextAt: (schedule: WatchChoice['schedule']) => number | undefined): Promise<number>;
  /** Returns services of active accounts that are due, the longest due first: at most `mostOfAccount` of an account. */
  waiting(now: number, most: number, mostOfAccount: number): Promise<readonly DueWatch[]>;
  /**
   * Stores what a check found and decided. Returns false, and changes nothing, if the watch is no longer the one that the check began with, or if
   * another revision than `publish.from` is live.
   */
  settle(watch: ContractWatch, settlement: WatchSettlement): Promise<boolean>;
  /** Makes a check due later without an outcome, because there was no room for it. */
  postpone(watch: ContractWatch, nextAt: number): Promise<void>;
}

export function createWatchRepository(db: Kysely<Tables>, dialect: Dialect['name']): WatchRepository {
  /** Updates a watch unless it has changed since it was read. */
  const changed = (to: Kysely<Tables>, { serviceId, version }: ContractWatch) =>
    to
      .updateTable('contract_watches')
      .set({ version: version + 1 })
      .where('service_id', '=', serviceId)
      .where('version', '=', version);
  return {
    ...createWatchedRevisionRepository(db),
    async find(accountId, serviceId) {
      const row = await db
        .selectFrom('contract_watches')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .executeTakeFirst();
      return row === undefined ? newWatch(accountId, serviceId) : read(row);
    },
    async choose(accountId, serviceId, { schedule, activate }, nextAt) {
      const next = nextAt === undefined ? null : printInstant(nextAt);
      await db
        .insertInto('contract_watches')
        .values({ ...newRow(accountId, serviceId), schedule, activate, next_at: next })
        .onConflict((conflict) =>
          conflict.column('service_id').doUpdateSet(({ eb, ref }) => ({
            schedule,
            activate,
            next_at: next,
            version: eb(ref('contract_watches.version'), '+', 1),
          })),
        )
        .execute();
    },
    async request(accountId, serviceId, at) {
      const next = printInstant(at);
      await db
        .insertInto('contract_watches')
        .values({ ...newRow(accountId, serviceId), next_at: next })
        .onConflict((conflict) => conflict.column('service_id').doUpdateSet({ next_at: next }))
        .execute();
    },
    async adopt(most, nextAt) {
      const rows = await db
        .selectFrom('services')
        .innerJoin('service_revisions', (join) =>
          join
            .onRef('service_revisions.service_id', '=', 'services.id')
            .onRef('service_revisions.number', '=', 'services.revision'),
        )
        .leftJoin('contract_watches', 'contract_watches.service_id', 'services.id')
        .select(['services.id', 'services.account_id', 'contract_watches.schedule'])
        .where(({ or, eb }) =>
          or([
            eb('service_revisions.source', 'like', 'http://%'),
            eb('service_revisions.source', 'like', 'https://%'),
          ]),
        )
        .where(({ or, and, eb }) =>
          or([
            eb('contract_watches.service_id', 'is', null),
            and([eb('contract_watches.next_at', 'is', null), eb('contract_watches.schedule', '<>', 'off')]),
          ]),
        )
        .limit(most)
        .execute();
      for (const { id, account_id: accountId, schedule } of rows) {
        const planned = nextAt((schedule ?? DEFAULT_WATCH.schedule) as WatchChoice['schedule']);
        if (planned === undefined) continue;
        const next = printInstant(planned);
        await db
          .insertInto('contract_watches')
          .values({ ...newRow(accountId, id), next_at: next })
          .onConflict((conflict) =>
            conflict
              .column('service_id')
              .doUpdateSet({ next_at: next })
              .where('contract_watches.next_at', 'is', null)
              .where('contract_watches.schedule', '<>', 'off'),
          )
          .execute()
          .catch((error: unknown) => {
            // Deleted in the meantime.
            if (!isMissingParent(error)) throw error;
          });
      }
      return rows.length;
    },
    async waiting(now, most, mostOfAccount) {
      const due = db
        .selectFrom('contract_watches')
        .innerJoin('accounts', 'accounts.id', 'contract_watches.account_id')
        .select(['contract_watches.account_id', 'service_id', 'next_at'])
        .select(sql<number>`row_number() over (partition by account_id order by next_at)`.as('place'))
        .where('next_at', '<=', printInstant(now))
        .where('accounts.status', '=', 'active')
        .as('due');
      const rows = await db
        .selectFrom(due)
        .select(['account_id', 'service_id'])
        .where('place', '<=', mostOfAccount)
        .orderBy('next_at')
        .orderBy('service_id')
        .limit(most)
        .execute();
      return rows.map((row) => ({ accountId: row.account_id, serviceId: row.service_id }));
    },
    async settle(watch, settlement) {
      try {
        return await db.transaction().execute(async (transaction) => {
          const { accountId } = watch;
          const { outcome, at, nextAt, failingSince, isTold, memory, events, waiting, publish } = settlement;
          if (publish !== undefined) await lockAccount(transaction, dialect, accountId);
          const { numUpdatedRows } = await changed(transaction, watch)
            .set({
              next_at: nextAt === undefined ? null : printInstant(nextAt),
              checked_at: printInstant(at),
              result: outcome.result,
              reason: outcome.reason ?? null,
              revision: outcome.revision ?? null,
              failing_since: failingSince === undefined ? null : printInstant(failingSince),
              failures: failingSince === undefined ? 0 : watch.failures + 1,
              told: Number(isTold),
              ...(memory !== undefined && { memory: JSON.stringify(memory) }),
            })
            .executeTakeFirst();
          if (numUpdatedRows === 0n) return false;
          if (publish !== undefined) await putInForce(transaction, dialect, watch, publish, at);
          if (waiting !== undefined)
            await replaceOthers(transaction, watch, waiting === 'none' ? 0 : waiting, at);
          await insertEvents(transaction, events);
          return true;
        });
      } catch (error) {
        if (error instanceof OtherRevisionLive) return false;
        throw error;
      }
    },
    async postpone(watch, nextAt) {
      await changed(db, watch)
        .set({ next_at: printInstant(nextAt) })
        .execute();
    },
  };
}
