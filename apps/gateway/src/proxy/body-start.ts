import { MAX_START, type ReceivedAnswer } from '@soapstone/soap-transport/internal/answer';

/** The first bytes of a response body, for the message about one that is not SOAP. A class: the reader and the error hold it. */
export class BodyStart {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /** Copies the beginning of a piece, because decoding may transfer its memory to a thread. */
  take(piece: Uint8Array): void {
    if (this.#length < MAX_START && piece.length > 0) {
      this.#pieces.push(Buffer.from(piece.subarray(0, MAX_START - this.#length)));
    }
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

  taken(): Pick<ReceivedAnswer, 'start' | 'truncated'> {
    return { start: Buffer.concat(this.#pieces), truncated: this.#length > MAX_START };
  }
}
