/**
 * A pattern facet as the `pattern` keyword of a schema: XML Schema's regular expressions (XML Schema Part 2, appendix F)
 * in the portable part of ECMA-262 (RX-3, RX-4). Nothing here runs a pattern; the mapper has its own linear engine.
 *
 * One pass without recursion: only classes need structure, and the depth of their subtraction is bounded.
 */

/** Longer results are left out of the document (RX-4). */
const MAX_LENGTH = 2000;
const MAX_SUBTRACTIONS = 16;

/** XML 1.0 (5th edition) NameStartChar and NameChar, as the inside of a class. */
const NAME_START =
  ':A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NAME_CHAR = `${NAME_START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040`;
const SPACE = ' \\t\\n\\r';

/** A set of characters: the inside of a class, or the inside of a class that it is the complement of. */
interface CharacterSet {
  readonly inside: string;
  readonly complement: boolean;
}

const MULTI_CHARACTER_ESCAPES: Readonly<Record<string, CharacterSet>> = {
  // \d is any decimal digit of Unicode to XML Schema; what people mean, and every tool understands, is 0-9 (RX-4).
  d: { inside: '0-9', complement: false },
  D: { inside: '0-9', complement: true },
  s: { inside: SPACE, complement: false },
  S: { inside: SPACE, complement: true },
  w: { inside: '\\p{L}\\p{M}\\p{N}\\p{S}', complement: false },
  W: { inside: '\\p{P}\\p{Z}\\p{C}', complement: false },
  i: { inside: NAME_START, complement: false },
  I: { inside: NAME_START, complement: true },
  c: { inside: NAME_CHAR, complement: false },
  C: { inside: NAME_CHAR, complement: true },
};

const CATEGORY = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;
const QUANTIFIER = /^\{[0-9]+(?:,[0-9]*)?\}/;

/** The alternatives of one derivation step as one anchored pattern. `undefined` where they have no portable form. */
export function portablePattern(alternatives: readonly string[]): string | undefined {
  const translated: string[] = [];
  for (const alternative of alternatives) {
    const text = new PatternTranslator(alternative).translate();
    if (text === undefined) return undefined;
    translated.push(text);
  }
  const pattern = `^(?:${translated.join('|')})$`;
  return pattern.length <= MAX_LENGTH && compiles(pattern) ? pattern : undefined;
}

/** What the translation cannot know, such as a range out of order, ECMAScript's own parser does. It is never run. */
function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Reads one pattern from left to right. A class because the position is shared by its four readers. */
class PatternTranslator {
  private readonly source: readonly string[];
  private position = 0;

  constructor(pattern: string) {
    this.source = [...pattern];
  }

  /** The ECMAScript form without anchors. `undefined` where the pattern is not valid or not portable. */
  translate(): string | undefined {
    let output = '';
    let depth = 0;
    // A quantifier needs an atom before it; a second one would be ECMAScript's lazy form, which XML Schema has not.
    let atomBefore = false;
    while (this.position < this.source.length) {
      const character = this.source[this.position] as string;
      if (character === '|') {
        output += '|';
        this.position++;
        atomBefore = false;
      } else if (character === '(') {
        if (this.source[this.position + 1] === '?') return undefined;
        output += '(?:';
        depth++;
        this.position++;
        atomBefore = false;
      } else if (character === ')') {
        if (depth-- === 0) return undefined;
        output += ')';
        this.position++;
        atomBefore = true;
      } else if (character === '?' || character === '*' || character === '+' || character === '{') {
        const quantifier = this.readQuantifier(character);
        if (!atomBefore || quantifier === undefined) return undefined;
        output += quantifier;
        atomBefore = false;
      } else {
        const atom = this.readAtom(character, depth);
        if (atom === undefined) return undefined;
        output += atom;
        atomBefore = true;
      }
    }
    return depth === 0 ? output : undefined;
  }

  private readQuantifier(character: string): string | undefined {
    if (character !== '{') {
      this.position++;
      return character;
    }
    const text = QUANTIFIER.exec(this.source.slice(this.position, this.position + 24).join(''))?.[0];
    if (text !== undefined) this.position += text.length;
    return text;
  }

  private readAtom(character: string, depth: number): string | undefined {
    if (character === '[') {
      this.position++;
      return this.readClass(MAX_SUBTRACTIONS);
    }
    if (character === '\\') {
      const escaped = this.readEscape();
      if (escaped === undefined) return undefined;
      return typeof escaped === 'string' ? literal(escaped) : classOf(escaped);
    }
    const before = this.source[this.position - 1];
    const after = this.source[this.position + 1];
    this.position++;
    if (character === ']') return undefined;
    if (character === '.') return '[^\\n\\r]';
    // Anchors are ordinary characters to XML Schema, but authors mean anchors: both readings pass (RX-5).
    if (depth === 0 && character === '^' && (before === undefined || before === '|')) return '(?:\\^)?';
    if (depth === 0 && character === '$' && (after === undefined || after === '|')) return '(?:\\$)?';
    return literal(character);
  }

  /** A character for a single-character escape, a set for the others. */
  private readEscape(): string | CharacterSet | undefined {
    const letter = this.source[this.position + 1];
    this.position += 2;
    if (letter === undefined) return undefined;
    if (letter === 'n') return '\n';
    if (letter === 'r') return '\r';
    if (letter === 't') return '\t';
    if (letter === 'p' || letter === 'P') return this.readCategory(letter);
    const set = MULTI_CHARACTER_ESCAPES[letter];
    if (set !== undefined) return set;
    // Punctuation that needs no escape is read as itself (RX-5); an unknown letter is an error.
    return /^[A-Za-z0-9]$/.test(letter) ? undefined : letter;
  }

  /** `{Lu}` after `\p`. Blocks (`{IsGreek}`) have no portable form. */
  private readCategory(letter: string): CharacterSet | undefined {
    const end = this.source.indexOf('}', this.position);
    if (this.source[this.position] !== '{' || end === -1) return undefined;
    const name = this.source.slice(this.position + 1, end).join('');
    this.position = end + 1;
    return CATEGORY.test(name) ? { inside: `\\${letter}{${name}}`, complement: false } : undefined;
  }

  /** A class after its `[`, with at most `subtractions` classes taken away from each other. */
  private readClass(subtractions: number): string | undefined {
    const negated = this.source[this.position] === '^';
    if (negated) this.position++;
    let inside = '';
    // Complements cannot stand inside an ECMAScript class; they become alternatives beside it.
    const beside: string[] = [];
    let subtracted: string | undefined;
    for (let first = true; ; first = false) {
      const character = this.source[this.position];
      if (character === undefined) return undefined;
      if (character === ']' && !first) break;
      if (character === '-' && this.source[this.position + 1] === '[') {
        if (first || subtractions === 0) return undefined;
        this.position += 2;
        subtracted = this.readClass(subtractions - 1);
        if (subtracted === undefined || this.source[this.position] !== ']') return undefined;
        break;
      }
      const start = this.readClassCharacter();
      if (start === undefined) return undefined;
      if (typeof start !== 'string') {
        if (start.complement) beside.push(`[^${start.inside}]`);
        else inside += start.inside;
        continue;
      }
      const isRange =
        this.source[this.position] === '-' &&
        this.source[this.position + 1] !== ']' &&
        this.source[this.position + 1] !== '[';
      if (!isRange) {
        inside += classLiteral(start);
        continue;
      }
      this.position++;
      const end = this.readClassCharacter();
      if (typeof end !== 'string') return undefined;
      inside += `${classLiteral(start)}-${classLiteral(end)}`;
    }
    this.position++;
    const base = joinClass(inside, beside, negated);
    return subtracted === undefined ? base : `(?:(?!${subtracted})${base})`;
  }

  private readClassCharacter(): string | CharacterSet | undefined {
    const character = this.source[this.position];
    if (character === '\\') return this.readEscape();
    if (character === '[') return undefined;
    this.position++;
    return character;
  }
}

function joinClass(inside: string, beside: readonly string[], negated: boolean): string {
  if (beside.length === 0) return `[${negated ? '^' : ''}${inside}]`;
  const alternatives = [...(inside === '' ? [] : [`[${inside}]`]), ...beside].join('|');
  return negated ? `(?:(?!${alternatives})[^])` : `(?:${alternatives})`;
}

function classOf(set: CharacterSet): string {
  return set.complement ? `[^${set.inside}]` : `[${set.inside}]`;
}

const CONTROL_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function literal(character: string): string {
  return CONTROL_ESCAPES[character] ?? (/[\\^$.*+?()[\]{}|]/.test(character) ? `\\${character}` : character);
}

function classLiteral(character: string): string {
  return CONTROL_ESCAPES[character] ?? (/[\\\]^[-]/.test(character) ? `\\${character}` : character);
}
