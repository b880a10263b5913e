import type { Kysely } from 'kysely';
import {
  createEventId,
  type GatewayEvent,
  isImportant,
  type NewEvent,
} from '../../../domain/accounts/event.js';
import { inParts } from '../../tables/in-parts.js';
import { printInstant, type Tables } from '../../tables/schema.js';

/** The maximum number of rows per statement: twelve parameters each, within SQLite's limit. */
const ROWS_AT_ONCE = 80;

/**
 * Stores events, within the transaction of the change that they tell about. An event that is stored already stays as it is, with its id.
 * Resolves to the number of new ones.
 */
export async function insertEvents(db: Kysely<Tables>, events: readonly NewEvent[]): Promise<number> {
  let added = 0;
  // In one order, because nodes that store the same events wait for each other's rows, and must not deadlock.
  const rows = events.map((event) => ({ key: keyOf(event), row: rowOf(event) }));
  rows.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  for (const some of inParts(rows, ROWS_AT_ONCE)) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('events')
      .values(some.map(({ row }) => row))
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'kind', 'subject', 'threshold', 'period']).doNothing(),
      )
      .executeTakeFirst();
    added += Number(numInsertedOrUpdatedRows);
  }
  return added;
}

/**
 * Stores events of the gateway for every active account with an administrator, each once as above. Resolves to the number of new ones.
 */
export async function insertGatewayEvents(
  db: Kysely<Tables>,
  events: readonly GatewayEvent[],
): Promise<number> {
  const accounts = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select('users.account_id')
    .distinct()
    .where('users.administrator', '=', 1)
    .where('accounts.status', '=', 'active')
    .execute();
  return insertEvents(
    db,
    accounts.flatMap(({ account_id: accountId }) => events.map((event) => ({ ...event, accountId }))),
  );
}

/** Returns the key that distinguishes an event from all others. */
function keyOf({ accountId, kind, subject, threshold = '', period = '' }: NewEvent): string {
  return [accountId, kind, subject, threshold, period].join('\u0000');
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
