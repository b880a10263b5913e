import { childrenOf } from '../shape/fold-plan.js';
import type { ContentNode, Scope, Shape } from '../shape/shape.js';

/** Whether a design leaves out elements or attributes inside a value (DF-8). Iterative, because a schema determines how deep types nest. */
export function leavesOut(root: Shape): boolean {
  const seen = new Set<Shape | Scope>();
  const pending: (Shape | Scope)[] = [root];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    if ('kind' in place && place.kind === 'polymorphic') {
      pending.push(place.declared, ...place.variants.map((variant) => variant.shape));
    } else if ('kind' in place && place.kind === 'lifted') {
      pending.push(place.object);
    } else if ('kind' in place && place.kind === 'soapArray') {
      pending.push(place.item);
    } else if (!('kind' in place) || place.kind === 'object') {
      if (
        place.omitted !== undefined ||
        ('omittedAttributes' in place && place.omittedAttributes !== undefined)
      )
        return true;
      for (const member of place.members)
        pending.push(member.shape, ...(member.substitution?.members ?? []).map((each) => each.shape));
      pending.push(...bodiesIn(place.content));
    }
  }
  return false;
}

function bodiesIn(content: ContentNode): readonly Scope[] {
  const bodies: Scope[] = [];
  const pending: ContentNode[] = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'items') bodies.push(node.body);
    else if (node.kind === 'sequence' || node.kind === 'choice') pending.push(...childrenOf(node));
  }
  return bodies;
}
