import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import { StartError } from '../config/start-error.js';
import type { Dialect } from './migrations.js';
import type { Tables } from './schema.js';
import { threadedSqlite } from './sqlite-driver.js';

export const SQLITE: Dialect = { name: 'sqlite', bytes: 'blob' };

/** Open the embedded database of `file` with its first query, making it where there is none. */
export async function openSqlite(file: string): Promise<Kysely<Tables>> {
  const folder = dirname(file);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The files that SQLite puts beside it have its mode.
    await (await open(file, 'a', 0o600)).close();
  } catch (error) {
    throw new StartError(
      `the data directory ${folder} cannot be used (${(error as Error).message}): give this user the right to write it, or set DATA_DIR to another folder`,
      error,
    );
  }
  return new Kysely<Tables>({ dialect: threadedSqlite(file) });
}
