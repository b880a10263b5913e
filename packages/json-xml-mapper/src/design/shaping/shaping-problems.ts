import { nearestName } from '../../explain/keys/nearest-name.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import { chargeHint } from '../../work.js';
import { hint, quote } from '../design-data.js';
import type { DesignProblem } from '../design-error.js';
import { findMissBelow } from '../find-miss.js';
import { DESIGN_LIMITS } from '../limits.js';
import { escapeKey } from '../parse-design.js';
import { MOST_NAMES, type Naming } from './naming.js';
import type { ParsedOperation, ParsedShaping, ShapingLine } from './shaping-line.js';

/** The problem of a line whose path leads nowhere. */
export function missOf(
  { at, keys, kind }: ShapingLine,
  operation: string,
  shape: OperationShape,
  lines: ParsedOperation,
): DesignProblem {
  const isInput = lines.input.some((line) => line.at === at);
  const root = isInput ? shape.input.root : (shape.output?.record?.shape ?? shape.output?.root);
  const what = isInput ? 'input' : 'result';
  const miss = root && findMissBelow(root, keys);
  if (miss === undefined) {
    const why =
      kind === 'lift'
        ? `cannot lift ${keys.join('/')}: it is no object of elements`
        : kind === 'rename' && keys.at(-1)?.startsWith('$')
          ? `cannot rename ${keys.join('/')}: ${keys.at(-1)} is the same in all JSON`
          : `cannot be shaped in ${operation}`;
    const message = root === undefined ? `${operation} has no result` : why;
    return { at, message };
  }
  const above = keys.slice(0, miss.depth).map(escapeKey).join('/');
  const place = above === '' ? `the ${what} of ${operation}` : `${above} of ${operation}`;
  if (miss.isText) return { at, message: `${place} has no members, so no ${quote(miss.key)}` };
  const nearest = chargeHint(1) ? miss.nearest : undefined;
  const message = `${place} has no member ${quote(miss.key)}${hint(nearest)}`;
  return nearest === undefined ? { at, message } : { at, message, nearest };
}

/** Every problem of the lines, once all operations that they may concern have been shaped. */
export function problemsOf(
  shaping: ParsedShaping,
  naming: Naming,
  shapes: ReadonlyMap<string, OperationShape>,
  operations: readonly string[],
): readonly DesignProblem[] {
  const problems: DesignProblem[] = [...naming.problems.values()];
  const add = (problem: DesignProblem): void => {
    if (problems.length < DESIGN_LIMITS.problems) problems.push(problem);
  };
  for (const line of [...shaping.renames, ...shaping.lifts]) {
    if (naming.used.has(line)) continue;
    const nearest = nearestName(line.key, naming.keys, MOST_NAMES);
    const message = `no operation has a member ${quote(line.key)}${hint(nearest)}`;
    add({ at: line.at, message, ...(nearest !== undefined && { nearest }) });
  }
  for (const lines of shaping.operations) {
    const shape = shapes.get(lines.name);
    if (!operations.includes(lines.name)) {
      const nearest = nearestName(lines.name, operations);
      const message = `no operation of this service is called ${quote(lines.name)}${hint(nearest)}`;
      add({ at: lines.at, message, ...(nearest !== undefined && { nearest }) });
    } else if (shape === undefined) {
      if (lines.hidden === undefined)
        add({ at: lines.at, message: `cannot be checked: the operation ${lines.name} cannot be called` });
    } else {
      for (const line of [...lines.input, ...lines.result])
        if (!naming.used.has(line)) add(missOf(line, lines.name, shape, lines));
    }
  }
  return problems;
}
