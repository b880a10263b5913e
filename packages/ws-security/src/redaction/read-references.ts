/** The characters that a text stands for, each with the place in the original text where it is written. */
export interface Spelled {
  readonly units: Uint16Array;
  /** Where each character begins. */
  readonly starts: Int32Array;
  /** Where each character ends. */
  readonly ends: Int32Array;
}

const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const NAMES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const MAX_NAME_CHARACTERS = 4;
const LAST_CODE_POINT = 0x10ffff;

/** A text that stands for its own characters. */
export function spelledLiterally(text: string): Spelled {
  const units = new Uint16Array(text.length);
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  for (let at = 0; at < text.length; at++) {
    units[at] = text.charCodeAt(at);
    starts[at] = at;
    ends[at] = at + 1;
  }
  return { units, starts, ends };
}

/**
 * Replaces the references of XML (`&lt;`, `&#60;`) with the characters that they stand for. With `repeatedly`, references that result from
 * others are replaced too, so that a message that is quoted in another becomes readable in one step. The work is linear in the text.
 *
 * @returns `source` itself if it has no reference
 */
export function readReferences(source: Spelled, repeatedly: boolean): Spelled {
  const { length } = source.units;
  const units = new Uint16Array(length);
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  let size = 0;
  /** The characters before this index come from references, or precede one that does. */
  let fixed = 0;
  for (let at = 0; at < length; at++) {
    const end = source.ends[at]!;
    let made = source.units[at]!;
    let start = source.starts[at]!;
    while (made === SEMICOLON) {
      const from = startOfReference(units, fixed, size);
      const code = from === -1 ? undefined : codeOf(units.subarray(from + 1, size));
      if (code === undefined) break;
      size = from;
      start = starts[from]!;
      if (code > 0xffff) {
        // The first half of a surrogate pair; the second half is written below.
        units[size] = 0xd800 + ((code - 0x10000) >> 10);
        starts[size] = start;
        ends[size] = end;
        size += 1;
        made = 0xdc00 + ((code - 0x10000) & 0x3ff);
      } else {
        made = code;
      }
      if (!repeatedly) {
        fixed = size + 1;
        break;
      }
    }
    units[size] = made;
    starts[size] = start;
    ends[size] = end;
    size += 1;
  }
  if (size === length) return source;
  return { units: units.subarray(0, size), starts: starts.subarray(0, size), ends: ends.subarray(0, size) };
}

/**
 * The index of the `&` of a reference that may end at `size`; -1 if there is none. Reads back to the last character that no reference
 * contains, so a character is read at most twice: the `;` that follows either ends the next search or removes what was read.
 */
function startOfReference(units: Uint16Array, fixed: number, size: number): number {
  for (let at = size - 1; at >= fixed; at--) {
    const unit = units[at]!;
    if (unit === AMPERSAND) return at;
    if (!isInReference(unit)) return -1;
  }
  return -1;
}

function isInReference(unit: number): boolean {
  return (
    (unit >= 0x30 && unit <= 0x39) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    unit === HASH
  );
}

/** The code point of a reference, from its text without `&` and `;`. */
function codeOf(text: Uint16Array): number | undefined {
  if (text[0] !== HASH) {
    return text.length > MAX_NAME_CHARACTERS
      ? undefined
      : NAMES.get(String.fromCharCode(...text))?.charCodeAt(0);
  }
  const isHex = text[1] === 0x78 || text[1] === 0x58;
  const first = isHex ? 2 : 1;
  if (text.length === first) return undefined;
  const base = isHex ? 16 : 10;
  let code = 0;
  for (let at = first; at < text.length; at++) {
    const digit = digitOf(text[at]!);
    if (digit >= base) return undefined;
    // A reference may have any number of leading zeros.
    code = code * base + digit;
    if (code > LAST_CODE_POINT) return undefined;
  }
  return code;
}

function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : Number.POSITIVE_INFINITY;
}
