import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { adoptOwner, makeFolder, syncDirectory } from '../config/data-dir/durable-file.js';
import { StartError } from '../config/start-error.js';
import { isDamage } from './drivers/damage.js';
import { DATABASE_FILE, SQLITE } from './drivers/sqlite.js';
import { createMigrations } from './migrations/migrations.js';

/**
 * Writes a consistent copy of the embedded database to `target` while the gateway runs: SQLite's online backup, under one read
 * transaction. The copy is verified, is on disk before this resolves, and can be read only by this user. It does not contain the secrets of
 * the data directory.
 *
 * @throws {StartError} if there is no database, or `target` exists
 */
export async function backUp(dataDir: string, target: string): Promise<{ readonly bytes: number }> {
  const source = join(dataDir, DATABASE_FILE);
  if (!(await exists(source))) throw new StartError(`${source} does not exist: check DATA_DIR`);
  if (await exists(target)) throw new StartError(`${target} exists: give the backup another name`);
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    // SQLite keeps the mode of an existing file.
    await (await open(temporary, 'wx', 0o600)).close();
    const database = new DatabaseSync(source, { readOnly: true, timeout: 5_000 });
    try {
      // Copies all pages at once: in steps, each write of the gateway would restart the copy.
      await backup(database, temporary, { rate: -1 });
    } finally {
      database.close();
    }
    finish(temporary);
    withDatabase(temporary, assertIntact);
    await syncFile(temporary);
    // Unlike a rename, this never replaces a file that was created in the meantime.
    await link(temporary, target);
    await syncDirectory(dirname(target));
  } catch (error) {
    throw new StartError(`the backup ${target} cannot be written: ${(error as Error).message}`, error);
  } finally {
    await removeDatabase(temporary);
  }
  return { bytes: (await stat(target)).size };
}

/**
 * Replaces the embedded database with a backup. The previous database is kept next to it.
 *
 * @returns the name of the database that was replaced; undefined if there was none
 * @throws {StartError} if the gateway is running, or if the backup is damaged, is not a gateway's database or is from a newer version
 */
export async function restore(
  dataDir: string,
  source: string,
  now: number,
): Promise<{ readonly replaced: string | undefined }> {
  if (!(await exists(source))) throw new StartError(`${source} does not exist`);
  const target = join(dataDir, DATABASE_FILE);
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await copyHere(source, temporary);
    await assertUsable(temporary, source);
    finish(temporary);
    await syncFile(temporary);
    const replaced = (await exists(target)) ? `${target}.replaced-${stamp(now)}` : undefined;
    if (replaced !== undefined) await setAside(target, replaced);
    await rm(`${target}-wal`, { force: true });
    await rm(`${target}-shm`, { force: true });
    await rename(temporary, target);
    await syncDirectory(dataDir);
    return { replaced };
  } finally {
    await removeDatabase(temporary);
  }
}

/** Copies a backup into the data directory, which may not exist yet. */
async function copyHere(source: string, target: string): Promise<void> {
  try {
    await makeFolder(dirname(target));
    await copyFile(source, target, constants.COPYFILE_EXCL);
    const handle = await open(target, 'r+');
    await handle.chmod(0o600);
    await handle.close();
    await adoptOwner(target);
  } catch (error) {
    throw new StartError(
      `${source} cannot be copied to ${dirname(target)}: ${(error as Error).message}`,
      error,
    );
  }
}

/** Checks that a database is intact and from this version or an earlier one. */
async function assertUsable(file: string, name: string): Promise<void> {
  let applied: string[];
  try {
    applied = withDatabase(file, (database) => {
      assertIntact(database);
      const rows = database.prepare('select name from kysely_migration').all() as { name: string }[];
      return rows.map((row) => row.name);
    });
  } catch (error) {
    throw new StartError(`${name} is not a usable backup of a gateway: ${(error as Error).message}`, error);
  }
  const known = new Set(Object.keys(await createMigrations(SQLITE).getMigrations()));
  const newer = applied.find((migration) => !known.has(migration));
  if (newer !== undefined) {
    throw new StartError(
      `${name} is from a newer version of the gateway (${newer}): restore it with that version`,
    );
  }
}

function assertIntact(database: DatabaseSyncInstance): void {
  const [check] = database.prepare('pragma integrity_check').all() as { integrity_check: string }[];
  if (check?.integrity_check !== 'ok') throw new Error(check?.integrity_check ?? 'no answer');
}

/**
 * Renames the database that a backup replaces, after merging its journal. A damaged one keeps its journal, which may help to repair it.
 * Fails if another process has the database open.
 */
async function setAside(file: string, replaced: string): Promise<void> {
  // Copied, because SQLite deletes the journal of a file that it cannot read.
  const journal = await copyFile(`${file}-wal`, `${replaced}-wal`).then(
    () => true,
    () => false,
  );
  let damaged = false;
  try {
    withDatabase(file, (database) => {
      database.exec('pragma journal_mode = delete');
      // Unlike the pragma, this fails if the file is damaged.
      database.prepare('select count(*) from sqlite_master').get();
    });
  } catch (error) {
    damaged = isDamage(error);
    if (!damaged) {
      throw new StartError(`${file} is in use (${(error as Error).message}): stop the gateway first`, error);
    }
  } finally {
    if (journal && !damaged) await rm(`${replaced}-wal`, { force: true });
  }
  await rename(file, replaced);
}

/** Leaves a database as a single file. */
function finish(file: string): void {
  withDatabase(file, (database) => database.exec('pragma journal_mode = delete'));
}

function withDatabase<Value>(file: string, work: (database: DatabaseSyncInstance) => Value): Value {
  const database = new DatabaseSync(file, { timeout: 1_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    // Without the folder, there is nothing to remove.
    await rm(`${file}${ending}`, { force: true }).catch(() => {});
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Formats a time as `20261125-014500`, in UTC. */
function stamp(now: number): string {
  return new Date(now)
    .toISOString()
    .slice(0, 19)
    .replace('T', '-')
    .replace(/[-:](?=\d\d)/g, '')
    .replace(/^(\d{8})/, '$1-');
}
