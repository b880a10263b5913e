import { isInputObject } from '../explain/json-input.js';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../json/json-bytes.js';
import { isJsonNumber, type JsonNumber, parseNumberToken } from '../json/json-number.js';
import { encodeUtf8 } from '../platform.js';
import type { EncodingLimits } from '../request/encoding-run.js';
import { isSimpleObject } from '../scalar/object-text.js';
import { Fragment, SLACK } from './bytes/fragment.js';
import { giveUp } from './bytes/give-up.js';

/** The buffer size that is kept between calls, in bytes. */
const MAX_KEPT = 1 << 22;

/** Strings from this length on are printed by the engine, which is faster at long ones. */
const LONG = 256;

/** A bigint of this many digits is the same value as the JSON number with its digits, even in untyped content. */
const MAX_BIGINT_DIGITS = 20;

/** The largest number whose hundredfold is a small integer. */
const MAX_AMOUNT = 1e7;

const BILLION = 1e9;

/** Every value has room for a comma after it, and for the slack of a fragment. */
const ROOM_AFTER = SLACK + 1;

/** The limits on keys that are kept as bytes: their number, and the characters of each. */
const MAX_KEPT_KEYS = 1000;
const MAX_KEPT_KEY = 64;

const TRUE = new Fragment('true');
const FALSE = new Fragment('false');
const NULL = new Fragment('null');
const ZERO = 0x30;
const POINT = 0x2e;
const PLAIN = 1;

const NO_OBJECTS: readonly unknown[] = Object.freeze([]);

/** A key with its colon, and the one that came after it last time. */
interface Key {
  readonly text: string;
  readonly fragment: Fragment;
  next: Key | undefined;
}

/** Values as JSON text in UTF-8. */
export interface PrintedValue {
  /** Valid until the next value is printed. */
  readonly json: Uint8Array;
  /** Values that JSON has no text for, such as a `Date` or bytes: `@"0"` stands for the first one. */
  readonly objects: readonly unknown[];
}

/**
 * Prints values as JSON bytes for the encoder. Only what JSON text says as exactly as the value is printed as text: numbers keep their
 * digits and `-0` its sign, and members that are `undefined` are left out. A value of a class of its own, such as a `Date`, a
 * `Uint8Array`, `NaN` or a number that JSON text would turn into another one, is marked and stays as it is.
 *
 * Gives up at what no message can contain (functions, collections, cycles, lone surrogates) and at hidden members: the slow path says
 * what is wrong with them, or accepts them. `toJSON` is not called, because it may be data (VO-5). Every member is read once.
 */
export class ValuePrinter {
  #bytes!: Uint8Array;
  #view!: DataView;
  readonly #keys = new Map<string, Key>();
  /** The key that was printed last: most objects have the keys of the one before. */
  #last: Key = { text: '', fragment: TRUE, next: undefined };
  #objects: unknown[] | undefined;
  #limits!: EncodingLimits;
  #maxBytes = 0;
  #values = 0;

  constructor() {
    this.#use(new Uint8Array(1 << 14));
  }

  /**
   * Prints a value. Throws `GIVE_UP`, or what a getter throws.
   *
   * @param maxBytes the size of the text above which it gives up
   */
  print(value: unknown, limits: EncodingLimits, maxBytes: number): PrintedValue {
    // A program that adds members to all objects gets the slow path, which reads own members only.
    if (Object.keys(Object.prototype).length > 0) giveUp();
    this.#objects = undefined;
    this.#limits = limits;
    this.#maxBytes = maxBytes;
    this.#values = 0;
    const length = this.#value(value, 0, 0);
    return { json: this.#bytes.subarray(0, length), objects: this.#objects ?? NO_OBJECTS };
  }

  /** Releases memory that grew out of proportion, and the objects of the last value. */
  release(): void {
    if (this.#bytes.length > MAX_KEPT) this.#use(new Uint8Array(1 << 14));
    this.#objects = undefined;
  }

  /**
   * Prints a value at `to`. Every method reserves room for what it prints and for `ROOM_AFTER` it.
   *
   * @returns the position after it
   */
  #value(value: unknown, depth: number, to: number): number {
    switch (typeof value) {
      case 'string':
        return this.#text(value, to);
      case 'number':
        return this.#number(value, to);
      case 'boolean':
        return this.#fragment(value ? TRUE : FALSE, to);
      case 'bigint': {
        const digits = String(value);
        return digits.length <= MAX_BIGINT_DIGITS ? this.#ascii(digits, to) : this.#mark(value, to);
      }
      case 'object':
        if (value === null) return this.#fragment(NULL, to);
        if (depth > this.#limits.requestDepth) giveUp();
        return Array.isArray(value) ? this.#array(value, depth, to) : this.#object(value, depth, to);
      default:
        return giveUp();
    }
  }

  #array(items: readonly unknown[], depth: number, start: number): number {
    const { length } = items;
    this.#count(length);
    let to = this.#open(OPEN_BRACKET, start);
    for (let index = 0; index < length; index++) {
      to = this.#value(items[index], depth + 1, to);
      this.#bytes[to++] = COMMA;
    }
    return this.#close(CLOSE_BRACKET, to);
  }

  #object(value: object, depth: number, start: number): number {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null)
      return this.#members(value as Record<string, unknown>, depth, start);
    if (isInputObject(value)) return this.#members({ __proto__: null, ...value }, depth, start, value);
    if (isJsonNumber(value)) return this.#jsonNumber(value, start);
    return isSimpleObject(value) || ArrayBuffer.isView(value) ? this.#mark(value, start) : giveUp();
  }

  /**
   * Prints the members of an object that inherits none. A loop over its keys is several times as fast as one over an array of them.
   *
   * @param original the object, if the members are copied from another one
   */
  #members(
    members: Readonly<Record<string, unknown>>,
    depth: number,
    start: number,
    original: object = members,
  ): number {
    let to = this.#open(OPEN_BRACE, start);
    let count = 0;
    for (const key in members) {
      count++;
      const member = members[key];
      if (member === undefined) continue;
      const from = to;
      to = this.#key(key, to);
      to = this.#value(member, depth + 1, to);
      this.#bytes[to++] = COMMA;
      if (key === '$type' && count > 1) this.#moveFront(start + 1, from, to);
    }
    // The slow path reads hidden members where the schema has them, and ignores them elsewhere.
    if (Object.getOwnPropertyNames(original).length !== count) giveUp();
    this.#count(count);
    return this.#close(CLOSE_BRACE, to);
  }

  /** Moves a printed member before those of its object that begin at `first`: the encoder reads a type before the members that it has. */
  #moveFront(first: number, from: number, to: number): void {
    const member = this.#bytes.slice(from, to);
    this.#bytes.copyWithin(first + member.length, first, from);
    this.#bytes.set(member, first);
  }

  /** A key and its colon. Objects have few different keys, which are printed once, and come in the same order. */
  #key(key: string, to: number): number {
    const last = this.#last;
    let { next } = last;
    if (next === undefined || next.text !== key) {
      next = this.#keys.get(key);
      // No link to a new key: only the map keeps keys alive.
      if (next === undefined) next = this.#newKey(key);
      else last.next = next;
    }
    this.#last = next;
    return this.#fragment(next.fragment, to);
  }

  #fragment(fragment: Fragment, to: number): number {
    this.#reserve(to + fragment.length);
    fragment.writeTo(this.#view, to);
    return to + fragment.length;
  }

  #newKey(text: string): Key {
    const key: Key = { text, fragment: new Fragment(`${JSON.stringify(text)}:`), next: undefined };
    if (text.length > MAX_KEPT_KEY) return key;
    if (this.#keys.size === MAX_KEPT_KEYS) this.#keys.clear();
    this.#keys.set(text, key);
    return key;
  }

  /** Counts members and items: a value that is reached in several ways is printed as often. */
  #count(values: number): void {
    this.#values += values;
    if (this.#values > this.#limits.requestNodes) giveUp();
  }

  #open(bracket: number, to: number): number {
    this.#reserve(to);
    this.#bytes[to] = bracket;
    return to + 1;
  }

  /** The bracket takes the place of the last comma. */
  #close(bracket: number, end: number): number {
    const to = this.#bytes[end - 1] === COMMA ? end - 1 : end;
    this.#reserve(to);
    this.#bytes[to] = bracket;
    return to + 1;
  }

  #number(value: number, to: number): number {
    // Amounts and counts: the digits are those of an integer, which needs no text.
    if (value >= 0 && value <= MAX_AMOUNT && !Object.is(value, -0)) {
      const whole = Math.floor(value);
      if (whole === value) return this.#integer(whole, to);
      const cents = Math.round(value * 100);
      // The shortest text of the double that is nearest to a decimal of so few digits is that decimal.
      if (cents / 100 === value) return this.#cents(cents, to);
    } else if (value > 0 && Number.isSafeInteger(value)) return this.#long(value, to);
    if (!Number.isFinite(value)) return this.#mark(value, to);
    return this.#ascii(Object.is(value, -0) ? '-0' : String(value), to);
  }

  /** An integer of up to nine digits. */
  #integer(value: number, start: number): number {
    this.#reserve(start + 9);
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits++;
    return this.#digits(value, digits, start);
  }

  /** A positive safe integer: small integers are divided faster than others. */
  #long(value: number, start: number): number {
    const billions = Math.floor(value / BILLION);
    if (billions === 0) return this.#integer(value | 0, start);
    const to = this.#integer(billions | 0, start);
    this.#reserve(to + 9);
    return this.#digits((value - billions * BILLION) | 0, 9, to);
  }

  /** The last `count` digits of an integer of up to nine digits. */
  #digits(value: number, count: number, start: number): number {
    const bytes = this.#bytes;
    let rest = value;
    for (let at = start + count - 1; at >= start; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    return start + count;
  }

  /** A number of one or two fraction digits. */
  #cents(cents: number, start: number): number {
    const whole = Math.floor(cents / 100);
    const fraction = cents - whole * 100;
    let to = this.#integer(whole, start);
    const bytes = this.#bytes;
    const tenths = Math.floor(fraction / 10);
    bytes[to++] = POINT;
    bytes[to++] = ZERO + tenths;
    if (fraction > tenths * 10) bytes[to++] = ZERO + fraction - tenths * 10;
    this.#reserve(to);
    return to;
  }

  /** The text itself if a parser would keep it, or would write the same text again. */
  #jsonNumber(number: JsonNumber, to: number): number {
    const { text } = number;
    const isKept = isJsonNumber(parseNumberToken(text, this.#limits.digits)) || String(Number(text)) === text;
    return isKept ? this.#ascii(text, to) : this.#mark(number, to);
  }

  #mark(value: unknown, to: number): number {
    this.#objects ??= [];
    const after = this.#ascii(`@"${this.#objects.length}"`, to);
    this.#objects.push(value);
    return after;
  }

  #text(text: string, start: number): number {
    const { length } = text;
    if (length >= LONG) return this.#quoted(text, start);
    this.#reserve(start + 3 * length + 2);
    const bytes = this.#bytes;
    let to = start;
    bytes[to++] = QUOTE;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x80) {
        const letter = LETTERS[code] as number;
        if (letter === 0) return this.#quoted(text, start);
        if (letter !== PLAIN) bytes[to++] = BACKSLASH;
        bytes[to++] = letter === PLAIN ? code : letter;
      } else if (code < 0x800) {
        bytes[to++] = 0xc0 | (code >> 6);
        bytes[to++] = 0x80 | (code & 0x3f);
      } else if (code < 0xd800 || code > 0xdfff) {
        bytes[to++] = 0xe0 | (code >> 12);
        bytes[to++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[to++] = 0x80 | (code & 0x3f);
      } else {
        return this.#quoted(text, start);
      }
    }
    bytes[to] = QUOTE;
    return to + 1;
  }

  /** A text as the engine prints it: lone surrogates are escapes, which the encoder rejects. */
  #quoted(text: string, to: number): number {
    if (text.length > this.#maxBytes) giveUp();
    const encoded = encodeUtf8(JSON.stringify(text));
    this.#reserve(to + encoded.length);
    this.#bytes.set(encoded, to);
    return to + encoded.length;
  }

  #ascii(text: string, start: number): number {
    this.#reserve(start + text.length);
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index++) bytes[start + index] = text.charCodeAt(index);
    return start + text.length;
  }

  /** Makes room up to a position, and for `ROOM_AFTER` it. */
  #reserve(end: number): void {
    if (end + ROOM_AFTER > this.#bytes.length) this.#grow(end + ROOM_AFTER);
  }

  #grow(needed: number): void {
    if (needed > this.#maxBytes) giveUp();
    const bytes = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    bytes.set(this.#bytes);
    this.#use(bytes);
  }

  #use(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}

/** The letters of escapes by ASCII: `PLAIN` for what stands in a JSON string as it is, 0 for control characters without a letter. */
const LETTERS: Uint8Array = new Uint8Array(128).fill(PLAIN, 0x20);
LETTERS[QUOTE] = QUOTE;
LETTERS[BACKSLASH] = BACKSLASH;
LETTERS[0x09] = 0x74;
LETTERS[0x0a] = 0x6e;
LETTERS[0x0d] = 0x72;
