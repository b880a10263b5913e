import { nearestName } from '../../explain/nearest-name.js';
import { describeValue } from '../../scalar/describe.js';
import { DESIGN_LIMITS } from '../limits.js';
import { hasRoute, ROUTE_PARTS } from '../routes/parse-routes.js';

/** A line of a design that changes what clients see of one message. */
export interface ShapingLine {
  readonly kind: 'rename';
  /** The JSON keys from the input or the result to the member, as they are without the design. */
  readonly keys: readonly string[];
  /** Where the design says so: see `DesignProblem.at`. */
  readonly at: readonly string[];
  readonly to: string;
}

/** What a design says about one operation. */
export interface ParsedOperation {
  readonly name: string;
  readonly at: readonly string[];
  /** Where it says that clients do not see the operation. */
  readonly hidden?: readonly string[];
  readonly input: readonly ShapingLine[];
  readonly result: readonly ShapingLine[];
}

/** The new name of every member with some key. */
export interface ParsedRename {
  readonly key: string;
  readonly to: string;
  readonly at: readonly string[];
}

/** The parts of a design that change the names and members that clients see. */
export interface ParsedShaping {
  readonly camel: boolean;
  readonly renames: readonly ParsedRename[];
  readonly operations: readonly ParsedOperation[];
}

/** Takes problems and counts characters. */
export interface ShapingReporter {
  report(at: readonly string[], message: string, nearest?: string): void;
  /** Whether so many characters more are within the limits; reports it otherwise. */
  count(length: number, at: readonly string[]): boolean;
}

type Data = Readonly<Record<string, unknown>>;

/** The parts of a design that this file reads. */
export const SHAPING_PARTS: readonly string[] = ['names', 'rename', 'operations'];

const OPERATION_PARTS: readonly string[] = ['hidden', 'input', 'result', ...ROUTE_PARTS];
const MESSAGE_PARTS: readonly string[] = ['rename'];

/** A name of a member: no `$`, which the mapper uses, and nothing that a path or a query string has a meaning for. */
export const MEMBER_NAME: RegExp = /^@?[\p{L}_][\p{L}\p{M}\p{N}_-]{0,127}$/u;

/** Reads the parts of a design that change names and members. Data may come from anybody: only own properties count. */
export function readShaping(data: Data, reporter: ShapingReporter): ParsedShaping {
  const reader = new ShapingReader(reporter);
  return {
    camel: reader.readNames(own(data, 'names')),
    renames: reader.readRenames(own(data, 'rename')),
    operations: reader.readOperations(own(data, 'operations')),
  };
}

class ShapingReader {
  readonly #reporter: ShapingReporter;
  #lines = 0;

  constructor(reporter: ShapingReporter) {
    this.#reporter = reporter;
  }

  readNames(names: unknown): boolean {
    if (isNothing(names) || names === 'as-is') return false;
    if (names === 'camel') return true;
    this.#reporter.report(['names'], `must be camel or as-is, got ${describe(names)}`);
    return false;
  }

  readRenames(rename: unknown): readonly ParsedRename[] {
    return this.#entriesOf(rename, ['rename']).flatMap(([key, to, at]): readonly ParsedRename[] => {
      const name = this.#name(to, at);
      return name === undefined || !this.#isOneKind(key, name, at) ? [] : [{ key, to: name, at }];
    });
  }

  readOperations(operations: unknown): readonly ParsedOperation[] {
    return this.#entriesOf(operations, ['operations']).flatMap(([name, value, at]) => {
      const operation = this.#readOperation(name, value, at);
      return operation === undefined ? [] : [operation];
    });
  }

  #readOperation(name: string, value: unknown, at: readonly string[]): ParsedOperation | undefined {
    const parts = this.#partsOf(value, at, OPERATION_PARTS, 'an operation');
    if (parts === undefined) return undefined;
    const hidden = own(parts, 'hidden');
    if (hidden !== undefined && hidden !== true && hidden !== false)
      this.#reporter.report([...at, 'hidden'], `must be true or false, got ${describe(hidden)}`);
    const input = this.#readMessage(own(parts, 'input'), [...at, 'input']);
    const result = this.#readMessage(own(parts, 'result'), [...at, 'result']);
    if (hidden === true) {
      const [line] = [...input, ...result];
      if (line !== undefined) this.#reporter.report(line.at, 'changes nothing: the operation is hidden');
    } else if (input.length === 0 && result.length === 0 && !hasRoute(parts))
      this.#reporter.report(at, 'changes nothing: give hidden: true, input, result or route');
    return { name, at, input, result, ...(hidden === true && { hidden: [...at, 'hidden'] }) };
  }

  #readMessage(value: unknown, at: readonly string[]): readonly ShapingLine[] {
    if (isNothing(value)) return [];
    const parts = this.#partsOf(value, at, MESSAGE_PARTS, `the ${at.at(-1)} of an operation`);
    if (parts === undefined) return [];
    return this.#entriesOf(own(parts, 'rename'), [...at, 'rename']).flatMap(
      ([path, to, place]): readonly ShapingLine[] => {
        const keys = this.#path(path, place);
        const name = this.#name(to, place);
        if (keys === undefined || name === undefined) return [];
        if (!this.#isOneKind(keys.at(-1) as string, name, place)) return [];
        return [{ kind: 'rename', keys, at: place, to: name }];
      },
    );
  }

  /** An object whose keys are known. */
  #partsOf(value: unknown, at: readonly string[], parts: readonly string[], what: string): Data | undefined {
    if (!isRecord(value)) {
      this.#reporter.report(at, `must be an object of ${list(parts)}, got ${describe(value)}`);
      return undefined;
    }
    for (const part of Object.keys(value)) {
      if (parts.includes(part)) continue;
      const nearest = nearestName(part, parts);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      this.#reporter.report([...at, part], `is not a part of ${what}: it has ${list(parts)}${hint}`, nearest);
    }
    return value;
  }

  /** The entries of an object, within the limits. */
  #entriesOf(value: unknown, at: readonly string[]): readonly [string, unknown, readonly string[]][] {
    if (isNothing(value)) return [];
    if (!isRecord(value)) {
      this.#reporter.report(at, `must be an object, got ${describe(value)}`);
      return [];
    }
    const entries: [string, unknown, readonly string[]][] = [];
    for (const key of Object.keys(value)) {
      const place = [...at, key];
      if (!this.#reporter.count(key.length, place)) break;
      if (++this.#lines > DESIGN_LIMITS.lines) {
        this.#reporter.report(at, `must not have more than ${DESIGN_LIMITS.lines} lines in one design`);
        break;
      }
      entries.push([key, value[key], place]);
    }
    return entries;
  }

  #path(path: string, at: readonly string[]): readonly string[] | undefined {
    const keys = path.split('/');
    if (keys.length > DESIGN_LIMITS.pathKeys) {
      this.#reporter.report(at, `must have at most ${DESIGN_LIMITS.pathKeys} keys`);
      return undefined;
    }
    if (keys.some((key) => key === '')) {
      this.#reporter.report(at, 'must be names separated by /, none of them empty: User/address');
      return undefined;
    }
    return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  }

  #name(to: unknown, at: readonly string[]): string | undefined {
    if (typeof to === 'string' && this.#reporter.count(to.length, at) && MEMBER_NAME.test(to)) return to;
    const got = typeof to === 'string' && to.length > 80 ? 'a long text' : describe(to);
    this.#reporter.report(
      at,
      `must be a name of at most 128 letters, digits, _ and -, that begins with a letter or _, got ${got}`,
    );
    return undefined;
  }

  /** Only an attribute may be called `@name`, so that a reader of the JSON can rely on it. */
  #isOneKind(key: string, to: string, at: readonly string[]): boolean {
    if (!to.startsWith('@') || key.startsWith('@')) return true;
    this.#reporter.report(at, 'must not begin with @: the member is not an attribute');
    return false;
  }
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(data: Data, key: string): unknown {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : describeValue(value, false);
}
