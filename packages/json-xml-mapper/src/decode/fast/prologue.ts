import { BytePattern } from '../../xml/bytes/byte-pattern.js';
import type { OpenElements } from '../../xml/xml-reader.js';
import type { Content, Decoding } from '../state/decoding.js';

/** The maximum length of a prologue. Longer ones are not worth caching: they have headers, which differ from response to response. */
const MAX_LENGTH = 2048;
/** The maximum number of documents between two attempts to learn. */
const MAX_WAIT = 1024;

/** The start of a document, and the state after reading it. */
interface Learned {
  readonly pattern: BytePattern;
  readonly elements: OpenElements;
  readonly version: '1.1' | '1.2';
  /** The open elements around the payload, outermost first. */
  readonly contents: readonly Content[];
}

/**
 * The byte-identical start of an operation's responses: declaration, Envelope, an empty Header, Body and the start tag of the
 * payload. Reading it is a third of the cost of a small response, so its result is cached, and a response that starts with the same
 * bytes is read from the content of the payload on.
 */
export class Prologue {
  #learned: Learned | undefined = undefined;
  /** Documents to skip before the next attempt to learn: if each starts differently, learning costs more than it saves. */
  #wait = 0;
  #lastWait = 0;

  /**
   * At the start of a document: if it starts like the previous one, restores the state after that start.
   *
   * @returns whether the start tag of the payload has now been read
   */
  pass(decoding: Decoding): boolean {
    const learned = this.#learned;
    if (learned === undefined) return false;
    const { reader } = decoding;
    if (!reader.resume(learned.elements, learned.pattern)) return false;
    this.#lastWait = 0;
    // The skipped start tag is not one to learn from again.
    this.#wait = 1;
    decoding.reply.version = learned.version;
    decoding.reply.bodySeen = true;
    const { contents } = learned;
    for (let i = 0; i < contents.length; i++) decoding.push(contents[i]!);
    return true;
  }

  /** The start tag of the payload was read the slow way: caches the start of the document if it contained nothing else. */
  learn(decoding: Decoding): void {
    if (this.#wait-- > 0) return;
    const { reader, reply, warnings } = decoding;
    const { window, attributes } = reader;
    this.#lastWait = Math.min(this.#lastWait * 2 + 1, MAX_WAIT);
    this.#wait = this.#lastWait;
    const saidMore =
      attributes.count > 0 ||
      attributes.empty ||
      reply.headers !== undefined ||
      reply.faultHeaders !== undefined ||
      reply.fault !== undefined ||
      !warnings.isEmpty;
    if (saidMore || window.offsetOf(0) > 0 || window.position > MAX_LENGTH) return;
    this.#learned = {
      pattern: new BytePattern(window.bytes.subarray(0, window.position)),
      elements: reader.openElements(),
      version: reply.version!,
      contents: decoding.openFrames().map(({ content }) => content),
    };
  }
}
