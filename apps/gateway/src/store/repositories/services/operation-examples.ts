import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../tables/dialect.js';
import { lockAccount } from '../../tables/lock-account.js';
import type { Tables } from '../../tables/schema.js';

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
  /**
   * Stores an example, replacing an existing one. Returns false if all examples of the account together would exceed `mostCharacters`.
   * Those of operations that a later revision lacks count too, because they are kept for a rollback.
   */
  set(place: OperationPlace, input: string, mostCharacters: number): Promise<boolean>;
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

export function createOperationExampleRepository(
  db: Kysely<Tables>,
  dialect: Dialect['name'],
): OperationExampleRepository {
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
    set: ({ accountId, serviceId, operation }, input, mostCharacters) =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, dialect, accountId);
        const { characters } = await transaction
          .selectFrom('operation_examples')
          .select(sql<number | string | null>`sum(length(input))`.as('characters'))
          .where('account_id', '=', accountId)
          .where(({ not, and, eb }) =>
            not(and([eb('service_id', '=', serviceId), eb('operation', '=', operation)])),
          )
          .executeTakeFirstOrThrow();
        if (Number(characters ?? 0) + input.length > mostCharacters) return false;
        await transaction
          .insertInto('operation_examples')
          .values({ account_id: accountId, service_id: serviceId, operation, input })
          .onConflict((conflict) =>
            conflict
              .columns(['service_id', 'operation'])
              .doUpdateSet({ input })
              .where('operation_examples.account_id', '=', accountId),
          )
          .execute();
        return true;
      }),
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
