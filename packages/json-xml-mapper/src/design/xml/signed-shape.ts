import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import type {
  ContentNode,
  ElementMember,
  LiftedShape,
  ObjectShape,
  Scope,
  SequenceNode,
  Shape,
} from '../../shape/shape.js';
import { admits } from '../../shape/wildcard-shape.js';
import { nodesOf, type SignedNames, SignProblem } from './signed-names.js';

const DS = 'http://www.w3.org/2000/09/xmldsig#';

/** A Shape whose signature is not a member, and the names of the elements after it. */
export interface SignedShape<S extends Shape> {
  readonly shape: S;
  readonly before: readonly string[];
}

/**
 * Returns the Shape of a message that the sender signs: the signature is not a member, and the signed part has its ID. Only the Shapes on
 * the path are replaced. Throws `SignProblem`.
 *
 * @param root what the path starts from
 */
export function signedShape<S extends Shape>(
  root: S,
  { path, into, reference }: SignedNames,
): SignedShape<S> {
  let before: readonly string[] = [];
  const shape = changeAt(root, path, true, (holder) => {
    const withId =
      reference === undefined
        ? holder
        : changeAt(holder, reference.path, false, (target) => withAttribute(target, reference.attribute));
    return changeAt(withId, into, true, (parent) => {
      const without = withoutSignature(parent);
      ({ before } = without);
      return without.shape;
    });
  });
  return { shape: shape as S, before };
}

/**
 * Changes the Shape at a path of names. Names that only data decides end the path.
 *
 * @param mayRepeat whether elements on the path may occur more than once, and be absent
 */
function changeAt(
  shape: Shape,
  path: readonly ExpandedName[],
  mayRepeat: boolean,
  change: (shape: Shape) => Shape,
): Shape {
  const [name, ...rest] = path;
  if (name === undefined) return change(shape);
  if (shape.kind === 'polymorphic') {
    const { declared, variants } = shape;
    return {
      ...shape,
      declared: changeAt(declared, path, mayRepeat, change) as ObjectShape,
      variants: variants.map((variant) => ({
        ...variant,
        shape: changeAt(variant.shape, path, mayRepeat, change) as ObjectShape,
      })),
    };
  }
  if (shape.kind === 'lifted') {
    const object = changeAt(shape.object, path, mayRepeat, change) as ObjectShape;
    return { ...shape, object, member: object.members[0] ?? shape.member } satisfies LiftedShape;
  }
  if (shape.kind !== 'object') return shape;
  return changeScope(shape, name, (member) => {
    if (!mayRepeat && (member.array || member.min === 0)) {
      const why = member.array ? 'can occur more than once' : 'can be absent';
      throw new SignProblem(`cannot sign ${member.key}: it ${why}`);
    }
    return { ...member, shape: changeAt(member.shape, rest, mayRepeat, change) };
  });
}

/** Changes the member with a name, wherever it is in a scope, including groups that repeat. */
function changeScope<S extends Scope>(
  scope: S,
  name: ExpandedName,
  change: (member: ElementMember) => ElementMember,
): S {
  const changed = new Map<ElementMember, ElementMember>();
  const members = scope.members.map((member) => {
    if (!isSame(member.name, name)) return member;
    const other = change(member);
    changed.set(member, other);
    return other;
  });
  const content = mapNodes(scope.content, (node) => {
    if (node.kind === 'items') return { ...node, body: changeScope(node.body, name, change) };
    if (node.kind !== 'element') return node;
    return { ...node, member: changed.get(node.member) ?? node.member };
  });
  return { ...scope, members, content };
}

/** Maps the leaves of a plan. A leaf without a result is left out. */
function mapNodes(
  root: SequenceNode,
  map: (leaf: Exclude<ContentNode, { kind: 'sequence' | 'choice' }>) => ContentNode | undefined,
): SequenceNode {
  const mapped = (node: ContentNode): ContentNode | undefined => {
    if (node.kind === 'sequence')
      return { ...node, children: node.children.flatMap((each) => mapped(each) ?? []) };
    if (node.kind === 'choice')
      return { ...node, branches: node.branches.flatMap((each) => mapped(each) ?? []) };
    return map(node);
  };
  return mapped(root) as SequenceNode;
}

function withAttribute(shape: Shape, name: ExpandedName): Shape {
  if (shape.kind === 'polymorphic') {
    const variants = shape.variants.map((variant) => ({
      ...variant,
      shape: withAttribute(variant.shape, name) as ObjectShape,
    }));
    return { ...shape, declared: withAttribute(shape.declared, name) as ObjectShape, variants };
  }
  if (shape.kind !== 'object') return shape;
  const attributes = shape.attributes.map((attribute) =>
    isSame(attribute.name, name) ? { ...attribute, required: true } : attribute,
  );
  return { ...shape, attributes };
}

/** The parent of a signature, which clients do not send. */
function withoutSignature(shape: Shape): SignedShape<Shape> {
  if (shape.kind === 'anyType') return { shape, before: [] };
  if (shape.kind === 'polymorphic') {
    const declared = withoutSignature(shape.declared);
    const variants = shape.variants.map((variant) => ({
      ...variant,
      shape: withoutSignature(variant.shape).shape as ObjectShape,
    }));
    return {
      shape: { ...shape, declared: declared.shape as ObjectShape, variants },
      before: declared.before,
    };
  }
  if (shape.kind !== 'object' || shape.form !== 'plain' || shape.value !== undefined)
    throw new SignProblem(
      'the signature cannot be there: it is no object of elements in the order of the schema',
    );
  const nodes = nodesOf(shape.content);
  const isPlace = (node: ContentNode): boolean =>
    node.kind === 'element'
      ? node.member.name.namespace === DS && node.member.name.localName === 'Signature'
      : node.kind === 'any' && admits(node.wildcard, DS);
  const place = nodes.find((node) => node.kind === 'element' && isPlace(node)) ?? nodes.find(isPlace);
  if (place === undefined || (place.kind !== 'element' && place.kind !== 'any'))
    throw new SignProblem('the schema has no place for ds:Signature there; name its parent with into');
  if (!isSure(shape.content, place)) throw new SignProblem('ds:Signature is in a choice there');
  const before = nodes
    .slice(nodes.indexOf(place) + 1)
    .flatMap((node) => (node.kind === 'element' ? [clarkName(node.member.name)] : []));
  const isOnly = place.max === 1;
  const content = mapNodes(shape.content, (node) =>
    node === place ? (isOnly ? undefined : fewer(place)) : node,
  );
  const members =
    place.kind === 'any'
      ? shape.members
      : shape.members.flatMap((member) =>
          member !== place.member ? [member] : isOnly ? [] : [fewerMember(member)],
        );
  return { shape: { ...shape, members, content: withMembers(content, members) }, before };
}

function fewer<N extends { readonly min: number; readonly max: number }>(node: N): N {
  return { ...node, min: Math.max(0, node.min - 1), max: node.max - 1 };
}

function fewerMember(member: ElementMember): ElementMember {
  return fewer(member);
}

/** Gives the places of a plan the members of its scope. */
function withMembers(content: SequenceNode, members: readonly ElementMember[]): SequenceNode {
  return mapNodes(content, (node) => {
    if (node.kind !== 'element') return node;
    const member = members.find(({ name }) => isSame(name, node.member.name));
    return { ...node, member: member ?? node.member };
  });
}

/** Whether a place is in no choice. */
function isSure(content: ContentNode, place: ContentNode): boolean {
  if (content === place) return true;
  return content.kind === 'sequence' && content.children.some((child) => isSure(child, place));
}

function isSame(one: ExpandedName, other: ExpandedName): boolean {
  return one.localName === other.localName && one.namespace === other.namespace;
}
