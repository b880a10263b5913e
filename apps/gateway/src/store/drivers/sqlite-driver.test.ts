import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { threadedSqlite } from './sqlite-driver.js';

interface Notes {
  notes: { text: string };
}

let directory: string;
let db: Kysely<Notes>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'soapstone-'));
  db = new Kysely<Notes>({ dialect: threadedSqlite(join(directory, 'notes.db')) });
  await db.schema.createTable('notes').addColumn('text', 'text').execute();
});

afterEach(async () => {
  await db.destroy();
  await rm(directory, { recursive: true, force: true });
});

const write = (on: Kysely<Notes>, text: string) => on.insertInto('notes').values({ text }).execute();

async function read(on: Kysely<Notes>): Promise<string[]> {
  const rows = await on.selectFrom('notes').select('text').orderBy('text').execute();
  return rows.map(({ text }) => text);
}

/** Starts a transaction that has written `text` and waits. */
async function openTransaction(text: string): Promise<{ end(failure?: Error): void; ended: Promise<void> }> {
  let end: (failure?: Error) => void = () => {};
  const waits = new Promise<void>((resolve, reject) => {
    end = (failure) => (failure === undefined ? resolve() : reject(failure));
  });
  let ended: Promise<void> | undefined;
  await new Promise<void>((resolve, reject) => {
    ended = db.transaction().execute(async (transaction) => {
      await write(transaction, text);
      resolve();
      await waits;
    });
    ended.catch(reject);
  });
  return { end, ended: ended! };
}

test('reads run during an open transaction, and see only committed data', async () => {
  await write(db, 'before');
  const { end, ended } = await openTransaction('within');
  expect(await read(db)).toEqual(['before']);
  end();
  await ended;
  expect(await read(db)).toEqual(['before', 'within']);
});

test('a transaction reads its own writes', async () => {
  await db.transaction().execute(async (transaction) => {
    await write(transaction, 'own');
    expect(await read(transaction)).toEqual(['own']);
  });
});

test('writes wait until the transaction has ended, and are not rolled back with it', async () => {
  const { end, ended } = await openTransaction('undone');
  const written = write(db, 'kept');
  expect(await read(db)).toEqual([]);
  end(new Error('no'));
  await expect(ended).rejects.toThrow('no');
  await written;
  expect(await read(db)).toEqual(['kept']);
});

test('transactions run one after another, in the order of their requests', async () => {
  const order: string[] = [];
  const run = (name: string) =>
    db.transaction().execute(async (transaction) => {
      order.push(`${name} begins`);
      await write(transaction, name);
      order.push(`${name} ends`);
    });
  const single = () => write(db, 'single').then(() => order.push('single'));
  await Promise.all([run('a'), single(), run('b')]);
  expect(order).toEqual(['a begins', 'a ends', 'single', 'b begins', 'b ends']);
});

test('one connection can run several transactions in sequence, even after a failed one', async () => {
  await db.connection().execute(async (connection) => {
    const failed = connection.transaction().execute(async (transaction) => {
      await write(transaction, 'undone');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await connection.transaction().execute((transaction) => write(transaction, 'kept'));
    await write(connection, 'also kept');
  });
  await write(db, 'last');
  expect(await read(db)).toEqual(['also kept', 'kept', 'last']);
});

test('a transaction that SQLite has rolled back by itself fails with what it failed of, and holds up no other', async () => {
  await db.schema.createIndex('once').unique().on('notes').column('text').execute();
  await write(db, 'a');
  // As with a full disk, the statement ends the whole transaction.
  const failed = db.transaction().execute(async (transaction) => {
    await write(transaction, 'undone');
    await sql`insert or rollback into notes (text) values ('a')`.execute(transaction);
  });
  await expect(failed).rejects.toThrow('UNIQUE constraint failed: notes.text');
  await db.transaction().execute((transaction) => write(transaction, 'b'));
  expect(await read(db)).toEqual(['a', 'b']);
});

test('a failed statement is reported only to its caller', async () => {
  const missing = db
    .withTables<{ missing: { text: string } }>()
    .selectFrom('missing')
    .select('text')
    .execute();
  const [failure, rows] = await Promise.allSettled([missing, read(db)]);
  expect(failure).toMatchObject({ status: 'rejected', reason: { message: 'no such table: missing' } });
  expect(rows).toMatchObject({ status: 'fulfilled', value: [] });
});

test('a change that returns rows has their number, too', async () => {
  await write(db, 'a');
  const { numAffectedRows } = await db.executeQuery(
    db.updateTable('notes').set({ text: 'b' }).returning('text').compile(),
  );
  expect(numAffectedRows).toBe(1n);
  const none = await db.executeQuery(
    db.deleteFrom('notes').where('text', '=', 'c').returning('text').compile(),
  );
  expect(none.numAffectedRows).toBe(0n);
  expect(
    (await db.executeQuery(db.selectFrom('notes').selectAll().compile())).numAffectedRows,
  ).toBeUndefined();
});
