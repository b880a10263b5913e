import { type Kysely, sql } from 'kysely';
import { parseInstant, printInstant, type Tables } from '../../tables/schema.js';
import { insertEvents, insertGatewayEvents } from '../events/insert-events.js';

/** An operation of a service of an account. */
export interface OperationPlace {
  readonly accountId: string;
  readonly serviceId: string;
  readonly operation: string;
}

/** A stall of a process while it worked on an operation. */
export interface Stall extends OperationPlace {
  /** When it happened, in milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Two stalls of an operation within this many milliseconds (an hour) hold it. */
const HOLD_WITHIN: number = 3_600_000;

/** Operations that stalled a process, and operations that are held because they did so twice. */
export interface StallRepository {
  /**
   * Records a stall. The same stall counts once, even if it is recorded twice. A second stall within `HOLD_WITHIN` holds the operation.
   * Resolves to whether the operation is held. Rejects if the service was deleted (`isMissingParent`).
   */
  record(stall: Stall): Promise<boolean>;
  /** Returns the held operations of a service, and since when they are held, in milliseconds since the Unix epoch. */
  findHeld(accountId: string, serviceId: string): Promise<ReadonlyMap<string, number>>;
  /** Returns the held operations of an account, oldest first. */
  listHeld(accountId: string): Promise<Stall[]>;
  /** Releases an operation and deletes its stalls. Resolves to false if it is not held. */
  release(place: OperationPlace): Promise<boolean>;
}

export function createStallRepository(db: Kysely<Tables>): StallRepository {
  const held = (accountId: string) =>
    db.selectFrom('stalls').selectAll().where('account_id', '=', accountId).where('held_at', 'is not', null);
  return {
    async record({ accountId, serviceId, operation, at }) {
      const instant = printInstant(at);
      const since = printInstant(at - HOLD_WITHIN);
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('stalls')
          .values({ account_id: accountId, service_id: serviceId, operation, at: instant, held_at: null })
          .onConflict((conflict) =>
            conflict.columns(['service_id', 'operation']).doUpdateSet({
              held_at: sql<string | null>`case
              when stalls.held_at is not null then stalls.held_at
              when stalls.at >= ${since} and stalls.at < ${instant} then ${instant}
              end`,
              at: sql<string>`case when stalls.at > ${instant} then stalls.at else ${instant} end`,
            }),
          )
          .returning('held_at')
          .executeTakeFirstOrThrow();
        const service = await transaction
          .selectFrom('services')
          .select('name')
          .where('id', '=', serviceId)
          .executeTakeFirst();
        const data = { serviceId, serviceName: service?.name ?? serviceId, operation };
        const subject = `${serviceId}/${operation}`;
        await insertGatewayEvents(transaction, [
          { kind: 'gateway.watchdog', subject, period: instant, at, data: { ...data, accountId } },
        ]);
        if (row.held_at === null) return false;
        await insertEvents(transaction, [
          {
            accountId,
            kind: 'operation.held',
            subject,
            period: row.held_at,
            at: parseInstant(row.held_at),
            data,
          },
        ]);
        return true;
      });
    },
    async findHeld(accountId, serviceId) {
      const rows = await held(accountId).where('service_id', '=', serviceId).orderBy('operation').execute();
      return new Map(rows.map(({ operation, held_at }) => [operation, parseInstant(held_at!)]));
    },
    async listHeld(accountId) {
      const rows = await held(accountId)
        .orderBy('held_at')
        .orderBy('service_id')
        .orderBy('operation')
        .execute();
      return rows.map(({ service_id, operation, held_at }) => ({
        accountId,
        serviceId: service_id,
        operation,
        at: parseInstant(held_at!),
      }));
    },
    async release({ accountId, serviceId, operation }) {
      const { numDeletedRows } = await db
        .deleteFrom('stalls')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('operation', '=', operation)
        .where('held_at', 'is not', null)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** The migration that creates the table of stalls. */
export async function createStallTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stalls')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('held_at', 'text')
    .addPrimaryKeyConstraint('stalls_key', ['service_id', 'operation'])
    .execute();
}
