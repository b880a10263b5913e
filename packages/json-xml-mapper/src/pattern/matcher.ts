import { charge } from '../work.js';
import { type CharClass, type CharTest, compileCharClass, testCost } from './char-class.js';
import type { Nfa } from './nfa.js';

/** Beyond these a matcher stops caching, or gives up; both keep time and memory linear in the text (RX-1). */
const MAX_CACHED_SETS = 500;
const MAX_CACHED_SET_SIZE = 200;
const MAX_STEPS = 1_000_000;
/** To look for a set in the cache costs this much for each of its states. */
const INTERN_COST = 4;

/** A set of states that are active together, with the sets that follow it, found as they are needed. */
interface StateSet {
  /** States that consume a character. */
  readonly states: readonly number[];
  readonly accepts: boolean;
  readonly others: Map<number, StateSet>;
  /**
   * Its number among those in the cache. A set that is not has 0, and must neither hold others nor be held, or what hangs
   * on it would have no bound.
   */
  number: number;
}

/** Matches whole values against one automaton. */
export interface Matcher {
  /** `undefined` where the work would not stay linear: the pattern is not enforced then (RX-1). */
  matches(text: string): boolean | undefined;
  /** The same for a run of ASCII bytes. */
  matchesAscii(bytes: Uint8Array, start: number, end: number): boolean | undefined;
}

/** Characters that are as much work as one look-up where every set that occurs is known. */
const CHARACTERS_PER_UNIT = 16;

/**
 * Simulate the automaton on sets of states, remembering the sets that occur: a deterministic automaton that is built
 * while it runs. No input makes it backtrack. What is found out is charged as work of the call (§21), a unit for each state.
 */
export function createMatcher(nfa: Nfa<CharClass>): Matcher {
  const { tests, costs } = compileTests(nfa);
  const { accept } = nfa;
  const next = new Int32Array(nfa.next);
  const other = new Int32Array(nfa.other);
  const visited = new Int32Array(next.length);
  const pending = new Int32Array(next.length + 1);
  let generation = 0;
  let cache = new Map<string, StateSet>();
  /** The sets in the cache by their numbers. */
  const sets: (StateSet | undefined)[] = [undefined];
  /** Which set follows one after an ASCII character, number by number; 0 where that is not known yet. */
  let ascii = new Uint16Array(1 << 7);
  let steps = 0;
  let first: StateSet | undefined;

  /** The states reachable without a character from each of `from`. A state is put on the stack once, when it is met. */
  const close = (from: readonly number[]): StateSet => {
    generation++;
    const states: number[] = [];
    let accepts = false;
    let top = 0;
    const meet = (state: number): void => {
      if (state === -1 || visited[state] === generation) return;
      visited[state] = generation;
      pending[top++] = state;
    };
    for (const state of from) {
      meet(state);
      while (top > 0) {
        const current = pending[--top] as number;
        steps++;
        if (current === accept) accepts = true;
        else if (costs[current] !== 0) states.push(current);
        else {
          meet(next[current] as number);
          meet(other[current] as number);
        }
      }
    }
    return intern(states, accepts);
  };

  const intern = (states: number[], accepts: boolean): StateSet => {
    if (states.length > MAX_CACHED_SET_SIZE) return { states, accepts, others: new Map(), number: 0 };
    states.sort((left, right) => left - right);
    steps += INTERN_COST * states.length;
    const key = `${states.join(' ')}${accepts ? '!' : ''}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    if (cache.size >= MAX_CACHED_SETS) {
      // Sets link to one another, so the way in must be forgotten too. What is forgotten may be old: until old memory is
      // collected, all that it still held would be kept, and copied, with it.
      for (const each of cache.values()) {
        each.number = 0;
        each.others.clear();
      }
      cache = new Map();
      sets.length = 1;
      ascii.fill(0);
      first = undefined;
    }
    const set: StateSet = { states, accepts, others: new Map(), number: sets.length };
    cache.set(key, set);
    sets.push(set);
    if (sets.length << 7 > ascii.length) {
      const larger = new Uint16Array(ascii.length * 2);
      larger.set(ascii);
      ascii = larger;
    }
    return set;
  };

  const follow = (set: StateSet, codePoint: number): StateSet => {
    const known =
      codePoint < 128 ? sets[ascii[(set.number << 7) | codePoint] as number] : set.others.get(codePoint);
    if (known !== undefined) return known;
    const before = steps;
    const targets: number[] = [];
    for (const state of set.states) {
      steps += costs[state] as number;
      if (tests[state]?.(codePoint) === true) targets.push(next[state] as number);
    }
    const result = close(targets);
    charge(steps - before);
    // Of `set` after that: it may have been forgotten just now.
    if (set.number === 0 || result.number === 0) return result;
    if (codePoint < 128) ascii[(set.number << 7) | codePoint] = result.number;
    else if (set.others.size < MAX_CACHED_SETS) set.others.set(codePoint, result);
    return result;
  };

  const begin = (): StateSet => {
    steps = 0;
    const set = first ?? close([nfa.start]);
    if (set.number !== 0) first = set;
    charge(1 + steps);
    return set;
  };

  return {
    matches(text) {
      let set = begin();
      charge(Math.floor(text.length / CHARACTERS_PER_UNIT));
      for (let index = 0; index < text.length; index++) {
        const codePoint = text.codePointAt(index) ?? 0;
        if (codePoint > 0xffff) index++;
        set = follow(set, codePoint);
        if (set.states.length === 0 && !set.accepts) return false;
        if (steps > MAX_STEPS) return undefined;
      }
      return set.accepts;
    },
    matchesAscii(bytes, start, end) {
      let set = begin();
      charge(Math.floor((end - start) / CHARACTERS_PER_UNIT));
      let { number } = set;
      // One load per character: the sets themselves are not touched where all is known.
      let known = ascii;
      for (let index = start; index < end; index++) {
        const byte = bytes[index] as number;
        const following = known[(number << 7) | byte] as number;
        if (following !== 0) {
          number = following;
          continue;
        }
        set = follow(sets[number] ?? set, byte);
        number = set.number;
        known = ascii;
        if (steps > MAX_STEPS) return undefined;
      }
      return (sets[number] ?? set).accepts;
    },
  };
}

/** One test per class of the pattern, however often counted repetition copied it, and what it costs for a character: 0 of a state without one. */
function compileTests(nfa: Nfa<CharClass>): {
  readonly tests: readonly (CharTest | undefined)[];
  readonly costs: Int32Array;
} {
  const known = new Map<CharClass, { readonly test: CharTest; readonly cost: number }>();
  const costs = new Int32Array(nfa.symbols.length);
  const tests = nfa.symbols.map((charClass, state) => {
    if (charClass === undefined) return undefined;
    const found = known.get(charClass) ?? { test: compileCharClass(charClass), cost: testCost(charClass) };
    known.set(charClass, found);
    costs[state] = found.cost;
    return found.test;
  });
  return { tests, costs };
}
