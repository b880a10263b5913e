import { assertOptions, bytes } from '@soapstone/options';
import { decodeUtf8 } from '../platform.js';

/** Thrown for bytes that are not JSON. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
}

/** Thrown for an object with a duplicate key, because it is unclear which value is meant. */
export class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError';
  readonly key: string;

  constructor(key: string) {
    super(`the key ${JSON.stringify(key.slice(0, 40))} appears twice`);
    this.key = key;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** How many bytes of a string are searched one by one before a native search takes over. */
const NEAR = 32;
/** The longest text that is decoded byte by byte; below this length, a decoder costs more. */
const SHORT = 48;
const OPEN_BRACE = 0x7b;
const LETTER_N = 0x6e;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Reads the members of a JSON object without parsing their values: each is a slice of `json`. Numbers keep every
 * digit this way; `JSON.parse` would round them.
 *
 * The values are only skipped: code that uses one parses it and finds its errors. The work is linear in the bytes, and not recursive.
 *
 * @param json the text of one object in UTF-8, with nothing but white space around it
 * @throws {JsonSyntaxError} if it is not an object, or its members are not `key: value` pairs
 * @throws {DuplicateKeyError} if a key occurs twice
 * @throws {OptionError} if `json` is not a `Uint8Array`
 *
 * @example
 * ```ts
 * readMembers(new TextEncoder().encode('{"userId":9007199254740993}')).get('userId'); // the bytes of the number
 * ```
 */
export function readMembers(json: Uint8Array): Map<string, Uint8Array> {
  if (!(json instanceof Uint8Array)) assertOptions(bytes, json, 'readMembers', 'json');
  const members = new Map<string, Uint8Array>();
  let at = skipSpace(json, 0);
  at = skipSpace(json, expect(json, at, OPEN_BRACE));
  if (json[at] === CLOSE_BRACE) return end(json, at, members);
  for (;;) {
    const afterKey = skipString(json, at);
    const key = plainText(json, at + 1, afterKey - 1) ?? (parseValue(json.subarray(at, afterKey)) as string);
    const start = skipSpace(json, expect(json, skipSpace(json, afterKey), COLON));
    const stop = skipValue(json, start);
    if (members.has(key)) throw new DuplicateKeyError(key);
    members.set(key, json.subarray(start, stop));
    at = skipSpace(json, stop);
    if (json[at] === CLOSE_BRACE) return end(json, at, members);
    at = skipSpace(json, expect(json, at, COMMA));
  }
}

/** Whether the value is an object, by its first byte. */
export function isObjectText(json: Uint8Array): boolean {
  return json[skipSpace(json, 0)] === OPEN_BRACE;
}

/** Whether the value is `null`, by its first byte: nothing else in JSON begins with it. */
export function isNullText(json: Uint8Array): boolean {
  return json[skipSpace(json, 0)] === LETTER_N;
}

/** Whether the value is an array, by its first byte. */
export function isArrayText(json: Uint8Array): boolean {
  return json[skipSpace(json, 0)] === OPEN_BRACKET;
}

/** Returns the string in `json`; `undefined` for any other value. Throws `JsonSyntaxError` if it is not JSON in UTF-8. */
export function stringOf(json: Uint8Array): string | undefined {
  const plain = json[0] === QUOTE && json.length > 1 ? plainText(json, 1, json.length - 1) : undefined;
  if (plain !== undefined && json.at(-1) === QUOTE) return plain;
  const value = parseValue(json);
  return typeof value === 'string' ? value : undefined;
}

/** Decodes short, printable ASCII without an escape. Other texts need a decoder. */
export function plainText(json: Uint8Array, from: number, to: number): string | undefined {
  if (to - from > SHORT) return undefined;
  let text = '';
  for (let at = from; at < to; at++) {
    const byte = json[at] as number;
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH || byte === QUOTE) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

/**
 * Parses one value in which no digits can be lost, such as a name, a cursor or a flag.
 *
 * @throws {JsonSyntaxError} if it is not JSON in UTF-8
 */
export function parseValue(json: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(json));
  } catch {
    throw new JsonSyntaxError('not JSON in UTF-8');
  }
}

function end(json: Uint8Array, at: number, members: Map<string, Uint8Array>): Map<string, Uint8Array> {
  if (skipSpace(json, at + 1) < json.length) throw new JsonSyntaxError('text after the object');
  return members;
}

function expect(json: Uint8Array, at: number, byte: number): number {
  if (json[at] !== byte) throw new JsonSyntaxError(`expected ${String.fromCharCode(byte)} at byte ${at}`);
  return at + 1;
}

/** The index of the first byte from `from` on that is not white space. */
export function skipSpace(json: Uint8Array, from: number): number {
  let at = from;
  for (let byte = json[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = json[at])
    at++;
  return at;
}

/** The index after the string that begins at `from`. Throws `JsonSyntaxError` if none does, or if it does not end. */
export function skipString(json: Uint8Array, from: number): number {
  expect(json, from, QUOTE);
  // Most strings are short and without an escape, where a native search costs more than this loop.
  const near = Math.min(from + NEAR, json.length);
  for (let at = from + 1; at < near && json[at] !== BACKSLASH; at++) if (json[at] === QUOTE) return at + 1;
  for (let at = json.indexOf(QUOTE, from + 1); at !== -1; at = json.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (json[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  throw new JsonSyntaxError('an unterminated string');
}

/** The end of the value that begins at `from`. Counts brackets and ignores everything else inside. */
function skipValue(json: Uint8Array, from: number): number {
  const first = json[from];
  if (first === QUOTE) return skipString(json, from);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipToken(json, from);
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = skipString(json, at) - 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return at + 1;
  }
  throw new JsonSyntaxError('an unterminated object or array');
}

/** The end of a number, `true`, `false` or `null`. */
function skipToken(json: Uint8Array, from: number): number {
  let at = from;
  for (let byte = json[at]; byte !== undefined && isTokenByte(byte); byte = json[at]) at++;
  if (at === from) throw new JsonSyntaxError(`expected a value at byte ${from}`);
  return at;
}

function isTokenByte(byte: number): boolean {
  const lower = byte | 0x20;
  return (
    (lower >= 0x61 && lower <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}
