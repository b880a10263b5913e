import type { CharClass } from './char-class.js';
import { exampleChar } from './example-text.js';
import { buildNfa, countStates, type Nfa } from './nfa.js';
import { joinRepeats, type PatternNode, withoutAnchors } from './pattern-node.js';
import { readPattern } from './read-pattern.js';

/** An automaton with more states, or a table with more cells, is not worth an example. */
const MAX_STATES = 5_000;
const MAX_CELLS = 4_000_000;

/** A text of exactly this many characters that a pattern matches, the same every time; `undefined` if there is none. */
export type TextOfLength = (length: number) => string | undefined;

/** Parses a pattern once for texts of several lengths. */
export function textsOfPattern(pattern: string): TextOfLength {
  const node = readPattern(pattern);
  if ('invalid' in node) return () => undefined;
  const plain = joinRepeats(withoutAnchors(node) ?? node);
  if (countStates(plain) > MAX_STATES) return () => undefined;
  return compile(plain);
}

function compile(node: PatternNode): TextOfLength {
  const nfa = buildNfa(node);
  const chars = exampleChars(nfa);
  const closures = nfa.symbols.map((_, state) => closureOf(nfa, state));
  // Row n: the states from which the end is exactly n characters away.
  const ends: Uint8Array[] = [];
  const reaches = (state: number, count: number): boolean => ends[count]![state] === 1;
  const isWayOut = (state: number, count: number): boolean =>
    count === 0 ? state === nfa.accept : chars[state] !== undefined && reaches(nfa.next[state]!, count - 1);

  return (length) => {
    if (nfa.symbols.length * (length + 1) > MAX_CELLS) return undefined;
    for (let count = ends.length; count <= length; count++) {
      ends.push(
        Uint8Array.from(closures, (states) => (states.some((each) => isWayOut(each, count)) ? 1 : 0)),
      );
    }
    if (!reaches(nfa.start, length)) return undefined;
    let text = '';
    let state = nfa.start;
    for (let left = length; left > 0; left--) {
      const way = closures[state]!.find((each) => isWayOut(each, left))!;
      text += chars[way];
      state = nfa.next[way]!;
    }
    return text;
  };
}

/** The states reachable without a character that consume one, or accept; in the order of the branches. */
function closureOf(nfa: Nfa<CharClass>, from: number): readonly number[] {
  const found: number[] = [];
  const visited = new Set<number>();
  const pending = [from];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (state === -1 || visited.has(state)) continue;
    visited.add(state);
    if (state === nfa.accept || nfa.symbols[state] !== undefined) found.push(state);
    else pending.push(nfa.other[state]!, nfa.next[state]!);
  }
  return found;
}

/** A character for each consuming state. Copies of a counted repetition share their class. */
function exampleChars(nfa: Nfa<CharClass>): readonly (string | undefined)[] {
  const known = new Map<CharClass, string | undefined>();
  return nfa.symbols.map((charClass) => {
    if (charClass === undefined) return undefined;
    if (!known.has(charClass)) known.set(charClass, exampleChar(charClass));
    return known.get(charClass);
  });
}
