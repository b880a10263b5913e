import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Dialect } from './migrations.js';
import type { Tables } from './schema.js';

export const SQLITE: Dialect = { name: 'sqlite', bytes: 'blob' };

/**
 * Open the embedded database of `file`, making it where there is none. A committed write is on the disk before it is
 * acknowledged (`synchronous = FULL`): kill -9 and power loss cost nothing that was promised.
 */
export async function openSqlite(file: string): Promise<Kysely<Tables>> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const database = new Database(file);
  // First, because another process may be changing the journal mode of a new file right now.
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // What a statement of many rows could have to undo is of no use after a crash: it needs no file.
  database.pragma('temp_store = MEMORY');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: withStatementCache(database) }) });
}

const CACHED_STATEMENTS = 500;

/** Kysely prepares every query anew, which costs more than running it: keep what was prepared. */
function withStatementCache(database: Database.Database): Database.Database {
  const prepare = database.prepare.bind(database);
  const statements = new Map<string, Database.Statement>();
  database.prepare = ((given: string) => {
    // A transaction that reads first and writes then cannot wait for another process that wrote in between: it fails at once.
    // One that says at its beginning that it will write waits for its turn.
    const sql = given === 'begin' ? 'begin immediate' : given;
    let statement = statements.get(sql);
    // A statement that is being iterated is busy and cannot be shared.
    if (statement === undefined || statement.busy) {
      statement = prepare(sql);
      if (statements.size >= CACHED_STATEMENTS) statements.clear();
      statements.set(sql, statement);
    }
    return statement;
  }) as typeof database.prepare;
  return database;
}
