import type { Shape } from '../shape/shape.js';

/** Whether a design fills or hides a member inside a value (DF-1). Iterative, because a schema determines how deep types nest. */
export function hasFills(root: Shape): boolean {
  const seen = new Set<Shape>();
  const pending: Shape[] = [root];
  for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
    if (seen.has(shape)) continue;
    seen.add(shape);
    if (shape.kind === 'polymorphic') {
      pending.push(shape.declared, ...shape.variants.map((variant) => variant.shape));
    } else if (shape.kind === 'object') {
      const { attributes, members, valueFill } = shape;
      if (valueFill !== undefined || [...attributes, ...members].some(({ fill }) => fill !== undefined))
        return true;
      for (const member of members) {
        pending.push(member.shape, ...(member.substitution?.members ?? []).map((each) => each.shape));
      }
    } else if (shape.kind === 'lifted') {
      if (shape.inText !== undefined) return true;
      pending.push(shape.object);
    } else if (shape.kind === 'soapArray') {
      pending.push(shape.item);
    }
  }
  return false;
}
