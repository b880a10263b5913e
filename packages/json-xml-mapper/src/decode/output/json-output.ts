import type { Bytes } from '@soapstone/soap-model/bytes';
import { encodeUtf8 } from '../../platform.js';
import { writeCodePoint } from '../../xml/bytes/utf8.js';
import { copyOf } from './result-bytes.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** `"`, `\` and control characters, which must be escaped in a JSON string. */
const ESCAPED: Uint8Array = escapedBytes();
const HEX = '0123456789abcdef';
/**
 * Room is reserved for this many bytes of a text at a time: escaping needs up to twice as many, and the reservation alone must not
 * exceed a limit.
 */
const BLOCK = 1 << 14;

/** Thrown when the JSON of a response exceeds its limit. */
export class OutputExceeded extends Error {}

/** JSON text that is known when an operation is compiled, as 32-bit words for copying. */
export class JsonFragment {
  readonly length: number;
  readonly words: Int32Array;

  constructor(text: string) {
    const bytes = encodeUtf8(text);
    const { length } = bytes;
    this.length = length;
    this.words = new Int32Array((length + 3) >> 2);
    for (let i = 0; i < length; i++) this.words[i >> 2]! |= bytes[i]! << ((i & 3) << 3);
  }
}

/**
 * A buffer of JSON text in UTF-8. Every value is followed by a comma; closing an object or an array overwrites the comma of its
 * last member. No writer needs to know whether a member is the first.
 */
export class JsonOutput {
  bytes: Uint8Array;
  view: DataView;
  length = 0;
  /** The maximum size in bytes; exceeding it throws `OutputExceeded`. */
  #limit: number;
  /** The size that fits without reallocation. */
  #room: number;

  constructor(size: number, limit: number = Number.POSITIVE_INFINITY) {
    this.bytes = new Uint8Array(size);
    this.view = new DataView(this.bytes.buffer);
    this.#limit = limit;
    this.#room = Math.min(size, limit);
  }

  /** Sets the maximum size. */
  allow(limit: number): void {
    this.#limit = limit;
    this.#room = Math.min(this.bytes.length, limit);
  }

  /** Reserves room for `count` more bytes, plus slack for copying fragments in whole words. */
  reserve(count: number): void {
    if (this.length + count + 8 > this.#room) this.#grow(this.length + count + 8);
  }

  fragment(fragment: JsonFragment): void {
    this.copyWords(fragment.words, 0, fragment.length);
  }

  /** Appends the text of `length` bytes that is stored in the words from `first` on. */
  copyWords(words: Int32Array, first: number, length: number): void {
    this.reserve(length);
    const { view } = this;
    const end = first + ((length + 3) >> 2);
    let at = this.length;
    for (let i = first; i < end; i++, at += 4) view.setInt32(at, words[i]!, true);
    this.length += length;
  }

  byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Appends ASCII text, such as punctuation and numbers. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.length + i] = text.charCodeAt(i);
    this.length += text.length;
  }

  /** Appends JSON text with any characters. */
  json(text: string): void {
    this.reserve(text.length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) break;
      bytes[at++] = code;
    }
    if (at - this.length === text.length) this.length = at;
    else this.raw(encodeUtf8(text));
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Appends the content of another output, which is short. */
  copy(other: JsonOutput): void {
    const { length } = other;
    this.reserve(length);
    const { bytes } = this;
    const source = other.bytes;
    let at = this.length;
    for (let i = 0; i < length; i++) bytes[at++] = source[i]!;
    this.length = at;
  }

  /** Appends a piece of a JSON string from UTF-8 text, without the quotes. */
  escape(source: Uint8Array, start: number, end: number): void {
    for (let from = start; from < end; from += BLOCK) {
      this.#escapeBlock(source, from, Math.min(end, from + BLOCK));
    }
  }

  #escapeBlock(source: Uint8Array, start: number, end: number): void {
    this.reserve((end - start) * 2);
    let at = start;
    while (at < end) {
      const byte = source[at]!;
      if (ESCAPED[byte] === 0) {
        this.bytes[this.length++] = byte;
        at++;
      } else {
        this.escapeByte(byte);
        at++;
        this.reserve((end - at) * 2);
      }
    }
  }

  /** Appends one byte below 0x80, escaped if necessary. */
  escapeByte(byte: number): void {
    this.reserve(6);
    const { bytes } = this;
    let at = this.length;
    if (ESCAPED[byte] === 0) bytes[at++] = byte;
    else {
      bytes[at++] = BACKSLASH;
      if (byte === QUOTE || byte === BACKSLASH) bytes[at++] = byte;
      else if (byte === 0x0a) bytes[at++] = 0x6e;
      else if (byte === 0x09) bytes[at++] = 0x74;
      else if (byte === 0x0d) bytes[at++] = 0x72;
      else {
        for (const character of `u00${HEX[byte >> 4]}${HEX[byte & 15]}`)
          bytes[at++] = character.charCodeAt(0);
      }
    }
    this.length = at;
  }

  /** Appends a character of a JSON string. */
  escapeCodePoint(codePoint: number): void {
    if (codePoint < 0x80) {
      this.escapeByte(codePoint);
      return;
    }
    this.reserve(4);
    this.length = writeCodePoint(this.bytes, this.length, codePoint);
  }

  /** Closes an object or array: `bracket` replaces the last comma, and a comma follows. */
  close(bracket: number): void {
    this.reserve(2);
    if (this.bytes[this.length - 1] === COMMA) this.length--;
    this.bytes[this.length++] = bracket;
    this.bytes[this.length++] = COMMA;
  }

  /** Inserts text at an earlier position. */
  insert(at: number, text: string): void {
    this.reserve(text.length);
    this.bytes.copyWithin(at + text.length, at, this.length);
    for (let i = 0; i < text.length; i++) this.bytes[at + i] = text.charCodeAt(i);
    this.length += text.length;
  }

  /** Returns a copy of the text from `start` on. */
  slice(start = 0, end: number = this.length): Bytes {
    return copyOf(this.bytes.subarray(start, end));
  }

  #grow(needed: number): void {
    if (needed > this.#limit) throw new OutputExceeded();
    const bytes = new Uint8Array(Math.max(this.bytes.length * 2, needed));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.#room = Math.min(bytes.length, this.#limit);
  }
}

function escapedBytes(): Uint8Array {
  const table = new Uint8Array(256).fill(1, 0, 0x20);
  table[QUOTE] = 1;
  table[BACKSLASH] = 1;
  return table;
}
