import { ATTRIBUTE_STOP, WHITE_SPACE } from './bytes/byte-classes.js';
import { writeCodePoint } from './bytes/utf8.js';
import type { InputWindow } from './input-window.js';
import { REFERENCE_CUT, referredCharacter, scanReference } from './references.js';
import { isNonCharacter } from './text-scan.js';
import { XmlError } from './xml-error.js';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const AMPERSAND = 0x26;
const LESS = 0x3c;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const NON_CHARACTER_LEAD = 0xef;

/** The value is not complete in the window. */
export const VALUE_CUT = -1;

/**
 * Reads attribute values. A value without references and line ends is a range of the window; others are normalised (XML
 * 1.0 §3.3.3) into memory that lives until the next tag.
 */
export class AttributeValueReader {
  /** The bytes of the value that was read last. */
  source: Uint8Array;
  start = 0;
  end = 0;
  readonly #window: InputWindow;
  #memory: Uint8Array = new Uint8Array(256);
  #used = 0;

  constructor(window: InputWindow) {
    this.#window = window;
    this.source = this.#memory;
  }

  /** The size of the memory for values, in bytes. */
  get capacity(): number {
    return this.#memory.length;
  }

  /** Starts a new tag: the values of the previous one are no longer needed. */
  begin(): void {
    this.#used = 0;
  }

  /**
   * Reads the value after an opening quote.
   *
   * @returns the position of the closing quote, or `VALUE_CUT`
   */
  read(position: number, quote: number): number {
    const { bytes, end } = this.#window;
    let at = position;
    for (;;) {
      while (ATTRIBUTE_STOP[bytes[at]!] === 0) at++;
      const byte = bytes[at]!;
      if (byte === quote) break;
      if (byte === QUOTE || byte === APOSTROPHE) at++;
      else if (byte === NON_CHARACTER_LEAD && at < end) at = this.#passCharacter(at);
      else return this.#normalise(position, at, quote);
    }
    this.source = bytes;
    this.start = position;
    this.end = at;
    return at;
  }

  /** Rewrites a value from its first reference or line end on. */
  #normalise(position: number, from: number, quote: number): number {
    const { bytes, end } = this.#window;
    this.start = this.#used;
    this.#append(position, from);
    let at = from;
    for (;;) {
      const byte = bytes[at]!;
      if (at >= end) return VALUE_CUT;
      if (byte === quote) break;
      if (byte === AMPERSAND) {
        const length = scanReference(bytes, at, end, this.#window.offsetOf(at));
        if (length === REFERENCE_CUT) return VALUE_CUT;
        this.#reserve(4);
        this.#used = writeCodePoint(this.#memory, this.#used, referredCharacter());
        at += length;
      } else if (WHITE_SPACE[byte] === 1) {
        // XML 1.0 §2.11 comes first: CR LF is one line end.
        if (byte === CARRIAGE_RETURN && at + 1 >= end) return VALUE_CUT;
        if (byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) at++;
        this.#reserve(1);
        this.#memory[this.#used++] = SPACE;
        at++;
      } else {
        at = this.#appendRun(at);
      }
    }
    this.source = this.#memory;
    this.end = this.#used;
    return at;
  }

  /** Copies a character that needs no rewriting, and the plain ones after it. */
  #appendRun(from: number): number {
    const { bytes } = this.#window;
    const byte = bytes[from]!;
    if (byte === LESS) this.#fail('< in an attribute value', from);
    if (byte < SPACE) this.#fail('a character that XML does not allow', from);
    let at = byte === NON_CHARACTER_LEAD ? this.#passCharacter(from) : from + 1;
    while (ATTRIBUTE_STOP[bytes[at]!] === 0) at++;
    this.#append(from, at);
    return at;
  }

  #append(from: number, to: number): void {
    this.#reserve(to - from);
    this.#memory.set(this.#window.bytes.subarray(from, to), this.#used);
    this.#used += to - from;
  }

  /** Values before this one stay in the memory that they were written to. */
  #reserve(length: number): void {
    if (this.#used + length <= this.#memory.length) return;
    const larger = new Uint8Array(Math.max(this.#memory.length * 2, this.#used + length));
    larger.set(this.#memory.subarray(0, this.#used));
    this.#memory = larger;
  }

  #passCharacter(at: number): number {
    if (isNonCharacter(this.#window.bytes, at)) this.#fail('a character that XML does not allow', at);
    return at + 3;
  }

  #fail(message: string, position: number): never {
    throw new XmlError({ code: 'SYNTAX', message, offset: this.#window.offsetOf(position) });
  }
}
