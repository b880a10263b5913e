import { isNCName, isXmlCharacter } from '@soapstone/soap-model/xml';

const SPACE = /[ \t\r\n]+/y;
/** Up to the characters that end a name in a DOCTYPE. */
const WORD = /[^\s"'<>&%;()|,?*+=[\]/]+/y;

/** The mistake that ends a scan. */
export interface Mistake {
  /** The offset in the text. */
  readonly offset: number;
  /** The reason, as a clause. */
  readonly reason: string;
}

/** Reads a range of a text piece by piece. Each step takes time in proportion to what it reads; the first mistake ends the scan. */
export class TextScanner {
  at: number;
  readonly #text: string;
  readonly #end: number;
  readonly #fail: (mistake: Mistake) => never;

  constructor(text: string, from: number, end: number, fail: (mistake: Mistake) => never) {
    this.#text = text;
    this.at = from;
    this.#end = end;
    this.#fail = fail;
  }

  get done(): boolean {
    return this.at >= this.#end;
  }

  fail(reason: string, offset?: number): never {
    return this.#fail({ offset: offset ?? this.at, reason });
  }

  /** Takes `literal` if it is next. */
  take(literal: string): boolean {
    if (!this.#text.startsWith(literal, this.at) || this.at + literal.length > this.#end) return false;
    this.at += literal.length;
    return true;
  }

  /** Takes one of `literals`, the longer of two with the same start first. */
  takeOne(literals: readonly string[]): boolean {
    return literals.some((literal) => this.take(literal));
  }

  /** Whether one of `literals` is next. */
  isNext(literals: readonly string[]): boolean {
    return !this.done && literals.some((literal) => this.#text.startsWith(literal, this.at));
  }

  expect(literal: string): void {
    if (!this.take(literal)) this.fail(`expected ${JSON.stringify(literal)}`);
  }

  /** Takes white space. Returns whether there was any. */
  space(): boolean {
    return this.#match(SPACE) !== undefined;
  }

  needSpace(): void {
    if (!this.space()) this.fail('expected white space');
  }

  name(what: string): string {
    const from = this.at;
    const word = this.#match(WORD);
    return word !== undefined && isName(word) ? word : this.fail(`expected ${what}`, from);
  }

  nmtoken(): void {
    const from = this.at;
    const word = this.#match(WORD);
    // A name token may begin with any character of a name.
    if (word === undefined || !isName(`_${word}`)) this.fail('expected a name token', from);
  }

  /** Takes a literal in either kind of quotes. Returns its content and the offset where it starts. */
  quoted(what: string): { readonly value: string; readonly from: number } {
    const quote = this.#text[this.at];
    if (this.done || (quote !== '"' && quote !== "'")) return this.fail(`expected ${what} in quotes`);
    const from = this.at + 1;
    return { value: this.until(quote, what), from };
  }

  /** Takes everything to `terminator`, which is taken too. The opening delimiter is one character. */
  until(terminator: string, what: string, opening = 1): string {
    const from = this.at + opening;
    const end = this.#text.indexOf(terminator, from);
    if (end === -1 || end + terminator.length > this.#end) return this.fail(`${what} is not closed`);
    const value = this.#text.slice(from, end);
    this.#checkCharacters(value, from);
    this.at = end + terminator.length;
    return value;
  }

  #checkCharacters(value: string, from: number): void {
    let offset = from;
    for (const character of value) {
      if (!isXmlCharacter(character.codePointAt(0) ?? 0)) {
        this.fail('a character that XML does not allow', offset);
      }
      offset += character.length;
    }
  }

  #match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.#text)?.[0];
    if (found === undefined || this.at + found.length > this.#end) return undefined;
    this.at += found.length;
    return found;
  }
}

/** XML 1.0 [5]: an NCName, with colons anywhere. */
function isName(word: string): boolean {
  return isNCName(word.replaceAll(':', '_'));
}
