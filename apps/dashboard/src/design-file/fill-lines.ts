import { type Document, isMap, isScalar, Pair, type YAMLMap } from 'yaml';
import { nameOf, parseDesign, printDesign } from './design-text.js';
import { Digits, isDigits, printExact } from './digits.js';

/** The value that fills a member: a constant, or a directive of the design's schema such as `{ secret: name }`. */
export type FillValue =
  | {
      readonly kind: 'constant';
      readonly text: string;
      /** How it is written. Default: as a text, in quotes where it would be read as a number. */
      readonly as?: 'text' | 'number' | 'boolean';
    }
  | { readonly kind: string; readonly name: string };

/** The line that fills a member. */
export interface FillLine {
  /** The operation, or `*`. */
  readonly operation: string;
  readonly value: FillValue;
}

/** The lines of `fill` in a design, by what they fill. */
export interface FillLines {
  /** The line that fills a member of an operation; one for the operation wins over one for `*`. */
  find(operation: string, path: string): FillLine | undefined;
}

/** A change of one line: what fills a member from now on, or nothing. `operation` is a name, or `*`. */
export interface FillChange {
  readonly operation: string;
  /** The path of the member below the operation. */
  readonly path: string;
  readonly value: FillValue | undefined;
}

/** Reads the lines of `fill`. `directives` are the keywords of values that are not constants. */
export function readFills(text: string, directives: readonly string[]): FillLines {
  const found = readLines(text, FILL, directives);
  return {
    find(operation, path) {
      for (const each of [escapeKey(operation), '*']) {
        const value = found.get(`${each}/${path}`);
        if (value !== undefined) return { operation: each, value };
      }
      return undefined;
    },
  };
}

/** The values of a map of lines, by their whole paths. */
function readLines(
  text: string,
  root: readonly string[],
  directives: readonly string[],
): ReadonlyMap<string, FillValue> {
  const found = new Map<string, FillValue>();
  const document = safely(() => parseDesign(text));
  const lines = document && document.errors.length === 0 ? mapAt(document, root) : undefined;
  const pending: { map: YAMLMap; above: string }[] = lines === undefined ? [] : [{ map: lines, above: '' }];
  for (const { map, above } of pending) {
    for (const { key, value } of map.items) {
      const path = above === '' ? nameOf(key) : `${above}/${nameOf(key)}`;
      const directive = isMap(value) ? directiveOf(value, directives) : undefined;
      if (directive !== undefined) found.set(path, directive);
      else if (isMap(value)) pending.push({ map: value, above: path });
      else found.set(path, { kind: 'constant', text: textOf(value) });
    }
  }
  return found;
}

/** The place of the lines that fill members of calls, and of those that fill the input of a login. */
const FILL: readonly string[] = ['fill'];
const LOGIN_INPUT: readonly string[] = ['session', 'login', 'input'];

/** Changes lines of `fill` in the text of a design, which keeps its comments and the order of its other lines. */
export function changeFills(text: string, changes: readonly FillChange[]): string {
  return changeLines(
    text,
    FILL,
    changes.map(({ operation, path, value }) => ({
      keys: [operation === '*' ? '*' : escapeKey(operation), ...path.split('/')],
      value,
    })),
  );
}

/** Reads what the session gives a member of the input of its login, by the path of the member. */
export function readLoginInput(
  text: string,
  directives: readonly string[],
): (path: string) => FillValue | undefined {
  const found = readLines(text, LOGIN_INPUT, directives);
  return (path) => found.get(path);
}

/** Changes what the session gives a member of the input of its login; undefined removes the line. */
export function changeLoginInput(text: string, path: string, value: FillValue | undefined): string {
  return changeLines(text, LOGIN_INPUT, [{ keys: path.split('/'), value }]);
}

interface LineChange {
  readonly keys: readonly string[];
  readonly value: FillValue | undefined;
}

function changeLines(text: string, root: readonly string[], changes: readonly LineChange[]): string {
  const document = parseDesign(text);
  if (document.errors.length > 0) return text;
  for (const { keys, value } of changes) {
    if (value === undefined) removeLine(document, root, keys);
    else setLine(document, root, keys, value);
  }
  return printDesign(document);
}

function setLine(
  document: Document,
  root: readonly string[],
  keys: readonly string[],
  value: FillValue,
): void {
  if (!isMap(document.contents)) document.contents = document.createNode({});
  let lines = mapAt(document, root);
  if (lines === undefined) {
    lines = document.createNode({}) as YAMLMap;
    document.setIn(root, lines);
  }
  const node = document.createNode(dataOf(value));
  if (isMap(node)) node.flow = true;
  const { trail, rest } = follow(lines, keys);
  const last = trail.at(-1);
  if (last !== undefined && rest.length === 0) {
    last.pair.value = node;
    return;
  }
  // Below the line of an object, or as a line of its own.
  const map = last !== undefined && isMap(last.pair.value) ? last.pair.value : lines;
  map.add(new Pair(document.createNode((map === lines ? keys : rest).join('/')), node));
}

/** Removes a line, and what is empty without it. */
function removeLine(document: Document, root: readonly string[], keys: readonly string[]): void {
  const lines = mapAt(document, root);
  if (lines === undefined) return;
  const { trail, rest } = follow(lines, keys);
  if (rest.length > 0) return;
  for (const { map, pair } of [...trail].reverse()) {
    map.items.splice(map.items.indexOf(pair), 1);
    if (map.items.length > 0) return;
  }
  document.deleteIn(root);
}

interface Step {
  readonly map: YAMLMap;
  readonly pair: Pair;
}

/** Follows the lines of `fill` as far as they lead to a member. `rest`: the keys that are left. */
function follow(
  fill: YAMLMap,
  keys: readonly string[],
): { readonly trail: readonly Step[]; readonly rest: readonly string[] } {
  const trail: Step[] = [];
  let [map, rest] = [fill, keys];
  for (;;) {
    const pair = map.items.find(({ key }) => startsWith(rest, nameOf(key).split('/')));
    if (pair === undefined) return { trail, rest };
    trail.push({ map, pair });
    rest = rest.slice(nameOf(pair.key).split('/').length);
    if (rest.length === 0 || !isMap(pair.value)) return { trail, rest };
    map = pair.value;
  }
}

function startsWith(keys: readonly string[], start: readonly string[]): boolean {
  return start.length <= keys.length && start.every((key, index) => keys[index] === key);
}

function mapAt(document: Document, root: readonly string[]): YAMLMap | undefined {
  const found = isMap(document.contents) ? document.contents.getIn(root) : undefined;
  return isMap(found) ? found : undefined;
}

function directiveOf(map: YAMLMap, directives: readonly string[]): FillValue | undefined {
  const [pair, ...others] = map.items;
  if (pair === undefined || others.length > 0 || !isScalar(pair.value)) return undefined;
  const kind = nameOf(pair.key);
  return directives.includes(kind) && typeof pair.value.value === 'string'
    ? { kind, name: pair.value.value }
    : undefined;
}

function textOf(value: unknown): string {
  const data = isScalar(value) ? value.value : (value as { toJSON?: () => unknown } | null)?.toJSON?.();
  return typeof data === 'string' ? data : printExact(data);
}

function dataOf(value: FillValue): unknown {
  if (!('text' in value)) return { [value.kind]: value.name };
  const { text, as } = value;
  if (as === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  // A number keeps its digits. What is not one is written as the owner typed it, and the gateway says what is wrong.
  if (as === 'number' && isDigits(text)) return new Digits(text);
  return text;
}

/** How a constant of a type is written: digits of a string in quotes, those of a number without. */
export function notationOf(type: string): 'text' | 'number' | 'boolean' {
  if (type === 'xs:boolean') return 'boolean';
  return NUMBERS.has(type) ? 'number' : 'text';
}

const NUMBERS: ReadonlySet<string> = new Set(
  'decimal integer long int short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedLong unsignedInt unsignedShort unsignedByte float double'
    .split(' ')
    .map((name) => `xs:${name}`),
);

/** A key as it is written in a path. */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
