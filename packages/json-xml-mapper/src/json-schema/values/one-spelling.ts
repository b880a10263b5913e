import { BUILTIN_TYPES } from '../../shape/builtin-types.js';
import type { SimpleShape } from '../../shape/simple-shape.js';

/**
 * Whether equal values are equal in JSON. Dates stay as they are written (DT-1), and so do numbers that are strings.
 */
export function hasOneSpelling(shape: SimpleShape): boolean {
  if (shape.kind === 'union') return shape.members.every(hasOneSpelling);
  if (shape.kind === 'list') return hasOneSpelling(shape.item);
  if (shape.kind !== 'scalar' || shape.lexical) return false;
  if (shape.json !== 'string') return true;
  const { family } = BUILTIN_TYPES[shape.builtin];
  return family === 'string' || family === 'name' || shape.builtin === 'base64Binary';
}
