import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import type { Dialect } from './migrations.js';
import type { Tables } from './schema.js';
import { threadedSqlite } from './sqlite-driver.js';

export const SQLITE: Dialect = { name: 'sqlite', bytes: 'blob' };

/** Open the embedded database of `file` with its first query, making it where there is none. */
export async function openSqlite(file: string): Promise<Kysely<Tables>> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return new Kysely<Tables>({ dialect: threadedSqlite(file) });
}
