import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  MARK,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../json/json-bytes.js';
import { type ParseJsonOptions, parseJson, parseValues } from '../../json/parse-json.js';
import { decodeUtf8 } from '../../platform.js';
import type { EncodingLimits } from '../../request/encoding-run.js';
import { type Fragment, SLACK } from './fragment.js';
import { giveUp } from './give-up.js';

/** The buffer size that is kept between calls, in bytes. */
const MAX_KEPT = 1 << 22;

/** White space of JSON, by byte. */
const SPACE: Uint8Array = bytesOf('\t\n\r ');

/** The bytes of a number token. */
const NUMBER: Uint8Array = bytesOf('+-.0123456789Ee');

const NO_OBJECTS: readonly unknown[] = Object.freeze([]);

/**
 * JSON text as bytes with a read position. The bytes are copied into a buffer followed by zeros, so that no inner loop has to check
 * for the end: a zero is legal nowhere in JSON.
 */
export class JsonCursor {
  bytes: Uint8Array = new Uint8Array(1 << 14);
  view: DataView = new DataView(this.bytes.buffer);
  at = 0;
  end = 0;
  /** Where the last value with potentially expensive work starts. */
  valueAt = 0;
  /** The objects that marks stand for: see `PrintedValue`. JSON of a caller has none. */
  #objects: readonly unknown[] = NO_OBJECTS;

  /** Starts at the beginning of `json`. */
  load(json: Uint8Array, objects: readonly unknown[] = NO_OBJECTS): void {
    const needed = json.length + SLACK;
    // Grown in steps, and released after a giant request.
    if (needed > this.bytes.length || this.bytes.length > MAX_KEPT) {
      this.bytes = new Uint8Array(Math.max(1 << 14, needed + (needed >> 1)));
      this.view = new DataView(this.bytes.buffer);
    }
    this.bytes.set(json);
    for (let at = json.length; at < json.length + SLACK; at += 8) this.view.setFloat64(at, 0, true);
    this.end = json.length;
    this.at = 0;
    this.valueAt = 0;
    this.#objects = objects;
  }

  /** Forgets the objects of the message. */
  release(): void {
    this.#objects = NO_OBJECTS;
  }

  /** Skips white space and returns the byte after it. Programs rarely write any. */
  skipSpace(): number {
    const byte = this.bytes[this.at] as number;
    return byte > 0x20 ? byte : this.#skipSomeSpace();
  }

  #skipSomeSpace(): number {
    const { bytes } = this;
    let { at } = this;
    while (SPACE[bytes[at] as number] === 1) at++;
    this.at = at;
    return bytes[at] as number;
  }

  /** Whether `fragment` appears here. */
  matches(fragment: Fragment): boolean {
    return fragment.standsAt(this.view, this.at);
  }

  /** Decodes a string. Gives up if there is none. */
  readString(): string {
    const { bytes } = this;
    const start = this.at + 1;
    if (bytes[this.at] !== QUOTE) giveUp();
    let at = start;
    for (let byte = bytes[at] as number; byte !== QUOTE; byte = bytes[++at] as number) {
      if (byte < 0x20 || byte >= 0x80 || byte === BACKSLASH) return this.#readOddString();
    }
    this.at = at + 1;
    return asciiText(bytes, start, at);
  }

  /** A scalar, or an array of scalars: the possible values of a simple type. Gives up above `maxBytes`. */
  readSimple(maxDepth: number, limits: EncodingLimits): unknown {
    const byte = this.bytes[this.at] as number;
    if (byte === QUOTE) return this.readString();
    return byte === MARK ? this.readObject() : this.readValue(maxDepth, limits);
  }

  /** Reads any value with the parser that checks everything. */
  readValue(maxDepth: number, limits: EncodingLimits): unknown {
    const start = this.at;
    this.#skipValue();
    const json = this.bytes.subarray(start, this.at);
    const options: ParseJsonOptions = {
      maxDepth,
      maxNodes: limits.requestNodes,
      maxNumberDigits: limits.numberDigits,
      digits: limits.digits,
    };
    const objects = this.#objects;
    try {
      if (objects.length === 0) return parseJson(json, options);
      return parseValues(json, options, { read: (index) => objects[Number(index)] });
    } catch {
      return giveUp();
    }
  }

  /** Reads a mark. Returns the object that it stands for. */
  readObject(): unknown {
    if (this.#objects.length === 0) giveUp();
    this.at++;
    return this.#objects[Number(this.readString())];
  }

  /** A string with escapes or non-ASCII characters: rare in keys and codes, common in text. */
  #readOddString(): string {
    const start = this.at;
    this.#skipString();
    try {
      const text = decodeUtf8(this.bytes.subarray(start, this.at));
      return JSON.parse(text) as string;
    } catch {
      return giveUp();
    }
  }

  /** Skips to the end of a value. Only brackets and strings are inspected; the parser checks what is between them. */
  #skipValue(): void {
    const { bytes } = this;
    let depth = 0;
    do {
      const byte = this.skipSpace();
      if (byte === QUOTE) this.#skipString();
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth++;
        this.at++;
        continue;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        this.at++;
      } else if (byte === COMMA || byte === COLON) {
        this.at++;
        continue;
      } else if (byte === MARK) this.readObject();
      else this.#skipScalar();
      if (this.at > this.end || bytes[this.at - 1] === 0) giveUp();
    } while (depth > 0);
    if (depth < 0) giveUp();
  }

  #skipString(): void {
    const { bytes } = this;
    let at = this.at + 1;
    for (let byte = bytes[at] as number; byte !== QUOTE; byte = bytes[++at] as number) {
      if (byte === 0) giveUp();
      if (byte === BACKSLASH) at++;
    }
    if (at > this.end) giveUp();
    this.at = at + 1;
  }

  /** A number or a literal word. */
  #skipScalar(): void {
    const { bytes } = this;
    let { at } = this;
    const start = at;
    while (
      NUMBER[bytes[at] as number] === 1 ||
      ((bytes[at] as number) >= 0x61 && (bytes[at] as number) <= 0x7a)
    )
      at++;
    if (at === start) giveUp();
    this.at = at;
  }
}

/** A short run of ASCII as a string. */
function asciiText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 512) return decodeUtf8(bytes.subarray(start, end));
  let text = '';
  for (let index = start; index < end; index++) text += String.fromCharCode(bytes[index] as number);
  return text;
}

/** A table of 256 with ones at the bytes of `chars`. */
function bytesOf(chars: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}

export const LOWER_N = 0x6e;
