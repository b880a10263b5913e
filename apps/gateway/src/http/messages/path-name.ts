/**
 * Decodes a name from a path for a lookup. A path segment with U+0000 can never match: PostgreSQL text cannot store it and would
 * raise an error. A lone `%`, which cannot be decoded, is in no id, slug or operation.
 */
export function nameInPath(decoded: string): string {
  return decoded.includes('\0') ? '%' : decoded;
}
