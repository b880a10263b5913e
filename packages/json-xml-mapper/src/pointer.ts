/** One step of a JSON Pointer: a member name or an array index. */
export type PointerSegment = string | number;

const MAX_SEGMENT = 256;

/**
 * Prints an RFC 6901 pointer: `~` is `~0`, `/` is `~1`, so that Clark names survive (KY-6). No segments is the root, `''`. A
 * segment of more than 256 characters is cut with `…`: input determines names, and fifty errors below a key of a megabyte would be
 * fifty megabytes.
 */
export function printPointer(segments: readonly PointerSegment[]): string {
  let pointer = '';
  for (const segment of segments) pointer += `/${escapeSegment(segment)}`;
  return pointer;
}

/** Escapes one segment of a pointer. */
export function escapeSegment(segment: PointerSegment): string {
  if (typeof segment === 'number') return String(segment);
  const name = segment.length > MAX_SEGMENT ? `${segment.slice(0, MAX_SEGMENT - 1)}…` : segment;
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Reads one segment of a pointer, or of a path with the same escapes. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
