import {
  describe,
  isRecord,
  type MemberChange,
  ownValue,
  type ParsedFill,
  refuseEmpty,
  type ShapingReporter,
} from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';
import { hasRoute, ROUTE_PARTS } from '../routes/parse-routes.js';
import { readDocuments } from '../xml/parse-document.js';
import { readXmlLines } from '../xml/parse-xml-lines.js';
import { isNothing, LineReader } from './line-reader.js';
import { isOneKind, readName } from './member-name.js';
import { readDefault } from './parse-default.js';
import { readValue } from './parse-values.js';
import type {
  LiftLine,
  ParsedLift,
  ParsedOperation,
  ParsedRename,
  ParsedShaping,
  ShapingLine,
} from './shaping-line.js';

type Data = Readonly<Record<string, unknown>>;

/** The parts of a design that this file reads. */
export const SHAPING_PARTS: readonly string[] = ['names', 'rename', 'lift', 'operations'];

const OPERATION_PARTS: readonly string[] = ['hidden', 'input', 'result', ...ROUTE_PARTS];
const MESSAGE_PARTS: Readonly<Record<'input' | 'result', readonly string[]>> = {
  input: ['rename', 'values', 'omit', 'defaults', 'lift', 'raw', 'documents', 'short', 'dataSets', 'sign'],
  result: ['lift', 'rename', 'values', 'omit', 'raw', 'documents', 'short', 'dataSets'],
};

/** Reads the parts of a design that change names and members. Data may come from anybody: only own properties count. */
export function readShaping(data: Data, reporter: ShapingReporter): ParsedShaping {
  const reader = new ShapingReader(reporter);
  return {
    camel: reader.readNames(ownValue(data, 'names')),
    renames: reader.readRenames(ownValue(data, 'rename')),
    lifts: reader.readLifts(ownValue(data, 'lift')),
    operations: reader.readOperations(ownValue(data, 'operations')),
  };
}

class ShapingReader {
  readonly #reporter: ShapingReporter;
  readonly #fields: LineReader;

  constructor(reporter: ShapingReporter) {
    this.#reporter = reporter;
    this.#fields = new LineReader(reporter);
  }

  readNames(names: unknown): boolean {
    if (isNothing(names) || names === 'as-is') return false;
    if (names === 'camel') return true;
    this.#reporter.report(['names'], `must be camel or as-is, got ${describe(names)}`);
    return false;
  }

  readRenames(rename: unknown): readonly ParsedRename[] {
    return this.#fields.entriesOf(rename, ['rename']).flatMap(([key, to, at]): readonly ParsedRename[] => {
      const name = readName(to, at, this.#reporter);
      return name === undefined || !isOneKind(key, name, at, this.#reporter) ? [] : [{ key, to: name, at }];
    });
  }

  readLifts(lift: unknown): readonly ParsedLift[] {
    return this.#fields.listOf(lift, ['lift'], 'a list of keys').map(([key, at]) => ({ key, at }));
  }

  readOperations(operations: unknown): readonly ParsedOperation[] {
    return this.#fields.entriesOf(operations, ['operations']).flatMap(([name, value, at]) => {
      const operation = this.#readOperation(name, value, at);
      return operation === undefined ? [] : [operation];
    });
  }

  #readOperation(name: string, value: unknown, at: readonly string[]): ParsedOperation | undefined {
    const before = this.#reporter.problems.length;
    const parts = this.#fields.partsOf(value, at, OPERATION_PARTS, 'an operation');
    if (parts === undefined) return undefined;
    const hidden = ownValue(parts, 'hidden');
    if (hidden === false && Object.keys(parts).length > 1)
      this.#reporter.report([...at, 'hidden'], 'changes nothing: clients see the operation without it');
    else if (!isNothing(hidden) && typeof hidden !== 'boolean')
      this.#reporter.report([...at, 'hidden'], `must be true or false, got ${describe(hidden)}`);
    const input = this.#readMessage(ownValue(parts, 'input'), [...at, 'input']);
    const result = this.#readMessage(ownValue(parts, 'result'), [...at, 'result']);
    const members = {
      input: this.#readMembers(name, ownValue(parts, 'input'), [...at, 'input']),
      result: this.#readMembers(name, ownValue(parts, 'result'), [...at, 'result']),
    };
    const xml = readXmlLines(name, parts, at, this.#fields, this.#reporter);
    const { sign, short, dataSets } = xml;
    const lift = this.#readLift(ownValue(parts, 'result'), [...at, 'result', 'lift']);
    const lines = [
      ...input,
      ...result,
      ...members.input,
      ...members.result,
      ...sign,
      ...short.input,
      ...short.result,
      ...dataSets.input,
      ...dataSets.result,
      ...(lift ? [lift] : []),
    ];
    if (hidden === true) {
      const [line] = lines;
      if (line !== undefined) this.#reporter.report(line.at, 'changes nothing: the operation is hidden');
    } else if (lines.length === 0 && !hasRoute(parts) && this.#reporter.problems.length === before)
      this.#reporter.report(at, 'changes nothing: give hidden: true, input, result or route');
    return {
      name,
      at,
      input,
      result,
      ...xml,
      members,
      ...(lift && { lift }),
      ...(hidden === true && { hidden: [...at, 'hidden'] }),
    };
  }

  #readMessage(value: unknown, at: readonly string[]): readonly ShapingLine[] {
    if (isNothing(value)) return [];
    const parts = this.#fields.partsOf(
      value,
      at,
      MESSAGE_PARTS[messageAt(at)],
      `the ${at.at(-1)} of an operation`,
    );
    if (parts === undefined) return [];
    const given = Object.values(parts).filter((part) => !isNothing(part));
    if (refuseEmpty(given, at, this.#reporter)) return [];
    const renames = this.#fields
      .entriesOf(ownValue(parts, 'rename'), [...at, 'rename'])
      .flatMap(([path, to, place]): readonly ShapingLine[] => {
        const keys = this.#fields.path(path, place);
        const name = readName(to, place, this.#reporter);
        if (keys === undefined || name === undefined) return [];
        if (!isOneKind(keys.at(-1) as string, name, place, this.#reporter)) return [];
        return [{ kind: 'rename', keys, at: place, to: name }];
      });
    const lifts = this.#readLifts(ownValue(parts, 'lift'), [...at, 'lift'], messageAt(at));
    const raws = this.#fields
      .listOf(ownValue(parts, 'raw'), [...at, 'raw'])
      .flatMap(([path, place]): readonly ShapingLine[] => {
        const keys = this.#fields.path(path, place);
        return keys === undefined ? [] : [{ kind: 'raw', keys, at: place }];
      });
    return [
      ...renames,
      ...this.#readValues(ownValue(parts, 'values'), [...at, 'values']),
      ...lifts,
      ...raws,
      ...readDocuments(ownValue(parts, 'documents'), [...at, 'documents'], this.#fields, this.#reporter),
    ];
  }

  #readValues(value: unknown, at: readonly string[]): readonly ShapingLine[] {
    return this.#fields.entriesOf(value, at).flatMap(([path, names, place]): readonly ShapingLine[] => {
      const keys = this.#fields.path(path, place);
      const given = this.#fields.entriesOf(names, place);
      if (isNothing(names)) this.#reporter.report(place, 'must have the names of values: { A: active }');
      const entries = given.flatMap((entry) => readValue(entry, this.#reporter) ?? []);
      if (keys === undefined || entries.length < given.length || given.length === 0) return [];
      return [{ kind: 'values', keys, at: place, entries, given: names as Data }];
    });
  }

  /** `lift` of an input or a result, if it is a list of members. */
  #readLifts(lift: unknown, at: readonly string[], message: 'input' | 'result'): readonly ShapingLine[] {
    if (typeof lift === 'string' && message === 'result') return [];
    return this.#fields
      .listOf(lift, at, message === 'result' ? 'a key or a list of paths' : undefined)
      .flatMap(([path, place]): readonly ShapingLine[] => {
        const keys = this.#fields.path(path, place);
        return keys === undefined ? [] : [{ kind: 'lift', keys, at: place }];
      });
  }

  /** `lift` of a result, if it is the key of the member that becomes the result. */
  #readLift(result: unknown, at: readonly string[]): LiftLine | undefined {
    const lift = isRecord(result) ? ownValue(result, 'lift') : undefined;
    if (typeof lift !== 'string') return undefined;
    const keys =
      this.#reporter.count(lift.length, at) && this.#fields.countLine(at)
        ? this.#fields.path(lift, at)
        : undefined;
    if (keys === undefined || keys.length === 1) return keys && { key: keys[0] as string, at };
    this.#reporter.report(
      at,
      'must be one key: a result is lifted by one level; a list of paths lifts members inside',
    );
    return undefined;
  }

  /** `omit` and `defaults` of a message. */
  #readMembers(operation: string, value: unknown, at: readonly string[]): readonly ParsedFill[] {
    if (!isRecord(value)) return [];
    const members: ParsedFill[] = [];
    const add = (path: string, origin: MemberChange, place: readonly string[]): void => {
      const keys = this.#fields.path(path, place);
      if (keys === undefined) return;
      if (keys[0] === '$headers')
        this.#reporter.report(place, 'must not be in a SOAP header block: fill it instead');
      else members.push({ index: FIRST_LINE + this.#fields.lines, operation, keys, origin, at: place });
    };
    for (const [path, place] of this.#fields.listOf(ownValue(value, 'omit'), [...at, 'omit']))
      add(path, { kind: 'omit' }, place);
    const defaults = messageAt(at) === 'input' ? ownValue(value, 'defaults') : undefined;
    for (const [path, given, place] of this.#fields.entriesOf(defaults, [...at, 'defaults'])) {
      const origin = readDefault(given, place, this.#reporter);
      if (origin !== undefined) add(path, origin, place);
    }
    return members;
  }
}

/** Lines of messages are numbered after the fills. */
const FIRST_LINE = DESIGN_LIMITS.fills;

/** The message that a place of an operation is about. */
function messageAt(at: readonly string[]): 'input' | 'result' {
  return at.at(-1) === 'input' ? 'input' : 'result';
}
