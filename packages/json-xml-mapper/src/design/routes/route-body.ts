import type { MessageShape, OperationShape } from '../../shape/operation-shape.js';
import type {
  ContentNode,
  ElementMember,
  ObjectShape,
  PolymorphicShape,
  SequenceNode,
} from '../../shape/shape.js';
import type { RouteMember } from './find-member.js';

/** Where a route takes members from, as far as its body depends on it. */
interface Binding {
  readonly path: readonly RouteMember[];
  readonly query: readonly Pick<RouteMember, 'path'>[];
  readonly cursor: readonly Pick<RouteMember, 'path'>[];
  readonly body?: ElementMember | undefined;
}

/** The contents of the body of a route: an input without the members that are bound elsewhere, or one member of it. */
export type RouteBody = { readonly message: MessageShape } | { readonly member: ElementMember };

/**
 * The Shape of the body of a route; undefined if it has none.
 *
 * @param shape the designed operation that the binding is of
 * @example
 * ```ts
 * const body = bodyOfRoute(route, bindRoute(route, shape, report), shape);
 * ```
 */
export function bodyOfRoute(
  { body }: { readonly body: string | undefined },
  binding: Binding,
  { input }: Pick<OperationShape, 'input'>,
): RouteBody | undefined {
  if (body === '*') return { message: withoutMembers(input, keysAt(binding, [])) };
  const { body: member } = binding;
  if (member === undefined) return undefined;
  const keys = keysAt(binding, [member.key]);
  const { shape } = member;
  if (keys.size === 0 || (shape.kind !== 'object' && shape.kind !== 'polymorphic')) return { member };
  return { member: { ...member, shape: withoutKeys(shape, keys) } };
}

/** A message without some members of its root, which are always given elsewhere. */
export function withoutMembers(message: MessageShape, keys: ReadonlySet<string>): MessageShape {
  return keys.size === 0 ? message : { ...message, root: withoutKeys(message.root, keys) };
}

/** The keys in an object whose values are elsewhere. An object whose members all are is there as a whole. */
function keysAt({ path, query, cursor }: Binding, above: readonly string[]): ReadonlySet<string> {
  const inside = [...path, ...query, ...cursor].filter((member) =>
    above.every((key, depth) => member.path[depth] === key),
  );
  return new Set(inside.flatMap((member) => member.path[above.length] ?? []));
}

function withoutKeys<Root extends ObjectShape | PolymorphicShape>(
  shape: Root,
  keys: ReadonlySet<string>,
): ObjectShape | PolymorphicShape {
  if (shape.kind === 'object') return remaining(shape, keys);
  const variants = shape.variants.map((variant) => ({ ...variant, shape: remaining(variant.shape, keys) }));
  return { ...shape, declared: remaining(shape.declared, keys), variants };
}

/** It is another type than the one that it is made of, and has no name. */
function remaining({ name, ...shape }: ObjectShape, keys: ReadonlySet<string>): ObjectShape {
  const { path = name === undefined ? [] : [name.localName, 'Body'] } = shape;
  const { node } = reduce(shape.content, keys);
  const content = (node as SequenceNode | undefined) ?? { ...shape.content, children: [] };
  const left = new Set(elementsOf(content));
  return {
    ...shape,
    ...(path.length > 0 && { path }),
    attributes: shape.attributes.filter(({ key }) => !keys.has(key)),
    members: shape.members.filter((member) => left.has(member.key)),
    content,
  };
}

/** The keys of elements. Recursive over groups, whose nesting the builder bounds. */
function elementsOf(node: ContentNode): readonly string[] {
  if (node.kind === 'element') return [node.member.key];
  if (node.kind === 'sequence') return node.children.flatMap(elementsOf);
  return node.kind === 'choice' ? node.branches.flatMap(elementsOf) : [];
}

/** The rest of a group, and whether a removed member is in it, so that the group occurs. */
interface Reduced {
  readonly node: ContentNode | undefined;
  readonly occurs: boolean;
}

/** Recursive over groups, whose nesting the builder bounds. */
function reduce(node: ContentNode, keys: ReadonlySet<string>): Reduced {
  if (node.kind === 'element') {
    const occurs = keys.has(node.member.key);
    return { node: occurs ? undefined : node, occurs };
  }
  if (node.kind !== 'sequence' && node.kind !== 'choice') return { node, occurs: false };
  const parts = (node.kind === 'sequence' ? node.children : node.branches).map((each) => reduce(each, keys));
  const taken = parts.filter(({ occurs }) => occurs);
  if (taken.length === 0) return { node, occurs: false };
  // A choice whose branch is known has no others.
  const kept = node.kind === 'sequence' ? parts : taken;
  const left = kept.flatMap((part) => part.node ?? []);
  if (left.length === 0) return { node: undefined, occurs: true };
  const rest: ContentNode =
    node.kind === 'sequence'
      ? { ...node, optional: false, children: left }
      : { ...node, optional: left.length < kept.length, branches: left };
  return { node: rest, occurs: true };
}
