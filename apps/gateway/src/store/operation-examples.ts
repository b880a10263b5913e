import type { Kysely } from 'kysely';
import type { Tables } from './schema.js';

/** One operation of a service. */
export interface OperationPlace {
  readonly accountId: string;
  readonly serviceId: string;
  readonly operation: string;
}

/** Example inputs that owners saved, one per operation, as JSON text. */
export interface OperationExampleRepository {
  find(place: OperationPlace): Promise<string | undefined>;
  /** Replaces the one that is there. */
  set(place: OperationPlace, input: string): Promise<void>;
  /** False where there is none. */
  delete(place: OperationPlace): Promise<boolean>;
}

/** The migration that creates the table. */
export async function createOperationExampleTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operation_examples')
    .ifNotExists()
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('service_id', 'text', (column) =>
      column.notNull().references('services.id').onDelete('cascade'),
    )
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('operation_examples_key', ['service_id', 'operation'])
    .execute();
}

export function createOperationExampleRepository(db: Kysely<Tables>): OperationExampleRepository {
  return {
    async find({ accountId, serviceId, operation }) {
      const row = await db
        .selectFrom('operation_examples')
        .select('input')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('operation', '=', operation)
        .executeTakeFirst();
      return row?.input;
    },
    async set({ accountId, serviceId, operation }, input) {
      await db
        .insertInto('operation_examples')
        .values({ account_id: accountId, service_id: serviceId, operation, input })
        .onConflict((conflict) =>
          conflict
            .columns(['service_id', 'operation'])
            .doUpdateSet({ input })
            .where('operation_examples.account_id', '=', accountId),
        )
        .execute();
    },
    async delete({ accountId, serviceId, operation }) {
      const { numDeletedRows } = await db
        .deleteFrom('operation_examples')
        .where('account_id', '=', accountId)
        .where('service_id', '=', serviceId)
        .where('operation', '=', operation)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
