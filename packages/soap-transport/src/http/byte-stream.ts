import type { TransportError } from '../transport-error.js';

/** Bytes held before the socket is told to wait, and the level at which it may go on. */
const HIGH_WATER = 256 * 1024;
const LOW_WATER = 64 * 1024;

/** The exchange that feeds a stream. */
export interface ByteStreamSource {
  pause(): void;
  resume(): void;
  /** The consumer left before the end; with an error when it found the answer unusable. */
  abandon(error: TransportError | undefined): void;
}

const none: Uint8Array[] = [];

type Step = IteratorResult<Uint8Array, undefined>;

/**
 * The bytes of one answer on their way from the socket to the one who reads them: a queue of chunks with back-pressure. An
 * `AsyncIterable` for a single reader. A class because it has identity: two sides hold it.
 */
export class ByteStream implements AsyncIterableIterator<Uint8Array> {
  readonly #source: ByteStreamSource;
  /** Most answers come in one piece: an array that is made with its first piece holds no room for others. */
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

  /** What is held is dropped: an answer that is not complete is no answer. */
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

  /** Every byte, where all have arrived and none was read; then there is nothing left to iterate. Nothing where some are to come. */
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

  /** Gives the rest up; with an error when the answer is of no use, which also counts when all of it has arrived. */
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
 * The whole body of an answer where it is here already, as that of a short answer is when `send` resolves: no promise per
 * chunk, and no copy where it came in one piece. `undefined` where bytes are to come, or their coding is to be undone: then it
 * is iterated. Asked for before anything else reads the body.
 */
export function takeWholeBody(body: AsyncIterable<Uint8Array>): Uint8Array | undefined {
  return body instanceof ByteStream ? body.takeWhole() : undefined;
}
