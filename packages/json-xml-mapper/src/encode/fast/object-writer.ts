import type { Limits } from '../../api.js';
import type { SimpleCodec } from '../../scalar/simple-codec.js';
import type { EncodingRun } from '../encoding-run.js';
import { escapeAttribute, escapeText } from '../escape.js';
import { copyCheckedText } from './checked-text-lane.js';
import { copyDate } from './date-lane.js';
import { Fragment } from './fragment.js';
import { giveUp } from './give-up.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  type JsonCursor,
  LOWER_N,
  OPEN_BRACE,
  OPEN_BRACKET,
} from './json-cursor.js';
import {
  type CheckedTextLane,
  type CodecLane,
  type DateLane,
  type DecimalLane,
  type EncoderLane,
  type IntegerLane,
  type KeyLane,
  LANE_BOOLEAN,
  LANE_CHECKED_TEXT,
  LANE_DATE,
  LANE_DECIMAL,
  LANE_ENCODER,
  LANE_INTEGER,
  LANE_KEY,
  LANE_OBJECT,
  LANE_POLYMORPHIC,
  LANE_TEXT,
  type ObjectLane,
  type PolymorphicLane,
  type Variants,
} from './lanes.js';
import { copyDecimal, copyInteger } from './number-lanes.js';
import { type FieldPlan, IN_TAG, type ObjectPlan, type RequiredField } from './object-plan.js';
import type { OutputBytes } from './output-bytes.js';
import { ABSENT, FieldMarks, satisfies, UNSEEN } from './presence.js';
import { copyText } from './text-lane.js';

const TRUE = new Fragment('true');
const FALSE = new Fragment('false');
const NULL = new Fragment('null');
const TYPE_KEY = new Fragment('"$type"');
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;

/** Fields tried one after the other before the key is looked up: clients send most keys in schema order. */
const LOOK_AHEAD = 4;

/**
 * The heart of the fast path: reads JSON, writes XML, one field at a time, checking everything on the way. What it
 * writes is exactly what the slow path would write; whatever it does not like makes it give up.
 *
 * Its recursion is that of the JSON, which is bounded before each step.
 */
export class ObjectWriter {
  readonly #cursor: JsonCursor;
  #output: OutputBytes;
  readonly #marks = new FieldMarks();
  #moved: Uint8Array = new Uint8Array(0);
  #limits!: Limits;
  #run!: EncodingRun;
  #maxDepth = 0;
  #values = 0;
  /** Fields of some object came in another order than the schema's. */
  disordered = false;

  constructor(cursor: JsonCursor, output: OutputBytes) {
    this.#cursor = cursor;
    this.#output = output;
  }

  /** Begin a message. `run` serves the encoders of the slow path where they are asked. */
  begin(output: OutputBytes, run: EncodingRun): void {
    this.#output = output;
    this.#run = run;
    this.#limits = run.limits;
    // Elements nest at most one level deeper than JSON does, so this keeps within both limits.
    this.#maxDepth = run.limits.requestDepth - 2;
    this.#values = 0;
    this.disordered = false;
    this.#marks.reset();
  }

  /**
   * Write the rest of an element whose start tag is open: attributes, content, end tag. The cursor stands at the object.
   */
  element(plan: ObjectPlan, close: Fragment, depth: number): void {
    const output = this.#output;
    const hasContent = this.object(plan, depth, true, OPEN_BRACE);
    if (hasContent) {
      output.fragment(close);
    } else {
      // XO-5.
      output.reserve(2);
      output.bytes[output.length++] = SLASH;
      output.bytes[output.length++] = GREATER_THAN;
    }
  }

  /**
   * Write the fields of an object. `tagged`: a start tag is open, which gets its `>` before the first content. `opening`
   * is the byte that the cursor stands at: a comma where `$type` has been read already.
   *
   * @returns whether there is content
   */
  object(plan: ObjectPlan, depth: number, tagged: boolean, opening: number): boolean {
    const cursor = this.#cursor;
    const output = this.#output;
    const marks = this.#marks;
    if (depth > this.#maxDepth) giveUp();
    if (cursor.bytes[cursor.at] !== opening) giveUp();
    cursor.at++;
    this.#countValue();
    const begin = output.length;
    const base = marks.open(plan.fields.length);
    let contentAt = -1;
    let next = 0;
    let inOrder = true;
    let byte = cursor.skipSpace();
    if (byte === CLOSE_BRACE && opening === OPEN_BRACE) {
      cursor.at++;
    } else {
      for (;;) {
        const field = this.#field(plan, next);
        const { index } = field;
        if (marks.start(base, index) !== UNSEEN) giveUp();
        if (cursor.skipSpace() !== COLON) giveUp();
        cursor.at++;
        cursor.skipSpace();
        if (field.place !== IN_TAG && contentAt === -1) {
          contentAt = output.length;
          if (tagged) output.byte(GREATER_THAN);
        }
        const start = output.length;
        const present = field.array ? this.#array(field, depth) : this.#single(field, depth);
        marks.set(base, index, present ? start : ABSENT, output.length);
        // What left no trace can stand anywhere.
        if (index >= next) next = index + 1;
        else if (present) inOrder = false;
        byte = cursor.skipSpace();
        cursor.at++;
        if (byte === COMMA) {
          cursor.skipSpace();
          continue;
        }
        if (byte === CLOSE_BRACE) break;
        giveUp();
      }
    }
    const inserts = this.#checkPresence(plan, base);
    if (!inOrder || inserts) contentAt = this.#rearrange(plan, base, begin, tagged);
    else if (contentAt === -1) {
      contentAt = output.length;
      if (tagged) output.byte(GREATER_THAN);
    }
    marks.close(base);
    if (plan.simpleContent || !tagged) return true;
    if (output.length > contentAt + 1) return true;
    // Take back the `>`: the element is written short.
    output.length = contentAt;
    return false;
  }

  /** The field whose key stands here; the cursor goes behind it. */
  #field(plan: ObjectPlan, next: number): FieldPlan {
    const cursor = this.#cursor;
    const { fields } = plan;
    const last = Math.min(fields.length, next + LOOK_AHEAD);
    for (let index = next; index < last; index++) {
      const field = fields[index] as FieldPlan;
      if (cursor.matches(field.quotedKey)) {
        cursor.at += field.quotedKey.length;
        return field;
      }
    }
    return plan.byKey.get(cursor.readString()) ?? giveUp();
  }

  /** One value; returns whether it counts as present. */
  #single(field: FieldPlan, depth: number): boolean {
    const cursor = this.#cursor;
    if (cursor.bytes[cursor.at] === LOWER_N && cursor.matches(NULL) && field.kind !== LANE_KEY) {
      cursor.at += 4;
      this.#countValue();
      return this.#null(field);
    }
    return this.#value(field, depth);
  }

  #null(field: FieldPlan): boolean {
    if (field.nil !== undefined) {
      this.#output.fragment(field.nil);
      return true;
    }
    return field.nullIsAbsent ? false : giveUp();
  }

  /** The values of a repeatable key; returns whether there are any. */
  #array(field: FieldPlan, depth: number): boolean {
    const cursor = this.#cursor;
    this.#countValue();
    if (cursor.bytes[cursor.at] === LOWER_N && field.nullIsAbsent && cursor.matches(NULL)) {
      cursor.at += 4;
      return false;
    }
    if (cursor.bytes[cursor.at] !== OPEN_BRACKET || depth >= this.#maxDepth) giveUp();
    cursor.at++;
    let count = 0;
    if (cursor.skipSpace() === CLOSE_BRACKET) {
      cursor.at++;
      return field.min === 0 || field.nullIsAbsent ? false : giveUp();
    }
    for (;;) {
      this.#item(field, depth + 1);
      count++;
      const byte = cursor.skipSpace();
      cursor.at++;
      if (byte === CLOSE_BRACKET) break;
      if (byte !== COMMA) giveUp();
      cursor.skipSpace();
    }
    return count >= field.min && count <= field.max ? true : giveUp();
  }

  #item(field: FieldPlan, depth: number): void {
    const cursor = this.#cursor;
    if (cursor.bytes[cursor.at] === LOWER_N && cursor.matches(NULL)) {
      if (field.nil === undefined) giveUp();
      cursor.at += 4;
      this.#countValue();
      this.#output.fragment(field.nil);
      return;
    }
    this.#value(field, depth);
  }

  /**
   * A value that is not null, with the tags around it. Lanes have many forms, so the switch looks at the field's own
   * number, and each case at its own form of lane: that keeps every access monomorphic, and is what the casts are for.
   */
  #value(field: FieldPlan, depth: number): boolean {
    const output = this.#output;
    switch (field.kind) {
      case LANE_OBJECT: {
        const plan = (field.lane as ObjectLane).plan();
        if (field.bare) {
          this.object(plan, depth + 1, false, OPEN_BRACE);
          return true;
        }
        output.fragment(field.open);
        this.element(plan, field.close, depth + 1);
        return true;
      }
      case LANE_POLYMORPHIC:
        this.#polymorphic(field, (field.lane as PolymorphicLane).variants(), depth + 1);
        return true;
      case LANE_ENCODER:
        this.#slow((field.lane as EncoderLane).encode, depth);
        return true;
      case LANE_KEY: {
        const lane = field.lane as KeyLane;
        return this.#slow(lane.encode, depth) !== '' || lane.emptyIsPresent;
      }
      default:
        this.#countValue();
        output.fragment(field.open);
        this.#simple(field, field.place === IN_TAG);
        output.fragment(field.close);
        return true;
    }
  }

  /** Text between tags or quotes. */
  #simple(field: FieldPlan, inAttribute: boolean): void {
    const cursor = this.#cursor;
    const output = this.#output;
    switch (field.kind) {
      case LANE_TEXT:
        copyText(cursor, output, inAttribute);
        return;
      case LANE_CHECKED_TEXT: {
        const { check, codec } = field.lane as CheckedTextLane;
        if (!copyCheckedText(cursor, output, inAttribute, check)) this.#byCodec(codec, inAttribute);
        return;
      }
      case LANE_INTEGER: {
        const { check, codec } = field.lane as IntegerLane;
        if (!copyInteger(cursor, output, check)) this.#byCodec(codec, inAttribute);
        return;
      }
      case LANE_DECIMAL: {
        const { check, codec } = field.lane as DecimalLane;
        if (!copyDecimal(cursor, output, check)) this.#byCodec(codec, inAttribute);
        return;
      }
      case LANE_DATE: {
        const { withTime, codec } = field.lane as DateLane;
        if (!copyDate(cursor, output, withTime)) this.#byCodec(codec, inAttribute);
        return;
      }
      case LANE_BOOLEAN:
        this.#boolean();
        return;
      default:
        this.#byCodec((field.lane as CodecLane).codec, inAttribute);
    }
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

  /** A simple value that no lane reads: parsed, printed by the codec, escaped. */
  #byCodec(codec: SimpleCodec, inAttribute: boolean): void {
    const run = this.#run;
    const value = this.#cursor.readSimple(2, this.#limits.requestNodes);
    const text = codec.print(value, run);
    if (text === undefined || run.errors.length > 0) giveUp();
    this.#output.text(inAttribute ? escapeAttribute(text) : escapeText(text));
  }

  /** A value that the slow path writes. */
  #slow(encode: (value: unknown, run: EncodingRun) => string, depth: number): string {
    const cursor = this.#cursor;
    const run = this.#run;
    const start = cursor.at;
    const value = cursor.readValue(this.#maxDepth - depth, this.#limits.requestNodes);
    // Every value takes two bytes at least, so this is never too few.
    this.#values += (cursor.at - start) >> 1;
    this.#countValue();
    const mark = run.prefixes.open();
    const text = encode(value, run);
    if (run.errors.length > 0 || run.prefixes.open() !== mark) giveUp();
    this.#output.text(text);
    return text;
  }

  /** An object whose type its first key may name (PY-2). */
  #polymorphic(field: FieldPlan, { byKey, declared }: Variants, depth: number): void {
    const cursor = this.#cursor;
    const output = this.#output;
    if (cursor.bytes[cursor.at] !== OPEN_BRACE) giveUp();
    const start = cursor.at;
    cursor.at++;
    cursor.skipSpace();
    output.fragment(field.open);
    if (!cursor.matches(TYPE_KEY)) {
      cursor.at = start;
      this.element(declared ?? giveUp(), field.close, depth);
      return;
    }
    cursor.at += TYPE_KEY.length;
    if (cursor.skipSpace() !== COLON) giveUp();
    cursor.at++;
    cursor.skipSpace();
    const variant = byKey.get(cursor.readString()) ?? giveUp();
    output.fragment(variant.typeAttribute);
    this.#afterType(variant.plan, field.close, depth);
  }

  /** What comes after `"$type": "…"`: a comma and more fields, or the end of the object. */
  #afterType(plan: ObjectPlan, close: Fragment, depth: number): void {
    const cursor = this.#cursor;
    const output = this.#output;
    const byte = cursor.skipSpace();
    if (byte === CLOSE_BRACE) {
      // Made to look like an empty object: the bytes are this class's own copy.
      cursor.at--;
      cursor.bytes[cursor.at] = OPEN_BRACE;
      this.element(plan, close, depth);
      return;
    }
    if (this.object(plan, depth, true, COMMA)) {
      output.fragment(close);
    } else {
      output.byte(SLASH);
      output.byte(GREATER_THAN);
    }
  }

  /** Are all required fields there? Returns whether some have to be inserted. */
  #checkPresence(plan: ObjectPlan, base: number): boolean {
    const marks = this.#marks;
    let inserts = false;
    for (let position = 0; position < plan.required.length; position++) {
      const { index, inserted } = plan.required[position] as RequiredField;
      const start = marks.start(base, index);
      if (start >= 0) continue;
      if (inserted === undefined) giveUp();
      this.#countValue();
      inserts = true;
    }
    if (plan.rule !== undefined && !satisfies(plan.rule, marks, base)) giveUp();
    return inserts;
  }

  /** Put the fields into schema order, and in what the schema inserts; returns where the content begins. */
  #rearrange(plan: ObjectPlan, base: number, begin: number, tagged: boolean): number {
    const output = this.#output;
    const marks = this.#marks;
    this.disordered = true;
    const length = output.length - begin;
    if (this.#moved.length < length) this.#moved = new Uint8Array(length * 2);
    const moved = this.#moved;
    moved.set(output.bytes.subarray(begin, output.length));
    output.length = begin;
    const inserted = new Map(plan.required.map((entry) => [entry.index, entry.inserted]));
    let contentAt = -1;
    for (const { index, place } of plan.fields) {
      if (place !== IN_TAG && contentAt === -1) {
        contentAt = output.length;
        if (tagged) output.byte(GREATER_THAN);
      }
      const start = marks.start(base, index);
      const insertion = inserted.get(index);
      if (start >= 0) output.append(moved.subarray(start - begin, marks.end(base, index) - begin));
      else if (insertion !== undefined) output.fragment(insertion);
    }
    if (contentAt === -1) {
      contentAt = output.length;
      if (tagged) output.byte(GREATER_THAN);
    }
    return contentAt;
  }

  #countValue(): void {
    this.#values++;
    if (this.#values >= this.#limits.requestNodes - 8) giveUp();
  }
}
