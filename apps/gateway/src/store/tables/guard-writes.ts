import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Dialect } from './dialect.js';
import type { Tables } from './schema.js';

/** Throws if a change may not be made. Runs in the transaction of the change, before it. */
export type WriteCheck = (transaction: Kysely<Tables>) => Promise<void>;

/**
 * Returns `db` for the work of one request: its first change is made only if `check` does not throw, in one transaction with it. Changes
 * that have no transaction of their own get one. A change without effect, such as an update of a row that others have changed, does not
 * count: `check` runs again with the next one.
 *
 * @example
 * ```ts
 * const guarded = guardWrites(db, 'sqlite', async (transaction) => {
 *   if (await isOutdated(transaction)) throw changedMeanwhile();
 * });
 * await guarded.updateTable('services').set({ name }).where('id', '=', id).execute();
 * ```
 */
export function guardWrites(db: Kysely<Tables>, dialect: Dialect['name'], check: WriteCheck): Kysely<Tables> {
  const isSqlite = dialect === 'sqlite';
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => db.getExecutor().adapter,
      createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: (own) => (isSqlite ? new SqliteIntrospector(own) : new PostgresIntrospector(own)),
      createDriver: () => new GuardedDriver(db, check),
    },
  });
}

/** A driver whose statements run on another database, after the check. */
class GuardedDriver implements Driver {
  readonly #db: Kysely<Tables>;
  readonly #guard: Guard;

  constructor(db: Kysely<Tables>, check: WriteCheck) {
    this.#db = db;
    this.#guard = { check, isPassed: false };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<GuardedConnection> {
    return new GuardedConnection(this.#db, this.#guard);
  }

  async beginTransaction(connection: GuardedConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: GuardedConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: GuardedConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  /** The connections belong to the other database. */
  async destroy(): Promise<void> {}
}

/** The check of a request, and whether a change was made under it. */
interface Guard {
  readonly check: WriteCheck;
  isPassed: boolean;
}

class GuardedConnection implements DatabaseConnection {
  readonly #db: Kysely<Tables>;
  readonly #guard: Guard;
  #transaction: ControlledTransaction<Tables> | undefined;
  /** Whether the transaction has changed a row. */
  #hasChanged = false;

  constructor(db: Kysely<Tables>, guard: Guard) {
    this.#db = db;
    this.#guard = guard;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction !== undefined) {
      const result = await this.#transaction.executeQuery<Row>(query);
      if ((result.numAffectedRows ?? 0n) > 0n && !SelectQueryNode.is(query.query)) this.#hasChanged = true;
      return result;
    }
    if (this.#guard.isPassed || SelectQueryNode.is(query.query)) return this.#db.executeQuery<Row>(query);
    const result = await this.#db.transaction().execute(async (transaction) => {
      await this.#guard.check(transaction);
      return transaction.executeQuery<Row>(query);
    });
    if ((result.numAffectedRows ?? 0n) > 0n) this.#guard.isPassed = true;
    return result;
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery(query);
  }

  async begin(): Promise<void> {
    const transaction = await this.#db.startTransaction().execute();
    try {
      if (!this.#guard.isPassed) await this.#guard.check(transaction);
    } catch (error) {
      // Kysely rolls back only what has begun.
      await transaction.rollback().execute();
      throw error;
    }
    this.#transaction = transaction;
    this.#hasChanged = false;
  }

  async commit(): Promise<void> {
    await this.#transaction?.commit().execute();
    this.#transaction = undefined;
    if (this.#hasChanged) this.#guard.isPassed = true;
  }

  async rollback(): Promise<void> {
    await this.#transaction?.rollback().execute();
    this.#transaction = undefined;
  }
}
