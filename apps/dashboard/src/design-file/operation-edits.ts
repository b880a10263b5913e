import { isMap, isScalar, isSeq } from 'yaml';
import { changeAt, type LineValue, parseDesign, printDesign } from './design-text.js';
import { Digits, isDigits } from './digits.js';
import { notationOf } from './fill-lines.js';
import type { Route, Side, ValueName } from './operation-lines.js';

const OPERATIONS = 'operations';

/** Writes one line of an operation, or with undefined removes it. `keys` begin below the operation. */
export function changeLine(
  text: string,
  operation: string,
  keys: readonly string[],
  value: LineValue,
): string {
  return changeAt(text, [OPERATIONS, operation, ...keys], value);
}

/**
 * The value of `values` that a typed name stands for. All names of a member are of one kind, so a number or `true` is a text beside names that
 * are texts.
 */
export function valueNamed(name: string, others: readonly ValueName[]): LineValue {
  const fits = (kind: ValueName['kind']) => others.every((other) => other.kind === kind);
  if ((name === 'true' || name === 'false') && fits('boolean')) return name === 'true';
  if (isDigits(name) && fits('number')) return new Digits(name);
  return name;
}

/** The value of `defaults` that a typed text stands for: a number or `true` where the type has them. */
export function defaultTyped(typed: string, type: string): LineValue {
  if (typed === '') return undefined;
  const notation = notationOf(type);
  if (notation === 'boolean' && (typed === 'true' || typed === 'false')) return typed === 'true';
  return notation === 'number' && isDigits(typed) ? new Digits(typed) : typed;
}

/** Gives all routes a path to begin with, or with undefined none. */
export function changeBase(text: string, base: string | undefined): string {
  return changeAt(text, ['base'], base);
}

/** Puts the results of all routes into an envelope, or takes them out of it. */
export function changeEnvelope(text: string, envelope: boolean): string {
  return changeAt(text, ['envelope'], envelope ? true : undefined);
}

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
