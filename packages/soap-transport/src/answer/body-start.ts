import { MAX_START, type ReceivedAnswer } from './received-answer.js';

/**
 * The first bytes of a body, for the message about one that is not SOAP. A class, because the reader of the body and the error both hold it.
 *
 * @example
 * ```ts
 * const start = new BodyStart();
 * await decode(start.of(response.body));
 * describeAnswer({ ...response, ...start.taken() });
 * ```
 */
export class BodyStart {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /** Copies the beginning of a piece, because decoding may transfer its memory to a thread. */
  take(piece: Uint8Array): void {
    if (this.#length < MAX_START && piece.length > 0) {
      this.#pieces.push(new Uint8Array(piece.subarray(0, MAX_START - this.#length)));
    }
    this.#length += piece.length;
  }

  /** Keeps the beginning of a piece whose memory nobody changes or transfers, without a copy. */
  hold(piece: Uint8Array): void {
    if (this.#length < MAX_START && piece.length > 0) this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Passes a body on and takes its beginning. */
  async *of(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
    for await (const piece of body) {
      this.take(piece);
      yield piece;
    }
    return undefined;
  }

  /** Whether more bytes came than are kept. */
  get truncated(): boolean {
    return this.#length > MAX_START;
  }

  taken(): Pick<ReceivedAnswer, 'start' | 'truncated'> {
    const start = new Uint8Array(Math.min(this.#length, MAX_START));
    let at = 0;
    for (const piece of this.#pieces) {
      start.set(piece.subarray(0, MAX_START - at), at);
      at += piece.length;
    }
    return { start, truncated: this.truncated };
  }
}
