import { foldPlan, type GroupNode, type LeafNode } from '../shape/fold-plan.js';
import type { ContentNode } from '../shape/shape.js';

/** What an example wants of a content plan. */
export interface LeafPolicy {
  /** Optional things are shown where they can be. */
  readonly generous: boolean;
  /** The height that is left (see `Heights`). */
  readonly room: number;
  /** The least height of a node. */
  height(node: ContentNode): number;
  /** The leaf leads back into something that is being shown. */
  returns(leaf: LeafNode): boolean;
  /** An optional leaf is worth showing. */
  shows(leaf: LeafNode): boolean;
}

/**
 * Choose the leaves of a plan that an example has, in order: what is required, of a choice the first branch that has an
 * end, and what is optional where the policy is generous. Iterative, like everything that follows a plan.
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

/** An optional group is shown whole or not at all. */
function isShown(group: GroupNode, policy: LeafPolicy): boolean {
  const present = { ...group, optional: false };
  if (!policy.generous || policy.height(present) > policy.room) return false;
  return group.kind === 'choice'
    ? group.branches.some((branch) => !returnsInside(branch, policy))
    : !returnsInside(present, policy);
}

function pickBranch(branches: readonly ContentNode[], policy: LeafPolicy): readonly ContentNode[] {
  const finite = branches.filter((branch) => policy.height(branch) <= policy.room);
  const first = policy.generous ? finite.find((branch) => !returnsInside(branch, policy)) : undefined;
  if (first !== undefined) return [first];
  const heights = finite.map((branch) => policy.height(branch));
  const least = heights.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const smallest = finite[heights.indexOf(least)];
  return smallest === undefined ? [] : [smallest];
}

/** Something that the node requires leads back into what is being shown. */
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
