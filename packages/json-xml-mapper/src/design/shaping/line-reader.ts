import { nearestName } from '../../explain/keys/nearest-name.js';
import { unescapeSegment } from '../../pointer.js';
import {
  describe,
  distinctItems,
  hint,
  isRecord,
  list,
  refuseEmpty,
  type ShapingReporter,
} from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';

type Data = Readonly<Record<string, unknown>>;

/** Reads the objects and lists of a design that have a line for each member, within the limits. */
export class LineReader {
  readonly #reporter: ShapingReporter;
  #lines = 0;

  constructor(reporter: ShapingReporter) {
    this.#reporter = reporter;
  }

  /** The lines so far. */
  get lines(): number {
    return this.#lines;
  }

  /** A list of paths. */
  listOf(
    value: unknown,
    at: readonly string[],
    what = 'a list of paths',
  ): readonly (readonly [string, readonly string[]])[] {
    if (isNothing(value)) return [];
    if (!Array.isArray(value)) {
      this.#reporter.report(at, `must be ${what}, got ${describe(value)}`);
      return [];
    }
    if (refuseEmpty(value, at, this.#reporter)) return [];
    const paths: [string, readonly string[]][] = [];
    for (const [path, place] of distinctItems<unknown>(value, at, this.#reporter)) {
      if (typeof path !== 'string') {
        this.#reporter.report(place, `must be a path, got ${describe(path)}`);
        continue;
      }
      if (!this.#reporter.count(path.length, place) || !this.countLine(at)) break;
      paths.push([path, place]);
    }
    return paths;
  }

  /** Whether a design may have one more line; reports it otherwise. */
  countLine(at: readonly string[]): boolean {
    if (++this.#lines <= DESIGN_LIMITS.lines) return true;
    this.#reporter.report(at, `must not have more than ${DESIGN_LIMITS.lines} lines in one design`);
    return false;
  }

  /** An object whose keys are known. */
  partsOf(value: unknown, at: readonly string[], parts: readonly string[], what: string): Data | undefined {
    if (!isRecord(value)) {
      this.#reporter.report(at, `must be an object of ${list(parts)}, got ${describe(value)}`);
      return undefined;
    }
    for (const part of Object.keys(value)) {
      if (parts.includes(part)) continue;
      const nearest = nearestName(part, parts);
      this.#reporter.report(
        [...at, part],
        `is not a part of ${what}: it has ${list(parts)}${hint(nearest)}`,
        nearest,
      );
    }
    return value;
  }

  /** The entries of an object, within the limits. */
  entriesOf(value: unknown, at: readonly string[]): readonly [string, unknown, readonly string[]][] {
    if (isNothing(value)) return [];
    if (!isRecord(value)) {
      this.#reporter.report(at, `must be an object, got ${describe(value)}`);
      return [];
    }
    const keys = Object.keys(value);
    if (refuseEmpty(keys, at, this.#reporter)) return [];
    const entries: [string, unknown, readonly string[]][] = [];
    for (const key of keys) {
      const place = [...at, key];
      if (!this.#reporter.count(key.length, place)) break;
      if (!this.countLine(at)) break;
      entries.push([key, value[key], place]);
    }
    return entries;
  }

  path(path: string, at: readonly string[]): readonly string[] | undefined {
    const keys = path.split('/');
    if (keys.length > DESIGN_LIMITS.pathKeys) {
      this.#reporter.report(at, `must have at most ${DESIGN_LIMITS.pathKeys} keys`);
      return undefined;
    }
    if (keys.some((key) => key === '')) {
      this.#reporter.report(at, 'must be names separated by /, none of them empty: User/address');
      return undefined;
    }
    return keys.map(unescapeSegment);
  }
}

/** Whether a part of a design is left out. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
