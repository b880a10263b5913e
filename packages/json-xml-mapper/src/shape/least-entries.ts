import { assertOptions, type Check, kindOf, wrong } from '@soapstone/soap-model/options';
import { foldPlan } from './fold-plan.js';
import type { Scope } from './shape.js';
import { isFilledIn } from './value-constraint.js';

const scopeCheck: Check = (value) =>
  typeof (value as Partial<Scope> | null | undefined)?.content?.kind === 'string'
    ? []
    : wrong(`expected a Scope, not ${kindOf(value)}`);

/**
 * How many entries `$content` has at least (MX-3); repeating groups are taken for empty. Which entries they are, and in which order,
 * a schema of JSON cannot say.
 */
export function leastEntries(scope: Scope): number {
  assertOptions(scopeCheck, scope, 'leastEntries', 'scope');
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
