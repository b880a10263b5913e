import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EventData, EventKind } from '../../../domain/accounts/event.js';
import {
  MAX_EVENT_MAILS,
  MAX_PERSON_MAILS,
  type Mail,
  type MailAttempt,
  type NewMail,
  takesMail,
} from '../../../domain/accounts/mail.js';
import { inParts } from '../../tables/in-parts.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';

/** The mails of one person that wait: those about events, or the others. */
export interface MailPlace {
  readonly accountId: string;
  readonly userId: string;
  readonly aboutEvents: boolean;
}

/** The outcome of an attempt: `nextAt` if the email is tried again. */
export interface MailOutcome {
  readonly state: Mail['state'];
  readonly attempt: MailAttempt;
  /** Milliseconds since the Unix epoch. */
  readonly nextAt?: number;
}

/** Emails on their way. Times are in milliseconds since the Unix epoch. */
export interface MailRepository {
  /** Stores an email, due at once. Returns false if the person got too many within the last hour. */
  add(mail: NewMail, now: number): Promise<boolean>;
  /** Returns the people for whom emails are due, the longest due first. */
  waiting(now: number): Promise<readonly MailPlace[]>;
  /** Returns emails of a place that are due, except some, the longest due first. */
  due(place: MailPlace, now: number, most: number, except: readonly string[]): Promise<readonly Mail[]>;
  /** Stores the outcome of an attempt. What is over already stays as it is. */
  settle(mail: Mail, outcome: MailOutcome): Promise<void>;
  /** Returns the newest emails to a person, newest first. */
  list(accountId: string, userId: string, most: number): Promise<readonly Mail[]>;
  /** Deletes emails that were stored before a time. */
  prune(before: number): Promise<void>;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** The maximum number of rows per statement: ten parameters each, within SQLite's limit. */
const ROWS_AT_ONCE = 80;

export function createMailRepository(db: Kysely<Tables>): MailRepository {
  return {
    async add({ accountId, userId, purpose, address }, now) {
      const recent = await db
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .where('event_id', 'is', null)
        .where('created_at', '>', printInstant(now - HOUR))
        .executeTakeFirstOrThrow();
      if (Number(recent.count) >= MAX_PERSON_MAILS) return false;
      await db
        .insertInto('mails')
        .values({ ...newRow(accountId, userId, printInstant(now)), purpose, address: address ?? null })
        .execute();
      return true;
    },
    async waiting(now) {
      const rows = await db
        .selectFrom('mails')
        .select(['account_id', 'user_id', 'purpose'])
        .select(({ fn }) => fn.min('next_at').as('next_at'))
        .where('next_at', '<=', printInstant(now))
        .groupBy(['account_id', 'user_id', 'purpose'])
        .orderBy('next_at')
        .execute();
      const places = new Map<string, MailPlace>();
      for (const { account_id: accountId, user_id: userId, purpose } of rows) {
        const aboutEvents = purpose === 'event';
        const name = `${userId} ${aboutEvents}`;
        if (!places.has(name)) places.set(name, { accountId, userId, aboutEvents });
      }
      return [...places.values()];
    },
    async due({ userId, aboutEvents }, now, most, except) {
      let found = db
        .selectFrom('mails')
        .selectAll()
        .where('user_id', '=', userId)
        .where('event_id', aboutEvents ? 'is not' : 'is', null)
        .where('next_at', '<=', printInstant(now));
      if (except.length > 0) found = found.where('id', 'not in', except);
      const rows = await found.orderBy('next_at').limit(most).execute();
      return rows.map(read);
    },
    async settle({ id, attempts }, { state, attempt, nextAt }) {
      await db
        .updateTable('mails')
        .set({
          state,
          attempts: JSON.stringify([...attempts, attempt]),
          next_at: nextAt === undefined ? null : printInstant(nextAt),
        })
        .where('id', '=', id)
        // A node that was paused is late: another one has sent it, and it must not start over.
        .where('state', '=', 'pending')
        .execute();
    },
    async list(accountId, userId, most) {
      const rows = await db
        .selectFrom('mails')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(read);
    },
    async prune(before) {
      await db.deleteFrom('mails').where('created_at', '<', printInstant(before)).execute();
    },
  };
}

/** An event whose emails are stored, as its row has it. */
type EventRow = Pick<Tables['events'], 'id' | 'account_id' | 'kind' | 'data'>;

/**
 * Stores an email about each event to each person of its account who has verified an address and receives it, within the transaction that marks
 * the events as dispatched. A person gets 100 within a day. @internal
 */
export async function insertEventMails(
  db: Kysely<Tables>,
  events: readonly EventRow[],
  now: number,
): Promise<void> {
  const accounts = [...new Set(events.map(({ account_id }) => account_id))];
  const users = await db
    .selectFrom('users')
    .select(['id', 'account_id', 'mail_types'])
    .where('account_id', 'in', accounts)
    .where('email_verified_at', 'is not', null)
    .execute();
  if (users.length === 0) return;
  const counts = await db
    .selectFrom('mails')
    .select(['user_id'])
    .select(({ fn }) => fn.countAll().as('count'))
    .where(
      'user_id',
      'in',
      users.map(({ id }) => id),
    )
    .where('event_id', 'is not', null)
    .where('created_at', '>', printInstant(now - DAY))
    .groupBy('user_id')
    .execute();
  const today = new Map(counts.map(({ user_id, count }) => [user_id, Number(count)]));
  const at = printInstant(now);
  const rows: Tables['mails'][] = [];
  for (const event of events) {
    const about = { kind: event.kind, data: JSON.parse(event.data) as EventData };
    for (const { id, account_id, mail_types } of users) {
      const types = mail_types === null ? undefined : (JSON.parse(mail_types) as EventKind[]);
      const count = today.get(id) ?? 0;
      if (account_id !== event.account_id || count >= MAX_EVENT_MAILS || !takesMail(types, about)) continue;
      today.set(id, count + 1);
      rows.push({ ...newRow(account_id, id, at), event_id: event.id });
    }
  }
  for (const some of inParts(rows, ROWS_AT_ONCE)) {
    await db
      .insertInto('mails')
      .values(some)
      // Another node may have done the same while this one was paused.
      .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doNothing())
      .execute();
  }
}

function newRow(accountId: string, userId: string, at: string): Tables['mails'] {
  return {
    id: randomUUID(),
    account_id: accountId,
    user_id: userId,
    purpose: 'event',
    event_id: null,
    address: null,
    state: 'pending',
    attempts: '[]',
    next_at: at,
    created_at: at,
  };
}

function read(row: Tables['mails']): Mail {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    purpose: row.purpose,
    ...(row.event_id !== null && { eventId: row.event_id }),
    ...(row.address !== null && { address: row.address }),
    state: row.state,
    attempts: JSON.parse(row.attempts) as MailAttempt[],
    ...(row.next_at !== null && { nextAt: parseInstant(row.next_at) }),
    createdAt: parseInstant(row.created_at),
  };
}
