import { charge } from '../work.js';
import { type CharClass, type CharTest, compileCharClass, testCost } from './char-class.js';
import type { Nfa } from './nfa.js';

/** The limits beyond which a matcher stops caching, or gives up. They keep time and memory linear in the text (RX-1). */
const MAX_CACHED_SETS = 500;
const MAX_CACHED_SET_SIZE = 200;
const MAX_STEPS = 1_000_000;
/** The cost of a cache lookup for a set, per state. */
const INTERN_COST = 4;

/** A set of simultaneously active states, with its successor sets, computed on demand. */
interface StateSet {
  /** States that consume a character. */
  readonly states: readonly number[];
  readonly accepts: boolean;
  readonly others: Map<number, StateSet>;
  /**
   * Its number in the cache. A set that is not cached has 0; it must neither reference others nor be referenced, or memory would be
   * unbounded.
   */
  number: number;
}

/** Matches whole values against one automaton. */
export interface Matcher {
  /** `undefined` if the work would not stay linear: then the pattern is not enforced (RX-1). */
  matches(text: string): boolean | undefined;
  /** The same for a run of ASCII bytes. */
  matchesAscii(bytes: Uint8Array, start: number, end: number): boolean | undefined;
}

/** How many characters cost as much as one lookup if every occurring set is cached. */
const CHARACTERS_PER_UNIT = 16;

/**
 * Simulates the automaton on sets of states and caches the sets that occur: a deterministic automaton built lazily. No input makes
 * it backtrack. New sets are charged as work of the call (§21), a unit per state.
 */
export function createMatcher(nfa: Nfa<CharClass>): Matcher {
  return new SetMatcher(nfa);
}

class SetMatcher implements Matcher {
  readonly #sets = new SetMemory();
  readonly #closure: Closure;
  readonly #start: readonly number[];
  readonly #next: Int32Array;
  readonly #tests: readonly (CharTest | undefined)[];
  readonly #costs: Int32Array;
  /** The work of the current text. */
  #steps = 0;

  constructor(nfa: Nfa<CharClass>) {
    const { tests, costs } = compileTests(nfa);
    this.#tests = tests;
    this.#costs = costs;
    this.#start = [nfa.start];
    this.#next = new Int32Array(nfa.next);
    this.#closure = new Closure(nfa, costs);
  }

  matches(text: string): boolean | undefined {
    let set = this.#begin();
    charge(Math.floor(text.length / CHARACTERS_PER_UNIT));
    for (let index = 0; index < text.length; index++) {
      const codePoint = text.codePointAt(index) ?? 0;
      if (codePoint > 0xffff) index++;
      set = this.#follow(set, codePoint);
      if (set.states.length === 0 && !set.accepts) return false;
      if (this.#steps > MAX_STEPS) return undefined;
    }
    return set.accepts;
  }

  matchesAscii(bytes: Uint8Array, start: number, end: number): boolean | undefined {
    const memory = this.#sets;
    let set = this.#begin();
    charge(Math.floor((end - start) / CHARACTERS_PER_UNIT));
    let { number } = set;
    // One load per character: sets are not touched if everything is cached.
    let known = memory.ascii;
    for (let index = start; index < end; index++) {
      const byte = bytes[index] as number;
      const following = known[(number << 7) | byte] as number;
      if (following !== 0) {
        number = following;
        continue;
      }
      set = this.#follow(memory.sets[number] ?? set, byte);
      number = set.number;
      known = memory.ascii;
      if (this.#steps > MAX_STEPS) return undefined;
    }
    return (memory.sets[number] ?? set).accepts;
  }

  #begin(): StateSet {
    this.#steps = 0;
    const memory = this.#sets;
    const set = memory.first ?? this.#close(this.#start);
    if (set.number !== 0) memory.first = set;
    charge(1 + this.#steps);
    return set;
  }

  #follow(set: StateSet, codePoint: number): StateSet {
    const known = this.#sets.following(set, codePoint);
    if (known !== undefined) return known;
    const before = this.#steps;
    const targets: number[] = [];
    for (const state of set.states) {
      this.#steps += this.#costs[state] as number;
      if (this.#tests[state]?.(codePoint) === true) targets.push(this.#next[state] as number);
    }
    const result = this.#close(targets);
    charge(this.#steps - before);
    this.#sets.link(set, codePoint, result);
    return result;
  }

  /** The set of the states reachable without a character from each of `from`. */
  #close(from: readonly number[]): StateSet {
    const { states, accepts, steps } = this.#closure.of(from);
    this.#steps += steps;
    if (states.length > MAX_CACHED_SET_SIZE) return { states, accepts, others: new Map(), number: 0 };
    this.#steps += INTERN_COST * states.length;
    return this.#sets.intern(states, accepts);
  }
}

/** Follows the transitions that consume no character. */
class Closure {
  readonly #accept: number;
  readonly #next: Int32Array;
  readonly #other: Int32Array;
  readonly #costs: Int32Array;
  readonly #visited: Int32Array;
  readonly #pending: Int32Array;
  #generation = 0;
  #top = 0;

  constructor(nfa: Nfa<CharClass>, costs: Int32Array) {
    this.#accept = nfa.accept;
    this.#next = new Int32Array(nfa.next);
    this.#other = new Int32Array(nfa.other);
    this.#costs = costs;
    this.#visited = new Int32Array(nfa.next.length);
    this.#pending = new Int32Array(nfa.next.length + 1);
  }

  /** The consuming states reachable from each of `from`, whether the end is, and how many states were visited. */
  of(from: readonly number[]): { states: number[]; accepts: boolean; steps: number } {
    this.#generation++;
    const states: number[] = [];
    let accepts = false;
    let steps = 0;
    for (const state of from) {
      this.#meet(state);
      while (this.#top > 0) {
        const current = this.#pending[--this.#top] as number;
        steps++;
        if (current === this.#accept) accepts = true;
        else if (this.#costs[current] !== 0) states.push(current);
        else {
          this.#meet(this.#next[current] as number);
          this.#meet(this.#other[current] as number);
        }
      }
    }
    return { states, accepts, steps };
  }

  /** Pushes a state once, when it is first encountered. */
  #meet(state: number): void {
    if (state === -1 || this.#visited[state] === this.#generation) return;
    this.#visited[state] = this.#generation;
    this.#pending[this.#top++] = state;
  }
}

/** The cached sets and their successors. Sets link to one another, so all are dropped together. */
class SetMemory {
  /** The sets by number; no set has 0. */
  readonly sets: (StateSet | undefined)[] = [undefined];
  /** The successor of a set after an ASCII character, by number; 0 if not known yet. */
  ascii: Uint16Array = new Uint16Array(1 << 7);
  /** The start set of every text. */
  first: StateSet | undefined;
  readonly #byKey = new Map<string, StateSet>();

  /** The set of these states. May drop all others. */
  intern(states: number[], accepts: boolean): StateSet {
    states.sort((left, right) => left - right);
    const key = `${states.join(' ')}${accepts ? '!' : ''}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#byKey.size >= MAX_CACHED_SETS) this.#forget();
    const set: StateSet = { states, accepts, others: new Map(), number: this.sets.length };
    this.#byKey.set(key, set);
    this.sets.push(set);
    if (this.sets.length << 7 > this.ascii.length) {
      const larger = new Uint16Array(this.ascii.length * 2);
      larger.set(this.ascii);
      this.ascii = larger;
    }
    return set;
  }

  following(set: StateSet, codePoint: number): StateSet | undefined {
    return codePoint < 128
      ? this.sets[this.ascii[(set.number << 7) | codePoint] as number]
      : set.others.get(codePoint);
  }

  /** Caches the successor of `set`, unless one of them was dropped meanwhile or never cached. */
  link(set: StateSet, codePoint: number, following: StateSet): void {
    if (set.number === 0 || following.number === 0) return;
    if (codePoint < 128) this.ascii[(set.number << 7) | codePoint] = following.number;
    else if (set.others.size < MAX_CACHED_SETS) set.others.set(codePoint, following);
  }

  #forget(): void {
    // Dropped sets may be in old memory; until that is collected, everything they reference would be kept and copied with them.
    for (const each of this.#byKey.values()) {
      each.number = 0;
      each.others.clear();
    }
    this.#byKey.clear();
    this.sets.length = 1;
    this.ascii.fill(0);
    this.first = undefined;
  }
}

/**
 * One test per class of the pattern, even if counted repetition copied it, and its cost per character: 0 for a state without one.
 */
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
