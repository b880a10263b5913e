/** One step of a JSON Pointer: a member name or an array index. */
export type PointerSegment = string | number;

/** Print an RFC 6901 pointer: `~` is `~0`, `/` is `~1`, so that Clark names survive (KY-6). No segments is the root, `''`. */
export function printPointer(segments: readonly PointerSegment[]): string {
  let pointer = '';
  for (const segment of segments) pointer += `/${escapeSegment(segment)}`;
  return pointer;
}

/** Escape one segment of a pointer. */
export function escapeSegment(segment: PointerSegment): string {
  if (typeof segment === 'number') return String(segment);
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
