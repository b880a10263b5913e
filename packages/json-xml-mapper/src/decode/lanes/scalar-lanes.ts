import type { BuiltinTypeName } from '@soapstone/soap-model';
import type { Digits } from '../../api/operation.js';
import { markIn, type Notation } from '../../scalar/codec.js';
import { dateEnd } from '../../scalar/spaces/date-bytes.js';
import { integerBounds, isIntegerType } from '../../scalar/spaces/integer.js';
import type { ScalarShape, SimpleShape } from '../../shape/simple-shape.js';
import { DIGIT, STRING_STOP } from '../../xml/bytes/byte-classes.js';
import type { JsonOutput } from '../output/json-output.js';
import {
  LANE_BOOLEAN,
  LANE_DATE,
  LANE_DATE_TIME,
  LANE_DECIMAL,
  LANE_FLOAT,
  LANE_INTEGER,
  LANE_NONE,
  LANE_STRING,
  LANE_TOKEN,
  type Lane,
  type LaneOptions,
} from './lane.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const SPACE = 0x20;
const LESS = 0x3c;

/** The maximum number of digits that a lane copies; wider numbers are rare enough for the slow path. */
const MANY = 40;
/** The room that any lane but the token lane needs. */
const ROOM = 96;

/** Every decimal of this many digits is the shortest form of its binary64 or binary32 value (IEEE 754). */
const DOUBLE_DIGITS = 15;
const FLOAT_DIGITS = 6;

/**
 * Chooses the lane of a type.
 *
 * @param digits of decimals and integers
 */
export function compileLane(
  shape: SimpleShape,
  notation: Notation,
  digits: Digits = 'canonical',
): LaneOptions {
  const options = { lane: LANE_NONE, digits: 0, minus: false, zero: true, zeros: false, quoted: false };
  if (shape.kind === 'anySimpleType') return { ...options, lane: LANE_STRING };
  if (shape.kind !== 'scalar' || shape.lexical || shape.wire) return options;
  if (shape.bigint === true && notation !== 'json') return options;
  if (markIn(notation, shape) !== undefined) return options;
  const { builtin, json } = shape;
  const quoted = json === 'string';
  if (isIntegerType(builtin)) return { ...options, ...integerLane(builtin), quoted };
  switch (builtin) {
    case 'decimal':
      return {
        ...options,
        lane: LANE_DECIMAL,
        digits: MANY,
        minus: true,
        zeros: digits === 'lexical',
        quoted,
      };
    case 'double':
    case 'float':
      if (quoted) return options;
      return {
        ...options,
        lane: LANE_FLOAT,
        digits: builtin === 'double' ? DOUBLE_DIGITS : FLOAT_DIGITS,
        minus: true,
      };
    case 'boolean':
      return json === 'boolean' ? { ...options, lane: LANE_BOOLEAN } : options;
    case 'date':
      return { ...options, lane: LANE_DATE };
    case 'dateTime':
      return { ...options, lane: LANE_DATE_TIME };
    default:
      return { ...options, lane: textLane(shape) };
  }
}

function textLane(shape: ScalarShape): Lane {
  const { builtin, facets } = shape;
  if (builtin === 'string' && facets.whiteSpace === 'preserve') return LANE_STRING;
  const free =
    builtin === 'string' || builtin === 'normalizedString' || builtin === 'token' || builtin === 'anyURI';
  return free && facets.whiteSpace === 'collapse' ? LANE_TOKEN : LANE_NONE;
}

function integerLane(builtin: BuiltinTypeName): Partial<LaneOptions> {
  const [minimum, maximum] = integerBounds(builtin);
  // Types without positive numbers are too rare for a lane.
  if (maximum === '0' || maximum === '-1') return {};
  return {
    lane: LANE_INTEGER,
    // One digit less than the bound has, so the value is within it.
    digits: maximum === undefined ? MANY : maximum.length - 1,
    minus: minimum === undefined || minimum.startsWith('-'),
    zero: minimum !== '1',
  };
}

/** Runs a lane over the whole of a text. @returns false if the codec must read it; then nothing is written */
export function scanLane(
  options: LaneOptions,
  out: JsonOutput,
  source: Uint8Array,
  start: number,
  end: number,
): boolean {
  const before = out.length;
  const after =
    options.lane === LANE_TOKEN ? scanToken(out, source, start, end) : scanValue(options, out, source, start);
  if (after === end) return true;
  out.length = before;
  return false;
}

/**
 * Copies a value that starts at `start`. `source` must contain a byte after the value that ends it: the `<` of the end tag, the
 * quote of an attribute, or any byte that no value contains.
 *
 * @returns the position after it, or -1
 */
export function scanValue(options: LaneOptions, out: JsonOutput, source: Uint8Array, start: number): number {
  out.reserve(ROOM);
  switch (options.lane) {
    case LANE_INTEGER:
      return scanInteger(options, out, source, start);
    case LANE_DECIMAL:
    case LANE_FLOAT:
      return scanDecimal(options, out, source, start);
    case LANE_BOOLEAN:
      return scanBoolean(out, source, start);
    case LANE_DATE:
    case LANE_DATE_TIME:
      return scanDate(options, out, source, start);
    case LANE_TOKEN:
      return scanToken(out, source, start, -1);
    default:
      return -1;
  }
}

function scanInteger(options: LaneOptions, out: JsonOutput, source: Uint8Array, start: number): number {
  const { bytes } = out;
  let to = out.length;
  let at = start;
  if (options.quoted) bytes[to++] = QUOTE;
  const negative = source[at] === MINUS;
  if (negative) {
    if (!options.minus) return -1;
    bytes[to++] = MINUS;
    at++;
  }
  const first = at;
  const limit = first + options.digits;
  let byte = source[at]!;
  while (DIGIT[byte] === 1 && at < limit) {
    bytes[to++] = byte;
    byte = source[++at]!;
  }
  if (at === first || DIGIT[byte] === 1) return -1;
  // Leading zeros and -0 are left to the codec.
  if (source[first] === ZERO && (at - first > 1 || negative || !options.zero)) return -1;
  if (options.quoted) bytes[to++] = QUOTE;
  out.length = to;
  return at;
}

/** Decimals and binary numbers without an exponent. Trailing zeros of a fraction are not part of the canonical form. */
function scanDecimal(options: LaneOptions, out: JsonOutput, source: Uint8Array, start: number): number {
  const { bytes } = out;
  let to = out.length;
  let at = start;
  if (options.quoted) bytes[to++] = QUOTE;
  const negative = source[at] === MINUS;
  if (negative) {
    bytes[to++] = MINUS;
    at++;
  }
  const first = at;
  const limit = first + options.digits;
  let byte = source[at]!;
  while (DIGIT[byte] === 1 && at < limit) {
    bytes[to++] = byte;
    byte = source[++at]!;
  }
  if (at === first || (source[first] === ZERO && at - first > 1)) return -1;
  if (byte === POINT) {
    const point = at;
    bytes[to++] = POINT;
    byte = source[++at]!;
    while (DIGIT[byte] === 1 && at <= limit) {
      bytes[to++] = byte;
      byte = source[++at]!;
    }
    if (at === point + 1) return -1;
    if (!options.zeros) {
      while (bytes[to - 1] === ZERO) to--;
      if (bytes[to - 1] === POINT) to--;
    }
  }
  if (DIGIT[byte] === 1) return -1;
  if (source[first] === ZERO && isForCodec(options, bytes, to, negative)) return -1;
  if (options.quoted) bytes[to++] = QUOTE;
  out.length = to;
  return at;
}

/**
 * Whether a number below one is left to the codec: -0, which is 0 for decimals and stays for binary types (NM-6), and very small
 * binary numbers, which get an exponent.
 */
function isForCodec(options: LaneOptions, bytes: Uint8Array, to: number, negative: boolean): boolean {
  if (negative && bytes[to - 1] === ZERO && bytes[to - 2] === MINUS) return true;
  if (options.lane !== LANE_FLOAT) return false;
  let digits = to;
  while (DIGIT[bytes[digits - 1]!] === 1) digits--;
  if (bytes[digits - 1] !== POINT) return false;
  return to - digits > 5 && bytes.subarray(digits, digits + 6).every((byte) => byte === ZERO);
}

function scanDate({ lane }: LaneOptions, out: JsonOutput, source: Uint8Array, start: number): number {
  const end = dateEnd(source, start, lane === LANE_DATE_TIME);
  if (end < 0) return -1;
  const { bytes } = out;
  let to = out.length;
  bytes[to++] = QUOTE;
  for (let at = start; at < end; at++) bytes[to++] = source[at]!;
  bytes[to++] = QUOTE;
  out.length = to;
  return end;
}

const TRUE = [0x74, 0x72, 0x75, 0x65];
const FALSE = [0x66, 0x61, 0x6c, 0x73, 0x65];

function scanBoolean(out: JsonOutput, source: Uint8Array, start: number): number {
  const byte = source[start];
  if (byte === 0x74) return copyWord(TRUE, out, source, start);
  if (byte === 0x66) return copyWord(FALSE, out, source, start);
  if (byte === 0x31) return writeWord(TRUE, out, start + 1);
  return byte === ZERO ? writeWord(FALSE, out, start + 1) : -1;
}

function copyWord(word: readonly number[], out: JsonOutput, source: Uint8Array, start: number): number {
  for (let i = 1; i < word.length; i++) if (source[start + i] !== word[i]) return -1;
  return writeWord(word, out, start + word.length);
}

function writeWord(word: readonly number[], out: JsonOutput, after: number): number {
  for (let i = 0; i < word.length; i++) out.bytes[out.length + i] = word[i]!;
  out.length += word.length;
  return after;
}

/**
 * Text whose only white space is single spaces inside, which `collapse` leaves unchanged. With `end` -1 it extends to the next `<`.
 */
function scanToken(out: JsonOutput, source: Uint8Array, start: number, end: number): number {
  out.reserve(ROOM);
  let to = out.length;
  let at = start;
  out.bytes[to++] = QUOTE;
  let previous = SPACE;
  while (at !== end) {
    const byte = source[at]!;
    if (STRING_STOP[byte] === 1 && byte !== QUOTE && byte !== BACKSLASH) break;
    if (byte === SPACE && previous === SPACE) return -1;
    if (to + 8 > out.bytes.length) {
      out.length = to;
      out.reserve(to);
    }
    if (byte === QUOTE || byte === BACKSLASH) out.bytes[to++] = BACKSLASH;
    out.bytes[to++] = byte;
    previous = byte;
    at++;
  }
  if ((end < 0 && source[at] !== LESS) || (previous === SPACE && at > start)) return -1;
  out.bytes[to++] = QUOTE;
  out.length = to;
  return at;
}
