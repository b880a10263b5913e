import type { CharClass } from './char-class.js';
import type { RegularNode } from './regular-node.js';

/** The syntax tree of a pattern (XML Schema Part 2, Appendix F). */
export type PatternNode = RegularNode<CharClass>;

/**
 * RX-5: authors who think of other engines write `^…$`. Returns the pattern without an anchor at the start or end of its top-level
 * branches, or `undefined` if there is none.
 */
export function withoutAnchors(node: PatternNode): PatternNode | undefined {
  const branches = node.kind === 'choice' ? node.branches : [node];
  const stripped = branches.map(stripBranch);
  if (stripped.every((branch, index) => branch === branches[index])) return undefined;
  const [only] = stripped;
  return stripped.length === 1 && only !== undefined ? only : { kind: 'choice', branches: stripped };
}

/**
 * The same language with nested repetitions joined: `(a?){9}` is `a{0,9}`, in whose automaton few states are active at a time
 * (RX-1). Joined only if the counts leave no gap: `(a{2}){0,3}` is 0, 2, 4 or 6.
 */
export function joinRepeats(node: PatternNode): PatternNode {
  switch (node.kind) {
    case 'symbol':
      return node;
    case 'sequence':
      return { kind: 'sequence', items: node.items.map(joinRepeats) };
    case 'choice':
      return { kind: 'choice', branches: node.branches.map(joinRepeats) };
    case 'repeat': {
      const item = joinRepeats(node.item);
      const { min, max } = node;
      if (item.kind !== 'repeat' || max === 0 || !isGapless(item, min, max)) return { ...node, item };
      return {
        kind: 'repeat',
        item: item.item,
        min: min * item.min,
        max: item.max === 0 ? 0 : max * item.max,
      };
    }
  }
}

/** Whether every count from the minimum to the maximum occurs. k repetitions give the counts from k·min to k·max. */
function isGapless(inner: { readonly min: number; readonly max: number }, min: number, max: number): boolean {
  if (min === max) return true;
  return (min > 0 || inner.min <= 1) && inner.min <= Math.max(min, 1) * (inner.max - inner.min) + 1;
}

function stripBranch(node: PatternNode): PatternNode {
  if (isLiteral(node, '^') || isLiteral(node, '$')) return { kind: 'sequence', items: [] };
  if (node.kind !== 'sequence') return node;
  const { items } = node;
  const start = isLiteral(items[0], '^') ? 1 : 0;
  const end = isLiteral(items.at(-1), '$') && items.length > start ? items.length - 1 : items.length;
  return start === 0 && end === items.length ? node : { kind: 'sequence', items: items.slice(start, end) };
}

/** Whether a node is this plain character, as an anchor is. An escaped one (`\^`) is intentional, so the reader marks it as a group. */
function isLiteral(node: PatternNode | undefined, char: string): boolean {
  return (
    node?.kind === 'symbol' && node.symbol.kind === 'char' && node.symbol.codePoint === char.charCodeAt(0)
  );
}
