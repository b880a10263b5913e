import { foldPlan } from '../shape/fold-plan.js';
import type { ContentNode, ElementMember, ObjectShape, Scope, Shape } from '../shape/shape.js';

/** Values nest no deeper than a request may (§21), so deeper ones do not count. */
export const MAX_DEPTH = 60;

/** The depth of the smallest value; `Infinity` if every value needs another of the same kind. */
export interface MinimumDepths {
  ofShape(shape: Shape): number;
  ofNode(node: ContentNode): number;
}

/**
 * Computes the minimum depths of everything that a shape reaches, by iteration: everything that is settled after `MAX_DEPTH` rounds has
 * a value of at most that depth. Separates recursive types that have an end from those that have none.
 */
export function computeMinimumDepths(root: Shape): MinimumDepths {
  const scopes = reachableScopes(root);
  const known = new Map<Scope, number>();
  const ofShape = (shape: Shape): number => {
    switch (shape.kind) {
      case 'object':
        return known.get(shape) ?? Number.POSITIVE_INFINITY;
      case 'polymorphic':
        if (!shape.abstract) return ofShape(shape.declared);
        return Math.min(
          ...shape.variants.slice(0, MAX_VARIANTS).map((variant) => ofShape(variant.shape)),
          Infinity,
        );
      case 'lifted':
        return ofShape(shape.object);
      default:
        return 1;
    }
  };
  const ofNode = (node: ContentNode): number =>
    foldPlan(
      node,
      (leaf) => {
        if (leaf.min === 0) return 0;
        if (leaf.kind === 'any') return 1;
        if (leaf.kind === 'items') return known.get(leaf.body) ?? Number.POSITIVE_INFINITY;
        const { member } = leaf;
        // If nothing else ends, nil does.
        if (mayBeNull(member)) return 1;
        if (member.substitution?.abstract !== true) return ofShape(member.shape);
        return Math.min(
          ...member.substitution.members.slice(0, MAX_VARIANTS).map(({ shape }) => ofShape(shape)),
          Infinity,
        );
      },
      (group, children) => {
        if (group.optional) return 0;
        return group.kind === 'choice' ? least(children) : greatest(children);
      },
    );
  for (let round = 0; round < MAX_DEPTH; round++) {
    let changed = false;
    for (const scope of scopes) {
      if (known.has(scope)) continue;
      const depth = 1 + ofNode(scope.content);
      if (depth > round + 1) continue;
      known.set(scope, depth);
      changed = true;
    }
    if (!changed && round > 0) break;
  }
  return { ofShape, ofNode };
}

/** Whether the element itself can be `null`. An abstract one never occurs itself (SG-2). */
export function mayBeNull({ nillable, substitution }: ElementMember): boolean {
  return nillable && substitution?.abstract !== true;
}

/** The maximum number of alternatives tried for an example. */
export const MAX_VARIANTS = 20;

/** `Math.min(...list)` would put a list of a stranger's length on the stack. */
function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), 0);
}

function reachableScopes(root: Shape): readonly Scope[] {
  const scopes: Scope[] = [];
  const visited = new Set<Shape | Scope>();
  const pending: (Shape | Scope)[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    // An array of itself comes back here too.
    if ('kind' in next && next.kind !== 'object') {
      pending.push(...relatedShapes(next));
      continue;
    }
    const scope = next as ObjectShape | Scope;
    scopes.push(scope);
    for (const member of scope.members) {
      pending.push(member.shape);
      for (const substitute of member.substitution?.members.slice(0, MAX_VARIANTS) ?? [])
        pending.push(substitute.shape);
    }
    foldPlan(
      scope.content,
      (leaf) => {
        if (leaf.kind === 'items') pending.push(leaf.body);
      },
      () => undefined,
    );
  }
  return scopes;
}

function relatedShapes(shape: Exclude<Shape, ObjectShape>): readonly Shape[] {
  switch (shape.kind) {
    case 'polymorphic':
      return [shape.declared, ...shape.variants.slice(0, MAX_VARIANTS).map((variant) => variant.shape)];
    case 'soapArray':
      return [shape.item];
    case 'lifted':
      return [shape.object];
    default:
      return [];
  }
}
