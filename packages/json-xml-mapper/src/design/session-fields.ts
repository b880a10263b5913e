import { nearestName } from '../explain/keys/nearest-name.js';
import {
  describe,
  distinctItems,
  type FillOrigin,
  hint,
  isRecord,
  ownValue,
  refuseEmpty,
} from './design-data.js';
import { DESIGN_LIMITS } from './limits.js';

/** Reads the entries of a design and collects its problems. */
export interface EntryReader {
  report(at: readonly string[], message: string, nearest?: string): void;
  reportUseless(at: readonly string[], message: string): void;
  /** Charges characters to the limit of a design. @returns whether it is kept */
  count(length: number, at: readonly string[]): boolean;
  parsePath(path: string, at: readonly string[]): readonly string[] | undefined;
  /** Reads entries of `fill`, below the keys `above`. */
  readEntries(
    entries: Readonly<Record<string, unknown>>,
    above: readonly string[],
    at: readonly string[],
  ): void;
  fill(operation: string, keys: readonly string[], origin: FillOrigin, at: readonly string[]): void;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Longer lifetimes are not those of sessions. */
export const MOST_MS: number = 366 * 86_400_000;

type Fields = Readonly<Record<string, unknown>>;

/** A record with known keys only. Reports anything else. */
export function recordOf(
  data: unknown,
  at: readonly string[],
  known: readonly string[],
  reader: EntryReader,
  meaning?: string,
): Fields | undefined {
  if (!isRecord(data)) {
    const what = meaning === undefined ? 'must be an object' : `must say ${meaning}`;
    reader.report(at, `${what}: ${known.join(', ')}, got ${describe(data)}`);
    return undefined;
  }
  for (const key of Object.keys(data)) {
    if (data[key] === undefined || known.includes(key)) continue;
    const nearest = nearestName(key, known);
    reader.report([...at, key], `is not known here: expected ${known.join(', ')}${hint(nearest)}`, nearest);
  }
  return data;
}

/** The one of these keys that a record has. */
export function onlyOne<Key extends string>(
  fields: Fields,
  keys: readonly Key[],
  at: readonly string[],
  reader: EntryReader,
): Key | undefined {
  const given = keys.filter((key) => ownValue(fields, key) !== undefined);
  if (given.length === 1) return given[0];
  reader.report(
    at,
    `must have one of ${keys.join(', ')}${given.length === 0 ? '' : `, not ${given.length}`}`,
  );
  return undefined;
}

/** A text that is not empty; undefined if it is absent. */
export function nameIn(
  fields: Fields,
  key: string,
  at: readonly string[],
  what: string,
  reader: EntryReader,
): string | undefined {
  const value = ownValue(fields, key);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '')
    return reader.count(value.length, [...at, key]) ? value : undefined;
  reader.report([...at, key], `must name ${what}, got ${describe(value)}`);
  return undefined;
}

export function pathIn(
  fields: Fields,
  key: string,
  at: readonly string[],
  reader: EntryReader,
): readonly string[] | undefined {
  const value = ownValue(fields, key);
  const place = [...at, key];
  if (typeof value !== 'string') {
    reader.report(place, `must be a path of JSON keys, sessionId or user/sessionId, got ${describe(value)}`);
    return undefined;
  }
  const keys = reader.parsePath(value, place);
  if (keys === undefined || keys.length <= DESIGN_LIMITS.pathKeys) return keys;
  reader.report(place, `must have at most ${DESIGN_LIMITS.pathKeys} keys`);
  return undefined;
}

export function listIn(
  fields: Fields,
  key: string,
  at: readonly string[],
  reader: EntryReader,
): readonly unknown[] {
  const value = ownValue(fields, key);
  if (value === undefined || value === null) return [];
  const most = DESIGN_LIMITS.sessionEntries;
  if (Array.isArray(value) && value.length <= most) {
    if (refuseEmpty(value, [...at, key], reader)) return [];
    distinctItems<unknown>(value, [...at, key], reader);
    return value as readonly unknown[];
  }
  const got = Array.isArray(value) ? `${value.length} entries` : describe(value);
  reader.report([...at, key], `must be a list of at most ${most} entries, got ${got}`);
  return [];
}

export function flagIn(fields: Fields, key: string, reader: EntryReader): boolean {
  const value = ownValue(fields, key);
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  reader.report(['session', key], `must be true or false, got ${describe(value)}`);
  return false;
}

export function durationIn(
  fields: Fields,
  key: string,
  at: readonly string[],
  least: number,
  reader: EntryReader,
): number | undefined {
  const value = ownValue(fields, key);
  if (value === undefined || value === null) return undefined;
  const [, digits, unit = ''] =
    (typeof value === 'string' ? /^([0-9]{1,9})([smhd])$/.exec(value) : undefined) ?? [];
  const duration = Number(digits) * (UNITS[unit] ?? Number.NaN);
  if (duration >= least && duration <= MOST_MS) return duration;
  const bounds = least === 0 ? 'at most 366d' : '1s to 366d';
  reader.report([...at, key], `must be a duration, 90s, 50m, 12h or 30d (${bounds}), got ${describe(value)}`);
  return undefined;
}
