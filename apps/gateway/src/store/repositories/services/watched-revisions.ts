import type { Kysely } from 'kysely';
import type { Dialect } from '../../tables/dialect.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { addAuditEntry } from '../accounts/audit-log.js';
import { endAnnouncements } from './deprecations.js';
import { insertPublication } from './publications.js';
import { markLive } from './revisions.js';

/** A stored revision with the contract that a check has found. */
export interface EqualRevision {
  readonly number: number;
  readonly wasLive: boolean;
  /** Whether its owner rejected it. */
  readonly isRejected: boolean;
}

/** The revisions that checks of contracts find and store. */
export interface WatchedRevisionRepository {
  /** Finds the newest stored revision with this model and design. */
  findEqual(
    accountId: string,
    serviceId: string,
    packedModel: Uint8Array,
    design: string | null,
  ): Promise<EqualRevision | undefined>;
  /** Marks a revision as replaced that a check stored whose outcome was not stored, unless it is the one that another check found. */
  discard(accountId: string, serviceId: string, number: number, at: number): Promise<void>;
  /** Deletes all but the newest `most` revisions of a service that checks have replaced. */
  pruneReplaced(accountId: string, serviceId: string, most: number): Promise<void>;
}

export function createWatchedRevisionRepository(db: Kysely<Tables>): WatchedRevisionRepository {
  return {
    async findEqual(accountId, serviceId, packedModel, design) {
      const row = await db
        .selectFrom('service_revisions')
        .select(['number', 'live_at', 'rejected_at', 'replaced_at'])
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('model', '=', Buffer.from(packedModel))
        .where((is) => (design === null ? is('design', 'is', null) : is('design', '=', design)))
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return (
        row && {
          number: row.number,
          wasLive: row.live_at !== null,
          isRejected: row.rejected_at !== null && row.rejected_at !== row.replaced_at,
        }
      );
    },
    async discard(accountId, serviceId, number, at) {
      const instant = printInstant(at);
      await db
        .updateTable('service_revisions')
        .set({ rejected_at: instant, replaced_at: instant })
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('number', '=', number)
        .where('watched_at', 'is not', null)
        .where('live_at', 'is', null)
        .where('rejected_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('contract_watches')
                .select('contract_watches.revision')
                .whereRef('contract_watches.service_id', '=', 'service_revisions.service_id')
                .whereRef('contract_watches.revision', '=', 'service_revisions.number'),
            ),
          ),
        )
        .execute();
    },
    async pruneReplaced(accountId, serviceId, most) {
      const rows = await db
        .selectFrom('service_revisions')
        .select('number')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('replaced_at', 'is not', null)
        .where('live_at', 'is', null)
        .orderBy('number', 'desc')
        .offset(most)
        .limit(100)
        .execute();
      if (rows.length === 0) return;
      await db
        .deleteFrom('service_revisions')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where(
          'number',
          'in',
          rows.map(({ number }) => number),
        )
        .where('live_at', 'is', null)
        .where('rejected_at', 'is not', null)
        // The number of the newest revision would be reused.
        .where('number', '<', ({ selectFrom }) =>
          selectFrom('service_revisions as every')
            .select(({ fn }) => fn.max('every.number').as('last'))
            .where('every.service_id', '=', serviceId),
        )
        .execute();
    },
  };
}

/**
 * Lets one of the revisions that checks have stored wait, and marks the others as replaced. One whose removals the owner has announced stays, and
 * so does what the owner has rejected.
 *
 * @param number the one that waits; 0 for none
 */
export async function replaceOthers(
  transaction: Kysely<Tables>,
  { accountId, serviceId }: { readonly accountId: string; readonly serviceId: string },
  number: number,
  at: number,
): Promise<void> {
  const instant = printInstant(at);
  const waiting = transaction
    .updateTable('service_revisions')
    .where('account_id', '=', accountId)
    .where('service_id', '=', serviceId)
    .where('live_at', 'is', null);
  await waiting
    .set({ rejected_at: instant, replaced_at: instant })
    .where('watched_at', 'is not', null)
    .where('number', '<>', number)
    .where('rejected_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('announcements')
            .select('announcements.revision')
            .whereRef('announcements.service_id', '=', 'service_revisions.service_id')
            .whereRef('announcements.revision', '=', 'service_revisions.number'),
        ),
      ),
    )
    .execute();
  await waiting
    .set({ rejected_at: null, replaced_at: null })
    .where('number', '=', number)
    .whereRef('rejected_at', '=', 'replaced_at')
    .execute();
}

/** Another revision went live during the check. */
export class OtherRevisionLive extends Error {}

/** Makes a revision the live one, as its owner would, and records who did. */
export async function putInForce(
  transaction: Kysely<Tables>,
  dialect: Dialect['name'],
  { accountId, serviceId }: { readonly accountId: string; readonly serviceId: string },
  { revision, from }: { readonly revision: number; readonly from: number },
  at: number,
): Promise<void> {
  const service = await transaction
    .selectFrom('services')
    .select(['updated_at', 'revision'])
    .where('id', '=', serviceId)
    .executeTakeFirst();
  if (service === undefined || service.revision !== from) throw new OtherRevisionLive();
  const updatedAt = Math.max(at, parseInstant(service.updated_at) + 1);
  const { numUpdatedRows } = await transaction
    .updateTable('services')
    .set({ revision, updated_at: printInstant(updatedAt) })
    .where('id', '=', serviceId)
    .where('updated_at', '=', service.updated_at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new OtherRevisionLive();
  const published = { accountId, id: serviceId, revision };
  await markLive(transaction, published, updatedAt);
  await insertPublication(transaction, published, updatedAt);
  await endAnnouncements(transaction, published);
  const subject = `${serviceId}/${revision}`;
  await addAuditEntry(transaction, dialect, accountId, {
    ...{ at, actor: 'system', action: 'revision.activate', subject },
  });
}
