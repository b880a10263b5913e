import { escapeText } from '@soapstone/soap-model/xml';
import type { PrefixScope } from './prefixes.js';
import type { Tags } from './tags.js';

/** The counters of a writer: see `EncodingRun`. */
export interface ElementCounter {
  readonly prefixes: PrefixScope;
  beginElement(): void;
  endElement(): void;
  countNode(): void;
}

/** Returns what `write` writes, instead of adding it to what the run has written. */
export function captured(run: { xml: ElementWriter } & ElementCounter, write: () => void): string {
  const outer = run.xml;
  run.xml = new ElementWriter(run);
  write();
  const text = run.xml.take();
  run.xml = outer;
  return text;
}

/**
 * Writes elements as text, in the order of the document: the only place that prints XML from values.
 *
 * A start tag stays open until its element has content. Until then its element takes attributes, and declares the prefixes that
 * its attributes and its text use (QN-1). An element that ends before it has content is written short, if it may be (XO-5).
 *
 * What is written after a problem was reported is meaningless.
 */
export class ElementWriter {
  readonly #run: ElementCounter;
  #text = '';
  /** The start tag that is open, where its prefixes begin, and its attributes. */
  #open: Tags | undefined;
  #mark = 0;
  #attributes = '';

  constructor(run: ElementCounter) {
    this.#run = run;
  }

  /** The number of characters so far, without declarations of an open start tag. */
  get length(): number {
    const open = this.#open;
    return this.#text.length + this.#attributes.length + (open === undefined ? 0 : open.start.length + 1);
  }

  /** Begins an element within the limits of the run; pass the result to `close`. */
  open(tags: Tags): number {
    this.#run.beginElement();
    const mark = this.scope();
    this.#open = tags;
    this.#mark = mark;
    return mark;
  }

  /**
   * Ends an element.
   *
   * @param mayBeShort whether it is an empty-element tag if it has no content
   */
  close(tags: Tags, mark: number, mayBeShort = false): void {
    if (this.#open === undefined) this.#text += tags.end;
    else if (mayBeShort) this.#endStartTag('/>');
    else this.#endStartTag(`>${tags.filler}${tags.end}`);
    this.#run.prefixes.close(mark);
    this.#run.endElement();
  }

  /** Begins the scope of an element whose name needs a prefix. Its tags declare it, and `prefixes.close` ends the scope. */
  scope(): number {
    this.#endStartTag('>');
    return this.#run.prefixes.open();
  }

  /** Writes an element that is nil. It counts, but nests nothing. */
  nil(tags: Tags): void {
    this.#run.countNode();
    this.markup(tags.nil);
  }

  /**
   * Adds attributes to the open start tag, as `attributeMarkup` prints them.
   *
   * @param first whether they come before the others
   */
  attributes(markup: string, first = false): void {
    this.#attributes = first ? markup + this.#attributes : this.#attributes + markup;
  }

  /** Writes text. An empty one is not content. */
  text(text: string): void {
    this.markup(escapeText(text));
  }

  /** Writes content that is XML. */
  markup(xml: string): void {
    if (xml === '') return;
    this.#endStartTag('>');
    this.#text += xml;
  }

  /** Returns what was written, and starts again. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #endStartTag(end: string): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    this.#text += open.start + this.#run.prefixes.declarations(this.#mark) + this.#attributes + end;
    this.#attributes = '';
  }
}
