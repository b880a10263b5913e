import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

/** One statement for the thread. */
interface SqliteStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Which connection runs it. The reader sees committed data, also while the writer is in a transaction. */
  readonly connection: 'reader' | 'writer';
}

/** The thread's reply to a statement. Its first message has the same form and says whether the database could be opened. */
export type SqliteAnswer =
  | { readonly rows: readonly unknown[]; readonly changes?: number }
  | { readonly failure: string; readonly errcode?: number };

/** A request to the thread: a statement, or `close`. */
export type SqliteRequest = SqliteStatement | 'close';

const CACHED_STATEMENTS = 500;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the embedded database `file`, creating it if necessary. A committed write is on disk before it is acknowledged (`synchronous =
 * FULL`): neither kill -9 nor a power loss undoes it.
 */
function open(file: string): DatabaseSyncInstance {
  // The timeout is set first, because another process may be changing the journal mode of a new file right now.
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec('pragma journal_mode = WAL');
  database.exec('pragma synchronous = FULL');
  database.exec('pragma foreign_keys = ON');
  // The statement journal is worthless after a crash, so it needs no file.
  database.exec('pragma temp_store = MEMORY');
  return database;
}

/**
 * Opens the connection for changes. The calls of one second touch a page per account and index, more than the 2 MB that SQLite keeps by default:
 * then it writes pages in the middle of a transaction and reads them again. Fewer checkpoints write pages that change every second less
 * often: with both, a recorded call costs half. They may take 8 MB of memory and a journal of 16 MB.
 */
function openWriter(file: string): DatabaseSyncInstance {
  const database = open(file);
  database.exec('pragma cache_size = -8000');
  database.exec('pragma wal_autocheckpoint = 4000');
  return database;
}

/** Opens a second connection to an open database for statements that change nothing. */
function openReader(file: string): DatabaseSyncInstance {
  const database = open(file);
  database.exec('pragma query_only = ON');
  return database;
}

/** A prepared statement, and whether it returns rows. */
interface Prepared {
  readonly statement: StatementSyncInstance;
  readonly reader: boolean;
}

/** Creates a function that runs statements. It caches prepared statements, because preparing one costs more than running it. */
function createRunner(database: DatabaseSyncInstance): (statement: SqliteStatement) => SqliteAnswer {
  const cached = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const found = cached.get(sql);
    if (found !== undefined) return found;
    const statement = database.prepare(sql);
    const prepared = { statement, reader: statement.columns().length > 0 };
    if (cached.size >= CACHED_STATEMENTS) cached.clear();
    cached.set(sql, prepared);
    return prepared;
  };
  return ({ sql, parameters }) => {
    const { statement, reader } = prepare(sql);
    if (reader) return { rows: statement.all(...parameters) };
    return { rows: [], changes: statement.run(...parameters).changes };
  };
}

/**
 * Errors of `all` have no result code in @photostructure/sqlite 1.2.1, so the ones that matter are recognised by SQLite's fixed messages.
 */
const CODE_OF_TEXT: ReadonlyMap<string, number> = new Map([
  ['FOREIGN KEY constraint failed', 787],
  ['database disk image is malformed', 11],
  ['file is not a database', 26],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database or disk is full', 13],
]);

/** Returns the result of `work`, or its failure as data, because an error loses its properties when it is sent to another thread. */
function attempt(work: () => SqliteAnswer): SqliteAnswer {
  try {
    return work();
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const errcode = (error as { errcode?: number }).errcode ?? CODE_OF_TEXT.get(failure);
    return errcode === undefined ? { failure } : { failure, errcode };
  }
}

const port = parentPort!;
port.postMessage(
  attempt(() => {
    const writer = openWriter(workerData as string);
    const reader = openReader(workerData as string);
    const run = { reader: createRunner(reader), writer: createRunner(writer) };
    port.on('message', (request: SqliteRequest) => {
      if (request !== 'close') {
        port.postMessage(attempt(() => run[request.connection](request)));
        return;
      }
      reader.close();
      // The connection that closes last leaves a single file.
      writer.close();
      port.close();
    });
    return { rows: [] };
  }),
);
