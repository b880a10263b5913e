import { type CharTest, compileCharClass } from './char-class.js';
import type { PatternNode } from './pattern-node.js';

/**
 * A Thompson automaton. State 0 is where it starts; `charTest[state]` is set on states that consume a character, the
 * others split into `next` and `other` without consuming (-1 is no way on). `accept` is the one final state.
 */
export interface Nfa {
  readonly charTest: readonly (CharTest | undefined)[];
  readonly next: readonly number[];
  readonly other: readonly number[];
  readonly start: number;
  readonly accept: number;
}

/** How many states a pattern would take. Counted before anything is built: `(a{1000}){1000}` is short to write. */
export function countStates(node: PatternNode): number {
  switch (node.kind) {
    case 'chars':
      return 1;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + countStates(item), 0);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + countStates(branch) + 1, 0);
    case 'repeat': {
      const size = countStates(node.item) + 1;
      return size * Math.max(1, node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max);
    }
  }
}

/** Build the automaton back to front: every piece is told where to go on. */
export function buildNfa(node: PatternNode): Nfa {
  const charTest: (CharTest | undefined)[] = [undefined];
  const next: number[] = [-1];
  const other: number[] = [-1];
  const tests = new Map<PatternNode, CharTest>();

  const addState = (test: CharTest | undefined, to: number, alternative: number): number => {
    charTest.push(test);
    next.push(to);
    other.push(alternative);
    return charTest.length - 1;
  };

  const build = (piece: PatternNode, to: number): number => {
    switch (piece.kind) {
      case 'chars': {
        const test = tests.get(piece) ?? compileCharClass(piece.charClass);
        tests.set(piece, test);
        return addState(test, to, -1);
      }
      case 'sequence':
        return piece.items.reduceRight((target, item) => build(item, target), to);
      case 'choice':
        return piece.branches
          .map((branch) => build(branch, to))
          .reduceRight((target, entry) => addState(undefined, entry, target));
      case 'repeat':
        return buildRepeat(piece, to);
    }
  };

  const buildRepeat = ({ item, min, max }: PatternNode & { kind: 'repeat' }, to: number): number => {
    let entry = to;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = addState(undefined, -1, to);
      next[loop] = build(item, loop);
      entry = loop;
    } else {
      // a{0,3} as (a(a(a)?)?)?: every copy can leave straight to `to`, so few states are active at a time.
      for (let copy = min; copy < max; copy++) entry = addState(undefined, build(item, entry), to);
    }
    for (let copy = 0; copy < min; copy++) entry = build(item, entry);
    return entry;
  };

  const start = build(node, 0);
  return { charTest, next, other, start, accept: 0 };
}
