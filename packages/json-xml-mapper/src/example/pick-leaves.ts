import { foldPlan, type GroupNode, type LeafNode } from '../shape/fold-plan.js';
import type { ContentNode } from '../shape/shape.js';

/** The policy of an example for a content plan. */
export interface LeafPolicy {
  /** Whether to include optional things if possible. */
  readonly generous: boolean;
  /** The levels that are left (see `MinimumDepths`). */
  readonly room: number;
  /** The minimum depth of a node. */
  minimumDepth(node: ContentNode): number;
  /** Whether the leaf leads back into an enclosing value. */
  returns(leaf: LeafNode): boolean;
  /** Whether an optional leaf is worth including. */
  shows(leaf: LeafNode): boolean;
}

/**
 * Chooses the leaves of a plan for an example, in order: required ones, the first branch of a choice that ends, and optional ones
 * if the policy is generous. Iterative, like everything that follows a plan.
 */
export function pickLeaves(content: ContentNode, policy: LeafPolicy): readonly LeafNode[] {
  const leaves: LeafNode[] = [];
  const stack: ContentNode[] = [content];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind !== 'sequence' && node.kind !== 'choice') {
      if (node.min > 0 || (policy.generous && policy.shows(node))) leaves.push(node);
    } else if (!node.optional || isShown(node, policy)) {
      if (node.kind === 'sequence') stack.push(...node.children.toReversed());
      else stack.push(...pickBranch(node.branches, policy));
    }
  }
  return leaves;
}

/** Whether an optional group is included: as a whole or not at all. */
function isShown(group: GroupNode, policy: LeafPolicy): boolean {
  const present = { ...group, optional: false };
  if (!policy.generous || policy.minimumDepth(present) > policy.room) return false;
  return group.kind === 'choice'
    ? group.branches.some((branch) => !returnsInside(branch, policy))
    : !returnsInside(present, policy);
}

function pickBranch(branches: readonly ContentNode[], policy: LeafPolicy): readonly ContentNode[] {
  const finite = branches.filter((branch) => policy.minimumDepth(branch) <= policy.room);
  const first = policy.generous ? finite.find((branch) => !returnsInside(branch, policy)) : undefined;
  if (first !== undefined) return [first];
  const depths = finite.map((branch) => policy.minimumDepth(branch));
  const least = depths.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const smallest = finite[depths.indexOf(least)];
  return smallest === undefined ? [] : [smallest];
}

/** Whether something that the node requires leads back into an enclosing value. */
function returnsInside(node: ContentNode, policy: LeafPolicy): boolean {
  return foldPlan(
    node,
    (leaf) => leaf.min > 0 && policy.returns(leaf),
    (group, children) => {
      if (group.optional) return false;
      return group.kind === 'choice' ? children.every(Boolean) : children.some(Boolean);
    },
  );
}
