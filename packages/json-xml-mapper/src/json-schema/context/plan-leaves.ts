import { isDivided, looseBody } from '../../shape/divided-group.js';
import { childrenOf, foldPlan, type LeafNode } from '../../shape/fold-plan.js';
import type { ContentNode, ItemsNode, Scope } from '../../shape/shape.js';

/** A place of a content plan. */
export interface PlanLeaf {
  readonly node: LeafNode;
  /** Whether it is inside a choice or an optional group, and so may be absent. */
  readonly conditional: boolean;
}

/** The leaves of a plan in schema order: elements, wildcards and repeating groups. */
export function leavesOf(content: ContentNode): readonly PlanLeaf[] {
  const leaves: PlanLeaf[] = [];
  const stack: { readonly node: ContentNode; readonly conditional: boolean }[] = [
    { node: content, conditional: false },
  ];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, conditional } = top;
    if (node.kind !== 'sequence' && node.kind !== 'choice') {
      leaves.push({ node, conditional });
      continue;
    }
    const inside = conditional || node.kind === 'choice' || node.optional;
    for (const child of childrenOf(node).toReversed()) stack.push({ node: child, conditional: inside });
  }
  return leaves;
}

/** The scope and the bodies of all repeating groups in it, outer ones first. */
export function bodiesIn(scope: Scope): readonly Scope[] {
  const bodies = [scope];
  // The list grows while the loop reads it.
  for (const { content } of bodies) {
    for (const { node } of leavesOf(content)) if (node.kind === 'items') bodies.push(node.body);
  }
  return bodies;
}

/**
 * The minimum number of entries of a repeating group's array (CM-21): none if a repetition may be empty, one if its elements can be divided
 * in several ways.
 */
export function leastRepetitions(node: ItemsNode): number {
  const { min, body } = node;
  if (min > 0 && mayBeEmpty(body)) return 0;
  return isDivided(node) ? Math.min(min, 1) : min;
}

/** The maximum number of entries, and what they may contain. */
export function repetitionsOf(node: ItemsNode): Pick<ItemsNode, 'max' | 'body'> {
  return isDivided(node) ? { max: Number.POSITIVE_INFINITY, body: looseBody(node) } : node;
}

const known = new WeakMap<Scope, boolean>();

/** Whether an object of this scope may be empty. Bodies can nest to any depth, and each is visited once. */
function mayBeEmpty(scope: Scope): boolean {
  const answer = known.get(scope);
  if (answer !== undefined) return answer;
  const isOptional = (leaf: LeafNode): boolean =>
    leaf.min === 0 || (leaf.kind === 'items' && known.get(leaf.body) === true);
  for (const body of bodiesIn(scope).toReversed()) {
    const isEmptiable = foldPlan<boolean>(body.content, isOptional, (group, children) => {
      if (group.optional) return true;
      return group.kind === 'choice' ? children.some(Boolean) : children.every(Boolean);
    });
    known.set(body, isEmptiable);
  }
  return known.get(scope) === true;
}
