import type { Digits } from '../api/operation.js';
import type { Keyword } from '../api/problems.js';
import type { JsonObject, JsonValue } from '../api/values.js';
import { MappingError } from '../errors.js';
import { type PointerSegment, printPointer } from '../pointer.js';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-bytes.js';
import { parseNumberToken } from './json-number.js';

/** The limits of `parseJson`. The defaults are those of a request (§21). */
export interface ParseJsonOptions {
  /** Nesting of objects and arrays. Default 64. */
  readonly maxDepth?: number | undefined;
  /** Values of every kind. Default 100 000. */
  readonly maxNodes?: number | undefined;
  /** Digits of one number. Default 1000. */
  readonly maxNumberDigits?: number | undefined;
  /**
   * - `canonical` (default): a number is a JavaScript `number` if that is exact
   * - `lexical`: only if JavaScript also writes it with the same digits; `0.10` is a `JsonNumber` (NM-8)
   */
  readonly digits?: Digits | undefined;
}

/** Reads the objects that stand in a text as `@"…"`. */
export interface MarkedTexts {
  /** The object of a text, whose letter comes first. */
  read(marked: string): unknown;
}

/** JSON; or values, in which a number that becomes a `bigint` is followed by `n` (NM-7); or values with objects. */
export type ParsedNotation = 'json' | 'values' | MarkedTexts;

/** An open container. */
type Frame =
  | { readonly kind: 'array'; readonly array: JsonValue[] }
  | { readonly kind: 'object'; readonly object: JsonObject; key: string };

/** Parses one text in a notation of the decoder; default: JSON. Throws `MappingError`. */
export class JsonParser {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #maxNodes: number;
  readonly #maxNumberDigits: number;
  readonly #notation: ParsedNotation;
  readonly #digits: Digits | undefined;
  readonly #frames: Frame[] = [];
  #at = 0;
  #nodes = 0;

  constructor(text: string, options: ParseJsonOptions, notation: ParsedNotation = 'json') {
    this.#text = text;
    this.#notation = notation;
    this.#digits = options.digits;
    this.#maxDepth = options.maxDepth ?? 64;
    this.#maxNodes = options.maxNodes ?? 100_000;
    this.#maxNumberDigits = options.maxNumberDigits ?? 1000;
  }

  /** Parses the whole text. A stack of frames in place of recursion: depth is a stranger's choice. */
  parse(): JsonValue {
    for (;;) {
      this.#skipSpace();
      let value = this.#value();
      // `undefined`: a container was opened, its first value comes next.
      if (value === undefined) continue;
      for (;;) {
        const frame = this.#frames.at(-1);
        if (frame === undefined) {
          this.#skipSpace();
          if (this.#at < this.#text.length) this.#unexpected();
          return value;
        }
        if (frame.kind === 'array') frame.array.push(value);
        else frame.object[frame.key] = value;
        if (this.#continues(frame)) break;
        this.#frames.pop();
        value = frame.kind === 'array' ? frame.array : frame.object;
      }
    }
  }

  /** After a member or item: continues with the next one, or closes the container. @returns whether there is a next one */
  #continues(frame: Frame): boolean {
    this.#skipSpace();
    const code = this.#text.charCodeAt(this.#at);
    if (code === COMMA) {
      this.#at++;
      if (frame.kind === 'object') this.#key(frame);
      return true;
    }
    if (code !== (frame.kind === 'array' ? CLOSE_BRACKET : CLOSE_BRACE)) this.#unexpected();
    this.#at++;
    return false;
  }

  /** A scalar or an empty container; `undefined` after opening a non-empty container. */
  #value(): JsonValue | undefined {
    this.#nodes++;
    if (this.#nodes > this.#maxNodes) this.#limit(`more than ${this.#maxNodes} values`);
    switch (this.#text.charCodeAt(this.#at)) {
      case OPEN_BRACE:
        return this.#openObject();
      case OPEN_BRACKET:
        return this.#openArray();
      case QUOTE:
        return this.#string();
      case LOWER_T:
        return this.#literal('true', true);
      case LOWER_F:
        return this.#literal('false', false);
      case LOWER_N:
        return this.#literal('null', null);
      default:
        return this.#number();
    }
  }

  #openObject(): JsonObject | undefined {
    this.#checkDepth();
    this.#at++;
    this.#skipSpace();
    const object: JsonObject = Object.create(null) as JsonObject;
    if (this.#text.charCodeAt(this.#at) === CLOSE_BRACE) {
      this.#at++;
      return object;
    }
    const frame: Frame = { kind: 'object', object, key: '' };
    this.#frames.push(frame);
    this.#key(frame);
    return undefined;
  }

  #openArray(): JsonValue[] | undefined {
    this.#checkDepth();
    this.#at++;
    this.#skipSpace();
    const array: JsonValue[] = [];
    if (this.#text.charCodeAt(this.#at) === CLOSE_BRACKET) {
      this.#at++;
      return array;
    }
    this.#frames.push({ kind: 'array', array });
    return undefined;
  }

  #checkDepth(): void {
    if (this.#frames.length >= this.#maxDepth) {
      this.#limit(`objects and arrays inside one another more than ${this.#maxDepth} levels deep`);
    }
  }

  #key(frame: Frame & { kind: 'object' }): void {
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== QUOTE) this.#unexpected();
    const key = this.#string();
    if (key in frame.object) {
      frame.key = key;
      throw jsonError('duplicateKey', 'appears twice in this object', this.#path());
    }
    frame.key = key;
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== COLON) this.#unexpected();
    this.#at++;
  }

  #string(): string {
    const start = this.#at + 1;
    let at = start;
    for (;;) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) return this.#escapedString(start, at);
      // Also at the end of the text: NaN is not >= 0x20.
      if (!(code >= 0x20)) {
        this.#at = at;
        this.#unexpected();
      }
      at++;
    }
    this.#at = at + 1;
    return this.#text.slice(start, at);
  }

  /** Reads a string from its first backslash on: finds its end, and leaves the escapes to the engine, which is fast at them. */
  #escapedString(start: number, firstEscape: number): string {
    let at = firstEscape;
    for (let code = BACKSLASH; code !== QUOTE; code = this.#text.charCodeAt(at)) {
      // Also at the end of the text: NaN is not >= 0x20.
      if (!(code >= 0x20)) {
        this.#checkEscapes(firstEscape, at);
        this.#at = at;
        this.#unexpected();
      }
      at += code === BACKSLASH ? 2 : 1;
    }
    this.#at = at + 1;
    try {
      return JSON.parse(this.#text.slice(start - 1, at + 1)) as string;
    } catch {
      this.#checkEscapes(firstEscape, at);
      return this.#unexpected();
    }
  }

  /** Reports the first invalid escape between two positions. */
  #checkEscapes(from: number, end: number): void {
    ESCAPE.lastIndex = from;
    for (let at = from; at < end; at = ESCAPE.lastIndex) {
      if (ESCAPE.test(this.#text)) continue;
      if (this.#text.charCodeAt(at) !== BACKSLASH) return;
      this.#at = at + 1;
      this.#unexpected();
    }
  }

  #number(): JsonValue {
    if (typeof this.#notation === 'object' && this.#text.startsWith('@"', this.#at)) {
      this.#at++;
      return this.#notation.read(this.#string()) as JsonValue;
    }
    NUMBER.lastIndex = this.#at;
    const token = NUMBER.exec(this.#text)?.[0];
    if (token === undefined) return this.#unexpected();
    if (token.length > this.#maxNumberDigits && token.replace(/[^0-9]/g, '').length > this.#maxNumberDigits) {
      this.#limit(`a number of more than ${this.#maxNumberDigits} digits`);
    }
    this.#at += token.length;
    if (this.#notation !== 'json' && this.#text.charCodeAt(this.#at) === LOWER_N) {
      this.#at++;
      return BigInt(token);
    }
    return parseNumberToken(token, this.#digits);
  }

  #literal<T extends boolean | null>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#unexpected();
    this.#at += word.length;
    return value;
  }

  #skipSpace(): void {
    const text = this.#text;
    let at = this.#at;
    for (let code = text.charCodeAt(at); code <= 0x20; code = text.charCodeAt(++at)) {
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    }
    this.#at = at;
  }

  #path(): string {
    const segments: PointerSegment[] = this.#frames.map((frame) =>
      frame.kind === 'array' ? frame.array.length : frame.key,
    );
    return printPointer(segments);
  }

  #unexpected(): never {
    const code = this.#text.codePointAt(this.#at);
    const what = code === undefined ? 'end' : `token ${printToken(code)}`;
    throw jsonError('json', `Unexpected ${what} at ${this.#position()}`);
  }

  #limit(what: string): never {
    const error = { path: this.#path(), keyword: 'limit' as const, message: `must not have ${what}` };
    throw new MappingError({ code: 'LIMIT', errors: [error] });
  }

  #position(): string {
    const text = this.#text;
    const end = this.#at;
    let line = 1;
    let lineStart = 0;
    for (let at = 0; at < end; at++) {
      if (text.charCodeAt(at) !== 0x0a) continue;
      line++;
      lineStart = at + 1;
    }
    return `line ${line} column ${this.#at - lineStart + 1}`;
  }
}

/** The error of a text that is not JSON, or not as this library reads it. */
export function jsonError(keyword: Keyword, message: string, path = ''): MappingError {
  return new MappingError({ code: 'VALIDATION', errors: [{ path, keyword, message }] });
}

/** Visible ASCII as it is, everything else by its number, because an error message must not contain control characters. */
function printToken(code: number): string {
  if (code > 0x20 && code < 0x7f) return String.fromCharCode(code);
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** A run of plain characters of a string, or one escape. */
const ESCAPE = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
