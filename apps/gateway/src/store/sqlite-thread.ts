import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** One statement for the thread. */
interface SqliteStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The connection that runs it: the reader sees what is committed, whatever transaction the writer is in. */
  readonly connection: 'reader' | 'writer';
}

/** What the thread answers to a statement, and first of all to its start. */
export type SqliteAnswer =
  | { readonly rows: readonly unknown[]; readonly changes?: number }
  | { readonly failure: string; readonly code?: string };

/** What the thread hears: a statement, or that it is to end. */
export type SqliteRequest = SqliteStatement | 'close';

const CACHED_STATEMENTS = 500;

/**
 * Open the embedded database of `file`, making it where there is none. A committed write is on the disk before it is
 * acknowledged (`synchronous = FULL`): kill -9 and power loss cost nothing that was promised.
 */
function open(file: string): Database.Database {
  const database = new Database(file);
  // First, because another process may be changing the journal mode of a new file right now.
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // What a statement of many rows could have to undo is of no use after a crash: it needs no file.
  database.pragma('temp_store = MEMORY');
  return database;
}

/** A second connection to a database that is open: for statements that change nothing. */
function openReader(file: string): Database.Database {
  const database = open(file);
  database.pragma('query_only = ON');
  return database;
}

/** Preparing a statement costs more than running it: what was prepared is kept. */
function createRunner(database: Database.Database): (statement: SqliteStatement) => SqliteAnswer {
  const prepared = new Map<string, Database.Statement>();
  return ({ sql, parameters }) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      if (prepared.size >= CACHED_STATEMENTS) prepared.clear();
      prepared.set(sql, statement);
    }
    if (statement.reader) return { rows: statement.all(parameters) };
    return { rows: [], changes: statement.run(parameters).changes };
  };
}

/** What `work` gives, or why it cannot: an error loses its properties on its way to another thread. */
function attempt(work: () => SqliteAnswer): SqliteAnswer {
  try {
    return work();
  } catch (error) {
    const { code } = error as { code?: unknown };
    const failure = error instanceof Error ? error.message : String(error);
    return { failure, ...(typeof code === 'string' ? { code } : {}) };
  }
}

const port = parentPort!;
port.postMessage(
  attempt(() => {
    const writer = open(workerData as string);
    const reader = openReader(workerData as string);
    const run = { reader: createRunner(reader), writer: createRunner(writer) };
    port.on('message', (request: SqliteRequest) => {
      if (request !== 'close') {
        port.postMessage(attempt(() => run[request.connection](request)));
        return;
      }
      reader.close();
      // The last one: it leaves one file.
      writer.close();
      port.close();
    });
    return { rows: [] };
  }),
);
