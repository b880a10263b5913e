/** The longest line of a chunk size with its extensions, and the most bytes of the trailer section. */
const MAX_LINE = 4_096;
const MAX_TRAILERS = 16_384;
const [LF, CR] = [0x0a, 0x0d];
const LINE_END = Buffer.from('\r\n');
const LAST = Buffer.from('0\r\n\r\n');

/** Whether bytes of a body in chunks are to be rewritten, passed as they are, or are no longer of this body. */
type Step = 'size' | 'data' | 'data-end' | 'trailers' | 'over' | 'refused';

/**
 * Rewrites the lines of a body in chunks (RFC 9112 §7.1) as undici reads them: white space around a size and line ends without CR are
 * mended, extensions and trailers are dropped. What else is wrong passes as it is, and undici refuses it. A class, because the bytes arrive
 * in any portions.
 */
export class ChunkLines {
  #step: Step = 'size';
  /** The beginning of a line. */
  #line = '';
  /** The bytes of the current chunk, and those of the trailers, that are outstanding. */
  #left = 0;
  #trailers = 0;
  /** Whether a line was mended. */
  mended = false;

  /** Whether the last chunk and its trailers were read. */
  get over(): boolean {
    return this.#step === 'over';
  }

  /** Returns the rewritten bytes; those after the end of the body are unchanged. */
  push(bytes: Buffer): Buffer {
    const written: Buffer[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (this.#step === 'over' || this.#step === 'refused') {
        written.push(bytes.subarray(at));
        break;
      }
      if (this.#step === 'data') {
        const data = bytes.subarray(at, at + this.#left);
        written.push(data);
        at += data.length;
        this.#left -= data.length;
        if (this.#left === 0) this.#step = 'data-end';
        continue;
      }
      const end = bytes.indexOf(LF, at);
      const stop = end === -1 ? bytes.length : end + 1;
      this.#line += bytes.toString('latin1', at, stop);
      at = stop;
      const isTooLong = this.#line.length > MAX_LINE;
      if (end === -1 && !isTooLong) break;
      const line = isTooLong ? undefined : this.#readLine();
      if (line === undefined) {
        this.#step = 'refused';
        written.push(Buffer.from(this.#line, 'latin1'));
      } else written.push(line);
      this.#line = '';
    }
    return written.length === 1 ? (written[0] as Buffer) : Buffer.concat(written);
  }

  /** Reads the line that is complete. Returns what to write for it, or `undefined` if it is refused. */
  #readLine(): Buffer | undefined {
    const ended = this.#line.slice(0, -1);
    const line = ended.charCodeAt(ended.length - 1) === CR ? ended.slice(0, -1) : ended;
    if (line === ended) this.mended = true;
    if (this.#step === 'data-end') {
      if (line !== '') return undefined;
      this.#step = 'size';
      return LINE_END;
    }
    if (this.#step === 'trailers') {
      this.#trailers += this.#line.length;
      if (this.#trailers > MAX_TRAILERS) return undefined;
      if (line !== '') return Buffer.alloc(0);
      this.#step = 'over';
      return LAST;
    }
    const [sent = ''] = line.split(';', 1);
    const size = sent.trim();
    if (!/^[0-9a-f]{1,12}$/i.test(size)) return undefined;
    if (size !== sent) this.mended = true;
    this.#left = Number.parseInt(size, 16);
    this.#step = this.#left === 0 ? 'trailers' : 'data';
    return this.#left === 0 ? Buffer.alloc(0) : Buffer.from(`${size}\r\n`, 'latin1');
  }
}
