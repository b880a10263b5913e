import { decodeUtf8 } from '../../platform.js';
import { STRING_STOP } from '../../xml/bytes/byte-classes.js';
import type { InputWindow } from '../../xml/input-window.js';
import { lastWordMask } from '../../xml/xml-name.js';
import { JsonFragment, type JsonOutput } from '../output/json-output.js';
import { LANE_NONE, LANE_STRING, LANE_TOKEN, type Lane, type LaneOptions, type LaneType } from './lane.js';
import { scanValue } from './scalar-lanes.js';
import type { WordMemory } from './word-memory.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const GREATER = 0x3e;
const SLASH = 0x2f;

interface LaneName {
  /** The position of ` name="` in the words, the mask of its last word, and its length. */
  readonly at: number;
  readonly lastMask: number;
  readonly length: number;
  /** The position after its words: of `"@name":` where there is one. */
  readonly openingAt: number;
}

interface LaneAttribute extends LaneName {
  readonly openingLength: number;
  readonly lane: Lane;
  readonly laneOptions: LaneOptions;
  /** Whether its absence causes a warning or a value to be filled in. */
  readonly expected: boolean;
}

/** How many omitted attributes the lane knows, at most: one bit each. */
const MOST_OMITTED = 30;

/**
 * The fast lane of attributes: declared, unqualified, in schema order, preceded by one space, with values that need no second look.
 * Anything else in the tag, including `xsi:nil`, is left to the attribute table.
 */
export class AttributeLane {
  /** The number of attributes found by the last successful `scan`. */
  found = 0;
  readonly #memory: WordMemory;
  readonly #attributes: readonly LaneAttribute[];
  /** Those that a design leaves out (DF-8). */
  readonly #omitted: readonly LaneName[];
  /** Which of them the tag has, one bit each. */
  #passed = 0;

  private constructor(
    memory: WordMemory,
    attributes: readonly LaneAttribute[],
    omitted: readonly LaneName[],
  ) {
    this.#memory = memory;
    this.#attributes = attributes;
    this.#omitted = omitted;
  }

  /**
   * Absent if an attribute is of a kind that the lane does not handle.
   *
   * @param omitted the unqualified names of attributes that are passed over
   */
  static compile(
    attributes: readonly {
      readonly opening: JsonFragment;
      readonly plain: Uint8Array | undefined;
      readonly value: LaneType;
      readonly required: boolean;
      readonly whenAbsent: string | undefined;
    }[],
    omitted: readonly string[],
    memory: WordMemory,
  ): AttributeLane | undefined {
    if (omitted.length > MOST_OMITTED) return undefined;
    const lane: LaneAttribute[] = [];
    for (const { opening, plain, value, required, whenAbsent } of attributes) {
      if (plain === undefined || value.lane === LANE_NONE || value.lane === LANE_TOKEN) return undefined;
      const name = new JsonFragment(` ${decodeUtf8(plain)}="`);
      const at = memory.allocate(name.words.length + opening.words.length);
      const openingAt = at + name.words.length;
      memory.words.set(name.words, at);
      memory.words.set(opening.words, openingAt);
      lane.push({
        at,
        lastMask: lastWordMask(name.length),
        length: name.length,
        openingAt,
        openingLength: opening.length,
        lane: value.lane,
        laneOptions: value.laneOptions,
        expected: required || whenAbsent !== undefined,
      });
    }
    const passed = omitted.map((plain): LaneName => {
      const name = new JsonFragment(` ${plain}="`);
      const at = memory.allocate(name.words.length);
      memory.words.set(name.words, at);
      const openingAt = at + name.words.length;
      return { at, lastMask: lastWordMask(name.length), length: name.length, openingAt };
    });
    return new AttributeLane(memory, lane, passed);
  }

  /**
   * Writes the attributes as JSON members, each followed by a comma.
   *
   * @param position the end of the element name
   * @returns the position of the `>` or `/>` of the tag, or -1; then the output is discarded
   */
  scan(window: InputWindow, position: number, out: JsonOutput): number {
    const { bytes, view } = window;
    const hasOmitted = this.#omitted.length > 0;
    this.found = 0;
    this.#passed = 0;
    let at = hasOmitted ? this.#passOver(window, position) : position;
    let found = 0;
    const { words } = this.#memory;
    for (const attribute of this.#attributes) {
      if (!isAt(attribute, words, view, at)) {
        if (attribute.expected) return -1;
        continue;
      }
      found++;
      out.copyWords(words, attribute.openingAt, attribute.openingLength);
      const start = at + attribute.length;
      at =
        attribute.lane === LANE_STRING
          ? copyPlain(out, bytes, start, window.end)
          : scanValue(attribute.laneOptions, out, bytes, start);
      if (at < 0 || bytes[at] !== QUOTE) return -1;
      at++;
      out.byte(COMMA);
      if (hasOmitted) at = this.#passOver(window, at);
    }
    this.found += found;
    const byte = bytes[at];
    return byte === GREATER || (byte === SLASH && bytes[at + 1] === GREATER) ? at : -1;
  }

  /** @returns the position after the omitted attributes that are here, each seen for the first time, with plain values */
  #passOver({ bytes, view }: InputWindow, position: number): number {
    const { words } = this.#memory;
    let at = position;
    for (let index = 0; index < this.#omitted.length; index++) {
      const name = this.#omitted[index]!;
      if ((this.#passed & (1 << index)) !== 0 || !isAt(name, words, view, at)) continue;
      let end = at + name.length;
      while (STRING_STOP[bytes[end]!] === 0) end++;
      if (bytes[end] !== QUOTE) return at;
      at = end + 1;
      this.#passed |= 1 << index;
      this.found++;
      // They may come in any order.
      index = -1;
    }
    return at;
  }
}

/** Whether ` name="` appears at `position`. The window is padded, so reading past its end is allowed. */
function isAt(attribute: LaneName, words: Int32Array, view: DataView, position: number): boolean {
  let index = attribute.at;
  // The words after the name are the replacement text.
  const last = attribute.openingAt - 1;
  let at = position;
  for (; index < last; index++, at += 4) if (view.getInt32(at, true) !== words[index]) return false;
  return (view.getInt32(at, true) & attribute.lastMask) === words[last];
}

/** A value without characters that JSON or XML escape. */
function copyPlain(out: JsonOutput, source: Uint8Array, start: number, end: number): number {
  out.reserve(end - start + 2);
  const { bytes } = out;
  let to = out.length;
  let at = start;
  bytes[to++] = QUOTE;
  let byte = source[at]!;
  while (STRING_STOP[byte] === 0) {
    bytes[to++] = byte;
    byte = source[++at]!;
  }
  bytes[to++] = QUOTE;
  out.length = to;
  return byte === QUOTE ? at : -1;
}
