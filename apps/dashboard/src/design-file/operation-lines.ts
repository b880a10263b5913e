import { Digits, parseDigits } from './digits.js';

/** A message of an operation. */
export type Side = 'input' | 'result';

/** The lines of a design about the members of a message, by their paths. */
export interface SideLines {
  readonly renamed: ReadonlyMap<string, string>;
  readonly omitted: ReadonlySet<string>;
  /** The members that are lifted. Undefined if the line lifts the whole result, which is a text. */
  readonly lifted: ReadonlySet<string> | undefined;
  /** The kinds of members whose XML a line is about, in words: `$xml`, `document NFe`, `DataSet`, `signed`, `short keys`. */
  readonly xml: ReadonlyMap<string, string>;
  /** The names of values by their texts in XML, by the paths of members. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, ValueName>>;
  /** The values of members that clients leave out. */
  readonly defaults: ReadonlyMap<string, string>;
}

/** The name of a value in JSON. */
export interface ValueName {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'boolean';
}

/** The lines of a design about the pages of an operation. */
export interface PageLines {
  /** The lines except for `keep`, by their keys. */
  readonly lines: ReadonlyMap<string, string>;
  /** The paths of members of the result, by those of the input that later requests send them in. */
  readonly keep: ReadonlyMap<string, string>;
}

/** The lines of a design about one operation, as far as tables show them. */
export interface OperationLines {
  readonly route: Route | undefined;
  readonly status: string | undefined;
  readonly location: string | undefined;
  /** Whether it only reads, though its name does not say so. */
  readonly safe: boolean;
  readonly hidden: boolean;
  /** The member that is the body. */
  readonly body: string | undefined;
  /** The statuses of faults, by their names. */
  readonly faults: ReadonlyMap<string, string>;
  readonly page: PageLines | undefined;
  readonly input: SideLines;
  readonly result: SideLines;
}

/** The method and the path of a route. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Returns what a design that has been read says about each operation that it names; nothing if the text is not YAML. */
export function readOperations(json: string | undefined): ReadonlyMap<string, OperationLines> {
  const { operations } = parseDigits(json ?? '{}') as { readonly operations?: unknown };
  return new Map(entriesOf(operations).map(([name, value]) => [name, linesOf(value)]));
}

/** The lines of a design about all routes. */
export interface RouteLines {
  /** The path that the paths of all routes begin with. */
  readonly base: string | undefined;
  readonly envelope: boolean;
}

/** Returns what a design that has been read says about all routes; nothing if the text is not YAML. */
export function readRouteLines(json: string | undefined): RouteLines {
  const lines = new Map(entriesOf(parseDigits(json ?? '{}')));
  return { base: textOf(lines.get('base')), envelope: lines.get('envelope') === true };
}

/** The defaults for an operation that a design does not name. */
export const NO_LINES: OperationLines = linesOf({});

function linesOf(value: unknown): OperationLines {
  const lines = new Map(entriesOf(value));
  return {
    route: routeIn(lines.get('route')),
    status: textOf(lines.get('status')),
    location: textOf(lines.get('location')),
    safe: lines.get('safe') === true,
    hidden: lines.get('hidden') === true,
    body: textOf(lines.get('body')),
    faults: textsOf(lines.get('faults')),
    page: pageOf(lines.get('page')),
    input: sideOf(lines.get('input')),
    result: sideOf(lines.get('result')),
  };
}

function sideOf(value: unknown): SideLines {
  const lines = new Map(entriesOf(value));
  const renamed = entriesOf(lines.get('rename')).filter(isText);
  const lift = lines.get('lift');
  return {
    renamed: new Map(renamed),
    omitted: textsIn(lines.get('omit')),
    lifted: typeof lift === 'string' ? undefined : textsIn(lift),
    xml: xmlIn(lines),
    values: new Map(entriesOf(lines.get('values')).map(([path, names]) => [path, namesIn(names)])),
    defaults: textsOf(lines.get('defaults')),
  };
}

function xmlIn(lines: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
  const named = (part: string): string[] => entriesOf(lines.get(part)).map(([path]) => path);
  const said: [string, string][] = [
    ...entriesOf(lines.get('documents')).map(([path, given]): [string, string] => {
      const element = typeof given === 'string' ? given : new Map(entriesOf(given)).get('element');
      return [path, typeof element === 'string' && element !== '*' ? `document ${element}` : 'document'];
    }),
    ...named('dataSets').map((path): [string, string] => [path, 'DataSet']),
    ...named('sign').map((path): [string, string] => [path, 'signed']),
    ...[...textsIn(lines.get('raw'))].map((path): [string, string] => [path, '$xml']),
    ...[...textsIn(lines.get('short'))].map((path): [string, string] => [path, 'short keys']),
  ];
  const words = new Map<string, string>();
  for (const [path, word] of said) {
    const before = words.get(path);
    words.set(path, before === undefined ? word : `${before}, ${word}`);
  }
  return words;
}

function namesIn(value: unknown): ReadonlyMap<string, ValueName> {
  return new Map(
    entriesOf(value).flatMap(([text, name]): [string, ValueName][] => {
      const written = textOf(name);
      const kind = typeof name === 'boolean' ? 'boolean' : name instanceof Digits ? 'number' : 'text';
      return written === undefined ? [] : [[text, { text: written, kind }]];
    }),
  );
}

function pageOf(value: unknown): PageLines | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keep = entriesOf(value).find(([key]) => key === 'keep')?.[1];
  return { lines: textsOf(value), keep: textsOf(keep) };
}

/** The values of an object that are not collections, as texts. */
function textsOf(value: unknown): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(value).flatMap(([key, each]): [string, string][] => {
      const text = textOf(each);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

function textOf(value: unknown): string | undefined {
  if (value instanceof Digits) return value.text;
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

function textsIn(value: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(value) ? value.filter((path) => typeof path === 'string') : []);
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function entriesOf(value: unknown): [string, unknown][] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !(value instanceof Digits) ? Object.entries(value) : [];
}

function routeIn(value: unknown): Route | undefined {
  if (typeof value !== 'string') return undefined;
  const [method = '', path = ''] = value.trim().split(/\s+/, 2);
  return { method: method.toUpperCase(), path };
}
