import type { PatternSteps } from '../pattern/pattern-facet.js';
import type { SimpleLimits } from './codec.js';

const NO_PATTERNS: PatternSteps = { isEmpty: true, firstMismatch: () => undefined, acceptAscii: () => true };

/** Compiles the pattern facets of a type. Most types have none. */
export function patternSteps(
  steps: readonly (readonly string[])[],
  { compilePatterns, patternStates }: SimpleLimits,
): PatternSteps {
  if (steps.length === 0) return NO_PATTERNS;
  // Without the check, values that the schema forbids would be sent.
  if (compilePatterns === undefined) {
    throw new Error(
      'the generated client leaves out patterns, but its types have some: run `soapstone client` again',
    );
  }
  return compilePatterns(steps, patternStates);
}
