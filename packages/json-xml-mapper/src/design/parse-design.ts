import { nearestName } from '../explain/keys/nearest-name.js';
import { isJsonNumber } from '../json/json-number.js';
import { unescapeSegment } from '../pointer.js';
import {
  describe,
  type FillOrigin,
  HEADER_NAME,
  hint,
  isRecord,
  nameOf,
  ownValue,
  type ParsedFill,
  refuseEmpty,
  SECRET_NAME,
  type ShapingReporter,
} from './design-data.js';
import { DesignError, type DesignProblem } from './design-error.js';
import { DESIGN_LIMITS } from './limits.js';
import { readRoutes } from './routes/parse-routes.js';
import type { ParsedRoutes } from './routes/parsed-route.js';
import { readSession } from './session/parse-session.js';
import type { ParsedSession } from './session/parsed-session.js';
import type { EntryReader } from './session-fields.js';
import { readShaping, SHAPING_PARTS } from './shaping/parse-shaping.js';
import type { ParsedShaping } from './shaping/shaping-line.js';
import { type ParsedPrefixes, PREFIX_PARTS, readPrefixes } from './xml/parse-prefixes.js';

/** A design whose form is right. */
export interface ParsedDesign {
  /** Also what the session fills: the input of its login, and the members that the token is sent in. */
  readonly fills: readonly ParsedFill[];
  readonly session?: ParsedSession | undefined;
  readonly shaping: ParsedShaping;
  readonly routes: ParsedRoutes;
  readonly prefixes?: ParsedPrefixes | undefined;
}

/** The parts of a design. */
const PARTS: readonly string[] = [
  'fill',
  'session',
  ...SHAPING_PARTS,
  ...PREFIX_PARTS,
  'base',
  'envelope',
  '$schema',
];

/** Keys of values that are not constants. */
export const DIRECTIVES: readonly string[] = ['secret', 'generate', 'header'];

/**
 * Reads a design from data, which may come from anybody: only own properties count, and everything has a limit. Whether it fits a service
 * is not checked here. Throws `DesignError` with every problem.
 */
export function parseDesign(data: unknown): ParsedDesign {
  const { problems, isWhole: _, ...design } = readDesign(data);
  if (problems.length > 0) throw new DesignError(problems);
  return design;
}

/** The same, without what has a problem. `isWhole`: nothing that says something was left out. */
export function readDesign(
  data: unknown,
): ParsedDesign & { readonly problems: readonly DesignProblem[]; readonly isWhole: boolean } {
  const reader = new DesignReader();
  const { fills, session } = reader.read(data);
  const record = isRecord(data) ? data : {};
  const shaping = readShaping(record, reader);
  const routes = readRoutes(record, reader);
  const prefixes = readPrefixes(record, reader);
  return { fills, session, shaping, routes, prefixes, problems: reader.problems, isWhole: reader.isWhole };
}

/** An entry that is still to be read. */
interface Pending {
  readonly keys: readonly string[];
  readonly value: unknown;
  readonly at: readonly string[];
}

class DesignReader implements ShapingReporter, EntryReader {
  readonly problems: DesignProblem[] = [];
  /** Whether every line that says something was read. */
  isWhole = true;
  readonly #fills: ParsedFill[] = [];
  /** The places in the design of the paths so far. */
  readonly #seen = new Map<string, readonly string[]>();
  #characters = 0;

  read(data: unknown): Pick<ParsedDesign, 'fills' | 'session'> {
    const fills = this.#fills;
    if (!isRecord(data)) {
      this.report([], `must be an object, got ${describe(data)}`);
      return { fills };
    }
    for (const part of Object.keys(data)) {
      if (data[part] === undefined || PARTS.includes(part)) continue;
      const nearest = nearestName(part, PARTS);
      this.report(
        [part],
        `is not a part of a design: it has ${PARTS.filter((each) => !each.startsWith('$')).join(', ')}${hint(nearest)}`,
        nearest,
      );
    }
    const fill = ownValue(data, 'fill');
    if (isRecord(fill)) this.readEntries(fill, [], ['fill']);
    else if (fill !== undefined && fill !== null)
      this.report(['fill'], `must be an object of paths, got ${describe(fill)}`);
    const given = ownValue(data, 'session');
    const session = given === undefined || given === null ? undefined : readSession(given, this);
    return { fills, session };
  }

  /** Iterative, with the entries in their order: a stranger's file decides how deep they nest. */
  readEntries(
    fill: Readonly<Record<string, unknown>>,
    above: readonly string[],
    place: readonly string[],
  ): void {
    if (refuseEmpty(Object.keys(fill), place, this)) return;
    const pending: Pending[] = [];
    const add = (
      record: Readonly<Record<string, unknown>>,
      keys: readonly string[],
      at: readonly string[],
    ) => {
      const added: Pending[] = [];
      for (const path of Object.keys(record)) {
        const place = [...at, path];
        const parsed = this.parsePath(path, place);
        if (parsed === undefined) continue;
        added.push({ keys: [...keys, ...parsed], value: record[path], at: place });
        if (pending.length + added.length > DESIGN_LIMITS.fills) break;
      }
      pending.push(...added.reverse());
    };
    add(fill, above, place);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { keys, value, at } = next;
      if (this.problems.length >= DESIGN_LIMITS.problems) return;
      if (keys.length > DESIGN_LIMITS.pathKeys + 1) {
        this.report(at, `must have at most ${DESIGN_LIMITS.pathKeys} keys after the operation`);
        continue;
      }
      if (this.#fills.length + pending.length >= DESIGN_LIMITS.fills) {
        this.report(at, `must not fill more than ${DESIGN_LIMITS.fills} members in one design`);
        return;
      }
      if (isRecord(value) && !isDirective(value)) {
        if (!refuseEmpty(Object.keys(value), at, this)) add(value, keys, at);
        continue;
      }
      this.#addFill(keys, value, at);
    }
  }

  #addFill(keys: readonly string[], value: unknown, at: readonly string[]): void {
    const [operation = '', ...members] = keys;
    if (members.length === 0) {
      this.report(at, 'must name an operation or *, and a member: GetUser/apiKey');
      return;
    }
    const origin = isRecord(value) ? this.#parseDirective(value, at) : this.#parseConstant(value, at);
    if (origin !== undefined) this.fill(operation, members, origin, at);
  }

  fill(operation: string, members: readonly string[], origin: FillOrigin, at: readonly string[]): void {
    const keys = [operation, ...members];
    if (origin.kind === 'header' && at[0] === 'session') {
      this.report(at, 'must not be an HTTP header: all clients share one login');
      return;
    }
    if (this.#fills.length >= DESIGN_LIMITS.fills) {
      this.report(at, `must not fill more than ${DESIGN_LIMITS.fills} members in one design`);
      return;
    }
    const id = keys.map(escapeKey).join('/');
    const other = this.#seen.get(id);
    if (other !== undefined) {
      this.report(at, `fills a member that ${nameOf(other)} fills already`);
      return;
    }
    this.#seen.set(id, at);
    this.#fills.push({ index: this.#fills.length, operation, keys: members, origin, at });
  }

  parsePath(path: string, at: readonly string[]): readonly string[] | undefined {
    if (!this.count(path.length, at)) return undefined;
    const keys = path.split('/');
    if (keys.some((key) => key === '')) {
      this.report(at, 'must be names separated by /, none of them empty: GetUser/credentials/apiKey');
      return undefined;
    }
    return keys.map(unescapeSegment);
  }

  #parseDirective(value: Readonly<Record<string, unknown>>, at: readonly string[]): FillOrigin | undefined {
    const [kind = ''] = Object.keys(value);
    const name = value[kind] as string;
    if (!this.count(name.length, at)) return undefined;
    switch (kind) {
      case 'secret':
        if (SECRET_NAME.test(name)) return { kind, name };
        this.report(at, 'must name a secret with letters, digits, ".", "_" and "-", at most 64 of them');
        return undefined;
      case 'header':
        if (HEADER_NAME.test(name)) return { kind, name };
        this.report(at, 'must name an HTTP header, such as X-Partner-Id');
        return undefined;
      default:
        if (name === 'uuid' || name === 'timestamp') return { kind: 'generate', what: name };
        this.report(at, `must generate uuid or timestamp, not ${describe(name)}`);
        return undefined;
    }
  }

  #parseConstant(value: unknown, at: readonly string[]): FillOrigin | undefined {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > DESIGN_LIMITS.fills) {
      this.report(at, `must have at most ${DESIGN_LIMITS.fills} items`);
      return undefined;
    }
    for (const each of values) {
      if (!isScalar(each) || (each === null && Array.isArray(value))) {
        this.report(
          at,
          `must be a text, a number, true, false, null or a list of those, got ${describe(each)}`,
        );
        return undefined;
      }
      const length = typeof each === 'string' ? each.length : isJsonNumber(each) ? each.text.length : 8;
      if (!this.count(length, at)) return undefined;
    }
    return { kind: 'constant', value: Array.isArray(value) ? Object.freeze([...values]) : value };
  }

  count(length: number, at: readonly string[]): boolean {
    this.#characters += length;
    if (length <= DESIGN_LIMITS.textLength && this.#characters <= DESIGN_LIMITS.characters) return true;
    const { textLength, characters } = DESIGN_LIMITS;
    const limit = length > textLength ? `${textLength} characters` : `${characters} characters in one design`;
    // A text that is too long is not repeated.
    const shown = length > textLength ? at.slice(0, -1) : at;
    if (!this.problems.some(({ message }) => message.endsWith(limit)))
      this.report(shown, `must not have more than ${limit}`);
    return false;
  }

  report(at: readonly string[], message: string, nearest?: string): void {
    this.isWhole = false;
    this.#add(at, message, nearest);
  }

  reportUseless(at: readonly string[], message: string): void {
    this.#add(at, message);
  }

  #add(at: readonly string[], message: string, nearest?: string): void {
    if (this.problems.length >= DESIGN_LIMITS.problems) return;
    // A key that is too long is not repeated.
    const shown = (at.at(-1)?.length ?? 0) > DESIGN_LIMITS.textLength ? at.slice(0, -1) : at;
    this.problems.push({ at: shown, message, ...(nearest !== undefined && { nearest }) });
  }
}

/** A key as it is written in a path. */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isDirective(value: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(value);
  const [key = ''] = keys;
  return keys.length === 1 && DIRECTIVES.includes(key) && typeof value[key] === 'string';
}

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    isJsonNumber(value)
  );
}
