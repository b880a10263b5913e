import { nearestName } from '../explain/keys/nearest-name.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ContentNode, ObjectShape, Scope, Shape } from '../shape/shape.js';
import { chargeHint } from '../work.js';
import type { ParsedFill } from './design-data.js';
import { hint, quote } from './design-data.js';
import type { DesignProblem } from './design-error.js';
import { DIRECTIVES, escapeKey } from './parse-design.js';

/** Where a path leaves what a schema knows. */
export interface Miss {
  /** How many keys of the path lead to something. */
  readonly depth: number;
  /** The key that leads nowhere. */
  readonly key: string;
  /** The key that was probably meant. */
  readonly nearest: string | undefined;
  /** Whether the place has no members at all. */
  readonly isText: boolean;
}

/** A place that may have members: a value, or one of a group that repeats. */
export type Place = { readonly shape: Shape; readonly array?: boolean } | { readonly scope: Scope };

/** The derived types that are looked at. */
const MOST_VARIANTS = 100;

/** Follows a path as far as the schema of an operation goes. Undefined if it goes all the way. */
export function findMiss({ input }: OperationShape, keys: readonly string[]): Miss | undefined {
  const inHeaders = keys[0] === '$headers';
  const places: readonly Place[] = inHeaders
    ? input.headers === undefined
      ? []
      : [{ shape: input.headers }]
    : [{ shape: input.root }];
  return missIn(places, keys, inHeaders ? 1 : 0);
}

/** Follows a path from a Shape. Undefined if it goes all the way. */
export function findMissBelow(shape: Shape, keys: readonly string[]): Miss | undefined {
  return missIn([{ shape }], keys, 0);
}

/** A path of an operation that leads nowhere. */
export function missOf(
  line: PathLine,
  shape: OperationShape,
  message: 'input' | 'result' = 'input',
): DesignProblem {
  const { at, operation } = line;
  return pathProblem(line, shape, message) ?? { at, message: `cannot be changed in ${operation}` };
}

/** A line with a path in a message of an operation. */
type PathLine = Pick<ParsedFill, 'at' | 'keys' | 'operation'>;

/** The problem with a path of an operation; undefined if it leads to something. */
export function pathProblem(
  { at, keys, operation }: PathLine,
  shape: OperationShape,
  message: 'input' | 'result',
): DesignProblem | undefined {
  const result = shape.output?.record?.shape ?? shape.output?.root;
  if (message === 'result' && result === undefined) return { at, message: `${operation} has no result` };
  const miss = message === 'input' ? findMiss(shape, keys) : findMissBelow(result as Shape, keys);
  if (miss === undefined) return undefined;
  const above = keys.slice(0, miss.depth).map(escapeKey).join('/');
  const place = above === '' ? `the ${message} of ${operation}` : `${above} of ${operation}`;
  if (miss.isText) {
    const text = `${place} has no members, so no ${quote(miss.key)}`;
    const isValue = at.length > 2 && at.at(-1) === miss.key;
    return isValue ? valueProblem(at, text, miss.key) : { at, message: text };
  }
  const nearest = miss.nearest === undefined ? {} : { nearest: miss.nearest };
  return { at, message: `${place} has no member ${quote(miss.key)}${hint(miss.nearest)}`, ...nearest };
}

/** The same of an object in place of a text, which may be a value that is written wrong: `{ secrt: name }`. */
function valueProblem(at: readonly string[], text: string, key: string): DesignProblem {
  if (DIRECTIVES.includes(key)) return { at, message: `${text}; as a value, ${key} takes one text` };
  const nearest = nearestName(key, DIRECTIVES);
  return { at, message: `${text}${hint(nearest)}`, ...(nearest !== undefined && { nearest }) };
}

function missIn(start: readonly Place[], keys: readonly string[], from: number): Miss | undefined {
  const found = follow(start, keys, from);
  return 'places' in found ? undefined : found;
}

/** Follows the keys of a path from `from` on. @returns where it leads, or where it leaves what the schema knows */
export function follow(
  start: readonly Place[],
  keys: readonly string[],
  from = 0,
): { readonly places: readonly Place[] } | Miss {
  let places = start;
  for (const [depth, key] of keys.entries()) {
    if (depth < from) continue;
    const next = places.flatMap((place) => membersOf(place).filter(([name]) => name === key));
    if (next.length === 0) {
      const names = places.flatMap((place) => membersOf(place).map(([name]) => name));
      const nearest = chargeHint(names.length) ? nearestName(key, names) : undefined;
      return { depth, key, nearest, isText: names.length === 0 };
    }
    places = next.map(([, place]) => place);
  }
  return { places };
}

/** The members of a place by key. */
function membersOf(place: Place): (readonly [string, Place])[] {
  if ('scope' in place) return membersOfScope(place.scope);
  const { shape } = place;
  switch (shape.kind) {
    case 'object':
      return membersOfObject(shape);
    case 'polymorphic':
      return [
        shape.declared,
        ...shape.variants.slice(0, MOST_VARIANTS).map((variant) => variant.shape),
      ].flatMap(membersOfObject);
    case 'soapArray':
      return membersOf({ shape: shape.item });
    default:
      return [];
  }
}

function membersOfObject(shape: ObjectShape): (readonly [string, Place])[] {
  return [
    ...membersOfScope(shape),
    ...shape.attributes.map((attribute) => [attribute.key, { shape: attribute.shape }] as const),
    ...(shape.value === undefined ? [] : [['$value', { shape: shape.value }] as const]),
  ];
}

function membersOfScope(scope: Scope): (readonly [string, Place])[] {
  return [
    ...scope.members.map((member) => [member.key, { shape: member.shape, array: member.array }] as const),
    ...itemsOf(scope.content),
  ];
}

function itemsOf(node: ContentNode): (readonly [string, Place])[] {
  switch (node.kind) {
    case 'items':
      return [[node.key, { scope: node.body }]];
    case 'sequence':
      return node.children.flatMap(itemsOf);
    case 'choice':
      return node.branches.flatMap(itemsOf);
    default:
      return [];
  }
}
