import { foldPlan } from './fold-plan.js';
import type { Scope } from './shape.js';
import { isFilledIn } from './value-constraint.js';

/**
 * The minimum number of entries of `$content` (MX-3); repeating groups count as empty. JSON Schema cannot express which entries they
 * are, nor in which order.
 */
export function leastEntries(scope: Scope): number {
  return foldPlan<number>(
    scope.content,
    (leaf) => (leaf.kind === 'items' || (leaf.kind === 'element' && isFilledIn(leaf.member)) ? 0 : leaf.min),
    (group, children) => {
      if (group.optional || children.length === 0) return 0;
      return group.kind === 'choice'
        ? children.reduce((least, count) => Math.min(least, count))
        : children.reduce((sum, count) => sum + count, 0);
    },
  );
}
