/** Foreign keys as PostgreSQL (SQLSTATE) and SQLite (extended result code) name them. */
const CODES: ReadonlySet<unknown> = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/** Whether a write failed because what it belongs to is gone: somebody deleted it meanwhile. */
export function isMissingParent(error: unknown): boolean {
  return error instanceof Error && CODES.has((error as { code?: unknown }).code);
}
