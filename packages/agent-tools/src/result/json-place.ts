/** A place in a JSON value: keys of objects and indexes of lists. */
export type Place = readonly string[];

/** Reads a JSON Pointer (RFC 6901). */
export function readPlace(pointer: string): Place {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(readSegment);
}

/** Prints a JSON Pointer. */
export function printPlace(place: Place): string {
  return place.map((key) => `/${printSegment(key)}`).join('');
}

export function readSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

export function printSegment(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A JSON object that was parsed: every key is its own, even `__proto__`. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a place; undefined if there is none. */
export function valueAt(value: unknown, place: Place): unknown {
  let found = value;
  for (const key of place) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Members)[key];
  }
  return found;
}

/** Returns a copy with another value at a place, or without it for undefined. Objects on the way are created. */
export function withValue(value: unknown, place: Place, wanted: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return wanted;
  if (Array.isArray(value)) {
    const items: unknown[] = [...value];
    const index = Number(key);
    if (rest.length === 0 && wanted === undefined) items.splice(index, 1);
    else items[index] = withValue(items[index], rest, wanted);
    return items;
  }
  const entries = isMembers(value) ? Object.entries(value) : [];
  const made = withValue(
    isMembers(value) && Object.hasOwn(value, key) ? value[key] : undefined,
    rest,
    wanted,
  );
  const at = entries.findIndex(([name]) => name === key);
  if (made === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key));
  if (at === -1) return Object.fromEntries([...entries, [key, made]]);
  return Object.fromEntries(entries.with(at, [key, made]));
}
