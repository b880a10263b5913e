import {
  CR,
  DASH,
  delimiterOf,
  EMPTY_LINE,
  endOf,
  headOf,
  LF,
  MOST_HEADER_BYTES,
  NO_END,
  startsWith,
} from './form-parts.js';

/** The file of a form, while it arrives. */
export interface ArrivingPart {
  /** The bytes of the file. Its end is that of the form: a problem in the rest of the form is thrown in its place. */
  readonly chunks: AsyncIterableIterator<Uint8Array>;
  /** The media type of the part; undefined for a part that says none. */
  readonly mediaType?: string | undefined;
}

/** The size of a form around its file, in bytes. */
export const AROUND_FILE: number = 64 * 1024;

/**
 * Finds the file of a form (`multipart/form-data`, RFC 7578) that has one part (PG-11), and returns its bytes as they arrive. At most one chunk and
 * the headers of the part are in memory. Throws what `fail` creates, and what `body` throws. Whoever does not read the file to its end calls
 * `chunks.return`, which ends `body`.
 *
 * @param name the name that the part must have
 * @param fail creates the error of a form that cannot be used, from the end of a sentence about it
 */
export async function arrivingPart(
  contentType: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
  fail: (problem: string) => Error,
): Promise<ArrivingPart> {
  const source = new FormSource(body[Symbol.asyncIterator]());
  try {
    const delimiter = delimiterOf(contentType);
    if ('problem' in delimiter) throw fail(delimiter.problem);
    const head = await source.openPart(delimiter);
    const onePart = `must have one part, ${JSON.stringify(name)}`;
    if (head === undefined || ('name' in head && head.name !== name)) throw fail(onePart);
    if ('problem' in head) throw fail(head.problem);
    const chunks = new PartChunks(source, delimiter, (problem) => fail(problem ?? onePart));
    return { chunks, mediaType: head.mediaType };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** The bytes of the only part of a form. */
class PartChunks implements AsyncIterableIterator<Uint8Array> {
  readonly #source: FormSource;
  readonly #delimiter: Uint8Array;
  readonly #fail: (problem?: string) => Error;
  #isOver = false;

  /** @param fail creates the error of a form with another part, and that of any other problem */
  constructor(source: FormSource, delimiter: Uint8Array, fail: (problem?: string) => Error) {
    this.#source = source;
    this.#delimiter = delimiter;
    this.#fail = fail;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (!this.#isOver) {
      try {
        const chunk = await this.#source.takeContent(this.#delimiter);
        if (chunk === 'end') await this.#end();
        else if (chunk === undefined) throw this.#fail(NO_END.problem);
        else if (chunk.length > 0) return { done: false, value: chunk };
      } catch (error) {
        await this.return();
        throw error;
      }
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#isOver = true;
    await this.#source.close();
    return { done: true, value: undefined };
  }

  /** Reads what is behind the part. */
  async #end(): Promise<void> {
    const after = await this.#source.afterDelimiter();
    if (after !== 'form') throw this.#fail(after === 'part' ? undefined : NO_END.problem);
    await this.#source.drain();
    this.#isOver = true;
  }
}

/** Bytes of a form that were read and not yet delivered. */
class FormSource {
  readonly #source: AsyncIterator<Uint8Array>;
  #bytes: Uint8Array = new Uint8Array();
  /** How many of the bytes end the headers. The line break before a delimiter may be that of the empty line. */
  #lead = 0;

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  /** Reads the headers of the first part; undefined for a form without parts. */
  async openPart(delimiter: Uint8Array): Promise<ReturnType<typeof headOf> | undefined> {
    if (!(await this.#skipPreamble(delimiter))) return NO_END;
    const after = await this.afterDelimiter();
    if (after !== 'part') return after === 'form' ? undefined : NO_END;
    let searched = 0;
    for (;;) {
      const hasNone = startsWith(this.#bytes, EMPTY_LINE.subarray(2), 0);
      const end = hasNone ? 2 : endOf(this.#bytes, EMPTY_LINE, searched);
      if (end > MOST_HEADER_BYTES) return NO_END;
      if (end >= 0) {
        const section = this.#bytes.subarray(0, end);
        this.#bytes = this.#bytes.subarray(end - 2);
        this.#lead = 2;
        return headOf(section);
      }
      // The empty line may have begun.
      searched = Math.max(0, this.#bytes.length - 3);
      if (this.#bytes.length > MOST_HEADER_BYTES || !(await this.#more())) return NO_END;
    }
  }

  /** The next bytes of a part; `end` if the delimiter was next, which is taken, and undefined if the form ends before it. */
  async takeContent(delimiter: Uint8Array): Promise<Uint8Array | 'end' | undefined> {
    for (;;) {
      const after = endOf(this.#bytes, delimiter, 0);
      const isEnd = after === delimiter.length;
      if (isEnd) {
        this.#bytes = this.#bytes.subarray(after);
        return 'end';
      }
      // The last bytes may begin a delimiter.
      const end = (after < 0 ? this.#bytes.length + 1 : after) - delimiter.length;
      if (end > this.#lead) {
        const taken = this.#bytes.subarray(this.#lead, end);
        this.#bytes = this.#bytes.subarray(end);
        this.#lead = 0;
        return taken;
      }
      if (after >= 0) {
        this.#bytes = this.#bytes.subarray(end);
        this.#lead = 0;
      } else if (!(await this.#more())) return undefined;
    }
  }

  /** The kind of text after a delimiter: a part, whose headers are next, or the end of the form. Undefined if it is neither. */
  async afterDelimiter(): Promise<'part' | 'form' | undefined> {
    for (let padding = 0; ; padding += 1) {
      while (this.#bytes.length < padding + 2) if (!(await this.#more())) return undefined;
      const [first, second] = [this.#bytes[padding], this.#bytes[padding + 1]];
      if (padding === 0 && first === DASH && second === DASH) return 'form';
      if (first === CR && second === LF) {
        this.#bytes = this.#bytes.subarray(padding + 2);
        return 'part';
      }
      if ((first !== SPACE && first !== TAB) || padding > MOST_PADDING) return undefined;
    }
  }

  /** Reads the rest of the form, which nobody needs. */
  async drain(): Promise<void> {
    while (!(await this.#source.next()).done);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Takes all before the first delimiter, which may be the first line. */
  async #skipPreamble(delimiter: Uint8Array): Promise<boolean> {
    const first = delimiter.subarray(2);
    while (this.#bytes.length < first.length) if (!(await this.#more())) return false;
    if (startsWith(this.#bytes, first, 0)) {
      this.#bytes = this.#bytes.subarray(first.length);
      return true;
    }
    for (;;) {
      const taken = await this.takeContent(delimiter);
      if (taken === undefined || taken === 'end') return taken === 'end';
    }
  }

  async #more(): Promise<boolean> {
    const step = await this.#source.next();
    if (step.done === true) return false;
    // A copy, because some streams reuse the memory of a chunk.
    const joined = new Uint8Array(this.#bytes.length + step.value.length);
    joined.set(this.#bytes);
    joined.set(step.value, this.#bytes.length);
    this.#bytes = joined;
    return true;
  }
}

const [SPACE, TAB] = [0x20, 0x09];
/** The most white space after a delimiter. */
const MOST_PADDING = 256;
