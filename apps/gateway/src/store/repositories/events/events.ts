import type { Kysely } from 'kysely';
import type {
  AccountEvent,
  EventData,
  EventKind,
  GatewayEvent,
  NewEvent,
} from '../../../domain/accounts/event.js';
import { type Page, type PageRequest, readByCreation } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { insertEvents, insertGatewayEvents } from './insert-events.js';

/** A filter for events. Absent members do not restrict. */
export interface EventFilter {
  readonly unread?: boolean;
  readonly important?: boolean;
}

/** Which events somebody has read: these, or all until a time in milliseconds since the Unix epoch. */
export type ReadEvents = { readonly ids: readonly string[] } | { readonly until: number };

/** The events of accounts. Each is stored once, however many nodes notice it. */
export interface EventRepository {
  /** Stores those that are not stored yet. Resolves to their number. Rejects if an account was deleted (`isMissingParent`). */
  add(events: readonly NewEvent[]): Promise<number>;
  /** Stores events of the gateway for every account with an administrator. Resolves to the number of new ones. */
  addForAdministrators(events: readonly GatewayEvent[]): Promise<number>;
  /** Lists events, newest first. */
  list(accountId: string, request: PageRequest & EventFilter): Promise<Page<AccountEvent>>;
  find(accountId: string, id: string): Promise<AccountEvent | undefined>;
  /** Returns those of `ids` that are events of the account, by id. */
  findAll(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AccountEvent>>;
  /** Marks unread events as read at `at`. Resolves to their number. */
  markRead(accountId: string, which: ReadEvents, at: number): Promise<number>;
  /** Returns the newest event of these kinds about a subject. */
  newest(accountId: string, kinds: readonly EventKind[], subject: string): Promise<AccountEvent | undefined>;
  /**
   * Returns, of every account, the services whose newest event about failures says that they fail, unless they were deleted. At most `most`
   * by the id of the event, after the event `after`.
   */
  listFailing(most: number, after?: string): Promise<readonly AccountEvent[]>;
  /** Deletes the events from before a time, in milliseconds since the Unix epoch. */
  deleteOlder(before: number): Promise<void>;
}

/** How long events are kept, in milliseconds: 90 days. Longer than any period of an event that could be noticed again. */
export const KEEP_EVENTS: number = 90 * 86_400_000;

/** Reads an event. @internal */
export function readEvent(
  row: Omit<Tables['events'], 'threshold' | 'period' | 'dispatched_at'>,
): AccountEvent {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    subject: row.subject,
    data: JSON.parse(row.data) as EventData,
    important: row.important === 1,
    createdAt: parseInstant(row.created_at),
    ...(row.read_at !== null && { readAt: parseInstant(row.read_at) }),
  };
}

export function createEventRepository(db: Kysely<Tables>): EventRepository {
  const ofAccount = (accountId: string) => db.selectFrom('events').where('account_id', '=', accountId);
  return {
    add: (events) => insertEvents(db, events),
    addForAdministrators: (events) => insertGatewayEvents(db, events),
    list(accountId, { unread, important, ...page }) {
      let found = ofAccount(accountId);
      if (unread !== undefined) found = found.where('read_at', unread ? 'is' : 'is not', null);
      if (important !== undefined) found = found.where('important', '=', Number(important));
      return readByCreation(found, 'desc', page, readEvent);
    },
    async find(accountId, id) {
      const row = await ofAccount(accountId).selectAll().where('id', '=', id).executeTakeFirst();
      return row && readEvent(row);
    },
    async findAll(accountId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await ofAccount(accountId).selectAll().where('id', 'in', ids).execute();
      return new Map(rows.map((row) => [row.id, readEvent(row)]));
    },
    async markRead(accountId, which, at) {
      const unread = db
        .updateTable('events')
        .set({ read_at: printInstant(at) })
        .where('account_id', '=', accountId)
        .where('read_at', 'is', null);
      const marked =
        'ids' in which
          ? unread.where('id', 'in', [...which.ids])
          : unread.where('created_at', '<=', printInstant(which.until));
      const { numUpdatedRows } = await marked.executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async newest(accountId, kinds, subject) {
      const row = await ofAccount(accountId)
        .selectAll()
        .where('kind', 'in', kinds)
        .where('subject', '=', subject)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row && readEvent(row);
    },
    async listFailing(most, after = '') {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('kind', '=', 'service.failing')
        .where('id', '>', after)
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('services').select('services.id').whereRef('services.id', '=', 'events.subject')),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('events as later')
                .select('later.id')
                .whereRef('later.account_id', '=', 'events.account_id')
                .where('later.kind', '=', 'service.recovered')
                .whereRef('later.subject', '=', 'events.subject')
                // A recovery is of one failure.
                .whereRef('later.period', '=', 'events.id'),
            ),
          ),
        )
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(readEvent);
    },
    async deleteOlder(before) {
      await db.deleteFrom('events').where('created_at', '<', printInstant(before)).execute();
    },
  };
}
