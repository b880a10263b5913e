import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tables } from '../tables/schema.js';
import { openSqlite } from './sqlite.js';
import { SqliteError } from './sqlite-driver.js';
import { type WriteWatch, watchWrites, writeRefusalOf } from './write-refusal.js';

let directory: string;
let db: Kysely<Tables>;
let writes: WriteWatch;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'soapstone-refusal-'));
  writes = watchWrites(async () => void (await sql`pragma user_version = 0`.execute(db)));
  db = await openSqlite(join(directory, 'x.db'), writes.log);
  await sql`create table notes (text blob)`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await rm(directory, { recursive: true, force: true });
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const write = () => sql`insert into notes values (zeroblob(100000))`.execute(db);
const writeAndRead = () =>
  sql`insert into notes values (zeroblob(100000)) returning length(text)`.execute(db);

test.each([
  ['an insertion', write],
  ['an insertion that returns its row', writeAndRead],
])('a full database refuses %s, and is ready again once a change is accepted', async (_name, change) => {
  await writes.check();
  await sql`pragma max_page_count = 4`.execute(db);
  const error = await failureOf(change());
  expect(writeRefusalOf(error)).toBe('full');
  // The file may not grow, but the change that is tried needs no more room.
  await writes.check();
  await sql`pragma query_only = 1`.execute(db);
  expect(writeRefusalOf(await failureOf(change()))).toBe('read-only');
  expect(writeRefusalOf(await failureOf(writes.check()))).toBe('read-only');
  await sql`pragma query_only = 0`.execute(db);
  await writes.check();
  await sql`pragma max_page_count = 1000000`.execute(db);
  expect(await failureOf(change())).toBeUndefined();
});

test.each([
  ['a broken constraint', new SqliteError('FOREIGN KEY constraint failed', 787), undefined],
  ['a file that may not grow', new SqliteError('disk I/O error', 778), 'full'],
  [
    'a read-only PostgreSQL',
    Object.assign(new Error('cannot execute INSERT'), { code: '25006' }),
    'read-only',
  ],
  ['a PostgreSQL without room', Object.assign(new Error('could not extend file'), { code: '53100' }), 'full'],
  ['another error of PostgreSQL', Object.assign(new Error('x'), { code: '23503' }), undefined],
  ['no error', 'x', undefined],
])('%s', (_name, error, refusal) => {
  expect(writeRefusalOf(error)).toBe(refusal);
});
