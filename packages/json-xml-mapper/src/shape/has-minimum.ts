import type { ContentNode, ItemsNode } from './shape.js';

/** Whether the schema wants several of anything in a repeating group: several repetitions, or several elements in one. Few groups do. */
export function hasMinimum(node: ItemsNode): boolean {
  const pending: ContentNode[] = [node.body.content];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'sequence') pending.push(...next.children);
    else if (next.kind === 'choice') pending.push(...next.branches);
    else if (next.min > 1) return true;
  }
  return node.min > 1;
}
