/** A place of a design file where something can be written. */
export interface Place {
  /** The keys above it. The last one is that of the value or the list. Items of lists have none. */
  readonly keys: readonly string[];
  readonly kind: 'key' | 'value' | 'item';
  /** The offset where the word at the place begins, after an opening quote. */
  readonly from: number;
  /** The quote that the word is in; empty for none. */
  readonly quote: '' | "'" | '"';
  /** Whether the place is in braces or brackets. */
  readonly isFlow: boolean;
  /** The spaces before the line. */
  readonly indent: number;
}

/** A key of block style, and where its line begins. Items of lists have no key. */
interface Block {
  readonly indent: number;
  readonly key: string | undefined;
}

/** Braces or brackets that are open. */
interface Flow {
  readonly isMap: boolean;
  /** The key whose value is open. */
  key: string | undefined;
}

/** A word that is being read. */
interface Word {
  readonly start: number;
  readonly quote: '' | "'" | '"';
}

/**
 * Finds out what can be written at an offset of a design file, from the text before it alone: the text need not be complete YAML. Undefined in
 * a comment, and where nothing goes, such as after a closing brace.
 */
export function placeAt(text: string, offset: number): Place | undefined {
  return new PlaceReader(text.slice(0, offset)).read();
}

class PlaceReader {
  readonly #text: string;
  readonly #blocks: Block[] = [];
  readonly #flows: Flow[] = [];
  #at = 0;
  /** The spaces before the line. */
  #indent = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Place | undefined {
    for (;;) {
      const found = this.#flows.length > 0 ? this.#readFlow() : this.#readLine();
      if (found !== 'more') return found;
    }
  }

  /** Reads a line in block style, or what is left of it after its key. */
  #readLine(): Place | undefined | 'more' {
    const text = this.#text;
    const end = this.#lineEnd();
    let start = this.#skipSpaces(this.#at);
    const indent = start - this.#at;
    const isLast = end === text.length;
    if (!isLast && (start === end || text[start] === '#')) return this.#next(end);
    if (text[start] === '#') return undefined;
    this.#indent = indent;
    let column = indent;
    const isItem = text[start] === '-' && (text[start + 1] === ' ' || start + 1 === end);
    // The items of a list may be as deep as its key.
    this.#leave(isItem ? indent + 1 : indent);
    if (isItem && this.#blocks.at(-1)?.key === undefined) this.#blocks.pop();
    while (text[start] === '-' && text[start + 1] === ' ') {
      this.#blocks.push({ indent: column, key: undefined });
      const next = this.#skipSpaces(start + 1);
      column += next - start;
      start = next;
    }
    const key = this.#keyFrom(start, end);
    if (key === undefined) {
      this.#at = start;
      if (this.#opens(start)) return 'more';
      if (!isLast) return this.#next(end);
      return this.#placed(column > indent ? 'item' : 'key', this.#wordAt(start));
    }
    this.#blocks.push({ indent: column, key: key.name });
    const value = this.#skipSpaces(key.end);
    this.#at = value;
    if (this.#opens(value)) return 'more';
    const first = text[value] ?? '';
    if (first === '|' || first === '>') return this.#skipBlockText(column, end);
    if (!isLast) return this.#next(end);
    const word = this.#wordAt(value);
    const isComment = first === '#' || (word.quote === '' && / #/.test(text.slice(value)));
    return value === key.end || isComment ? undefined : this.#placed('value', word);
  }

  /** Reads until the braces are closed, or to the end of the text. */
  #readFlow(): Place | undefined | 'more' {
    const text = this.#text;
    let word: Word | undefined;
    /** Whether a word has ended, so that nothing can follow but a colon or a comma. */
    let isClosed = false;
    for (; this.#at < text.length; this.#at++) {
      const char = text[this.#at] ?? '';
      const flow = this.#flows.at(-1);
      if (flow === undefined) return this.#next(this.#lineEnd());
      if (',{}[]'.includes(char)) {
        if (char === ',') flow.key = undefined;
        else if (char === '{' || char === '[') this.#flows.push({ isMap: char === '{', key: undefined });
        else this.#flows.pop();
        word = undefined;
        isClosed = char === '}' || char === ']';
      } else if (char === ':' && flow.isMap && flow.key === undefined && this.#endsKey(word)) {
        flow.key = word === undefined ? '' : this.#unquoted(word, this.#at);
        word = undefined;
        isClosed = false;
      } else if (char === '#' && /\s/.test(text[this.#at - 1] ?? ' ')) {
        this.#at = this.#lineEnd();
        if (this.#at === text.length) return undefined;
      } else if (word === undefined && (char === "'" || char === '"')) {
        word = { start: this.#at + 1, quote: char };
        const end = this.#quoteEnd(this.#at);
        if (end === undefined) return this.#placedInFlow(word);
        this.#at = end;
        isClosed = true;
      } else if (word === undefined && !/\s/.test(char)) {
        word = { start: this.#at, quote: '' };
      }
    }
    if (this.#flows.length === 0) return undefined;
    return isClosed ? undefined : this.#placedInFlow(word);
  }

  #placedInFlow(word: Word | undefined): Place {
    const flow = this.#flows.at(-1);
    const kind = flow?.isMap === false ? 'item' : flow?.key === undefined ? 'key' : 'value';
    return this.#placed(kind, word);
  }

  #placed(kind: Place['kind'], word: Word | undefined): Place {
    const keys = [...this.#blocks, ...this.#flows].flatMap(({ key }) => key ?? []);
    const { start: from, quote } = word ?? { start: this.#text.length, quote: '' };
    return { keys, kind, from, quote, isFlow: this.#flows.length > 0, indent: this.#indent };
  }

  /** Whether a brace or a bracket is at an offset. */
  #opens(at: number): boolean {
    const char = this.#text[at];
    if (char !== '{' && char !== '[') return false;
    this.#flows.push({ isMap: char === '{', key: undefined });
    this.#at = at + 1;
    return true;
  }

  /** The key that begins at an offset and ends before a colon. */
  #keyFrom(start: number, end: number): { readonly name: string; readonly end: number } | undefined {
    const text = this.#text;
    const first = text[start];
    if (first === '"' || first === "'") {
      const close = this.#quoteEnd(start);
      if (close === undefined || text[close + 1] !== ':') return undefined;
      return { name: this.#unquoted({ start: start + 1, quote: first }, close + 1), end: close + 2 };
    }
    if (first === '{' || first === '[') return undefined;
    for (let colon = text.indexOf(':', start); colon >= 0 && colon < end; ) {
      const next = text[colon + 1] ?? '\n';
      if (/\s/.test(next)) return { name: text.slice(start, colon).trim(), end: colon + 1 };
      colon = text.indexOf(':', colon + 1);
    }
    return undefined;
  }

  /** Whether a colon at the present place ends a key. */
  #endsKey(word: Word | undefined): boolean {
    const next = this.#text[this.#at + 1] ?? '\n';
    return (word !== undefined && word.quote !== '') || /[\s,{}[\]]/.test(next);
  }

  #unquoted({ start, quote }: Word, end: number): string {
    const text = this.#text.slice(start, end).trim();
    if (quote === '') return text;
    const inside = text.slice(0, text.lastIndexOf(quote));
    return quote === "'" ? inside.replaceAll("''", "'") : inside.replace(/\\(["\\/])/g, '$1');
  }

  /** The word at an offset of the last line, with the quote that is not closed. */
  #wordAt(start: number): Word {
    const first = this.#text[start];
    if (first !== '"' && first !== "'") return { start, quote: '' };
    return this.#quoteEnd(start) === undefined ? { start: start + 1, quote: first } : { start, quote: '' };
  }

  /** The offset of the quote that closes the one at an offset. */
  #quoteEnd(open: number): number | undefined {
    const text = this.#text;
    const quote = text[open] ?? '';
    for (let at = open + 1; at < text.length; at++) {
      if (text[at] === '\\' && quote === '"') at++;
      else if (text[at] === quote) {
        if (quote === '"' || text[at + 1] !== quote) return at;
        at++;
      }
    }
    return undefined;
  }

  /** Skips the lines of a text in block style, which are deeper than its key. */
  #skipBlockText(indent: number, lineEnd: number): undefined | 'more' {
    const text = this.#text;
    let end = lineEnd;
    while (end < text.length) {
      const start = end + 1;
      const content = this.#skipSpaces(start);
      const isBlank = text[content] === '\n';
      if (!isBlank && content - start <= indent) break;
      const next = text.indexOf('\n', content);
      end = next < 0 ? text.length : next;
    }
    if (end === text.length) return undefined;
    this.#at = end + 1;
    return 'more';
  }

  /** Forgets the keys that are at least as deep as a line. */
  #leave(indent: number): void {
    while ((this.#blocks.at(-1)?.indent ?? -1) >= indent) this.#blocks.pop();
  }

  #skipSpaces(start: number): number {
    let at = start;
    while (this.#text[at] === ' ' || this.#text[at] === '\t' || this.#text[at] === '\r') at++;
    return at;
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #next(end: number): 'more' | undefined {
    if (end >= this.#text.length) return undefined;
    this.#at = end + 1;
    return 'more';
  }
}
