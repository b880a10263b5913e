import { type CharClass, type CharTest, compileCharClass } from './char-class.js';
import { type PatternNode, withoutAnchors } from './pattern-node.js';
import { readPattern } from './read-pattern.js';

/** Examples are for people; longer ones are useless. */
const MAX_LENGTH = 1000;

/** Preferred characters of an example, best first. */
const PREFERRED = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789-_. /:@+,;';

/**
 * A text that a pattern matches, the same every time: the first branches, the fewest repetitions plus `more` where allowed, letters
 * and digits if they fit. `undefined` if the pattern is invalid, or the text too long.
 */
export function exampleOfPattern(pattern: string, more = 0): string | undefined {
  const node = readPattern(pattern);
  if ('invalid' in node) return undefined;
  return printNode(withoutAnchors(node) ?? node, MAX_LENGTH, more);
}

function printNode(node: PatternNode, room: number, more: number): string | undefined {
  switch (node.kind) {
    case 'symbol':
      return room > 0 ? exampleChar(node.symbol) : undefined;
    case 'sequence': {
      let text = '';
      for (const item of node.items) {
        const part = printNode(item, room - text.length, more);
        if (part === undefined) return undefined;
        text += part;
      }
      return text;
    }
    case 'choice':
      for (const branch of node.branches) {
        const text = printNode(branch, room, more);
        if (text !== undefined) return text;
      }
      return undefined;
    case 'repeat': {
      const count = Math.min(node.max, node.min + more);
      if (count === 0) return '';
      const text = printNode(node.item, Math.floor(room / count), more);
      return text?.repeat(count);
    }
  }
}

/** The best character of a class for an example; `undefined` if it has none. */
export function exampleChar(charClass: CharClass): string | undefined {
  const test: CharTest = compileCharClass(charClass);
  for (const char of PREFERRED) if (test(char.charCodeAt(0))) return char;
  for (const codePoint of candidates(charClass)) {
    if (test(codePoint)) return String.fromCodePoint(codePoint);
  }
  return undefined;
}

/** Candidate code points for a class without preferred characters: the ends of its own ranges, then the whole plane. */
function* candidates(charClass: CharClass): Iterable<number> {
  if (charClass.kind === 'group') for (const item of charClass.items) yield* candidates(item);
  if (charClass.kind === 'char') yield charClass.codePoint;
  if (charClass.kind === 'range') yield charClass.first;
  if (charClass.kind === 'block') for (const [first] of charClass.ranges) yield first;
  for (let codePoint = 0x20; codePoint < 0xd800; codePoint++) yield codePoint;
}
