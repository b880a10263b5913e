import { toEcmaPattern } from '../../pattern/ecma-pattern.js';
import { patternProblem } from '../../pattern/pattern-problem.js';

/** The maximum length of a result. Longer ones are omitted from the document (RX-4). */
const MAX_LENGTH = 2000;
/** The text around every translation of the mapper (RX-3). */
const ANCHORED = /^\^\(\?:(.*)\)\$$/s;

/**
 * The alternatives of one derivation step as one anchored pattern (RX-3, RX-4). `undefined` if the mapper does not enforce the step
 * (RX-5): the document must not reject what the gateway accepts.
 */
export function portablePattern(alternatives: readonly string[]): string | undefined {
  const bodies: string[] = [];
  for (const alternative of alternatives) {
    if (patternProblem(alternative) !== undefined) return undefined;
    const body = ANCHORED.exec(toEcmaPattern(alternative) ?? '')?.[1];
    if (body === undefined) return undefined;
    bodies.push(body);
  }
  const pattern = `^(?:${bodies.join('|')})$`;
  return pattern.length <= MAX_LENGTH && isPortable(pattern) ? pattern : undefined;
}

/**
 * Whether readers of the document can compile a pattern, with the `u` flag, as JSON Schema requires, and without, as in OpenAPI 3.0.
 * It is never run here.
 */
function isPortable(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
