import { STRING_STOP } from '../xml/byte-classes.js';
import { BytePattern } from '../xml/byte-pattern.js';
import type { InputWindow } from '../xml/input-window.js';
import type { JsonFragment, JsonOutput } from './json-output.js';
import { LANE_NONE, LANE_STRING, LANE_TOKEN } from './plan.js';
import { scanValue } from './scalar-lanes.js';
import type { SimplePlan } from './simple.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const GREATER = 0x3e;
const SLASH = 0x2f;

interface LaneAttribute {
  readonly opening: JsonFragment;
  /** ` name="`. */
  readonly pattern: BytePattern;
  readonly value: SimplePlan;
  /** Absent, it has to be warned about or filled in. */
  readonly expected: boolean;
}

/**
 * The fast lane of attributes: declared ones, unqualified, in schema order, one space before each and nothing in their
 * values that needs a second look. Anything else in the tag, `xsi:nil` too, is for the attribute table.
 */
export class AttributeLane {
  /** Attributes that the last successful `scan` found. */
  found = 0;
  private readonly attributes: readonly LaneAttribute[];

  private constructor(attributes: readonly LaneAttribute[]) {
    this.attributes = attributes;
  }

  /** Absent where an attribute is of a kind that the lane does not know. */
  static compile(
    attributes: readonly {
      readonly opening: JsonFragment;
      readonly plain: Uint8Array | undefined;
      readonly value: SimplePlan;
      readonly required: boolean;
      readonly whenAbsent: string | undefined;
    }[],
  ): AttributeLane | undefined {
    const lane: LaneAttribute[] = [];
    for (const { opening, plain, value, required, whenAbsent } of attributes) {
      if (plain === undefined || value.lane === LANE_NONE || value.lane === LANE_TOKEN) return undefined;
      lane.push({
        opening,
        pattern: new BytePattern(' ', plain, '="'),
        value,
        expected: required || whenAbsent !== undefined,
      });
    }
    return new AttributeLane(lane);
  }

  /**
   * Write the attributes as JSON members, each with a comma behind it.
   *
   * @param position the end of the element name
   * @returns the position of the `>` or `/>` of the tag, or -1; what was written then counts for nothing
   */
  scan(window: InputWindow, position: number, out: JsonOutput): number {
    const { bytes, view } = window;
    let at = position;
    let found = 0;
    for (const { opening, pattern, value, expected } of this.attributes) {
      if (!pattern.isAt(view, at)) {
        if (expected) return -1;
        continue;
      }
      found++;
      out.fragment(opening);
      const start = at + pattern.length;
      at =
        value.lane === LANE_STRING
          ? copyPlain(out, bytes, start, window.end)
          : scanValue(value.laneOptions, out, bytes, start);
      if (at < 0 || bytes[at] !== QUOTE) return -1;
      at++;
      out.byte(COMMA);
    }
    this.found = found;
    const byte = bytes[at];
    return byte === GREATER || (byte === SLASH && bytes[at + 1] === GREATER) ? at : -1;
  }
}

/** A value without a character that JSON or XML has a second name for. */
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
