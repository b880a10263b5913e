import { BytePattern } from '../xml/byte-pattern.js';
import type { OpenElements } from '../xml/xml-reader.js';
import type { Decoding } from './decoding.js';
import type { Content } from './frame.js';

/** A longer one is not worth remembering: it has headers, which differ from response to response. */
const MAX_LENGTH = 2048;
/** Documents between two attempts to learn, at most. */
const MAX_WAIT = 1024;

/** What a document begins with, and the state in which reading it leaves everything. */
interface Learned {
  readonly pattern: BytePattern;
  readonly elements: OpenElements;
  readonly version: '1.1' | '1.2';
  /** Of the open elements around the payload, outermost first. */
  readonly contents: readonly Content[];
}

/**
 * The beginning that the responses of an operation have in common, to the byte: declaration, Envelope, an empty Header,
 * Body and the start tag of the payload. A third of what a small response costs is reading them, so what they say is
 * remembered, and a response that begins with the same bytes is read from the content of the payload on.
 */
export class Prologue {
  private learned: Learned | undefined = undefined;
  /** Documents to let pass before the next attempt to learn: where each begins differently, learning costs more than it gives. */
  private wait = 0;
  private lastWait = 0;

  /**
   * At the beginning of a document: if it begins as the last one did, be where reading that has led to.
   *
   * @returns whether the start tag of the payload has now been read
   */
  pass(decoding: Decoding): boolean {
    const { learned } = this;
    if (learned === undefined) return false;
    const { reader } = decoding;
    if (!reader.resume(learned.elements, learned.pattern)) return false;
    this.lastWait = 0;
    // The start tag that is passed over here is not one to learn from again.
    this.wait = 1;
    decoding.reply.version = learned.version;
    decoding.reply.bodySeen = true;
    const { contents } = learned;
    for (let i = 0; i < contents.length; i++) decoding.push(contents[i]!);
    return true;
  }

  /** The start tag of the payload was read the long way: remember how the document began, where that is all that it said. */
  learn(decoding: Decoding): void {
    if (this.wait-- > 0) return;
    const { reader, reply, warnings } = decoding;
    const { window, attributes } = reader;
    this.lastWait = Math.min(this.lastWait * 2 + 1, MAX_WAIT);
    this.wait = this.lastWait;
    const saidMore =
      attributes.count > 0 ||
      attributes.empty ||
      reply.headers !== undefined ||
      reply.faultHeaders !== undefined ||
      reply.fault !== undefined ||
      !warnings.isEmpty;
    if (saidMore || window.offsetOf(0) > 0 || window.position > MAX_LENGTH) return;
    this.learned = {
      pattern: new BytePattern(window.bytes.subarray(0, window.position)),
      elements: reader.openElements(),
      version: reply.version!,
      contents: decoding.openFrames().map(({ content }) => content),
    };
  }
}
