import type { Particle } from '@soapstone/soap-model';
import type { ContentNode, Scope } from '../shape/shape.js';

/** A regular expression over element names. `origin` is the particle that a symbol comes from. */
export type Expression =
  | { readonly kind: 'symbol'; readonly name: string; readonly origin: object }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly branches: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly item: Expression; readonly min: number; readonly max: number };

/** The language of a particle; a wildcard is the name `$any`. Empty groups with `maxOccurs="0"` are nothing at all. */
export function languageOfParticle(particle: Particle): Expression {
  const item = ((): Expression => {
    switch (particle.kind) {
      case 'element':
        return { kind: 'symbol', name: particle.name.localName, origin: particle };
      case 'any':
        return { kind: 'symbol', name: '$any', origin: particle };
      default: {
        const parts = particle.particles.filter((child) => child.maxOccurs !== 0).map(languageOfParticle);
        if (particle.kind === 'choice' && parts.length > 0) return { kind: 'choice', branches: parts };
        return particle.kind === 'all'
          ? { kind: 'choice', branches: permutations(parts) }
          : { kind: 'sequence', parts };
      }
    }
  })();
  const max = particle.maxOccurs === 'unbounded' ? Number.POSITIVE_INFINITY : particle.maxOccurs;
  return { kind: 'repeat', item, min: particle.minOccurs, max };
}

/** The language of a plan. */
export function languageOfPlan(scope: Pick<Scope, 'content'>): Expression {
  return languageOfNode(scope.content);
}

function languageOfNode(node: ContentNode): Expression {
  switch (node.kind) {
    case 'element':
      return {
        ...node,
        kind: 'repeat',
        item: { kind: 'symbol', name: node.member.name.localName, origin: node },
      };
    case 'any':
      return { ...node, kind: 'repeat', item: { kind: 'symbol', name: '$any', origin: node } };
    case 'items':
      return { ...node, kind: 'repeat', item: languageOfPlan(node.body) };
    case 'choice': {
      const item: Expression = { kind: 'choice', branches: node.branches.map(languageOfNode) };
      return { kind: 'repeat', item, min: node.optional ? 0 : 1, max: 1 };
    }
    case 'sequence': {
      const parts = node.children.map(languageOfNode);
      const item: Expression = node.unordered
        ? { kind: 'choice', branches: permutations(parts) }
        : { kind: 'sequence', parts };
      return { kind: 'repeat', item, min: node.optional ? 0 : 1, max: 1 };
    }
  }
}

function permutations(parts: readonly Expression[]): Expression[] {
  if (parts.length <= 1) return [{ kind: 'sequence', parts }];
  return parts.flatMap((first, index) =>
    permutations(parts.filter((_, other) => other !== index)).map(
      (rest): Expression => ({ kind: 'sequence', parts: [first, rest] }),
    ),
  );
}

/** A state is the set of outgoing transitions, by name and origin; `accepting` if the word may end. */
interface Automaton {
  readonly start: number;
  readonly accepting: number;
  readonly empty: number[][];
  readonly steps: { readonly name: string; readonly origin: object; readonly to: number }[][];
}

/** Thompson's construction; counts are copies. */
function compileLanguage(expression: Expression): Automaton {
  const empty: number[][] = [];
  const steps: Automaton['steps'] = [];
  const state = (): number => {
    empty.push([]);
    steps.push([]);
    return empty.length - 1;
  };
  const build = (node: Expression, from: number): number => {
    switch (node.kind) {
      case 'symbol': {
        const to = state();
        steps[from]!.push({ name: node.name, origin: node.origin, to });
        return to;
      }
      case 'sequence':
        return node.parts.reduce((at, part) => build(part, at), from);
      case 'choice': {
        const to = state();
        for (const branch of node.branches) {
          const entry = state();
          empty[from]!.push(entry);
          empty[build(branch, entry)]!.push(to);
        }
        return to;
      }
      case 'repeat': {
        let at = from;
        for (let count = 0; count < node.min; count++) at = build(node.item, at);
        const to = state();
        empty[at]!.push(to);
        if (node.max === Number.POSITIVE_INFINITY) {
          const entry = state();
          empty[to]!.push(entry);
          empty[build(node.item, entry)]!.push(to);
          return to;
        }
        for (let count = node.min; count < node.max; count++) {
          at = build(node.item, at);
          empty[at]!.push(to);
        }
        return to;
      }
    }
  };
  const start = state();
  return { start, accepting: build(expression, start), empty, steps };
}

function closure(automaton: Automaton, states: Iterable<number>): ReadonlySet<number> {
  const result = new Set(states);
  const pending = [...result];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    for (const next of automaton.empty[state]!) {
      if (result.has(next)) continue;
      result.add(next);
      pending.push(next);
    }
  }
  return result;
}

function waysOn(automaton: Automaton, states: ReadonlySet<number>): Map<string, Set<number>> {
  const ways = new Map<string, Set<number>>();
  for (const state of states) {
    for (const { name, to } of automaton.steps[state]!) {
      const targets = ways.get(name);
      if (targets === undefined) ways.set(name, new Set([to]));
      else targets.add(to);
    }
  }
  return ways;
}

/**
 * A word in one language but not the other; undefined if they are equal, as far as 400 pairs of states show (ambiguous models can
 * have exponentially many).
 */
export function difference(left: Expression, right: Expression): string[] | undefined {
  const automata = [compileLanguage(left), compileLanguage(right)] as const;
  const start = automata.map((automaton) => closure(automaton, [automaton.start]));
  const seen = new Set<string>();
  const pending: { states: readonly ReadonlySet<number>[]; word: string[] }[] = [{ states: start, word: [] }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const id = next.states.map((set) => [...set].sort((a, b) => a - b).join()).join('|');
    if (seen.has(id)) continue;
    if (seen.size >= 400) return undefined;
    seen.add(id);
    const [accepts, alsoAccepts] = automata.map((automaton, side) =>
      next.states[side]!.has(automaton.accepting),
    );
    if (accepts !== alsoAccepts) return next.word;
    const ways = automata.map((automaton, side) => waysOn(automaton, next.states[side]!));
    for (const name of new Set([...ways[0]!.keys(), ...ways[1]!.keys()])) {
      const states = automata.map((automaton, side) => closure(automaton, ways[side]!.get(name) ?? []));
      pending.push({ states, word: [...next.word, name] });
    }
  }
  return undefined;
}

/** Whether XML Schema's unique particle attribution holds: no state has two transitions by one name from different particles. */
export function isDeterministic(expression: Expression): boolean {
  const automaton = compileLanguage(expression);
  for (let state = 0; state < automaton.empty.length; state++) {
    const origins = new Map<string, object>();
    for (const reached of closure(automaton, [state])) {
      for (const { name, origin } of automaton.steps[reached]!) {
        if ((origins.get(name) ?? origin) !== origin) return false;
        origins.set(name, origin);
      }
    }
  }
  return true;
}

/** A word of the language, directed by `choose` (a number below its argument). Undefined if it gets too long. */
export function sampleWord(
  expression: Expression,
  choose: (below: number) => number,
  limit: number,
): string[] | undefined {
  const automaton = compileLanguage(expression);
  let states = closure(automaton, [automaton.start]);
  const word: string[] = [];
  for (;;) {
    const ways = [...waysOn(automaton, states)];
    const mayEnd = states.has(automaton.accepting);
    if (mayEnd && (ways.length === 0 || choose(4) === 0)) return word;
    const way = ways[choose(ways.length)];
    if (way === undefined || word.length >= limit) return undefined;
    word.push(way[0]);
    states = closure(automaton, way[1]);
  }
}
