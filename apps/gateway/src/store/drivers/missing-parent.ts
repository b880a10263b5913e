import { SqliteError } from './sqlite-driver.js';

/** A violated foreign key: the SQLSTATE of PostgreSQL and the extended result code of SQLite. */
const FOREIGN_KEY_VIOLATION = '23503';
const SQLITE_CONSTRAINT_FOREIGNKEY = 787;

/** Whether a write failed because the row it belongs to was deleted in the meantime. */
export function isMissingParent(error: unknown): boolean {
  if (error instanceof SqliteError) return error.errcode === SQLITE_CONSTRAINT_FOREIGNKEY;
  return error instanceof Error && (error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION;
}
