import type { ContentNode, ElementMember, ObjectShape, Scope, Shape } from '../../shape/shape.js';

/** Why a member cannot be lifted. */
export interface NotLiftable {
  readonly reason: string;
}

/**
 * Finds the member whose value takes the place of the object around it (DF-14). Between the two forms nothing may be lost: the object has
 * nothing else that clients see, and the value of the member is there whenever the object is, and is never null.
 */
export function innerOf(member: ElementMember): ElementMember | NotLiftable {
  const { key, shape, substitution, fill } = member;
  if (substitution !== undefined) return { reason: `another element can take the place of ${key}` };
  if (shape.kind === 'polymorphic')
    return { reason: `${key} can be of several types, which $type tells apart` };
  if (shape.kind !== 'object') return { reason: `${key} is no object of elements` };
  const obstacle = obstacleOf(shape);
  if (obstacle !== undefined) return { reason: `${key} ${obstacle}` };
  const inner = onlyMember(shape);
  if (inner === undefined) return { reason: `${key} has ${membersOf(shape)}` };
  if (fill !== undefined || inner.fill !== undefined) return { reason: `the design fills members of ${key}` };
  if (inner.array) return inner;
  if (inner.min === 0)
    return { reason: `${inner.key} can be absent, which would look like an absent ${key}` };
  if (inner.nillable || isOpen(inner.shape))
    return { reason: `${inner.key} can be null, which would look like a null ${key}` };
  if (isEndless(shape)) return { reason: `${key} contains itself without an end` };
  return inner;
}

/** The only element of an object that clients see, if it is one in any case. */
export function onlyMember({ content }: Scope): ElementMember | undefined {
  const nodes = placesIn(content);
  const [only] = nodes;
  return nodes.length === 1 && only?.kind === 'element' ? only.member : undefined;
}

/** Whether an object needs itself, so that it has no value at all. */
function isEndless(start: ObjectShape): boolean {
  const seen = new Set<Shape>();
  let shape: Shape = start;
  while (shape.kind === 'object' && !seen.has(shape)) {
    seen.add(shape);
    const inner: ElementMember | undefined = onlyMember(shape);
    if (inner === undefined || inner.array || inner.min === 0) return false;
    shape = inner.shape;
  }
  return shape.kind === 'object';
}

/** The contents of a group, without the elements that the design leaves out. A group that may be absent counts as a whole. */
function placesIn(node: ContentNode): readonly ContentNode[] {
  if (node.kind === 'element') return node.member.fill?.kind === 'omitted' ? [] : [node];
  return node.kind === 'sequence' && !node.optional ? node.children.flatMap(placesIn) : [node];
}

/** The members of an object besides its elements. */
function obstacleOf(shape: ObjectShape): string | undefined {
  const attribute = shape.attributes.find(({ fill }) => fill?.kind !== 'omitted');
  if (attribute !== undefined) return `has the attribute ${attribute.key}`;
  if (shape.anyAttributes !== undefined) return 'can have any attributes';
  if (shape.value !== undefined) return 'is text with attributes';
  return shape.form === 'plain' && shape.openOrder === undefined
    ? undefined
    : 'has elements in any order ($content)';
}

/** The members that a problem names. */
const MOST_NAMED = 5;

function membersOf(shape: ObjectShape): string {
  const keys = shape.members.filter(({ fill }) => fill?.kind !== 'omitted').map(({ key }) => key);
  if (keys.length === 0) return 'no member';
  if (keys.length > 1)
    return `${keys.length} members: ${keys.slice(0, MOST_NAMED).join(', ')}${keys.length > MOST_NAMED ? ', …' : ''}`;
  return `the member ${keys[0]} in a choice or a group, or more than that`;
}

/** Whether a value can be null although its element is not nil. */
function isOpen({ kind }: Shape): boolean {
  return kind === 'anyType' || kind === 'anySimpleType';
}
