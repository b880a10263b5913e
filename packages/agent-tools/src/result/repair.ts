import type { CompiledOperation, JsonSchema, ValidationProblem } from '@soapstone/json-xml-mapper';
import { isMappingError, stringify } from '@soapstone/json-xml-mapper';
import { nearestOf } from '@soapstone/options';
import { decodeUtf8 } from '../platform.js';
import { eachKey } from '../protocol/rename-keys.js';
import { membersOf, sampleOf, schemasAt, takes } from '../schema/schema-place.js';
import { recentInputSchema } from '../schema/tool-schema.js';
import type { AgentOperation } from '../service/agent-service.js';
import { argumentKeys, seenKey, withKeys } from '../service/argument-keys.js';
import {
  isMembers,
  type Members,
  type Place,
  printPlace,
  readPlace,
  valueAt,
  withValue,
} from './json-place.js';

/** One change of a JSON Patch (RFC 6902). */
export type Change =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/** How arguments become valid. */
export interface Repair {
  /** Applied in order, the changes make the arguments valid. */
  readonly patch: readonly Change[];
  /** The places of values that only the caller knows: the patch has examples there. */
  readonly placeholders: readonly string[];
}

/** The largest arguments that are repaired, in bytes, and the most changes and attempts. */
const MAX_BYTES = 16 * 1024;
const MAX_NESTING = 100;
const MAX_CHANGES = 40;
const MAX_TRIALS = 300;
/** The characters of JSON, and of names of members (each counts as ten), that all attempts look at: this happens on the event loop. */
const MAX_WORK = 100_000;

/** The arguments while they are repaired, with the keys of the mapper. */
interface Work {
  readonly compiled: CompiledOperation;
  readonly schema: JsonSchema;
  readonly example: unknown;
  trials: number;
  /** The remainder of `MAX_WORK`. */
  left: number;
}

/** A step of a repair: what it makes of the arguments, and the changes that say so. */
interface Step {
  readonly value: unknown;
  readonly changes: readonly PlacedChange[];
  readonly placeholders?: readonly Place[];
}

type PlacedChange =
  | { readonly op: 'set'; readonly place: Place; readonly value: unknown; readonly isNew: boolean }
  | { readonly op: 'remove'; readonly place: Place }
  | { readonly op: 'move'; readonly from: Place; readonly place: Place };

/**
 * Finds the changes that make invalid arguments valid: misspelt names are renamed, misplaced members moved, values converted, and only then
 * removed or replaced by examples. Each step is checked with the mapper, so the whole patch works if there is one.
 *
 * @param json the arguments as the agent wrote them
 * @returns undefined if no patch is found, or if looking for it would take too long
 */
export function repairOf(operation: AgentOperation, json: Uint8Array): Repair | undefined {
  if (json.length > MAX_BYTES || nestingOf(json) > MAX_NESTING) return undefined;
  try {
    const compiled = operation.service.mapper.compile(operation.name);
    const { schema, example } = materialOf(compiled);
    if (schema === undefined) return undefined;
    const table = argumentKeys(operation);
    const given: unknown = JSON.parse(decodeUtf8(withKeys(json, () => table) as Uint8Array));
    const work: Work = { compiled, schema, example, trials: 0, left: MAX_WORK };
    const steps = search(given, work);
    if (steps === undefined) return undefined;
    const written = keysOf(json);
    const spell = (key: string): string => {
      const seen = seenKey(key, table);
      return written.has(key) && !written.has(seen) ? key : seen;
    };
    const spelt = (place: Place): string => printPlace(place.map(spell));
    return {
      patch: steps.flatMap(({ changes }) => changes.map((change) => printChange(change, spelt, spell))),
      placeholders: steps.flatMap(({ placeholders = [] }) => placeholders.map(spelt)),
    };
  } catch (error) {
    if (isMappingError(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The facts about an operation that every repair uses. */
interface Material {
  readonly schema: JsonSchema | undefined;
  readonly example: unknown;
}

/** The maximum number of operations whose material is kept. */
const MAX_KEPT = 8;
/**
 * The material of the operations that were repaired last. For an input of 2,000 members it takes up to 70 ms to make, on the event loop of
 * a program, and a model that gets one call wrong often gets the next one wrong too.
 */
const kept = new Map<CompiledOperation, Material>();

function materialOf(compiled: CompiledOperation): Material {
  const material = kept.get(compiled) ?? {
    schema: recentInputSchema(compiled),
    example: exampleValue(compiled),
  };
  kept.delete(compiled);
  kept.set(compiled, material);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return material;
}

/** The deepest nesting of brackets, including those in strings. */
function nestingOf(json: Uint8Array): number {
  let depth = 0;
  let most = 0;
  for (const byte of json) {
    if (byte === 0x7b || byte === 0x5b) most = Math.max(most, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return most;
}

function keysOf(json: Uint8Array): ReadonlySet<string> {
  const keys = new Set<string>();
  eachKey(json, (key) => keys.add(key));
  return keys;
}

function exampleValue(compiled: CompiledOperation): unknown {
  try {
    return JSON.parse(stringify(compiled.example('input')));
  } catch (error) {
    // A type that requires itself as a member has no finite example.
    if (isMappingError(error)) return undefined;
    throw error;
  }
}

function printChange(
  change: PlacedChange,
  spelt: (place: Place) => string,
  spell: (key: string) => string,
): Change {
  const path = spelt(change.place);
  if (change.op === 'remove') return { op: 'remove', path };
  if (change.op === 'move') return { op: 'move', from: spelt(change.from), path };
  return { op: change.isNew ? 'add' : 'replace', path, value: withNames(change.value, spell) };
}

function withNames(value: unknown, spell: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => withNames(each, spell));
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [spell(key), withNames(each, spell)]));
}

/** Takes one step after another, as long as each leaves fewer or other problems. */
function search(given: unknown, work: Work): readonly Step[] | undefined {
  const steps: Step[] = [];
  const seen = new Set<string>();
  let value = given;
  for (let taken = 0; taken <= MAX_CHANGES; taken++) {
    const problems = validate(value, work);
    if (problems.length === 0) return steps;
    if (problems.length > MAX_CHANGES) return undefined;
    const step = firstStep(value, problems, seen, work);
    if (step === undefined) return undefined;
    steps.push(step);
    value = step.value;
  }
  return undefined;
}

function validate(value: unknown, work: Work): readonly ValidationProblem[] {
  work.trials++;
  return work.compiled.validate(value);
}

/** Members with a wrong name or place come first, because they may be missing elsewhere. */
const ORDER = (problem: ValidationProblem): number =>
  problem.keyword === 'additionalProperties' ? 0 : problem.keyword === 'required' ? 2 : 1;

function firstStep(
  value: unknown,
  problems: readonly ValidationProblem[],
  seen: Set<string>,
  work: Work,
): Step | undefined {
  const sorted = [...problems].sort((one, other) => ORDER(one) - ORDER(other));
  for (const problem of sorted) {
    const place = readPlace(problem.path);
    for (const step of stepsFor(problem, place, value, work)) {
      if (work.trials >= MAX_TRIALS || work.left <= 0) return undefined;
      const next = JSON.stringify(step.value);
      work.left -= next.length;
      if (seen.has(next)) continue;
      const left = validate(step.value, work);
      const isSolved = !left.some(
        ({ path, keyword }) => path === problem.path && keyword === problem.keyword,
      );
      if (!isSolved || weightOf(left) > weightOf(problems)) continue;
      seen.add(next);
      return step;
    }
  }
  return undefined;
}

/** A missing member weighs less than a wrong one, so that a wrong one may leave some missing. */
function weightOf(problems: readonly ValidationProblem[]): number {
  return problems.reduce((sum, { keyword }) => sum + (keyword === 'required' ? 1 : 100), 0);
}

/** The steps to try for a problem, the most faithful first. */
function* stepsFor(problem: ValidationProblem, place: Place, value: unknown, work: Work): Generator<Step> {
  const { keyword, expected } = problem;
  const isThere = valueAt(value, place) !== undefined;
  if (keyword === 'additionalProperties' && isThere) {
    yield* stepsForUnknown(place, expected, value, work);
    return;
  }
  if (keyword === 'choice' && Array.isArray(expected)) yield* stepsForChoice(place, expected, value, work);
  if (isThere) {
    for (const converted of conversions(valueAt(value, place), schemasAt(work.schema, place), expected))
      yield set(value, place, converted);
  }
  if (keyword === 'maxItems') yield* shortened(place, expected, value);
  if (place.length === 0) return;
  for (const example of examplesFor(place, work)) {
    const step = set(value, place, example);
    yield { ...step, placeholders: [place] };
  }
  if (isThere) yield remove(value, place);
}

function set(value: unknown, place: Place, wanted: unknown): Step {
  const isNew = valueAt(value, place) === undefined;
  const { prepared, created } = withParents(value, place);
  return {
    value: withValue(prepared, place, wanted),
    changes: [...created, { op: 'set', place, value: wanted, isNew }],
  };
}

/** Creates the objects around a place, because a patch does not. */
function withParents(
  value: unknown,
  place: Place,
): { readonly prepared: unknown; readonly created: readonly PlacedChange[] } {
  const created: PlacedChange[] = [];
  let prepared = value;
  for (let depth = 1; depth < place.length; depth++) {
    const parent = place.slice(0, depth);
    if (valueAt(prepared, parent) !== undefined) continue;
    prepared = withValue(prepared, parent, {});
    created.push({ op: 'set', place: parent, value: {}, isNew: true });
  }
  return { prepared, created };
}

function remove(value: unknown, place: Place): Step {
  return { value: withValue(value, place, undefined), changes: [{ op: 'remove', place }] };
}

/** Moves a member, and creates the objects around its new place. */
function move(value: unknown, from: Place, place: Place): Step {
  const moved = valueAt(value, from);
  const { prepared, created } = withParents(withValue(value, from, undefined), place);
  return {
    value: withValue(prepared, place, moved),
    changes: [...created, { op: 'move', from, place }],
  };
}

/** A member that its object does not have: misspelt, one level too high or too low, a wrapper, or superfluous. */
function* stepsForUnknown(place: Place, expected: unknown, value: unknown, work: Work): Generator<Step> {
  const parent = place.slice(0, -1);
  const key = place.at(-1) as string;
  const free = (at: Place): boolean => valueAt(value, at) === undefined;
  const inside = (at: Place): ReadonlySet<string> => membersOf(schemasAt(work.schema, at));
  const known = inside(parent);
  work.left -= 10 * known.size;
  if (typeof expected === 'string' && free([...parent, expected]))
    yield move(value, place, [...parent, expected]);
  const wrapped = valueAt(value, place);
  if (isMembers(wrapped)) {
    const names = Object.keys(wrapped);
    if (names.length > 0 && names.every((name) => known.has(name) && free([...parent, name]))) {
      const moves = names.map((name) => ({
        op: 'move' as const,
        from: [...place, name],
        place: [...parent, name],
      }));
      const unwrapped = names.reduce(
        (made, name) => withValue(made, [...parent, name], wrapped[name]),
        withValue(value, place, undefined),
      );
      yield { value: unwrapped, changes: [...moves, { op: 'remove', place }] };
    }
  }
  for (const name of known) {
    const child = [...parent, name];
    const there = valueAt(value, child);
    if ((there === undefined || isMembers(there)) && inside(child).has(key) && free([...child, key]))
      yield move(value, place, [...child, key]);
    const [item] = Array.isArray(there) ? there : [];
    if (isMembers(item) && inside([...child, '0']).has(key) && free([...child, '0', key]))
      yield move(value, place, [...child, '0', key]);
  }
  for (let depth = parent.length - 1; depth >= 0; depth--) {
    const above = parent.slice(0, depth);
    if (inside(above).has(key) && free([...above, key])) yield move(value, place, [...above, key]);
  }
  const near = nearestOf(key, [...known]);
  if (near !== undefined && free([...parent, near])) yield move(value, place, [...parent, near]);
  yield remove(value, place);
}

/** A choice with too many members keeps one; one without any gets an example of one. */
function* stepsForChoice(
  place: Place,
  branches: readonly unknown[],
  value: unknown,
  work: Work,
): Generator<Step> {
  const names = branches.filter((each) => typeof each === 'string' && each !== '') as readonly string[];
  const parent = isMembers(valueAt(value, place)) || place.length === 0 ? place : place.slice(0, -1);
  const present = names.filter((name) => valueAt(value, [...parent, name]) !== undefined);
  for (const kept of present) {
    const dropped = present.filter((name) => name !== kept).map((name) => [...parent, name]);
    if (dropped.length === 0) continue;
    yield {
      value: dropped.reduce((made: unknown, at) => withValue(made, at, undefined), value),
      changes: dropped.map((at) => ({ op: 'remove', place: at })),
    };
  }
  if (present.length > 0) return;
  for (const name of names) {
    const at = [...parent, name];
    for (const example of examplesFor(at, work)) yield { ...set(value, at, example), placeholders: [at] };
  }
}

function* shortened(place: Place, most: unknown, value: unknown): Generator<Step> {
  const list = valueAt(value, place);
  if (Array.isArray(list) && typeof most === 'number') yield set(value, place, list.slice(0, most));
}

/** Examples for a place: that of the whole message, and one with required members alone. */
function* examplesFor(place: Place, { example, schema }: Work): Generator<unknown> {
  const first = place.map((key) => (/^[0-9]+$/.test(key) ? '0' : key));
  const found = valueAt(example, first);
  if (found !== undefined) yield found;
  const made = sampleOf(schemasAt(schema, place), schema);
  if (made !== undefined) yield made;
}

const YES: ReadonlySet<string> = new Set(['true', 'yes', 'y', 'on', '1']);
const NO: ReadonlySet<string> = new Set(['false', 'no', 'n', 'off', '0']);
/** A number as people write it. */
const NUMBER = /^[+-]?[0-9]{1,15}(?:[.,][0-9]{1,15})?$/;
/** A date and time with other separators than XML Schema has. */
const DATE = /^([0-9]{4})[-/.]([0-9]{2})[-/.]([0-9]{2})(?:[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(.{0,12}))?$/;

/** The same value in other forms. */
function* conversions(
  value: unknown,
  schemas: ReturnType<typeof schemasAt>,
  expected: unknown,
): Generator<unknown> {
  if (Array.isArray(value)) {
    if (value.length === 1) yield value[0];
    for (const each of value.length > 1 ? value.slice(0, 1) : []) yield each;
    return;
  }
  if (isMembers(value)) {
    yield* fromMembers(value, schemas);
    if (takes(schemas, 'array')) yield [value];
    return;
  }
  const values = [
    ...(Array.isArray(expected) ? expected : []),
    ...schemas.flatMap((each) => (each['enum'] ?? []) as readonly unknown[]),
  ];
  if (values.length > 0)
    yield* nearValues(value, values.filter((each) => typeof each === 'string') as string[]);
  if (typeof value === 'string') yield* fromText(value.trim());
  else if (value !== null) yield String(value);
  if (typeof value === 'number') {
    yield Math.round(value);
    if (value === 0 || value === 1) yield value === 1;
  }
  if (takes(schemas, 'array')) {
    yield [value];
    if (typeof value === 'string') yield value.split(/[,;]/).map((each) => each.trim());
  }
  if (takes(schemas, 'object')) {
    yield { $value: value };
    for (const name of schemas
      .flatMap(
        (each) =>
          (each['required'] ?? Object.keys((each['properties'] ?? {}) as object)) as readonly string[],
      )
      .slice(0, 3))
      yield { [name]: value };
  }
}

function* fromMembers(value: Members, schemas: ReturnType<typeof schemasAt>): Generator<unknown> {
  if (Object.hasOwn(value, '$value')) yield value['$value'];
  const names = Object.keys(value);
  if (names.length === 1) yield value[names[0] as string];
  if (takes(schemas, 'string')) yield JSON.stringify(value);
}

function* nearValues(value: unknown, values: readonly string[]): Generator<unknown> {
  const text = String(value);
  const same = values.find((each) => each.toLowerCase() === text.trim().toLowerCase());
  if (same !== undefined) yield same;
  const near = nearestOf(text, values);
  if (near !== undefined) yield near;
}

function* fromText(text: string): Generator<unknown> {
  const lower = text.toLowerCase();
  if (YES.has(lower)) yield true;
  if (NO.has(lower)) yield false;
  if (NUMBER.test(text)) yield Number(text.replace(',', '.'));
  if (/^[[{]/.test(text)) {
    try {
      yield JSON.parse(text) as unknown;
    } catch {
      // Not JSON after all.
    }
  }
  const [, year, month, day, time, zone = ''] = DATE.exec(text) ?? [];
  if (year !== undefined) {
    const date = `${year}-${month}-${day}`;
    const clock = time === undefined ? '00:00:00' : time.length === 5 ? `${time}:00` : time;
    yield `${date}T${clock}${zone.trim()}`;
    yield `${date}T${clock}Z`;
    yield date;
  }
  yield text;
}
