import type { ExpandedName } from '@soapstone/wsdl-parser';
import { buildNfa, countStates, type Nfa } from '../pattern/nfa.js';
import type { RegularNode } from '../pattern/regular-node.js';
import type { AnyNode, ContentNode, ElementMember, ElementNode, SequenceNode } from '../shape/shape.js';
import { admits } from '../shape/wildcard-admission.js';

/** What a place of a content model takes. */
export type ContentSymbol = ElementNode | AnyNode;

/** Is an element what a symbol takes? `member` is set where the scope declares the element. */
export interface ContentElement {
  readonly member: ElementMember | undefined;
  readonly name: ExpandedName;
}

/** Where in a content model a sequence of elements has got to: the states that are active together. */
export type ContentPosition = readonly number[];

/** A content model as an automaton, for `$content`, where the input has the order (MX-3). */
export interface ContentAutomaton {
  readonly start: ContentPosition;
  /** The position after an element, with the symbols that took it; no symbols: it does not fit. */
  step(position: ContentPosition, element: ContentElement): ContentStep;
  accepts(position: ContentPosition): boolean;
  /** The keys that may come next, for messages. */
  expected(position: ContentPosition): readonly string[];
}

export interface ContentStep {
  readonly position: ContentPosition;
  readonly taken: readonly ContentSymbol[];
}

/** Beyond this many states, large counts are read as "any number": a minimum of 10⁹ is not worth its memory. */
const MAX_STATES = 20_000;
const COUNT_CAPS = [Number.POSITIVE_INFINITY, 1000, 50, 3, 1];

/** Compile a content model. */
export function compileContentModel(content: SequenceNode): ContentAutomaton {
  const nfa = buildNfa(withinBudget(content));
  const close = (states: readonly number[]): ContentPosition => closure(nfa, states);
  return {
    start: close([nfa.start]),
    step(position, element) {
      const taken: ContentSymbol[] = [];
      const targets: number[] = [];
      for (const state of position) {
        const symbol = nfa.symbols[state];
        if (symbol === undefined || !takes(symbol, element)) continue;
        if (!taken.includes(symbol)) taken.push(symbol);
        targets.push(nfa.next[state] ?? -1);
      }
      return { position: close(targets), taken };
    },
    accepts: (position) => position.includes(nfa.accept),
    expected: (position) => {
      const symbols = position.map((state) => nfa.symbols[state]).filter((symbol) => symbol !== undefined);
      return [
        ...new Set(symbols.map((symbol) => (symbol.kind === 'element' ? symbol.member.key : 'any element'))),
      ];
    },
  };
}

/** An element that the scope declares is never a wildcard's (AN-5). */
function takes(symbol: ContentSymbol, element: ContentElement): boolean {
  if (symbol.kind === 'element') return symbol.member === element.member;
  return element.member === undefined && admits(symbol.wildcard, element.name.namespace);
}

function withinBudget(content: SequenceNode): RegularNode<ContentSymbol> {
  for (const cap of COUNT_CAPS) {
    const node = toRegular(content, cap);
    if (countStates(node) <= MAX_STATES) return node;
  }
  return toRegular(content, 0);
}

function toRegular(node: ContentNode, cap: number): RegularNode<ContentSymbol> {
  switch (node.kind) {
    case 'element':
    case 'any':
      return repeat({ kind: 'symbol', symbol: node }, node.min, node.max, cap);
    case 'items':
      return repeat(toRegular(node.body.content, cap), node.min, node.max, cap);
    case 'choice': {
      const branches = node.branches.map((branch) => toRegular(branch, cap));
      return repeat({ kind: 'choice', branches }, node.optional ? 0 : 1, 1, cap);
    }
    case 'sequence': {
      const items = node.children.map((child) => toRegular(child, cap));
      // xs:all: any order; how often each may occur is counted apart.
      const item: RegularNode<ContentSymbol> = node.unordered
        ? repeat({ kind: 'choice', branches: items }, 0, Number.POSITIVE_INFINITY, cap)
        : { kind: 'sequence', items };
      return repeat(item, node.optional ? 0 : 1, 1, cap);
    }
  }
}

function repeat(
  item: RegularNode<ContentSymbol>,
  min: number,
  max: number,
  cap: number,
): RegularNode<ContentSymbol> {
  if (min === 1 && max === 1) return item;
  return { kind: 'repeat', item, min: Math.min(min, cap), max: max > cap ? Number.POSITIVE_INFINITY : max };
}

function closure(nfa: Nfa<ContentSymbol>, states: readonly number[]): ContentPosition {
  const seen = new Set<number>();
  const pending = [...states];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (state === -1 || seen.has(state)) continue;
    seen.add(state);
    if (state !== nfa.accept && nfa.symbols[state] === undefined) {
      pending.push(nfa.next[state] ?? -1, nfa.other[state] ?? -1);
    }
  }
  return [...seen].sort((left, right) => left - right);
}
