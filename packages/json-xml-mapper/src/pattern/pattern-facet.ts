import { assertOptions, type Check, limit, wrong } from '@soapstone/options';
import { charge } from '../work.js';
import { createMatcher, type Matcher } from './matcher.js';
import { buildNfa, countStates } from './nfa.js';
import { joinRepeats, type PatternNode, withoutAnchors } from './pattern-node.js';
import { readPattern } from './read-pattern.js';

const patternSteps: Check = (value) =>
  Array.isArray(value) &&
  value.every((step) => Array.isArray(step) && step.every((each) => typeof each === 'string'))
    ? []
    : wrong('expected a list of lists of patterns');

/** The compiled pattern facets of a type. */
export interface PatternSteps {
  readonly isEmpty: boolean;
  /** The patterns of the first derivation step of which `text` matches none (FA-1). */
  firstMismatch(text: string): readonly string[] | undefined;
  /** Whether every step matches a run of ASCII bytes. */
  acceptAscii(bytes: Uint8Array, start: number, end: number): boolean;
}

/** The type of `compilePatterns`, for code that receives it. */
export type PatternCompiler = typeof compilePatterns;

/**
 * Compiles the pattern facets of a type: each inner list is a derivation step, its patterns are alternatives. A step with a pattern
 * that is invalid or needs more than `maxStates` states is not enforced (RX-1, RX-5).
 *
 * It is passed in where it is needed, so that a generated client without patterns does not bundle it.
 *
 * @throws {OptionError} for arguments of other types
 * @example
 * ```ts
 * compilePatterns([['[A-Z]{2}']], 50_000).firstMismatch('x'); // ['[A-Z]{2}']
 * ```
 */
export function compilePatterns(steps: readonly (readonly string[])[], maxStates: number): PatternSteps {
  assertOptions(patternSteps, steps, 'compilePatterns', 'steps');
  assertOptions(limit, maxStates, 'compilePatterns', 'maxStates');
  const compiled: { sources: readonly string[]; matcher: Matcher }[] = [];
  const seen = new Set<string>();
  for (const sources of steps) {
    // Derived types often repeat a pattern.
    const key = sources.join('\0');
    if (seen.has(key)) continue;
    seen.add(key);
    const matcher = compileAlternatives(sources, maxStates);
    if (matcher !== undefined) compiled.push({ sources, matcher });
  }
  return {
    isEmpty: compiled.length === 0,
    firstMismatch: (text) => compiled.find(({ matcher }) => matcher.matches(text) === false)?.sources,
    acceptAscii(bytes, start, end) {
      for (let index = 0; index < compiled.length; index++) {
        if (compiled[index]?.matcher.matchesAscii(bytes, start, end) === false) return false;
      }
      return true;
    },
  };
}

/** Matchers of steps, by their patterns. The lanes, the codecs and the derived types of one schema share them. */
const known = new WeakMap<
  readonly string[],
  { readonly maxStates: number; readonly matcher: Matcher | undefined }
>();

function compileAlternatives(sources: readonly string[], maxStates: number): Matcher | undefined {
  const found = known.get(sources);
  if (found?.maxStates === maxStates) return found.matcher;
  const matcher = buildAlternatives(sources, maxStates);
  known.set(sources, { maxStates, matcher });
  return matcher;
}

function buildAlternatives(sources: readonly string[], maxStates: number): Matcher | undefined {
  const branches: PatternNode[] = [];
  for (const source of sources) {
    const node = readPattern(source);
    // An alternative that cannot be checked might have matched, so the whole step is not enforced.
    if ('invalid' in node) return undefined;
    const joined = joinRepeats(node);
    branches.push(joined);
    const lenient = withoutAnchors(joined);
    if (lenient !== undefined) branches.push(lenient);
  }
  const whole: PatternNode = { kind: 'choice', branches };
  const states = countStates(whole);
  return branches.length === 0 || states > maxStates ? undefined : whenNeeded(whole, states);
}

/** Builds the automaton for the first value, and charges it as work of that call. */
function whenNeeded(node: PatternNode, states: number): Matcher {
  let built: Matcher | undefined;
  const matcher = (): Matcher => {
    if (built === undefined) {
      charge(STATE_COST * states);
      built = createMatcher(buildNfa(node));
    }
    return built;
  };
  return {
    matches: (text) => matcher().matches(text),
    matchesAscii: (bytes, start, end) => matcher().matchesAscii(bytes, start, end),
  };
}

/** The cost of building a state, in units. */
const STATE_COST = 8;
