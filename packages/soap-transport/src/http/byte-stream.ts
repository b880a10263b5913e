import type { TransportError } from '../transport-error.js';

/** The number of buffered bytes at which the socket is paused, and the level at which it resumes. */
const HIGH_WATER = 256 * 1024;
const LOW_WATER = 64 * 1024;

/** The exchange that feeds a stream. */
export interface ByteStreamSource {
  pause(): void;
  resume(): void;
  /** The reader left before the end; with an error if it found the response unusable. */
  abandon(error: TransportError | undefined): void;
}

const none: Uint8Array[] = [];
/** Replaces a chunk that was read, so that it can be freed even if a slow reader never empties the queue. */
const released = new Uint8Array();

type Step = IteratorResult<Uint8Array, undefined>;

/**
 * The bytes of one response between the socket and its reader: a queue of chunks with back-pressure. An `AsyncIterable` for a
 * single reader. A class because two sides hold the same instance.
 */
export class ByteStream implements AsyncIterableIterator<Uint8Array> {
  readonly #source: ByteStreamSource;
  /** Most responses arrive in one chunk; an array created with its first element reserves no room for others. */
  #chunks: Uint8Array[] = none;
  #head = 0;
  #held = 0;
  #paused = false;
  #ended = false;
  #error: TransportError | undefined;
  #reader: { resolve: (step: Step) => void; reject: (error: TransportError) => void } | undefined;

  constructor(source: ByteStreamSource) {
    this.#source = source;
  }

  push(chunk: Uint8Array): void {
    if (this.#ended) return;
    const reader = this.#reader;
    if (reader !== undefined) {
      this.#reader = undefined;
      reader.resolve({ done: false, value: chunk });
      return;
    }
    if (this.#chunks === none) this.#chunks = [chunk];
    else this.#chunks.push(chunk);
    this.#held += chunk.length;
    if (this.#held > HIGH_WATER && !this.#paused) {
      this.#paused = true;
      this.#source.pause();
    }
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#reader?.resolve({ done: true, value: undefined });
    this.#reader = undefined;
  }

  /** Buffered data is dropped: an incomplete response is useless. */
  fail(error: TransportError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#chunks = none;
    this.#head = 0;
    if (this.#reader === undefined) this.#error = error;
    else this.#reader.reject(error);
    this.#reader = undefined;
  }

  next(): Promise<Step> {
    const chunk = this.#chunks[this.#head];
    if (chunk !== undefined) {
      this.#chunks[this.#head] = released;
      this.#head += 1;
      this.#held -= chunk.length;
      if (this.#head === this.#chunks.length) {
        this.#chunks = none;
        this.#head = 0;
      }
      if (this.#paused && this.#held < LOW_WATER) {
        this.#paused = false;
        this.#source.resume();
      }
      return Promise.resolve({ done: false, value: chunk });
    }
    const error = this.#error;
    if (error !== undefined) {
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  /**
   * Returns all bytes if all have arrived and none was read; then nothing is left to iterate. Returns undefined if some are
   * outstanding.
   */
  takeWhole(): Uint8Array | undefined {
    if (!this.#ended || this.#error !== undefined || this.#head > 0) return undefined;
    const chunks = this.#chunks;
    this.#chunks = none;
    this.#held = 0;
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  }

  return(): Promise<Step> {
    this.abandon();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Abandons the rest. With an error if the response is unusable, which counts even after all of it has arrived. */
  abandon(error?: TransportError): void {
    if (this.#ended && error === undefined) return;
    this.#ended = true;
    this.#chunks = none;
    this.#head = 0;
    this.#source.abandon(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/**
 * Returns the whole body of a response if it has already arrived, as a short response has when `send` resolves. This avoids a
 * promise per chunk, and a copy if it arrived in one chunk. Returns `undefined` if bytes are outstanding or a content coding must
 * be removed; then iterate the body. Call it before anything else reads the body.
 *
 * @example
 * ```ts
 * const whole = takeWholeBody(response.body);
 * ```
 */
export function takeWholeBody(body: AsyncIterable<Uint8Array>): Uint8Array | undefined {
  return body instanceof ByteStream ? body.takeWhole() : undefined;
}
