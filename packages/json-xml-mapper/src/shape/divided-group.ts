import { clarkName } from '@soapstone/soap-model';
import { foldPlan, type GroupNode } from './fold-plan.js';
import { hasMinimum } from './has-minimum.js';
import type { ContentNode, ElementMember, ElementNode, ItemsNode, Scope } from './shape.js';

/**
 * Whether the elements of a repeating group can be divided into repetitions in several ways that differ in a number that the schema
 * limits (CM-21): two `a` are one or two repetitions of `(a{1,2}, b?){2,2}`. The schema is deterministic nevertheless, because both are
 * the same particle.
 *
 * @example
 * ```ts
 * isDivided(node);
 * ```
 */
export function isDivided(node: ItemsNode): boolean {
  const answer = known.get(node) ?? findsDivisions(node);
  known.set(node, answer);
  return answer;
}

const known = new WeakMap<ItemsNode, boolean>();

function findsDivisions(node: ItemsNode): boolean {
  if (!hasMinimum(node)) return false;
  const names = new Set<string>();
  let isPlain = node.body.form === 'plain' && !node.body.openOrder;
  const emptiable = new Map<ContentNode, boolean>();
  foldPlan<boolean>(
    node.body.content,
    (leaf) => {
      if (leaf.kind === 'any') isPlain = false;
      if (leaf.kind === 'element') {
        const name = clarkName(leaf.member.name);
        if (names.has(name)) isPlain = false;
        names.add(name);
      }
      emptiable.set(leaf, leaf.min === 0);
      return leaf.min === 0;
    },
    (group, children) => {
      const isEmptiable =
        group.optional || (group.kind === 'choice' ? children.some(Boolean) : children.every(Boolean));
      emptiable.set(group, isEmptiable);
      return isEmptiable;
    },
  );
  return isPlain && canGoOn(node, emptiable);
}

/** Whether a repetition can end at a place that may occur again and that the next repetition can begin with. */
function canGoOn(node: ItemsNode, emptiable: ReadonlyMap<ContentNode, boolean>): boolean {
  const pending: { readonly at: ContentNode; readonly first: boolean; readonly last: boolean }[] = [
    { at: node.body.content, first: true, last: true },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { at, first, last } = next;
    if (!first && !last) continue;
    if (at.kind === 'choice') {
      for (const branch of at.branches) pending.push({ at: branch, first, last });
    } else if (at.kind === 'sequence') {
      for (const [index, edges] of edgesOf(at, emptiable).entries())
        pending.push({ at: at.children[index]!, first: first && edges.first, last: last && edges.last });
    } else if (first && last && at.max > 1 && (node.min > 1 || at.min > 1)) {
      return true;
    }
  }
  return false;
}

/** Which children of a sequence its content can begin and end with. */
function edgesOf(
  { children, unordered }: GroupNode & { readonly kind: 'sequence' },
  emptiable: ReadonlyMap<ContentNode, boolean>,
): readonly { readonly first: boolean; readonly last: boolean }[] {
  const edges = children.map(() => ({ first: true, last: true }));
  if (unordered) return edges;
  for (let index = 1; index < edges.length; index++)
    edges[index]!.first = edges[index - 1]!.first && emptiable.get(children[index - 1]!) === true;
  for (let index = edges.length - 2; index >= 0; index--)
    edges[index]!.last = edges[index + 1]!.last && emptiable.get(children[index + 1]!) === true;
  return edges;
}

/**
 * The body of such a group as its entries may be (CM-21): the number of elements of one name is that of the whole group to judge, so an
 * entry has one at least where the schema has several, and as many as are given.
 *
 * @example
 * ```ts
 * looseBody(node).members;
 * ```
 */
export function looseBody(node: ItemsNode): Scope {
  const body = loose.get(node) ?? loosen(node.body);
  loose.set(node, body);
  return body;
}

const loose = new WeakMap<ItemsNode, Scope>();

function loosen(body: Scope): Scope {
  const members = new Map<ElementMember, ElementMember>();
  for (const member of body.members)
    members.set(
      member,
      member.array ? { ...member, min: Math.min(member.min, 1), max: Number.POSITIVE_INFINITY } : member,
    );
  const ofLeaf = (leaf: ContentNode): ContentNode => {
    if (leaf.kind === 'items') return { ...leaf, min: Math.min(leaf.min, 1), max: Number.POSITIVE_INFINITY };
    return leaf.kind === 'element' && leaf.member.array ? looseElement(leaf, members) : leaf;
  };
  const content = foldPlan<ContentNode>(body.content, ofLeaf, (group, children) =>
    group.kind === 'choice' ? { ...group, branches: children } : { ...group, children },
  );
  return {
    ...body,
    members: [...members.values()],
    // The root of a plan is a sequence.
    content: content as Scope['content'],
  };
}

function looseElement(node: ElementNode, members: ReadonlyMap<ElementMember, ElementMember>): ElementNode {
  const member = members.get(node.member) ?? node.member;
  return { ...node, member, min: Math.min(node.min, 1), max: Number.POSITIVE_INFINITY };
}
