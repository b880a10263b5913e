import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { createEventId, type EventKind, type NewEvent } from '../../../domain/accounts/event.js';
import type { Delivery, DeliveryAttempt, Webhook } from '../../../domain/accounts/webhook.js';
import { inParts } from '../../tables/in-parts.js';
import { type Page, type PageRequest, readByCreation } from '../../tables/pages.js';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { rowOf } from './insert-events.js';
import { insertEventMails } from './mails.js';

/** The outcome of an attempt: `nextAt` if the delivery is tried again. */
export interface DeliveryOutcome {
  readonly state: Delivery['state'];
  readonly attempt: DeliveryAttempt;
  /** Milliseconds since the Unix epoch. */
  readonly nextAt?: number;
}

/** Events on their way to webhooks. Times are in milliseconds since the Unix epoch. */
export interface DeliveryRepository {
  /**
   * Stores a delivery of each new event, at most `most`, to each webhook of its account that is on and receives its kind, due at once, and with
   * `mails` an email to each person who receives it. Resolves to the number of events.
   */
  dispatch(now: number, most: number, mails: boolean): Promise<number>;
  /** Stores a test event and its delivery to one webhook only. Resolves to the id of the event. */
  addTest(webhook: Webhook, now: number): Promise<string>;
  /** Returns the webhooks that are on and have deliveries that are due, the longest due first. */
  waiting(now: number): Promise<readonly Pick<Delivery, 'accountId' | 'webhookId'>[]>;
  /** Returns deliveries to one webhook that are due, except some, the longest due first. */
  due(webhookId: string, now: number, most: number, except: readonly string[]): Promise<readonly Delivery[]>;
  /** Stores the outcome of an attempt. What is over already stays as it is. */
  settle(delivery: Delivery, outcome: DeliveryOutcome): Promise<void>;
  /** Lists the deliveries to a webhook with the kinds and data of their events, newest first. */
  list(accountId: string, webhookId: string, request: PageRequest): Promise<Page<Delivery>>;
  /** Deletes all but the newest `most` deliveries to each webhook that are no longer pending. */
  prune(most: number): Promise<void>;
}

/** The maximum number of rows per statement: eight parameters each, within SQLite's limit. */
const ROWS_AT_ONCE = 100;

export function createDeliveryRepository(db: Kysely<Tables>): DeliveryRepository {
  return {
    async dispatch(now, most, mails) {
      const waiting = await db
        .selectFrom('events')
        .select(['id', 'account_id', 'kind', 'data'])
        .where('dispatched_at', 'is', null)
        .orderBy('created_at')
        .limit(most)
        .execute();
      if (waiting.length === 0) return 0;
      const at = printInstant(now);
      await db.transaction().execute(async (transaction) => {
        const accounts = [...new Set(waiting.map(({ account_id }) => account_id))];
        const webhooks = await transaction
          .selectFrom('webhooks')
          .select(['id', 'account_id', 'types'])
          .where('account_id', 'in', accounts)
          .where('enabled', '=', 1)
          .execute();
        const rows = waiting.flatMap((event) =>
          webhooks
            .filter(({ account_id, types }) => account_id === event.account_id && takes(types, event.kind))
            .map((webhook) => newRow(webhook.account_id, webhook.id, event.id, at)),
        );
        for (const some of inParts(rows, ROWS_AT_ONCE)) {
          await transaction
            .insertInto('webhook_deliveries')
            .values(some)
            // Another node may have done the same while this one was paused.
            .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
            .execute();
        }
        if (mails) await insertEventMails(transaction, waiting, now);
        await transaction
          .updateTable('events')
          .set({ dispatched_at: at })
          .where(
            'id',
            'in',
            waiting.map(({ id }) => id),
          )
          .execute();
      });
      return waiting.length;
    },
    addTest: ({ id, accountId, name }, now) =>
      db.transaction().execute(async (transaction) => {
        const at = printInstant(now);
        const data = { webhookId: id, webhookName: name };
        const event: NewEvent = { accountId, kind: 'webhook.test', subject: id, at: now, data };
        const row = { ...rowOf({ ...event, period: createEventId() }), dispatched_at: at };
        await transaction.insertInto('events').values(row).execute();
        await transaction
          .insertInto('webhook_deliveries')
          .values(newRow(accountId, id, row.id, at))
          .execute();
        return row.id;
      }),
    async waiting(now) {
      // One look into the index for each webhook, however many deliveries wait for a slow one.
      const rows = await db
        .selectFrom('webhooks')
        .select(['id', 'account_id'])
        .select(({ selectFrom }) =>
          selectFrom('webhook_deliveries')
            .select(({ fn }) => fn.min('next_at').as('next_at'))
            .whereRef('webhook_id', '=', 'webhooks.id')
            .where('next_at', 'is not', null)
            .as('next_at'),
        )
        .where('enabled', '=', 1)
        .execute();
      const at = printInstant(now);
      return rows
        .flatMap(({ id, account_id, next_at: dueAt }) =>
          dueAt === null || dueAt > at ? [] : [{ webhookId: id, accountId: account_id, dueAt }],
        )
        .sort((one, other) => (one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : 0));
    },
    async due(webhookId, now, most, except) {
      let found = db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .where('next_at', '<=', printInstant(now));
      if (except.length > 0) found = found.where('id', 'not in', except);
      const rows = await found.orderBy('next_at').limit(most).execute();
      return rows.map(read);
    },
    async settle({ id, attempts }, { state, attempt, nextAt }) {
      await db
        .updateTable('webhook_deliveries')
        .set({
          state,
          attempts: JSON.stringify([...attempts, attempt]),
          next_at: nextAt === undefined ? null : printInstant(nextAt),
        })
        .where('id', '=', id)
        // A node that was paused is late: another one has delivered it, and it must not start over.
        .where('state', '=', 'pending')
        .execute();
    },
    list(accountId, webhookId, page) {
      const found = db
        .selectFrom('webhook_deliveries')
        .where('account_id', '=', accountId)
        .where('webhook_id', '=', webhookId);
      return readByCreation(found, 'desc', page, read);
    },
    async prune(most) {
      const numbered = sql`select id, row_number() over (partition by webhook_id order by created_at desc, id) as place
        from webhook_deliveries where next_at is null`;
      await sql`delete from webhook_deliveries
        where id in (select id from (${numbered}) as numbered where place > ${most})`.execute(db);
    },
  };
}

function takes(types: string | null, kind: EventKind): boolean {
  return types === null || (JSON.parse(types) as EventKind[]).includes(kind);
}

function newRow(
  accountId: string,
  webhookId: string,
  eventId: string,
  at: string,
): Tables['webhook_deliveries'] {
  return {
    id: randomUUID(),
    account_id: accountId,
    webhook_id: webhookId,
    event_id: eventId,
    state: 'pending',
    attempts: '[]',
    next_at: at,
    created_at: at,
  };
}

function read(row: Tables['webhook_deliveries']): Delivery {
  return {
    id: row.id,
    accountId: row.account_id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    state: row.state,
    attempts: JSON.parse(row.attempts) as DeliveryAttempt[],
    ...(row.next_at !== null && { nextAt: parseInstant(row.next_at) }),
    createdAt: parseInstant(row.created_at),
  };
}
