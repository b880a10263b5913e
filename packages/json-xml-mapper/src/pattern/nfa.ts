import type { RegularNode } from './regular-node.js';

/**
 * A Thompson automaton. `symbols[state]` is set on states that consume a symbol and go to `next`; the others split into `next` and
 * `other` without consuming (-1 means no transition). `accept` is the only final state.
 */
export interface Nfa<S> {
  readonly symbols: readonly (S | undefined)[];
  readonly next: readonly number[];
  readonly other: readonly number[];
  readonly start: number;
  readonly accept: number;
}

/** How many states an expression would need. Counted before anything is built, because `(a{1000}){1000}` is short to write. */
export function countStates<S>(node: RegularNode<S>): number {
  switch (node.kind) {
    case 'symbol':
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

/** Builds the automaton back to front: each piece receives its continuation. */
export function buildNfa<S>(node: RegularNode<S>): Nfa<S> {
  const symbols: (S | undefined)[] = [undefined];
  const next: number[] = [-1];
  const other: number[] = [-1];

  const addState = (symbol: S | undefined, to: number, alternative: number): number => {
    symbols.push(symbol);
    next.push(to);
    other.push(alternative);
    return symbols.length - 1;
  };

  const build = (piece: RegularNode<S>, to: number): number => {
    switch (piece.kind) {
      case 'symbol':
        return addState(piece.symbol, to, -1);
      case 'sequence':
        return piece.items.reduceRight((target, item) => build(item, target), to);
      case 'choice':
        return piece.branches
          .map((branch) => build(branch, to))
          .reduceRight((target, entry) => addState(undefined, entry, target));
      case 'repeat':
        return buildRepeat(piece.item, piece.min, piece.max, to);
    }
  };

  const buildRepeat = (item: RegularNode<S>, min: number, max: number, to: number): number => {
    let entry = to;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = addState(undefined, -1, to);
      next[loop] = build(item, loop);
      entry = loop;
    } else {
      // a{0,3} as (a(a(a)?)?)?: every copy can exit directly to `to`, so few states are active at a time.
      for (let copy = min; copy < max; copy++) entry = addState(undefined, build(item, entry), to);
    }
    for (let copy = 0; copy < min; copy++) entry = build(item, entry);
    return entry;
  };

  const start = build(node, 0);
  return { symbols, next, other, start, accept: 0 };
}
