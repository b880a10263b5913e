/**
 * A name from a path, to be looked up. What holds U+0000 is a name of nothing: PostgreSQL has no such text, and would say so
 * instead of finding nothing. A lone `%` is in no id, slug or operation.
 */
export function nameInPath(decoded: string): string {
  return decoded.includes('\0') ? '%' : decoded;
}
