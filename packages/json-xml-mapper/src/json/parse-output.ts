import type { Digits } from '../api/operation.js';
import type { JsonValue } from '../api/values.js';
import { decodeUtf8, encodeUtf8 } from '../platform.js';
import { BACKSLASH, COLON, MARK, QUOTE } from './json-bytes.js';
import { parseNumberToken } from './json-number.js';
import type { MarkedTexts, ParsedNotation } from './json-parser.js';

/** How the output of a decoder becomes values. */
export interface OutputForm {
  /** Whether objects inherit from `Object.prototype` (VO-5). */
  readonly prototypes: 'none' | 'ordinary';
  /** With `lexical`, a fraction keeps its trailing zeros (NM-8). */
  readonly digits?: Digits | undefined;
  /** What the text has beside JSON: bigints, or objects that stand in it as `@"…"`. */
  readonly notation: ParsedNotation;
}

/** Any number of so many characters, with an exponent of so many digits or none, is a double without loss. */
const EXACT_LENGTH = 15;
const EXACT_EXPONENT = 2;

/** A number with a longer exponent, after a quick look at what may be one: a UUID often has the same characters. */
const MAYBE_EXPONENT = /\d[Ee][-+]?\d{3}/;
const LONG_EXPONENT = /(?:^|[:,[])-?[\d.]{1,15}[Ee][-+]?\d{3}/;

/** The characters of a number without an exponent, by byte. */
const NUMERIC: Uint8Array = new Uint8Array(256);
for (const character of '-.0123456789') NUMERIC[character.charCodeAt(0)] = 1;

/**
 * Parses what the decoder wrote: JSON, or values, in which a number that becomes a `bigint` is followed by `n` (NM-7) and a text that
 * becomes an object by `@`.
 *
 * The parser of the engine does it, which is several times as fast as one of ours. What it would read as another value is rewritten first, as
 * a text that begins with U+0000, and then replaced in the result: few responses have such numbers.
 *
 * @param json well-formed, without duplicate keys, and within the limits of the decoder
 */
export function parseOutput(json: Uint8Array, { prototypes, digits, notation }: OutputForm): JsonValue {
  const keepsZeros = digits === 'lexical';
  let text: string | undefined;
  let places: readonly number[] = NO_PLACES;
  // Nearly all responses are texts that the engine reads as they are, and most of their bytes need no look.
  if (notation !== 'json' || keepsZeros || hasLongNumber(json)) places = specialPlaces(json, keepsZeros);
  else {
    text = decodeUtf8(json);
    if (MAYBE_EXPONENT.test(text) && LONG_EXPONENT.test(text)) places = specialPlaces(json, keepsZeros);
  }
  if (places.length > 0) text = decodeUtf8(rewrite(json, places));
  const value = JSON.parse(text ?? decodeUtf8(json)) as JsonValue;
  if (places.length === 0 && prototypes === 'ordinary') return value;
  const holder = [value];
  const marked = typeof notation === 'object' ? notation : undefined;
  visit(holder, prototypes, places.length === 0 ? undefined : (special) => read(special, digits, marked));
  return holder[0] as JsonValue;
}

/** Whether JSON has a number without an exponent that may not be a double. Looks at one byte of those that make a long number. */
function hasLongNumber(json: Uint8Array): boolean {
  const { length } = json;
  for (let at = EXACT_LENGTH; at < length; at += EXACT_LENGTH + 1) {
    if (NUMERIC[json[at] as number] !== 1) continue;
    let start = at;
    while (NUMERIC[json[start - 1] as number] === 1) start--;
    at = endOfDigits(json, at);
    if (json[start - 1] !== QUOTE && !isExact(json, start, at)) return true;
  }
  return false;
}

/** Whether the digits of a number are surely those of a double: if they are few, or a safe integer without an exponent. */
function isExact(json: Uint8Array, start: number, end: number): boolean {
  if (end - start <= EXACT_LENGTH) return true;
  if (end - start > EXACT_LENGTH + 2 || json[end] === UPPER_E || json[end] === LOWER_E) return false;
  let value = 0;
  for (let at = json[start] === MINUS ? start + 1 : start; at < end; at++) {
    if (json[at] === POINT) return false;
    value = value * 10 + (json[at] as number) - ZERO;
  }
  return value <= Number.MAX_SAFE_INTEGER;
}

function endOfDigits(json: Uint8Array, start: number): number {
  let at = start;
  while (NUMERIC[json[at] as number] === 1) at++;
  return at;
}

/** The start and end offsets of each value that `JSON.parse` would read as another one. */
function specialPlaces(json: Uint8Array, keepsZeros: boolean): readonly number[] {
  const places: number[] = [];
  const { length } = json;
  let at = 0;
  while (at < length) {
    const byte = json[at] as number;
    if (byte === QUOTE) {
      const start = at++;
      while (at < length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
      at++;
      if (json[start + 1] === BACKSLASH && beginsWithNull(json, start) && json[at] !== COLON)
        places.push(start, at);
    } else if (NUMERIC[byte] === 1) {
      const end = numberEnd(json, at, keepsZeros);
      if (end < 0) places.push(at, -end);
      at = Math.abs(end);
    } else {
      if (byte === MARK) places.push(at, at + 1);
      at++;
    }
  }
  return places;
}

/** Where a number ends; negative if the engine would not read it as such. */
function numberEnd(json: Uint8Array, start: number, keepsZeros: boolean): number {
  let at = endOfDigits(json, start);
  let exact = isExact(json, start, at) && !(keepsZeros && json.subarray(start, at).includes(POINT));
  if (json[at] === UPPER_E || json[at] === LOWER_E) {
    const exponent = at + (json[at + 1] === PLUS ? 2 : 1);
    at = endOfDigits(json, exponent);
    exact &&= at - exponent <= EXACT_EXPONENT;
  } else if (json[at] === LOWER_N) {
    at++;
    exact = false;
  }
  return exact ? at : -at;
}

/** XML has no U+0000, but the name of a MIME part may. */
function beginsWithNull(json: Uint8Array, start: number): boolean {
  return NULL.every((byte, index) => json[start + 1 + index] === byte);
}

/** Writes the values at these places as texts: U+0000, for a text or an object a letter, and the value. */
function rewrite(json: Uint8Array, places: readonly number[]): Uint8Array {
  const text = new Uint8Array(json.length + places.length * PREFIX_LENGTH);
  let to = 0;
  let from = 0;
  const copy = (end: number): void => {
    text.set(json.subarray(from, end), to);
    to += end - from;
    from = end;
  };
  const write = (bytes: Uint8Array): void => {
    text.set(bytes, to);
    to += bytes.length;
  };
  for (let index = 0; index < places.length; index += 2) {
    const start = places[index] as number;
    copy(start);
    if (json[start] === MARK) {
      write(OBJECT_PREFIX);
      // The mark and the opening quote.
      from += 2;
    } else if (json[start] === QUOTE) {
      write(TEXT_PREFIX);
      from++;
    } else {
      write(NUMBER_PREFIX);
      copy(places[index + 1] as number);
      text[to++] = QUOTE;
    }
  }
  copy(json.length);
  return text.subarray(0, to);
}

/** Parses a text that `rewrite` wrote. */
function read(text: string, digits: Digits | undefined, marked: MarkedTexts | undefined): JsonValue {
  if (text[1] === '@') return marked?.read(text.slice(2)) as JsonValue;
  if (text[1] === 's') return text.slice(2);
  return text.endsWith('n') ? BigInt(text.slice(1, -1)) : parseNumberToken(text.slice(1), digits);
}

/** Replaces the special texts in a container and in all that it contains, and takes the prototypes away if that is wanted. Iterative. */
function visit(
  container: JsonValue[],
  prototypes: OutputForm['prototypes'],
  replace: ((text: string) => JsonValue) | undefined,
): void {
  const pending: object[] = [container];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      for (let index = 0; index < next.length; index++) {
        const item = next[index] as JsonValue;
        if (typeof item === 'object' && item !== null) pending.push(item);
        else if (replace !== undefined && isSpecial(item)) next[index] = replace(item);
      }
      continue;
    }
    if (prototypes === 'none') Object.setPrototypeOf(next, null);
    const members = next as Record<string, JsonValue>;
    for (const key in members) {
      // A program may have added members to `Object.prototype`.
      if (prototypes !== 'none' && !Object.hasOwn(members, key)) continue;
      const member = members[key] as JsonValue;
      if (typeof member === 'object' && member !== null) pending.push(member);
      else if (replace !== undefined && isSpecial(member)) define(members, key, replace(member));
    }
  }
}

function isSpecial(value: JsonValue): value is string {
  return typeof value === 'string' && value.charCodeAt(0) === 0;
}

/** Sets a member, even one with the name `__proto__`. */
function define(members: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
  else members[key] = value;
}

const NULL: Uint8Array = encodeUtf8('\\u0000');
const NUMBER_PREFIX: Uint8Array = encodeUtf8('"\\u0000');
const TEXT_PREFIX: Uint8Array = encodeUtf8('"\\u0000s');
const OBJECT_PREFIX: Uint8Array = encodeUtf8('"\\u0000@');
/** The growth of a value, at most, for each of its two places. */
const PREFIX_LENGTH = 4;

const NO_PLACES: readonly number[] = Object.freeze([]);

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const LOWER_N = 0x6e;
