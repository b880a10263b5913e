import { isJsonNumber } from '../json/json-number.js';
import { describeValue } from '../scalar/describe.js';
import type { Fill } from '../shape/fill.js';
import type { DesignProblem } from './design-error.js';

/** The source of a filled value. */
export type FillOrigin = Extract<Fill, { kind: 'constant' | 'secret' | 'header' | 'generate' | 'session' }>;

/** A change of a design to a member other than filling it: leaving it out (DF-8), or giving it a default (DF-10). */
export type MemberChange = { readonly kind: 'omit' } | { readonly kind: 'default'; readonly value: unknown };

/** Whether a line fills its member, so that clients do not see it. */
export function isFillOrigin(origin: FillOrigin | MemberChange): origin is FillOrigin {
  return origin.kind !== 'omit' && origin.kind !== 'default';
}

/** A line of a design about one member. */
export interface ParsedFill {
  /** Its place in the order of the design. */
  readonly index: number;
  /** The operation, or `*`. */
  readonly operation: string;
  /** The JSON keys from the input to the member. */
  readonly keys: readonly string[];
  readonly origin: FillOrigin | MemberChange;
  /** Where the design says so: see `DesignProblem.at`. */
  readonly at: readonly string[];
}

/** Takes problems and counts characters. */
export interface ShapingReporter {
  /** Those that were reported so far. */
  readonly problems: readonly DesignProblem[];
  report(at: readonly string[], message: string, nearest?: string): void;
  /** Reports what says nothing: all other lines are read as if it were not there. */
  reportUseless(at: readonly string[], message: string): void;
  /** Whether so many characters more are within the limits; reports it otherwise. */
  count(length: number, at: readonly string[]): boolean;
}

/**
 * Reports a list or an object of a design that has no entries, because it changes nothing.
 *
 * @param entries the items of the list, or the keys of the object
 * @returns whether it is empty
 */
export function refuseEmpty(
  entries: readonly unknown[],
  at: readonly string[],
  reporter: Pick<ShapingReporter, 'reportUseless'>,
): boolean {
  if (entries.length > 0) return false;
  reporter.reportUseless(at, 'is empty and changes nothing: leave it out');
  return true;
}

/** The items of a list, with their places. Reports those that it has already, because they change nothing, and leaves them out. */
export function distinctItems<T>(
  items: readonly T[],
  at: readonly string[],
  reporter: Pick<ShapingReporter, 'reportUseless'>,
): readonly (readonly [T, readonly string[]])[] {
  const seen = new Set<unknown>();
  return items.flatMap((item, index): readonly (readonly [T, readonly string[]])[] => {
    const place = [...at, String(index)];
    const value = typeof item === 'bigint' ? Number(item) : item;
    if (!seen.has(value)) {
      seen.add(value);
      return [[item, place]];
    }
    reporter.reportUseless(place, 'changes nothing: it is in the list already');
    return [];
  });
}

/** The token of RFC 9110, as far as names of headers go. */
export const HEADER_NAME: RegExp = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;

/** Names of secrets: the same as those of environment variables and files. */
export const SECRET_NAME: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The text that follows a problem whose name was probably meant otherwise. */
export function hint(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** How a message names another line: a line of `fill` by its path. */
export function nameOf(at: readonly string[]): string {
  return (at[0] === 'fill' ? at.slice(1) : at).join(' > ');
}

/** Whether a part of a design is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/** The value of a key that is the object's own. */
export function ownValue(data: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

/** A value as messages show it. */
export function describe(value: unknown): string {
  return value === undefined ? 'nothing' : describeValue(value, false);
}

/** A name as messages show it. */
export function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

/** Names as a sentence has them. */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
