import type { OperationShape } from '../../shape/operation-shape.js';
import { chargeHint } from '../../work.js';
import { hint } from '../design-data.js';
import type { DesignProblem } from '../design-error.js';
import { findMissBelow } from '../find-miss.js';
import { escapeKey } from '../parse-design.js';
import type { ParsedOperation, ShapingLine } from './shaping-line.js';

/** The problem of a line whose path leads nowhere. */
export function missOf(
  { at, keys }: ShapingLine,
  operation: string,
  shape: OperationShape,
  lines: ParsedOperation,
): DesignProblem {
  const isInput = lines.input.some((line) => line.at === at);
  const root = isInput ? shape.input.root : (shape.output?.record?.shape ?? shape.output?.root);
  const what = isInput ? 'input' : 'result';
  const miss = root && findMissBelow(root, keys);
  if (miss === undefined) {
    const message = root === undefined ? `${operation} has no result` : `cannot be shaped in ${operation}`;
    return { at, message };
  }
  const above = keys.slice(0, miss.depth).map(escapeKey).join('/');
  const place = above === '' ? `the ${what} of ${operation}` : `${above} of ${operation}`;
  if (miss.isText) return { at, message: `${place} has no members, so no ${quote(miss.key)}` };
  const nearest = chargeHint(1) ? miss.nearest : undefined;
  const message = `${place} has no member ${quote(miss.key)}${hint(nearest)}`;
  return nearest === undefined ? { at, message } : { at, message, nearest };
}

export function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
