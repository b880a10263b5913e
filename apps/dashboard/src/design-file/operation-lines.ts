import { isMap, isScalar, isSeq } from 'yaml';
import { changeAt, parseDesign, printDesign } from './design-text.js';

/** A message of an operation. */
export type Side = 'input' | 'result';

/** What a design says about the members of a message, by their paths. */
export interface SideLines {
  readonly renamed: ReadonlyMap<string, string>;
  readonly omitted: ReadonlySet<string>;
  /** The members that are lifted. Undefined if the line lifts the whole result, which is a text. */
  readonly lifted: ReadonlySet<string> | undefined;
  /** What members are whose XML a line is about, in words: `$xml`, `document NFe`, `DataSet`, `signed`, `short keys`. */
  readonly xml: ReadonlyMap<string, string>;
}

/** What a design says about one operation, as far as tables show it. */
export interface OperationLines {
  readonly route: Route | undefined;
  readonly status: string | undefined;
  readonly hidden: boolean;
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
  const { operations } = JSON.parse(json ?? '{}') as { readonly operations?: unknown };
  return new Map(entriesOf(operations).map(([name, value]) => [name, linesOf(value)]));
}

/** What a design says about an operation that it does not name. */
export const NO_LINES: OperationLines = linesOf({});

function linesOf(value: unknown): OperationLines {
  const lines = new Map(entriesOf(value));
  const status = lines.get('status');
  return {
    route: routeIn(lines.get('route')),
    status: typeof status === 'number' ? String(status) : undefined,
    hidden: lines.get('hidden') === true,
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

function textsIn(value: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(value) ? value.filter((path) => typeof path === 'string') : []);
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function routeIn(value: unknown): Route | undefined {
  if (typeof value !== 'string') return undefined;
  const [method = '', path = ''] = value.trim().split(/\s+/, 2);
  return { method: method.toUpperCase(), path };
}

const OPERATIONS = 'operations';

/** Gives an operation a route, or with undefined takes it away. */
export function changeRoute(text: string, operation: string, route: Route | undefined): string {
  const line = route && `${route.method} ${route.path}`;
  return changeAt(text, [OPERATIONS, operation, 'route'], line);
}

/** Gives the route of an operation another status than 200. */
export function changeStatus(text: string, operation: string, status: number | undefined): string {
  return changeAt(text, [OPERATIONS, operation, 'status'], status);
}

/** Hides an operation from clients, or shows it again. */
export function changeHidden(text: string, operation: string, hidden: boolean): string {
  return changeAt(text, [OPERATIONS, operation, 'hidden'], hidden ? true : undefined);
}

/** Gives the member at a path another name, or with undefined the one that it has without this line. */
export function changeName(
  text: string,
  operation: string,
  side: Side,
  path: string,
  name: string | undefined,
): string {
  return changeAt(text, [OPERATIONS, operation, side, 'rename', path], name);
}

/** Leaves out the member at a path, or shows it again. */
export function changeOmitted(
  text: string,
  operation: string,
  side: Side,
  path: string,
  omitted: boolean,
): string {
  return changeListed(text, [OPERATIONS, operation, side, 'omit'], path, omitted);
}

/** Lifts the member at a path, or shows the object around its list again. A line that lifts the whole result stays. */
export function changeLifted(
  text: string,
  operation: string,
  side: Side,
  path: string,
  lifted: boolean,
): string {
  return changeListed(text, [OPERATIONS, operation, side, 'lift'], path, lifted);
}

/** Adds a path to a list of paths, or removes it. */
function changeListed(text: string, keys: readonly string[], path: string, listed: boolean): string {
  const document = parseDesign(text);
  const list = isMap(document.contents) ? document.getIn(keys) : undefined;
  if (!isSeq(list)) return listed && list === undefined ? changeAt(text, keys, [path]) : text;
  const at = list.items.findIndex((item) => isScalar(item) && item.value === path);
  if (listed === at >= 0 || document.errors.length > 0) return text;
  if (listed) list.add(document.createNode(path));
  else if (list.items.length === 1) return changeAt(text, keys, undefined);
  else list.delete(at);
  return printDesign(document);
}
