import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { locateThread } from '../locate-child.js';
import type { SqliteAnswer, SqliteRequest } from './sqlite-thread.js';

type Rows = Extract<SqliteAnswer, { rows: unknown }>;

interface Waiting {
  resolve(answer: Rows): void;
  reject(error: Error): void;
}

/**
 * Kysely's dialect for a SQLite database that has a thread to itself. A commit waits for the disk, some tens of milliseconds on
 * a slow one, and a statement that other processes are in the way of waits for them: on the thread of the calls, every call
 * would wait too.
 */
export function threadedSqlite(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => new ThreadedDriver(file),
  };
}

/** The one connection. Who has it has it alone, until it is released: transactions do not mix. */
class ThreadedDriver implements Driver {
  readonly #file: string;
  #connection: ThreadConnection | undefined;
  /** Resolves when everybody who asked before has released the connection. */
  #free: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    const connection = new ThreadConnection(this.#file);
    await connection.opened;
    this.#connection = connection;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    let release: (() => void) | undefined;
    this.#free = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    return this.#connection!;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A transaction that reads first and writes then cannot wait for another process that wrote in between: it fails at once.
    // One that says at its beginning that it will write waits for its turn.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.#connection?.close();
  }
}

/** The way to the thread and back. Answers come in the order of the statements. */
class ThreadConnection implements DatabaseConnection {
  readonly opened: Promise<void>;
  readonly #thread: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #ended: Promise<void>;
  /** Why there will be no more answers. */
  #failure: Error | undefined;

  constructor(file: string) {
    const { module, evaluated } = locateThread('store/sqlite-thread');
    this.#thread = new Worker(module, { eval: evaluated, workerData: file, execArgv: [] });
    this.#thread.on('message', (answer: SqliteAnswer) => this.#hear(answer));
    this.#thread.on('error', (error) => this.#end(error));
    this.#ended = new Promise((resolve) => {
      this.#thread.once('exit', () => {
        this.#end(new Error('the database is closed'));
        resolve();
      });
    });
    this.opened = this.#answer().then(() => {});
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes } = await this.#ask({ sql, parameters });
    return {
      rows: rows as Row[],
      ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
    };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery(query);
  }

  async close(): Promise<void> {
    this.#thread.ref();
    this.#thread.postMessage('close' satisfies SqliteRequest);
    await this.#ended;
  }

  #ask(request: SqliteRequest): Promise<Rows> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#thread.postMessage(request);
    return this.#answer();
  }

  /** The next answer of the thread. While nobody waits for one, the thread does not keep the process from ending. */
  #answer(): Promise<Rows> {
    this.#thread.ref();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #hear(answer: SqliteAnswer): void {
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#thread.unref();
    if ('rows' in answer) waiting?.resolve(answer);
    else waiting?.reject(new SqliteError(answer.failure, answer.code));
  }

  #end(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#failure);
  }
}

/** What SQLite said. */
class SqliteError extends Error {
  override readonly name = 'SqliteError';
  /** `SQLITE_…`; absent where it was not SQLite itself that failed. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}
