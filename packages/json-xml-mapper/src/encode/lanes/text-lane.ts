import { BACKSLASH, QUOTE } from '../../json/json-bytes.js';
import { Fragment } from '../bytes/fragment.js';
import { giveUp } from '../bytes/give-up.js';
import type { JsonCursor } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';
import { firstByte, specialBytes } from './swar.js';

const AMP = new Fragment('&amp;');
const LT = new Fragment('&lt;');
const GT = new Fragment('&gt;');
const QUOT = new Fragment('&quot;');
const TAB = new Fragment('&#x9;');
const LF = new Fragment('&#xA;');
const CR = new Fragment('&#xD;');

/**
 * Copies a JSON string to XML text: escapes decoded, markup escaped (XO-4, TY-4), UTF-8 and XML characters checked (TY-3). The
 * cursor is at the opening quote and ends after the closing one.
 *
 * Plain bytes never grow, so they fit if there is room for the rest of the input; that is reserved once, and again after anything
 * that grew.
 *
 * @returns whether it was all ASCII without escapes, so that the bytes of the input are the characters
 */
export function copyText(cursor: JsonCursor, output: OutputBytes, inAttribute: boolean): boolean {
  const input = cursor.bytes;
  const rest = cursor.end - cursor.at;
  let at = cursor.at + 1;
  let simple = true;
  if (input[cursor.at] !== QUOTE) giveUp();
  output.reserve(rest);
  for (;;) {
    at = copyPlain(cursor, at, output);
    const byte = input[at] as number;
    if (byte === QUOTE) {
      cursor.at = at + 1;
      return simple;
    }
    if (byte >= 0x80 || byte === BACKSLASH) simple = false;
    if (byte >= 0xc2 && byte < 0xe0) {
      // The XML is no longer than the JSON, so there is room.
      at = copyTwoBytes(input, at, output);
      continue;
    }
    at = copySpecial(input, at, output, inAttribute);
    output.reserve(rest);
  }
}

/** Copies plain bytes; returns where the first other one is. */
function copyPlain(cursor: JsonCursor, start: number, output: OutputBytes): number {
  const source = cursor.view;
  const target = output.view;
  let at = start;
  let to = output.length;
  for (;;) {
    const word = source.getInt32(at, true);
    const special = specialBytes(word);
    // The whole word, of which only the plain bytes are kept: fewer steps than byte by byte.
    target.setInt32(to, word, true);
    if (special !== 0) {
      const plain = firstByte(special);
      output.length = to + plain;
      return at + plain;
    }
    at += 4;
    to += 4;
  }
}

/** Everything else: markup, escapes, non-ASCII characters. */
function copySpecial(input: Uint8Array, at: number, output: OutputBytes, inAttribute: boolean): number {
  const byte = input[at] as number;
  if (byte === BACKSLASH) return copyEscape(input, at + 1, output, inAttribute);
  if (byte >= 0x80) return copyMultiByte(input, at, output);
  // A raw control character is not JSON; neither is the zero after the text.
  if (byte < 0x20) giveUp();
  output.fragment(byte === 0x26 ? AMP : byte === 0x3c ? LT : GT);
  return at + 1;
}

/** A character of two bytes, as in most alphabets. */
function copyTwoBytes(input: Uint8Array, start: number, output: OutputBytes): number {
  const { bytes } = output;
  let at = start;
  let to = output.length;
  // Text in such an alphabet mostly consists of them.
  do {
    const second = input[at + 1] as number;
    if ((second & 0xc0) !== 0x80) giveUp();
    bytes[to] = input[at] as number;
    bytes[to + 1] = second;
    to += 2;
    at += 2;
  } while ((input[at] as number) >= 0xc2 && (input[at] as number) < 0xe0);
  output.length = to;
  return at;
}

/** A non-ASCII character, copied after its form was checked: no overlong forms, surrogates, U+FFFE or U+FFFF. */
function copyMultiByte(input: Uint8Array, at: number, output: OutputBytes): number {
  const lead = input[at] as number;
  const second = input[at + 1] as number;
  const third = input[at + 2] as number;
  let length: number;
  if (lead >= 0xe0 && lead < 0xf0) {
    length = 3;
    if ((third & 0xc0) !== 0x80) giveUp();
    if (lead === 0xe0 && second < 0xa0) giveUp();
    if (lead === 0xed && second >= 0xa0) giveUp();
    if (lead === 0xef && second === 0xbf && third >= 0xbe) giveUp();
  } else if (lead >= 0xf0 && lead < 0xf5) {
    length = 4;
    if ((third & 0xc0) !== 0x80 || ((input[at + 3] as number) & 0xc0) !== 0x80) giveUp();
    if (lead === 0xf0 && second < 0x90) giveUp();
    if (lead === 0xf4 && second >= 0x90) giveUp();
  } else {
    return giveUp();
  }
  if ((second & 0xc0) !== 0x80) giveUp();
  output.reserve(length);
  for (let index = 0; index < length; index++) output.bytes[output.length++] = input[at + index] as number;
  return at + length;
}

/** An escape, after its backslash. */
function copyEscape(input: Uint8Array, at: number, output: OutputBytes, inAttribute: boolean): number {
  switch (input[at]) {
    case 0x22:
      if (inAttribute) output.fragment(QUOT);
      else output.byte(QUOTE);
      return at + 1;
    case 0x5c:
      output.byte(BACKSLASH);
      return at + 1;
    case 0x2f:
      output.byte(0x2f);
      return at + 1;
    case 0x6e:
      writeCodePoint(0x0a, output, inAttribute);
      return at + 1;
    case 0x72:
      writeCodePoint(0x0d, output, inAttribute);
      return at + 1;
    case 0x74:
      writeCodePoint(0x09, output, inAttribute);
      return at + 1;
    case 0x75:
      return copyUnicodeEscape(input, at + 1, output, inAttribute);
    default:
      // \b and \f are not XML characters.
      return giveUp();
  }
}

/** `\uXXXX`, or two of them for a surrogate pair; after the `u`. */
function copyUnicodeEscape(input: Uint8Array, at: number, output: OutputBytes, inAttribute: boolean): number {
  const unit = hexUnit(input, at);
  if (unit < 0xd800 || unit > 0xdfff) {
    writeCodePoint(unit, output, inAttribute);
    return at + 4;
  }
  if (unit > 0xdbff || input[at + 4] !== BACKSLASH || input[at + 5] !== 0x75) giveUp();
  const low = hexUnit(input, at + 6);
  if (low < 0xdc00 || low > 0xdfff) giveUp();
  writeCodePoint(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), output, inAttribute);
  return at + 10;
}

function hexUnit(input: Uint8Array, at: number): number {
  let unit = 0;
  for (let index = at; index < at + 4; index++) {
    const byte = input[index] as number;
    const digit = byte - 0x30;
    const letter = (byte | 0x20) - 0x61;
    if (digit >= 0 && digit < 10) unit = unit * 16 + digit;
    else if (letter >= 0 && letter < 6) unit = unit * 16 + letter + 10;
    else giveUp();
  }
  return unit;
}

/** A character that was written as an escape. */
function writeCodePoint(codePoint: number, output: OutputBytes, inAttribute: boolean): void {
  if (codePoint < 0x80) {
    const fragment = escapeOf(codePoint, inAttribute);
    if (fragment === undefined) output.byte(codePoint);
    else output.fragment(fragment);
    return;
  }
  if (codePoint === 0xfffe || codePoint === 0xffff) giveUp();
  output.reserve(4);
  if (codePoint < 0x800) {
    output.byte(0xc0 | (codePoint >> 6));
  } else {
    if (codePoint < 0x10000) {
      output.byte(0xe0 | (codePoint >> 12));
    } else {
      output.byte(0xf0 | (codePoint >> 18));
      output.byte(0x80 | ((codePoint >> 12) & 0x3f));
    }
    output.byte(0x80 | ((codePoint >> 6) & 0x3f));
  }
  output.byte(0x80 | (codePoint & 0x3f));
}

function escapeOf(codePoint: number, inAttribute: boolean): Fragment | undefined {
  switch (codePoint) {
    case 0x26:
      return AMP;
    case 0x3c:
      return LT;
    case 0x3e:
      return GT;
    case 0x0d:
      return CR;
    case 0x22:
      return inAttribute ? QUOT : undefined;
    case 0x09:
      return inAttribute ? TAB : undefined;
    case 0x0a:
      return inAttribute ? LF : undefined;
    default:
      return codePoint < 0x20 ? giveUp() : undefined;
  }
}
