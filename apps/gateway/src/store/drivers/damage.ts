/** SQLite's primary result codes for a damaged file: SQLITE_CORRUPT and SQLITE_NOTADB. The low byte of a code is the primary one. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
const PRIMARY_CODE = 0xff;

/** Whether SQLite failed because the file is damaged or is not a database. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { readonly errcode?: number };
  return error instanceof Error && DAMAGED.has((errcode ?? 0) & PRIMARY_CODE);
}
