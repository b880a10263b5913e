import { assertOptions, limit, text } from '@soapstone/options';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import { countStates } from './nfa.js';
import { readPattern } from './read-pattern.js';

/**
 * Why a pattern facet is not enforced, explained to the author of the schema; `undefined` if it is (RX-1, RX-5).
 *
 * @param source the pattern as the schema writes it
 * @param maxStates `MapperLimits.patternStates`: how many states of its automaton a type may need
 *
 * @example
 * ```ts
 * patternProblem('[a-'); // what is wrong with it
 * ```
 */
export function patternProblem(
  source: string,
  maxStates: number = DEFAULT_MAPPER_LIMITS.patternStates,
): string | undefined {
  assertOptions(text, source, 'patternProblem', 'source');
  assertOptions(limit, maxStates, 'patternProblem', 'maxStates');
  const node = readPattern(source);
  if ('invalid' in node) return `not a pattern of XML Schema: ${node.invalid}`;
  const states = countStates(node);
  return states > maxStates ? `needs ${states} states, more than ${maxStates}` : undefined;
}
