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

interface LaneAttribute {
  /** The position of ` name="` in the words, the mask of its last word, and its length. */
  readonly at: number;
  readonly lastMask: number;
  readonly length: number;
  /** The position of `"@name":` in the words, and its length. */
  readonly openingAt: number;
  readonly openingLength: number;
  readonly lane: Lane;
  readonly laneOptions: LaneOptions;
  /** Whether its absence causes a warning or a value to be filled in. */
  readonly expected: boolean;
}

/**
 * The fast lane of attributes: declared, unqualified, in schema order, preceded by one space, with values that need no second look.
 * Anything else in the tag, including `xsi:nil`, is left to the attribute table.
 */
export class AttributeLane {
  /** The number of attributes found by the last successful `scan`. */
  found = 0;
  readonly #memory: WordMemory;
  readonly #attributes: readonly LaneAttribute[];

  private constructor(memory: WordMemory, attributes: readonly LaneAttribute[]) {
    this.#memory = memory;
    this.#attributes = attributes;
  }

  /** Absent if an attribute is of a kind that the lane does not handle. */
  static compile(
    attributes: readonly {
      readonly opening: JsonFragment;
      readonly plain: Uint8Array | undefined;
      readonly value: LaneType;
      readonly required: boolean;
      readonly whenAbsent: string | undefined;
    }[],
    memory: WordMemory,
  ): AttributeLane | undefined {
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
    return new AttributeLane(memory, lane);
  }

  /**
   * Writes the attributes as JSON members, each followed by a comma.
   *
   * @param position the end of the element name
   * @returns the position of the `>` or `/>` of the tag, or -1; then the output is discarded
   */
  scan(window: InputWindow, position: number, out: JsonOutput): number {
    const { bytes, view } = window;
    let at = position;
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
    }
    this.found = found;
    const byte = bytes[at];
    return byte === GREATER || (byte === SLASH && bytes[at + 1] === GREATER) ? at : -1;
  }
}

/** Whether ` name="` appears at `position`. The window is padded, so reading past its end is allowed. */
function isAt(attribute: LaneAttribute, words: Int32Array, view: DataView, position: number): boolean {
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
