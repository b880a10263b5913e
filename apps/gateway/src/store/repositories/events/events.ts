import { type Kysely, sql } from 'kysely';
import {
  type AccountEvent,
  createEventId,
  type EventData,
  type EventKind,
  isImportant,
  type NewEvent,
} from '../../../domain/accounts/event.js';
import { type Page, type PageRequest, readByCreation } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

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
  /** Lists events, newest first. */
  list(accountId: string, request: PageRequest & EventFilter): Promise<Page<AccountEvent>>;
  find(accountId: string, id: string): Promise<AccountEvent | undefined>;
  /** Returns those of `ids` that are events of the account, by id. */
  findAll(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AccountEvent>>;
  /** Marks unread events as read at `at`. Resolves to their number. */
  markRead(accountId: string, which: ReadEvents, at: number): Promise<number>;
  /** Returns the newest event of these kinds about each subject that has one. */
  latest(
    accountId: string,
    kinds: readonly EventKind[],
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, AccountEvent>>;
  /** Returns, of every account, the services whose newest event about failures says that they fail. At most `most`. */
  listFailing(most: number): Promise<readonly AccountEvent[]>;
  /** Deletes the events from before a time, in milliseconds since the Unix epoch. */
  deleteOlder(before: number): Promise<void>;
}

/** How long events are kept, in milliseconds: 90 days. Longer than any period of an event that could be noticed again. */
export const KEEP_EVENTS: number = 90 * 86_400_000;

/** The maximum number of rows per statement: twelve parameters each, within SQLite's limit. */
const ROWS_AT_ONCE = 80;

/**
 * Stores events, within the transaction of the change that they tell about. An event that is stored already stays as it is, with its id.
 * Resolves to the number of new ones.
 */
export async function insertEvents(db: Kysely<Tables>, events: readonly NewEvent[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < events.length; from += ROWS_AT_ONCE) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('events')
      .values(events.slice(from, from + ROWS_AT_ONCE).map(rowOf))
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'kind', 'subject', 'threshold', 'period']).doNothing(),
      )
      .executeTakeFirst();
    added += Number(numInsertedOrUpdatedRows);
  }
  return added;
}

/** Returns the row of a new event. @internal */
export function rowOf(event: NewEvent): Tables['events'] {
  const { accountId, kind, subject, threshold = '', period = '', at, data } = event;
  return {
    id: createEventId(),
    account_id: accountId,
    kind,
    subject,
    threshold,
    period,
    created_at: printInstant(at),
    data: JSON.stringify(data),
    important: Number(isImportant(event)),
    read_at: null,
    dispatched_at: null,
  };
}

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
    add: (events) =>
      events.length <= ROWS_AT_ONCE
        ? insertEvents(db, events)
        : db.transaction().execute((transaction) => insertEvents(transaction, events)),
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
    async latest(accountId, kinds, subjects) {
      if (subjects.length === 0) return new Map();
      const rows = await ofAccount(accountId)
        .selectAll()
        .where('kind', 'in', kinds)
        .where('subject', 'in', subjects)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return new Map(rows.map((row) => [row.subject, readEvent(row)]));
    },
    async listFailing(most) {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('kind', '=', 'service.failing')
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
        .limit(most)
        .execute();
      return rows.map(readEvent);
    },
    async deleteOlder(before) {
      await db.deleteFrom('events').where('created_at', '<', printInstant(before)).execute();
    },
  };
}

/** The migration that creates the table of events, and the index of the keys that expire. */
export async function createEventTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('threshold', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('important', 'integer', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .addColumn('dispatched_at', 'text')
    .addUniqueConstraint('events_once', ['account_id', 'kind', 'subject', 'threshold', 'period'])
    .execute();
  await db.schema
    .createIndex('events_by_creation')
    .ifNotExists()
    .on('events')
    .columns(['account_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('events_unread')
    .ifNotExists()
    .on('events')
    .columns(['account_id', 'created_at'])
    .where(sql.ref('read_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('events_undispatched')
    .ifNotExists()
    .on('events')
    .column('created_at')
    .where(sql.ref('dispatched_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('events_of_failures')
    .ifNotExists()
    .on('events')
    .column('kind')
    .where(sql.ref('kind'), '=', sql.lit('service.failing'))
    .execute();
  await db.schema
    .createIndex('api_keys_by_end')
    .ifNotExists()
    .on('api_keys')
    .column('expires_at')
    .where(sql.ref('expires_at'), 'is not', null)
    .execute();
}
