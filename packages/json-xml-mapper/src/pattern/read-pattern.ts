import { type CharClass, type EscapeLetter, isCategory } from './char-class.js';
import type { PatternNode } from './pattern-node.js';
import { unicodeBlock } from './unicode-blocks.js';

/** Groups and class subtractions may nest this deep, because the reader recurses. */
const MAX_NESTING = 200;

/** Higher counts cannot be enforced anyway (RX-1). */
const MAX_COUNT = 1_000_000;

/** Thrown inside the reader only. */
class PatternSyntaxError extends Error {}

/**
 * Reads a pattern (XML Schema Part 2, second edition, Appendix F):
 *
 *     regExp   ::= branch ( '|' branch )*
 *     branch   ::= piece*
 *     piece    ::= atom quantifier?
 *     atom     ::= Char | charClass | ( '(' regExp ')' )
 *     quantifier ::= [?*+] | ( '{' quantity '}' )
 *
 * Unknown escapes of ASCII punctuation are the character itself (RX-5). Returns the reason if the pattern is invalid.
 */
export function readPattern(source: string): PatternNode | { readonly invalid: string } {
  try {
    return new PatternReader(source).read();
  } catch (error) {
    if (error instanceof PatternSyntaxError) return { invalid: error.message };
    throw error;
  }
}

class PatternReader {
  readonly #chars: readonly string[];
  #at = 0;
  #nesting = 0;

  constructor(source: string) {
    this.#chars = [...source];
  }

  read(): PatternNode {
    const node = this.#regExp();
    if (this.#at < this.#chars.length) this.#fail(`unexpected ${this.#peek()}`);
    return node;
  }

  #regExp(): PatternNode {
    const branches = [this.#branch()];
    while (this.#take('|')) branches.push(this.#branch());
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: 'choice', branches };
  }

  #branch(): PatternNode {
    const items: PatternNode[] = [];
    for (let char = this.#peek(); char !== undefined && char !== '|' && char !== ')'; char = this.#peek()) {
      items.push(this.#piece());
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: 'sequence', items };
  }

  #piece(): PatternNode {
    const item = this.#atom();
    switch (this.#peek()) {
      case '?':
        this.#at++;
        return { kind: 'repeat', item, min: 0, max: 1 };
      case '*':
        this.#at++;
        return { kind: 'repeat', item, min: 0, max: Number.POSITIVE_INFINITY };
      case '+':
        this.#at++;
        return { kind: 'repeat', item, min: 1, max: Number.POSITIVE_INFINITY };
      case '{':
        this.#at++;
        return { kind: 'repeat', item, ...this.#quantity() };
      default:
        return item;
    }
  }

  /** `n}`, `n,}` or `n,m}`. */
  #quantity(): { min: number; max: number } {
    const min = this.#count();
    let max = min;
    if (this.#take(',')) max = this.#peek() === '}' ? Number.POSITIVE_INFINITY : this.#count();
    this.#expect('}');
    if (max < min) this.#fail('a quantity runs backwards');
    return { min, max };
  }

  #count(): number {
    const start = this.#at;
    while (/^[0-9]$/.test(this.#peek() ?? '')) this.#at++;
    if (this.#at === start) this.#fail('a quantity needs digits');
    const count = Number(this.#chars.slice(start, this.#at).join(''));
    return Math.min(count, MAX_COUNT);
  }

  #atom(): PatternNode {
    const char = this.#next();
    switch (char) {
      case '(': {
        this.#descend();
        const node = this.#regExp();
        this.#expect(')');
        this.#nesting--;
        return node;
      }
      case '[':
        return { kind: 'symbol', symbol: this.#group() };
      case '\\':
        return { kind: 'symbol', symbol: this.#escape() };
      case '.':
        return { kind: 'symbol', symbol: { kind: 'any' } };
      case '?':
      case '*':
      case '+':
      case '{':
      case '}':
      case ']':
        return this.#fail(`unexpected ${char}`);
      default:
        return { kind: 'symbol', symbol: literal(char) };
    }
  }

  /** `charClassExpr`, after its `[`. */
  #group(): CharClass {
    this.#descend();
    const negated = this.#take('^');
    const items: CharClass[] = [];
    let subtracted: CharClass | undefined;
    while (!this.#take(']')) {
      if (this.#peek() === '-' && this.#peek(1) === '[') {
        if (items.length === 0) this.#fail('a subtraction needs something to subtract from');
        this.#at += 2;
        subtracted = this.#group();
        this.#expect(']');
        break;
      }
      items.push(this.#groupItem(items.length === 0));
    }
    if (items.length === 0) this.#fail('empty character class');
    this.#nesting--;
    return { kind: 'group', negated, items, ...(subtracted && { subtracted }) };
  }

  #groupItem(isFirst: boolean): CharClass {
    const first = this.#groupChar();
    if (typeof first !== 'string') return first;
    // A hyphen is literal only at the two ends of a group, or before a subtraction.
    if (
      first === '-' &&
      !isFirst &&
      this.#peek() !== ']' &&
      !(this.#peek() === '-' && this.#peek(1) === '[')
    ) {
      this.#fail('a hyphen in the middle of a character class');
    }
    const isRange = this.#peek() === '-' && this.#peek(1) !== ']' && this.#peek(1) !== '[';
    if (!isRange || first === '-') return literal(unescaped(first));
    this.#at++;
    const last = this.#groupChar();
    if (typeof last !== 'string') return this.#fail('a range ends in a class');
    const [from, to] = [codePointOf(unescaped(first)), codePointOf(unescaped(last))];
    if (to < from) this.#fail('a range runs backwards');
    return { kind: 'range', first: from, last: to };
  }

  /** One character of a group (escaped ones keep their backslash as a mark), or a class escape. */
  #groupChar(): string | CharClass {
    const char = this.#next();
    if (char === '[') return this.#fail('unescaped [ in a character class');
    if (char !== '\\') return char;
    const charClass = this.#escape();
    if (charClass.kind !== 'group' || charClass.items.length !== 1) return charClass;
    const [item] = charClass.items;
    return item?.kind === 'char' ? `\\${String.fromCodePoint(item.codePoint)}` : charClass;
  }

  /**
   * After a backslash. A single character is returned as a group of one, which distinguishes it from a plain one in the search
   * for anchors (RX-5).
   */
  #escape(): CharClass {
    const char = this.#next();
    switch (char) {
      case 'n':
        return escapedChar('\n');
      case 'r':
        return escapedChar('\r');
      case 't':
        return escapedChar('\t');
      case 's':
      case 'i':
      case 'c':
      case 'd':
      case 'w':
        return { kind: 'escape', letter: char, negated: false };
      case 'S':
      case 'I':
      case 'C':
      case 'D':
      case 'W':
        return { kind: 'escape', letter: char.toLowerCase() as EscapeLetter, negated: true };
      case 'p':
      case 'P':
        return this.#property(char === 'P');
      default:
        if (/^[!-/:-@[-`{-~]$/.test(char)) return escapedChar(char);
        return this.#fail(`unknown escape \\${char}`);
    }
  }

  /** `{Lu}` or `{IsBasicLatin}` of `\p` and `\P`. */
  #property(negated: boolean): CharClass {
    this.#expect('{');
    const start = this.#at;
    while (this.#peek() !== '}') this.#next();
    const name = this.#chars.slice(start, this.#at).join('');
    this.#at++;
    if (isCategory(name)) return { kind: 'category', name, negated };
    const ranges = name.startsWith('Is') ? unicodeBlock(name.slice(2)) : undefined;
    if (ranges === undefined) return this.#fail(`unknown property ${name.slice(0, 40)}`);
    return { kind: 'block', ranges, negated };
  }

  #peek(ahead = 0): string | undefined {
    return this.#chars[this.#at + ahead];
  }

  #next(): string {
    const char = this.#chars[this.#at++];
    return char ?? this.#fail('ends too early');
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }

  #expect(char: string): void {
    if (!this.#take(char)) this.#fail(`expected ${char}`);
  }

  #descend(): void {
    this.#nesting++;
    if (this.#nesting > MAX_NESTING) this.#fail('nested too deeply');
  }

  #fail(reason: string): never {
    throw new PatternSyntaxError(`${reason} at character ${this.#at}`);
  }
}

function literal(char: string): CharClass {
  return { kind: 'char', codePoint: codePointOf(char) };
}

function escapedChar(char: string): CharClass {
  return { kind: 'group', negated: false, items: [literal(char)] };
}

function unescaped(char: string): string {
  return char.length > 1 && char.startsWith('\\') ? char.slice(1) : char;
}

function codePointOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
