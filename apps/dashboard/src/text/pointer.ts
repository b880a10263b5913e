/** Reads one segment of a JSON Pointer (RFC 6901 §4), or of a path with the same escapes. */
export function unescapeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The segments of a JSON Pointer. */
export function segmentsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapeSegment);
}
