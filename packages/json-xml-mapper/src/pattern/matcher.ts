import { type CharClass, type CharTest, compileCharClass } from './char-class.js';
import type { Nfa } from './nfa.js';

/** Beyond these a matcher stops caching, or gives up; both keep time and memory linear in the text (RX-1). */
const MAX_CACHED_SETS = 500;
const MAX_CACHED_SET_SIZE = 200;
const MAX_STEPS = 4_000_000;

/** A set of states that are active together, with the sets that follow it, found as they are needed. */
interface StateSet {
  /** States that consume a character. */
  readonly states: readonly number[];
  readonly accepts: boolean;
  readonly ascii: (StateSet | undefined)[];
  readonly others: Map<number, StateSet>;
}

/** Matches whole values against one automaton. */
export interface Matcher {
  /** `undefined` where the work would not stay linear: the pattern is not enforced then (RX-1). */
  matches(text: string): boolean | undefined;
}

/**
 * Simulate the automaton on sets of states, remembering the sets that occur: a deterministic automaton that is built
 * while it runs. No input makes it backtrack.
 */
export function createMatcher(nfa: Nfa<CharClass>): Matcher {
  const tests = compileTests(nfa);
  const visited = new Int32Array(nfa.next.length);
  let generation = 0;
  let cache = new Map<string, StateSet>();
  let steps = 0;
  let first: StateSet | undefined;

  /** The states reachable without a character from each of `from`. */
  const close = (from: readonly number[]): StateSet => {
    generation++;
    const states: number[] = [];
    let accepts = false;
    const pending = [...from];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (state === -1 || visited[state] === generation) continue;
      visited[state] = generation;
      steps++;
      if (state === nfa.accept) accepts = true;
      else if (tests[state] !== undefined) states.push(state);
      else pending.push(nfa.next[state] ?? -1, nfa.other[state] ?? -1);
    }
    return intern(states, accepts);
  };

  const intern = (states: number[], accepts: boolean): StateSet => {
    if (states.length > MAX_CACHED_SET_SIZE) return { states, accepts, ascii: [], others: new Map() };
    states.sort((left, right) => left - right);
    const key = `${states.join(' ')}${accepts ? '!' : ''}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    if (cache.size >= MAX_CACHED_SETS) {
      // Sets link to one another, so the way in must be forgotten too.
      cache = new Map();
      first = undefined;
    }
    const set: StateSet = { states, accepts, ascii: [], others: new Map() };
    cache.set(key, set);
    return set;
  };

  const follow = (set: StateSet, codePoint: number): StateSet => {
    const known = codePoint < 128 ? set.ascii[codePoint] : set.others.get(codePoint);
    if (known !== undefined) return known;
    const targets: number[] = [];
    for (const state of set.states) {
      steps++;
      if (tests[state]?.(codePoint) === true) targets.push(nfa.next[state] ?? -1);
    }
    const result = close(targets);
    if (codePoint < 128) set.ascii[codePoint] = result;
    else if (set.others.size < MAX_CACHED_SETS) set.others.set(codePoint, result);
    return result;
  };

  return {
    matches(text) {
      steps = 0;
      let set = first ?? close([nfa.start]);
      first = set;
      for (let index = 0; index < text.length; index++) {
        const codePoint = text.codePointAt(index) ?? 0;
        if (codePoint > 0xffff) index++;
        set = follow(set, codePoint);
        if (set.states.length === 0 && !set.accepts) return false;
        if (steps > MAX_STEPS) return undefined;
      }
      return set.accepts;
    },
  };
}

/** One test per class of the pattern, however often counted repetition copied it. */
function compileTests(nfa: Nfa<CharClass>): readonly (CharTest | undefined)[] {
  const tests = new Map<CharClass, CharTest>();
  return nfa.symbols.map((charClass) => {
    if (charClass === undefined) return undefined;
    const test = tests.get(charClass) ?? compileCharClass(charClass);
    tests.set(charClass, test);
    return test;
  });
}
