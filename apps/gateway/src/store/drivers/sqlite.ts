import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Kysely, type LogEvent } from 'kysely';
import { adoptOwner, makeFolder } from '../../config/data-dir/durable-file.js';
import { StartError } from '../../config/start-error.js';
import type { Dialect } from '../tables/dialect.js';
import type { Tables } from '../tables/schema.js';
import { threadedSqlite } from './sqlite-driver.js';

/** The name of the embedded database in the data directory. */
export const DATABASE_FILE = 'soapstone.db';

/** Whether a data directory has a database, even one that this user may not read. */
export function hasDatabase(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, DATABASE_FILE)).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

export const SQLITE: Dialect = { name: 'sqlite', bytes: 'blob' };

/** Opens the embedded database `file` with its first query, creating it if necessary. `log` receives every statement. */
export async function openSqlite(file: string, log?: (event: LogEvent) => void): Promise<Kysely<Tables>> {
  const folder = dirname(file);
  try {
    await makeFolder(folder);
    // SQLite gives its other files the same mode.
    await (await open(file, 'a', 0o600)).close();
    await adoptOwner(file);
  } catch (error) {
    throw new StartError(
      `the data directory ${folder} cannot be used (${(error as Error).message}): give this user permission to write it, or set DATA_DIR to another folder`,
      error,
    );
  }
  return new Kysely<Tables>({ dialect: threadedSqlite(file), ...(log !== undefined && { log }) });
}
