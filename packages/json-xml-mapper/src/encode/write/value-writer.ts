import { escapeAttribute, escapeText } from '@soapstone/soap-model/xml';
import type { EncodingLimits, EncodingRun } from '../../request/encoding-run.js';
import type { SimpleCodec } from '../../scalar/simple-codec.js';
import { Fragment } from '../bytes/fragment.js';
import { giveUp } from '../bytes/give-up.js';
import { type JsonCursor, LOWER_N } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';
import { copyBase64 } from '../lanes/base64-lane.js';
import { copyCheckedText } from '../lanes/checked-text-lane.js';
import { copyDate } from '../lanes/date-lane.js';
import {
  type Base64Lane,
  type CheckedTextLane,
  type CodecLane,
  type DateLane,
  type DecimalLane,
  type EncoderLane,
  type IntegerLane,
  type KeyLane,
  type KnownTextLane,
  type LANE_BASE64,
  type LANE_BOOLEAN,
  type LANE_CHECKED_TEXT,
  type LANE_DATE,
  type LANE_DECIMAL,
  type LANE_ENCODER,
  type LANE_INTEGER,
  LANE_KEY,
  type LANE_KNOWN_TEXT,
  type LANE_TEXT,
} from '../lanes/lanes.js';
import { copyDecimal, copyInteger } from '../lanes/number-lanes.js';
import { copyText } from '../lanes/text-lane.js';
import { type FieldPlan, IN_TAG } from '../plan/object-plan.js';
import { ABSENT, type Outcome, PRESENT } from './outcome.js';

const TRUE = new Fragment('true');
const FALSE = new Fragment('false');
const NULL = new Fragment('null');

/** Writes the values without fields of their own, each with its surrounding tags. */
export class ValueWriter {
  readonly #cursor: JsonCursor;
  readonly #output: OutputBytes;
  #run!: EncodingRun;
  #limits!: EncodingLimits;
  #maxDepth = 0;
  #maxValues = 0;
  #values = 0;

  constructor(cursor: JsonCursor, output: OutputBytes) {
    this.#cursor = cursor;
    this.#output = output;
  }

  /** Begins a message. `run` is for the encoders of the slow path, where they are called. */
  begin(run: EncodingRun): void {
    const { limits } = run;
    this.#run = run;
    this.#limits = limits;
    // Elements nest at most one level deeper than JSON does, so this stays within both limits.
    this.#maxDepth = limits.requestDepth - 2;
    // Insertions and the Body child are not values of the input.
    this.#maxValues = limits.requestNodes - 8;
    this.#values = 0;
  }

  /** The nesting of objects and arrays. */
  get maxDepth(): number {
    return this.#maxDepth;
  }

  /** Values are counted per object and array, which is early enough. */
  count(values: number): void {
    this.#values += values;
    if (this.#values > this.#maxValues) giveUp();
  }

  /**
   * Writes a value; returns whether it counts as present. Lanes have many shapes, so the switch uses a number, and each case
   * accesses its own kind of lane: that keeps every access monomorphic and explains the casts. The numbers are literals, because
   * only for those does V8 build a jump table; imported constants would be read and compared one by one.
   *
   * @param kind that of the lane
   */
  write(field: FieldPlan, kind: number, depth: number): Outcome {
    const cursor = this.#cursor;
    const output = this.#output;
    if (cursor.bytes[cursor.at] === LOWER_N && kind !== LANE_KEY) return this.nothing(field);
    output.put(field.open);
    switch (kind) {
      case 0 satisfies typeof LANE_TEXT:
        copyText(cursor, output, field.place === IN_TAG);
        break;
      case 1 satisfies typeof LANE_CHECKED_TEXT: {
        const { check, codec } = field.lane as CheckedTextLane;
        if (check.patterns !== undefined) cursor.valueAt = cursor.at;
        if (!copyCheckedText(cursor, output, field.place === IN_TAG, check)) this.#byCodec(codec, field);
        break;
      }
      case 2 satisfies typeof LANE_INTEGER: {
        const { check, codec } = field.lane as IntegerLane;
        if (!copyInteger(cursor, output, check)) this.#byCodec(codec, field);
        break;
      }
      case 3 satisfies typeof LANE_DECIMAL: {
        const { check, codec } = field.lane as DecimalLane;
        if (!copyDecimal(cursor, output, check)) this.#byCodec(codec, field);
        break;
      }
      case 5 satisfies typeof LANE_DATE: {
        const { withTime, codec } = field.lane as DateLane;
        if (!copyDate(cursor, output, withTime)) this.#byCodec(codec, field);
        break;
      }
      case 6 satisfies typeof LANE_KNOWN_TEXT: {
        const { known, codec } = field.lane as KnownTextLane;
        if (!known.copy(cursor, output, field.place === IN_TAG)) this.#byCodec(codec, field);
        break;
      }
      case 7 satisfies typeof LANE_BASE64:
        if (!copyBase64(cursor, output)) this.#byCodec((field.lane as Base64Lane).codec, field);
        break;
      case 4 satisfies typeof LANE_BOOLEAN:
        this.#boolean();
        break;
      case 9 satisfies typeof LANE_ENCODER:
        // It writes the tags too.
        this.#slow((field.lane as EncoderLane).encode, depth);
        return PRESENT;
      case 10 satisfies typeof LANE_KEY: {
        const lane = field.lane as KeyLane;
        return this.#slow(lane.encode, depth) !== '' || lane.emptyIsPresent ? PRESENT : ABSENT;
      }
      default:
        this.#byCodec((field.lane as CodecLane).codec, field);
    }
    output.fragment(field.close);
    return PRESENT;
  }

  /** Null is nil or, for an optional field, absent (NL-2). */
  nothing(field: FieldPlan): Outcome {
    this.#skipNull();
    if (field.nil === undefined) return field.nullIsAbsent ? ABSENT : giveUp();
    this.#output.fragment(field.nil);
    return PRESENT;
  }

  /** Null in place of an array is not an array (NL-2). */
  noArray(field: FieldPlan): Outcome {
    this.#skipNull();
    return field.nullIsAbsent ? ABSENT : giveUp();
  }

  #skipNull(): void {
    const cursor = this.#cursor;
    if (!cursor.matches(NULL)) giveUp();
    cursor.at += 4;
  }

  #boolean(): void {
    const cursor = this.#cursor;
    if (cursor.matches(TRUE)) {
      cursor.at += 4;
      this.#output.fragment(TRUE);
    } else if (cursor.matches(FALSE)) {
      cursor.at += 5;
      this.#output.fragment(FALSE);
    } else {
      giveUp();
    }
  }

  /** A simple value without a lane: parsed, printed by the codec, escaped. */
  #byCodec(codec: SimpleCodec, field: FieldPlan): void {
    const run = this.#run;
    const cursor = this.#cursor;
    cursor.valueAt = cursor.at;
    const value = cursor.readSimple(2, this.#limits);
    const text = codec.print(value, run);
    if (text === undefined || run.errors.length > 0) giveUp();
    this.#output.text(field.place === IN_TAG ? escapeAttribute(text) : escapeText(text));
  }

  /** A value that the slow path writes. */
  #slow(encode: (value: unknown, run: EncodingRun) => string, depth: number): string {
    const cursor = this.#cursor;
    const run = this.#run;
    const start = cursor.at;
    cursor.valueAt = start;
    const value = cursor.readValue(this.#maxDepth - depth, this.#limits);
    // Every value takes at least two bytes, so this is never too small.
    this.count((cursor.at - start) >> 1);
    const mark = run.prefixes.open();
    const text = encode(value, run);
    if (run.errors.length > 0 || run.prefixes.open() !== mark) giveUp();
    this.#output.text(text);
    return text;
  }
}
