import { Worker } from 'node:worker_threads';
import {
  CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
} from 'kysely';
import { locateModule } from '../../children/locate-module.js';
import type { SqliteAnswer, SqliteRequest } from './sqlite-thread.js';

type Rows = Extract<SqliteAnswer, { rows: unknown }>;

interface Waiting {
  resolve(answer: Rows): void;
  reject(error: Error): void;
}

/**
 * Kysely's dialect for a SQLite database on its own thread. A commit waits for the disk, tens of milliseconds on a slow one, and a
 * statement may have to wait for other processes. On the event loop, every call would wait too.
 */
export function threadedSqlite(file: string): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => new ThreadedDriver(file),
  };
}

/**
 * Kysely migrates in one transaction if the database allows it, so that only one of several processes that start at once migrates.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Statements are sent immediately to the thread, which runs them in order. None waits for the reply to the previous one, which would cost a
 * turn of the event loop, and a long one under load. A transaction waits for those before it, and later writes wait until it has ended, so
 * transactions do not interleave. Reads wait for neither, as in other databases.
 */
class ThreadedDriver implements Driver {
  readonly #file: string;
  #thread: DatabaseThread | undefined;
  /** Resolves when every requested transaction has ended; undefined if there is none. */
  #transactions: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    const thread = new DatabaseThread(this.#file);
    await thread.opened;
    this.#thread = thread;
  }

  async acquireConnection(): Promise<Session> {
    return new Session(this.#thread!, () => this.#transactions);
  }

  async releaseConnection(session: Session): Promise<void> {
    // Ends a transaction that could neither begin nor be rolled back.
    session.endTransaction?.();
  }

  async beginTransaction(session: Session): Promise<void> {
    const before = this.#transactions;
    const transactions = new Promise<void>((resolve) => {
      session.endTransaction = () => {
        session.endTransaction = undefined;
        if (this.#transactions === transactions) this.#transactions = undefined;
        resolve();
      };
    });
    this.#transactions = transactions;
    await before;
    // A transaction that reads and then writes fails immediately if another process has written in between. One that announces its writes at
    // the start waits for its turn.
    await session.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(session: Session): Promise<void> {
    await session.executeQuery(CompiledQuery.raw('commit'));
    session.endTransaction?.();
  }

  async rollbackTransaction(session: Session): Promise<void> {
    try {
      await session.executeQuery(CompiledQuery.raw('rollback'));
    } catch (error) {
      // SQLite has rolled back on its own: a full disk and some other failures of a statement do so. Its caller gets that failure.
      if (!(error instanceof SqliteError && error.message === NOTHING_TO_ROLL_BACK)) throw error;
    } finally {
      // After a failure, too: the changes that wait must not wait for ever.
      session.endTransaction?.();
    }
  }

  async destroy(): Promise<void> {
    await this.#thread?.close();
  }
}

/** SQLite's fixed message; it has no code of its own. */
const NOTHING_TO_ROLL_BACK = 'cannot rollback - no transaction is active';

/** A session with the database, until it is released. */
class Session implements DatabaseConnection {
  readonly #thread: DatabaseThread;
  readonly #transactions: () => Promise<void> | undefined;
  /** Ends the transaction of this session; undefined if it has none. */
  endTransaction: (() => void) | undefined;

  constructor(thread: DatabaseThread, transactions: () => Promise<void> | undefined) {
    this.#thread = thread;
    this.#transactions = transactions;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const inTransaction = this.endTransaction !== undefined;
    const connection = !inTransaction && SelectQueryNode.is(query) ? 'reader' : 'writer';
    if (!inTransaction && connection === 'writer') await this.#transactions();
    const answer = await this.#thread.ask({ sql, parameters, connection });
    const { rows } = answer;
    // With RETURNING, the thread has the changed rows instead of their number.
    const changes = answer.changes ?? (isChange(query) ? rows.length : undefined);
    return {
      rows: rows as Row[],
      ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
    };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    yield await this.executeQuery(query);
  }
}

function isChange(query: CompiledQuery['query']): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
}

/** The channel to the thread. Replies arrive in the order of the statements. */
class DatabaseThread {
  readonly opened: Promise<void>;
  readonly #thread: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #ended: Promise<void>;
  /** Why there will be no more replies. */
  #failure: Error | undefined;
  #closing = false;

  constructor(file: string) {
    this.#thread = new Worker(locateModule('store/drivers/sqlite-thread'), {
      workerData: file,
      execArgv: [],
      // Rows live until they are posted.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
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

  async close(): Promise<void> {
    this.#closing = true;
    this.#thread.ref();
    this.#thread.postMessage('close' satisfies SqliteRequest);
    await this.#ended;
  }

  /** The reply to one statement; rejects with SQLite's error. */
  ask(request: SqliteRequest): Promise<Rows> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#thread.postMessage(request);
    return this.#answer();
  }

  /** Returns the next reply of the thread. While no reply is awaited, the thread does not keep the process alive. */
  #answer(): Promise<Rows> {
    this.#thread.ref();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #hear(answer: SqliteAnswer): void {
    const waiting = this.#waiting.shift();
    // A thread that is closing keeps the process alive until it ends, even after the last reply.
    if (this.#waiting.length === 0 && !this.#closing) this.#thread.unref();
    if ('rows' in answer) waiting?.resolve(answer);
    else waiting?.reject(new SqliteError(answer.failure, answer.errcode));
  }

  #end(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#failure);
  }
}

/** A statement that failed, with SQLite's own message. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';
  /** SQLite's extended result code, such as 787 for SQLITE_CONSTRAINT_FOREIGNKEY; absent if the failure was not SQLite's. */
  readonly errcode: number | undefined;

  constructor(message: string, errcode: number | undefined) {
    super(message);
    this.errcode = errcode;
  }
}
