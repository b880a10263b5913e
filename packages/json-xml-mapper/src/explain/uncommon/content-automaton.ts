import type { ExpandedName } from '@soapstone/soap-model';
import { buildNfa, countStates } from '../../pattern/nfa.js';
import type { RegularNode } from '../../pattern/regular-node.js';
import type { AnyNode, ContentNode, ElementMember, ElementNode, SequenceNode } from '../../shape/shape.js';
import { admits } from '../../shape/wildcard-shape.js';
import { charge } from '../../work.js';

/** The input that a state of a content model consumes. */
export type ContentSymbol = ElementNode | AnyNode;

/** Matches an element against a symbol. `member` is set if the scope declares the element. */
export interface ContentElement {
  readonly member: ElementMember | undefined;
  readonly name: ExpandedName;
}

/** A position in a content model: the set of possible states. */
export type ContentPosition = readonly number[];

/** A content model as an automaton, for `$content`, where the input determines the order (MX-3). */
export interface ContentAutomaton {
  readonly start: ContentPosition;
  /** The state that consumes the element, and the position after it; `undefined` if it does not fit. */
  step(position: ContentPosition, element: ContentElement): ContentStep | undefined;
  accepts(position: ContentPosition): boolean;
  /** The keys that may come next, for messages: at most `MAX_EXPECTED` plus one. */
  expected(position: ContentPosition): readonly string[];
}

export interface ContentStep {
  readonly position: ContentPosition;
  /** The first state that consumes it. */
  readonly taken: ContentSymbol;
}

/** How many keys a message names. */
export const MAX_EXPECTED = 20;

/** The number of states above which large counts are read as "any number": a minimum of 10⁹ is not worth its memory. */
const MAX_STATES = 20_000;
const COUNT_CAPS = [Number.POSITIVE_INFINITY, 1000, 50, 3, 1];

/** The maximum total size of one model's tables; positions beyond it are searched each time. */
const MAX_ENTRIES = 50_000;

/** The transitions of a state, by symbol. */
interface Table {
  readonly byMember: ReadonlyMap<ElementMember, ContentStep>;
  /** Wildcard transitions, with the next state. */
  readonly wildcards: readonly { readonly symbol: AnyNode; readonly target: number }[];
}

/** Compiles a content model. */
export function compileContentModel(content: SequenceNode): ContentAutomaton {
  return new Automaton(withinBudget(content));
}

class Automaton implements ContentAutomaton {
  readonly start: ContentPosition;
  readonly #symbols: readonly (ContentSymbol | undefined)[];
  readonly #next: readonly number[];
  readonly #other: readonly number[];
  readonly #accept: number;
  /** How many states consume each member, and how many are wildcards: with a single one, the first state found is the only one. */
  readonly #places = new Map<ElementMember | undefined, number>();
  /** The number of the last search that visited a state. */
  readonly #reached: Uint32Array;
  #search = 0;
  /** The tables of states that were requested before. */
  readonly #tables = new Map<number, Table | undefined>();
  #entries = 0;

  constructor(content: RegularNode<ContentSymbol>) {
    const { symbols, next, other, start, accept } = buildNfa(content);
    this.#symbols = symbols;
    this.#next = next;
    this.#other = other;
    this.#accept = accept;
    this.#reached = new Uint32Array(symbols.length);
    this.start = [start];
    for (const symbol of symbols) {
      if (symbol === undefined) continue;
      const member = symbol.kind === 'element' ? symbol.member : undefined;
      this.#places.set(member, (this.#places.get(member) ?? 0) + 1);
    }
  }

  step(position: ContentPosition, element: ContentElement): ContentStep | undefined {
    const table = this.#tableOf(position);
    if (table === undefined) return this.#find(position, element);
    const own = element.member && table.byMember.get(element.member);
    charge(table.wildcards.length);
    const fitting = table.wildcards.filter(({ symbol }) => takes(symbol, element));
    if (fitting.length === 0) return own;
    return toStep(
      [...(own === undefined ? [] : [own.taken]), ...fitting.map(({ symbol }) => symbol)],
      [...(own?.position ?? []), ...fitting.map(({ target }) => target)],
    );
  }

  accepts(position: ContentPosition): boolean {
    let isAccepted = false;
    this.#follow(position, (state) => {
      isAccepted = state === this.#accept;
      return isAccepted;
    });
    return isAccepted;
  }

  expected(position: ContentPosition): readonly string[] {
    const keys = new Set<string>();
    this.#follow(position, (_, symbol) => {
      if (symbol !== undefined) keys.add(symbol.kind === 'element' ? symbol.member.key : 'any element');
      return keys.size > MAX_EXPECTED;
    });
    return [...keys];
  }

  #find(position: ContentPosition, element: ContentElement): ContentStep | undefined {
    const places = this.#places.get(element.member) ?? 0;
    const wildcards = this.#places.get(undefined) ?? 0;
    const isUnique = (element.member === undefined ? 0 : places) + wildcards === 1;
    const symbols: ContentSymbol[] = [];
    const targets: number[] = [];
    this.#follow(position, (state, symbol) => {
      if (symbol === undefined || !takes(symbol, element)) return false;
      symbols.push(symbol);
      targets.push(this.#next[state]!);
      return isUnique;
    });
    return toStep(symbols, targets);
  }

  /** The table of a position, from its second request on; `undefined` before, or if the tables are full. */
  #tableOf(position: ContentPosition): Table | undefined {
    const [state] = position;
    if (state === undefined || position.length > 1) return undefined;
    const table = this.#tables.get(state);
    if (table !== undefined || this.#entries >= MAX_ENTRIES) return table;
    if (!this.#tables.has(state)) {
      this.#tables.set(state, undefined);
      return undefined;
    }
    const places = new Map<ElementMember, { symbols: ContentSymbol[]; targets: number[] }>();
    const wildcards: { symbol: AnyNode; target: number }[] = [];
    this.#follow(position, (at, symbol) => {
      if (symbol?.kind === 'any') wildcards.push({ symbol, target: this.#next[at]! });
      if (symbol?.kind !== 'element') return false;
      const place = places.get(symbol.member) ?? { symbols: [], targets: [] };
      places.set(symbol.member, place);
      place.symbols.push(symbol);
      place.targets.push(this.#next[at]!);
      return false;
    });
    const byMember = new Map<ElementMember, ContentStep>();
    for (const [member, { symbols, targets }] of places) byMember.set(member, toStep(symbols, targets)!);
    const made: Table = { byMember, wildcards };
    this.#entries += byMember.size + wildcards.length;
    this.#tables.set(state, made);
    return made;
  }

  /**
   * Visits the states of a position that consume something, or accept, in schema order.
   *
   * @param visit returns whether to stop
   */
  #follow(
    position: ContentPosition,
    visit: (state: number, symbol: ContentSymbol | undefined) => boolean,
  ): void {
    const search = this.#beginSearch();
    const pending = position.length === 1 ? [position[0]!] : [...position].reverse();
    let visited = 0;
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (state === -1 || this.#reached[state] === search) continue;
      this.#reached[state] = search;
      visited++;
      const symbol = this.#symbols[state];
      if (symbol !== undefined || state === this.#accept) {
        if (visit(state, symbol)) break;
      } else {
        pending.push(this.#other[state]!, this.#next[state]!);
      }
    }
    charge(visited);
  }

  #beginSearch(): number {
    if (this.#search === 0xffff_ffff) {
      this.#reached.fill(0);
      this.#search = 0;
    }
    return ++this.#search;
  }
}

function toStep(symbols: readonly ContentSymbol[], targets: readonly number[]): ContentStep | undefined {
  const [taken] = symbols;
  if (taken === undefined) return undefined;
  return { taken, position: targets.length === 1 ? targets : [...new Set(targets)] };
}

/**
 * Whether a symbol consumes an element. A wildcard also consumes one that the scope declares, because in `$content` the order
 * determines the place (AN-5).
 */
function takes(symbol: ContentSymbol, element: ContentElement): boolean {
  if (symbol.kind === 'element') return symbol.member === element.member;
  return admits(symbol.wildcard, element.name.namespace);
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
      // xs:all: any order; how often each may occur is counted separately.
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
