import { nearestName } from '../../explain/keys/nearest-name.js';
import type { ElementMember, ObjectShape, Shape } from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { chargeHint } from '../../work.js';

/** The maximum number of keys from the root to a member in a path. */
const MAX_DEPTH = 4;

/** A member with one text as its value. */
export interface RouteMember {
  /** Its keys joined by dots. */
  readonly name: string;
  readonly path: readonly string[];
  readonly shape: SimpleShape;
  readonly documentation?: string | undefined;
}

/** Why a name is not that of a member with one text. */
export interface NoMember {
  readonly problem: string;
  readonly nearest?: string | undefined;
}

/** The object of a Shape without `$type`. Undefined for what has no members. */
export function objectOf(shape: Shape): ObjectShape | undefined {
  if (shape.kind === 'polymorphic') return shape.declared;
  return shape.kind === 'object' ? shape : undefined;
}

/**
 * Finds the member that a path names, which must have one text as its value.
 *
 * @param what names the root, for problems: `the input of GetUser`
 */
export function findMember(root: Shape, name: string, what: string): RouteMember | NoMember {
  let object = objectOf(root);
  let rest = name;
  let place = what;
  const path: string[] = [];
  while (object !== undefined && object.form === 'plain') {
    const current: ObjectShape = object;
    const member: Member | undefined = memberAt(current, rest);
    if (member === undefined) {
      const names = keysOf(current);
      const [key = ''] = rest.split('.');
      const nearest = chargeHint(names.length) ? nearestName(key, names) : undefined;
      const suggestion = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      return { problem: `${place} has no member ${JSON.stringify(key.slice(0, 80))}${suggestion}`, nearest };
    }
    path.push(member.key);
    if (path.length > MAX_DEPTH) return { problem: `${name} is nested more than ${MAX_DEPTH} levels deep` };
    if (member.array) return { problem: `${path.join('.')} is a list, and a path has one value` };
    if (member.key === rest) return leafOf(member, name, path);
    rest = rest.slice(member.key.length + 1);
    place = path.join('.');
    object = objectOf(member.shape);
  }
  return { problem: `${place} has no members that a path can name` };
}

interface Member {
  readonly key: string;
  readonly shape: Shape;
  readonly array: boolean;
  readonly documentation?: string | undefined;
}

/** The member whose key is the whole rest, or its beginning before a dot: a key may have dots itself. */
function memberAt({ members, attributes }: ObjectShape, rest: string): Member | undefined {
  const all: readonly Member[] = [
    ...members,
    ...attributes.map((attribute) => ({ ...attribute, array: false })),
  ];
  return (
    all.find(({ key }) => key === rest) ??
    all.find(({ key, shape }) => rest.startsWith(`${key}.`) && objectOf(shape) !== undefined)
  );
}

function leafOf(
  { shape, documentation }: Member,
  name: string,
  path: readonly string[],
): RouteMember | NoMember {
  switch (shape.kind) {
    case 'scalar':
    case 'union':
    case 'anySimpleType':
      return { name, path, shape, ...(documentation !== undefined && { documentation }) };
    case 'list':
    case 'lifted':
      return { problem: `${name} is a list, and a path has one value` };
    default:
      return { problem: `${name} is an object, and a path has texts: name one of its members` };
  }
}

/** The keys of an object. */
export function keysOf({ members, attributes }: ObjectShape): readonly string[] {
  return [...members, ...attributes].map(({ key }) => key);
}

/** The element of an object that has a key. */
export function elementAt(object: ObjectShape | undefined, key: string): ElementMember | undefined {
  return object?.members.find((member) => member.key === key);
}
