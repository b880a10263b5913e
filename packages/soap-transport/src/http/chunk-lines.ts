/** The longest line of a chunk size with its extensions, and the most bytes of the trailer section. */
const MAX_LINE = 4_096;
const MAX_TRAILERS = 16_384;
const [LF, CR] = [0x0a, 0x0d];
const LINE_END = '\r\n';

/** The kind of the next bytes of the body. */
type Step = 'size' | 'data' | 'data-end' | 'trailers' | 'over' | 'refused';

/**
 * Rewrites the lines of a body in chunks (RFC 9112 §7.1) as undici reads them. Always: an extension with white space around its parts, which
 * §7.1.1 lets a client read, is dropped. With `lenient`, also white space around a size and line ends without CR are repaired, and trailers
 * are dropped. What else is wrong passes as it is, and undici refuses it. A class, because the bytes arrive in any portions.
 */
export class ChunkLines {
  readonly #lenient: boolean;
  #step: Step = 'size';
  /** The beginning of a line, which is held until the line is complete. */
  #line = '';
  /** The bytes of the current chunk, and those of the trailers, that are outstanding. */
  #left = 0;
  #trailers = 0;
  /** Whether a line was repaired that only a lenient reader accepts. */
  mended = false;

  constructor(lenient: boolean) {
    this.#lenient = lenient;
  }

  /** Whether nothing is left to rewrite. */
  get over(): boolean {
    return this.#step === 'over';
  }

  /** Returns the rewritten bytes, the same buffer if nothing changed; those after the end of the body are unchanged. */
  push(bytes: Buffer): Buffer {
    const written: Buffer[] = [];
    /** Where the bytes begin that pass as they are. */
    let passing = 0;
    let at = 0;
    while (at < bytes.length && this.#step !== 'over' && this.#step !== 'refused') {
      if (this.#step === 'data') {
        const length = Math.min(this.#left, bytes.length - at);
        at += length;
        this.#left -= length;
        if (this.#left === 0) this.#step = 'data-end';
        continue;
      }
      const end = bytes.indexOf(LF, at);
      const stop = end === -1 ? bytes.length : end + 1;
      const isHeld = this.#line !== '';
      this.#line += bytes.toString('latin1', at, stop);
      // A body that is in no chunks may have no line end at all.
      const isTooLong = this.#line.length > MAX_LINE || (this.#step === 'size' && NO_SIZE.test(this.#line));
      if (end !== -1 || isTooLong) {
        const sent = this.#line;
        const line = isTooLong ? undefined : this.#readLine();
        if (line === undefined) this.#step = 'refused';
        this.#line = '';
        if (isHeld || (line !== undefined && line !== sent)) {
          written.push(bytes.subarray(passing, at), Buffer.from(line ?? sent, 'latin1'));
          passing = stop;
        }
      } else {
        written.push(bytes.subarray(passing, at));
        passing = stop;
      }
      at = stop;
    }
    if (written.length === 0) return bytes;
    written.push(bytes.subarray(passing));
    return Buffer.concat(written);
  }

  /** Reads the line that is complete. Returns what to write for it, or `undefined` if it is refused. */
  #readLine(): string | undefined {
    const sent = this.#line;
    const isEnded = sent.charCodeAt(sent.length - 2) === CR;
    if (!isEnded && !this.#lenient) return undefined;
    if (!isEnded) this.mended = true;
    const line = sent.slice(0, isEnded ? -2 : -1);
    if (this.#step === 'data-end') {
      if (line !== '') return undefined;
      this.#step = 'size';
      return LINE_END;
    }
    if (this.#step === 'trailers') {
      this.#trailers += sent.length;
      if (this.#trailers > MAX_TRAILERS) return undefined;
      if (line !== '') return '';
      this.#step = 'over';
      return `0${LINE_END}${LINE_END}`;
    }
    return this.#lenient ? this.#readLenientSize(line) : this.#readSize(sent, line);
  }

  #readSize(sent: string, line: string): string | undefined {
    const size = SIZE.exec(line)?.[0];
    if (size === undefined) return undefined;
    const extension = line.slice(size.length);
    if (extension !== '' && !isExtension(extension)) return undefined;
    this.#left = Number.parseInt(size, 16);
    // Trailers need no rewriting.
    this.#step = this.#left === 0 ? 'over' : 'data';
    return /[ \t]/.test(extension) ? `${size}${LINE_END}` : sent;
  }

  #readLenientSize(line: string): string | undefined {
    const [sent = '', ...extensions] = line.split(';');
    const size = sent.trim();
    if (SIZE.exec(size)?.[0].length !== size.length) return undefined;
    // Before an extension, white space is allowed.
    if (size !== (extensions.length > 0 ? sent.trimEnd() : sent)) this.mended = true;
    this.#left = Number.parseInt(size, 16);
    this.#step = this.#left === 0 ? 'trailers' : 'data';
    return this.#left === 0 ? '' : `${size}${LINE_END}`;
  }
}

const SIZE = /^[0-9a-f]{1,12}/i;
/** A line that begins with no size, and so is refused before it ends. */
const NO_SIZE = /^[^0-9a-f \t\r\n]/i;

/** The pieces of chunk extensions: white space, a separator, a token, a quoted string (RFC 9110 §5.6). */
const PIECE =
  /([ \t]+)|([;=])|([!#$%&'*+\-.^_`|~0-9A-Za-z]+)|("(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*")/y;

/**
 * Whether a text is the extensions of a chunk (RFC 9112 §7.1.1), with white space where the rule has BWS:
 *
 *     chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )
 */
function isExtension(text: string): boolean {
  let form = '';
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const piece = PIECE.exec(text);
    if (piece === null) return false;
    const [, space, separator, token] = piece;
    if (space !== undefined) {
      // White space at the end belongs to nothing.
      if (PIECE.lastIndex === text.length) return false;
    } else form += separator ?? (token === undefined ? 'q' : 't');
  }
  return /^(?:;t(?:=[tq])?)+$/.test(form);
}
