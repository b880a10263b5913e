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
  /**
   * Returns the examples of a service by operation, in the order of the database. Stops before the total would exceed `mostCharacters`.
   */
  findAll(
    service: Omit<OperationPlace, 'operation'>,
    mostCharacters: number,
  ): Promise<ReadonlyMap<string, string>>;
  /** Stores an example, replacing an existing one. */
  set(place: OperationPlace, input: string): Promise<void>;
  /** Deletes an example. Returns false if there was none. */
  delete(place: OperationPlace): Promise<boolean>;
}

/** The number of examples that one query reads; each has at most 64 KiB. */
const PAGE = 16;

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
    async findAll({ accountId, serviceId }, mostCharacters) {
      const found = new Map<string, string>();
      let left = mostCharacters;
      let last: string | undefined;
      for (;;) {
        let page = db
          .selectFrom('operation_examples')
          .select(['operation', 'input'])
          .where('account_id', '=', accountId)
          .where('service_id', '=', serviceId)
          .orderBy('operation')
          .limit(PAGE);
        if (last !== undefined) page = page.where('operation', '>', last);
        const rows = await page.execute();
        for (const { operation, input } of rows) {
          left -= input.length;
          if (left < 0) return found;
          found.set(operation, input);
          last = operation;
        }
        if (rows.length < PAGE) return found;
      }
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
