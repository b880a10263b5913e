import { nearestName } from '../explain/nearest-name.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ContentNode, ObjectShape, Scope, Shape } from '../shape/shape.js';
import { chargeHint } from '../work.js';

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

/** A place that may have members. */
type Place = { readonly shape: Shape } | { readonly scope: Scope };

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
  return follow(places, keys, inHeaders ? 1 : 0);
}

/** Follows a path from a Shape. Undefined if it goes all the way. */
export function findMissBelow(shape: Shape, keys: readonly string[]): Miss | undefined {
  return follow([{ shape }], keys, 0);
}

function follow(start: readonly Place[], keys: readonly string[], from: number): Miss | undefined {
  let places = start;
  for (const [depth, key] of keys.entries()) {
    if (depth < from) continue;
    const next = places.flatMap((place) => membersOf(place).filter(([name]) => name === key));
    if (next.length === 0) {
      const names = places.flatMap((place) => membersOf(place).map(([name]) => name));
      const nearest = chargeHint(names.length) ? nearestName(key, names) : undefined;
      return { depth, key, nearest, isText: names.length === 0 };
    }
    places = next.flatMap(([, place]) => place ?? []);
  }
  return undefined;
}

/** The members of a place by key; without a place for those that have no members themselves. */
function membersOf(place: Place): (readonly [string, Place | undefined])[] {
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

function membersOfObject(shape: ObjectShape): (readonly [string, Place | undefined])[] {
  return [
    ...membersOfScope(shape),
    ...shape.attributes.map(({ key }) => [key, undefined] as const),
    ...(shape.value === undefined ? [] : [['$value', undefined] as const]),
  ];
}

function membersOfScope(scope: Scope): (readonly [string, Place | undefined])[] {
  return [
    ...scope.members.map((member) => [member.key, { shape: member.shape }] as const),
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
