import type { LogEvent } from 'kysely';
import { SqliteError } from './sqlite-driver.js';

/** Why a database accepts no changes: its disk has no room or fails, or it was opened or configured as read-only. */
export type WriteRefusal = 'full' | 'read-only';

/** SQLite's primary result codes: SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL. The low byte of a code is the primary one. */
const OF_SQLITE: ReadonlyMap<number, WriteRefusal> = new Map([
  [8, 'read-only'],
  // A file that may not grow, by a quota or a limit of the process, fails with an I/O error.
  [10, 'full'],
  [13, 'full'],
]);
const PRIMARY_CODE = 0xff;
/** SQLSTATEs of PostgreSQL: read_only_sql_transaction, disk_full, io_error. */
const OF_POSTGRES: ReadonlyMap<unknown, WriteRefusal> = new Map([
  ['25006', 'read-only'],
  ['53100', 'full'],
  ['58030', 'full'],
]);

/** Returns why a statement failed, if it failed because the database accepts no changes. */
export function writeRefusalOf(error: unknown): WriteRefusal | undefined {
  if (error instanceof SqliteError) return OF_SQLITE.get((error.errcode ?? 0) & PRIMARY_CODE);
  return error instanceof Error ? OF_POSTGRES.get((error as { code?: unknown }).code) : undefined;
}

/** Remembers that a database has refused a change, until one is accepted. */
export interface WriteWatch {
  /** The listener for the statements of a Kysely instance. */
  readonly log: (event: LogEvent) => void;
  /** Rejects while changes are refused. */
  check(): Promise<void>;
}

/**
 * Creates the watch of a database. Nothing is asked while no change has been refused, because only a change shows whether one is accepted,
 * and each waits for the disk.
 *
 * @param tryWrite makes a change that has no effect; rejects if it is refused
 */
export function watchWrites(tryWrite: () => Promise<void>): WriteWatch {
  let refused = false;
  return {
    log(event) {
      if (event.level === 'error' && writeRefusalOf(event.error) !== undefined) refused = true;
    },
    async check() {
      if (!refused) return;
      await tryWrite();
      refused = false;
    },
  };
}
