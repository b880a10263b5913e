import type { CharClass } from './char-class.js';
import type { RegularNode } from './regular-node.js';

/** The syntax tree of a pattern (XML Schema Part 2, Appendix F). */
export type PatternNode = RegularNode<CharClass>;

/**
 * RX-5: authors who think of other engines write `^…$`. Returns the pattern without an anchor at the start or end of
 * its top-level branches, or `undefined` where there is none.
 */
export function withoutAnchors(node: PatternNode): PatternNode | undefined {
  const branches = node.kind === 'choice' ? node.branches : [node];
  const stripped = branches.map(stripBranch);
  if (stripped.every((branch, index) => branch === branches[index])) return undefined;
  const [only] = stripped;
  return stripped.length === 1 && only !== undefined ? only : { kind: 'choice', branches: stripped };
}

function stripBranch(node: PatternNode): PatternNode {
  if (isLiteral(node, '^') || isLiteral(node, '$')) return { kind: 'sequence', items: [] };
  if (node.kind !== 'sequence') return node;
  const { items } = node;
  const start = isLiteral(items[0], '^') ? 1 : 0;
  const end = isLiteral(items.at(-1), '$') && items.length > start ? items.length - 1 : items.length;
  return start === 0 && end === items.length ? node : { kind: 'sequence', items: items.slice(start, end) };
}

/** Anchors are single plain characters; an escaped one (`\^`) is meant, so the reader marks it as a group. */
function isLiteral(node: PatternNode | undefined, char: string): boolean {
  return (
    node?.kind === 'symbol' && node.symbol.kind === 'char' && node.symbol.codePoint === char.charCodeAt(0)
  );
}
