import type { AnyNode, ChoiceNode, ContentNode, ElementNode, ItemsNode, SequenceNode } from './shape.js';

export type LeafNode = ElementNode | AnyNode | ItemsNode;
export type GroupNode = SequenceNode | ChoiceNode;

/**
 * Computes a property of a plan bottom-up: leaves first, then each group from its children. Iterative, because a schema determines
 * the nesting of groups. The body of a repeating group is another scope and is not visited.
 */
export function foldPlan<T>(
  root: ContentNode,
  ofLeaf: (leaf: LeafNode) => T,
  ofGroup: (group: GroupNode, children: readonly T[]) => T,
): T {
  const stack: { readonly group: GroupNode; readonly children: T[] }[] = [];
  let done: { readonly value: T } | undefined;
  let next: ContentNode | undefined = root;
  for (;;) {
    if (next !== undefined) {
      if (next.kind === 'sequence' || next.kind === 'choice') {
        stack.push({ group: next, children: [] });
        done = undefined;
      } else {
        done = { value: ofLeaf(next) };
      }
    }
    const frame = stack.at(-1);
    if (frame === undefined) return done!.value;
    if (done !== undefined) frame.children.push(done.value);
    next = childrenOf(frame.group)[frame.children.length];
    if (next === undefined) {
      done = { value: ofGroup(frame.group, frame.children) };
      stack.pop();
    }
  }
}

/** The children of a sequence or the branches of a choice. */
export function childrenOf(group: GroupNode): readonly ContentNode[] {
  return group.kind === 'sequence' ? group.children : group.branches;
}
