import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** A program that closes the database while a statement is pending, with nothing else to keep its process alive. */
const PROGRAM = `
  import { Kysely, sql } from 'kysely';
  import { threadedSqlite } from ${JSON.stringify(new URL('sqlite-driver.ts', import.meta.url).href)};
  const db = new Kysely({ dialect: threadedSqlite(process.env['FILE']) });
  await sql\`create table notes as with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select i from n\`.execute(db);
  const asked = sql\`with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select max(i) from n\`.execute(db);
  // Now the statement is in flight, and the close is queued behind it.
  setImmediate(() => db.destroy().then(() => console.log('closed')));
  await asked;
`;

test('a database that is closed during a statement keeps its process alive until it is closed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-'));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...['--import', import.meta.resolve('tsx'), '--conditions=@soapstone/source'],
        ...['--input-type=module', '--eval', PROGRAM],
      ],
      { cwd: import.meta.dirname, env: { ...process.env, FILE: join(directory, 'notes.db') } },
    );
    expect(stdout).toBe('closed\n');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
