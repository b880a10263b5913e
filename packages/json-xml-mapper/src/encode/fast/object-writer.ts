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
  type KnownTextLane,
  LANE_BOOLEAN,
  LANE_CHECKED_TEXT,
  LANE_DATE,
  LANE_DECIMAL,
  LANE_ENCODER,
  LANE_INTEGER,
  LANE_KEY,
  LANE_KNOWN_TEXT,
  LANE_OBJECT,
  LANE_POLYMORPHIC,
  LANE_TEXT,
  type ObjectLane,
  type PolymorphicLane,
  type Variants,
} from './lanes.js';
import { copyDecimal, copyInteger } from './number-lanes.js';
import { type FieldPlan, IN_TAG, type ObjectPlan } from './object-plan.js';
import type { OutputBytes } from './output-bytes.js';
import { ABSENT, FieldMarks, satisfies, UNSEEN } from './presence.js';
import { SchemaOrder } from './schema-order.js';
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
  readonly #output: OutputBytes;
  readonly #marks = new FieldMarks();
  readonly #order = new SchemaOrder();
  #limits!: Limits;
  #run!: EncodingRun;
  #maxDepth = 0;
  #maxValues = 0;
  #values = 0;
  /** Fields of some object came in another order than the schema's. */
  disordered = false;

  constructor(cursor: JsonCursor, output: OutputBytes) {
    this.#cursor = cursor;
    this.#output = output;
  }

  /** Begin a message. `run` serves the encoders of the slow path where they are asked. */
  begin(run: EncodingRun): void {
    this.#run = run;
    this.#limits = run.limits;
    // Elements nest at most one level deeper than JSON does, so this keeps within both limits.
    this.#maxDepth = run.limits.requestDepth - 2;
    // Insertions and the Body child are no values of the input.
    this.#maxValues = run.limits.requestNodes - 8;
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
    const begin = output.length;
    const base = marks.open(plan.fields.length);
    let count = 0;
    let required = 0;
    let contentAt = -1;
    let next = 0;
    let inOrder = true;
    let byte = cursor.skipSpace();
    if (byte === CLOSE_BRACE && opening === OPEN_BRACE) {
      cursor.at++;
    } else {
      const { fields } = plan;
      let field = this.#field(plan, 0);
      for (;;) {
        const { index } = field;
        if (index < next && marks.positions[base + 2 * index] !== UNSEEN) giveUp();
        count++;
        cursor.skipSpace();
        output.reserve(field.room);
        if (field.place !== IN_TAG && contentAt === -1) {
          contentAt = output.length;
          if (tagged) output.bytes[output.length++] = GREATER_THAN;
        }
        const start = output.length;
        const present = field.array ? this.#array(field, depth) : this.#value(field, depth);
        const { positions } = marks;
        positions[base + 2 * index] = present ? start : ABSENT;
        positions[base + 2 * index + 1] = output.length;
        if (index >= next) {
          if (index > next) marks.skip(base, next, index);
          next = index + 1;
        } else if (present) {
          // What left no trace can stand anywhere.
          inOrder = false;
        }
        if (present && field.required) required++;
        if (next < fields.length) {
          const following = fields[next] as FieldPlan;
          if (cursor.matches(following.commaAndKey)) {
            cursor.at += following.commaAndKey.length;
            field = following;
            continue;
          }
        }
        byte = cursor.skipSpace();
        cursor.at++;
        if (byte === CLOSE_BRACE) break;
        if (byte !== COMMA) giveUp();
        cursor.skipSpace();
        field = this.#field(plan, next);
      }
    }
    marks.skip(base, next, plan.fields.length);
    this.#countValues(count);
    const inserts = required < plan.required.length && this.#inserts(plan, base);
    if (plan.rule !== undefined && !satisfies(plan.rule, marks.positions, base)) giveUp();
    if (!inOrder || inserts) contentAt = this.#inSchemaOrder(plan, base, begin, tagged);
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

  /** The field whose key stands here; the cursor goes behind its colon. */
  #field(plan: ObjectPlan, next: number): FieldPlan {
    const cursor = this.#cursor;
    const { fields } = plan;
    const last = Math.min(fields.length, next + LOOK_AHEAD);
    for (let index = next; index < last; index++) {
      const field = fields[index] as FieldPlan;
      if (cursor.matches(field.keyAndColon)) {
        cursor.at += field.keyAndColon.length;
        return field;
      }
    }
    return this.#fieldByKey(plan);
  }

  #fieldByKey(plan: ObjectPlan): FieldPlan {
    const cursor = this.#cursor;
    const field = plan.byKey.get(cursor.readString()) ?? giveUp();
    if (cursor.skipSpace() !== COLON) giveUp();
    cursor.at++;
    return field;
  }

  /** The values of a repeatable key; returns whether there are any. */
  #array(field: FieldPlan, depth: number): boolean {
    const cursor = this.#cursor;
    if (cursor.bytes[cursor.at] !== OPEN_BRACKET) return this.#noArray(field);
    if (depth >= this.#maxDepth) giveUp();
    cursor.at++;
    if (cursor.skipSpace() === CLOSE_BRACKET) {
      cursor.at++;
      return field.min === 0 || field.nullIsAbsent ? false : giveUp();
    }
    let count = 0;
    for (;;) {
      this.#output.reserve(field.room);
      // An item that is null is nil or wrong, never absent.
      if (!this.#value(field, depth + 1)) giveUp();
      count++;
      const byte = cursor.skipSpace();
      cursor.at++;
      if (byte === CLOSE_BRACKET) break;
      if (byte !== COMMA) giveUp();
      cursor.skipSpace();
    }
    this.#countValues(count);
    return count >= field.min && count <= field.max ? true : giveUp();
  }

  /** NL-2. */
  #noArray(field: FieldPlan): false {
    const cursor = this.#cursor;
    if (!field.nullIsAbsent || !cursor.matches(NULL)) giveUp();
    cursor.at += 4;
    return false;
  }

  /**
   * A value with the tags around it; returns whether it counts as present. Lanes have many forms, so the switch looks at
   * the field's own number, and each case at its own form of lane: that keeps every access monomorphic, and is what the
   * casts are for.
   */
  #value(field: FieldPlan, depth: number): boolean {
    const cursor = this.#cursor;
    const output = this.#output;
    if (cursor.bytes[cursor.at] === LOWER_N && field.kind !== LANE_KEY) return this.#null(field);
    switch (field.kind) {
      case LANE_TEXT:
        output.put(field.open);
        copyText(cursor, output, field.place === IN_TAG);
        break;
      case LANE_CHECKED_TEXT: {
        const { check, codec } = field.lane as CheckedTextLane;
        output.put(field.open);
        if (!copyCheckedText(cursor, output, field.place === IN_TAG, check)) this.#byCodec(codec, field);
        break;
      }
      case LANE_INTEGER: {
        const { check, codec } = field.lane as IntegerLane;
        output.put(field.open);
        if (!copyInteger(cursor, output, check)) this.#byCodec(codec, field);
        break;
      }
      case LANE_DECIMAL: {
        const { check, codec } = field.lane as DecimalLane;
        output.put(field.open);
        if (!copyDecimal(cursor, output, check)) this.#byCodec(codec, field);
        break;
      }
      case LANE_DATE: {
        const { withTime, codec } = field.lane as DateLane;
        output.put(field.open);
        if (!copyDate(cursor, output, withTime)) this.#byCodec(codec, field);
        break;
      }
      case LANE_KNOWN_TEXT: {
        const { known, codec } = field.lane as KnownTextLane;
        output.put(field.open);
        if (!known.copy(cursor, output, field.place === IN_TAG)) this.#byCodec(codec, field);
        break;
      }
      case LANE_BOOLEAN:
        output.put(field.open);
        this.#boolean();
        break;
      case LANE_OBJECT:
        this.#nested(field, depth + 1);
        return true;
      default:
        return this.#odd(field, depth);
    }
    output.fragment(field.close);
    return true;
  }

  #null(field: FieldPlan): boolean {
    const cursor = this.#cursor;
    if (!cursor.matches(NULL)) giveUp();
    cursor.at += 4;
    if (field.nil === undefined) return field.nullIsAbsent ? false : giveUp();
    this.#output.fragment(field.nil);
    return true;
  }

  #nested(field: FieldPlan, depth: number): void {
    const plan = (field.lane as ObjectLane).plan();
    if (field.bare) {
      this.object(plan, depth, false, OPEN_BRACE);
    } else {
      this.#output.put(field.open);
      this.element(plan, field.close, depth);
    }
  }

  /** The rarer lanes. */
  #odd(field: FieldPlan, depth: number): boolean {
    const output = this.#output;
    switch (field.kind) {
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
        output.put(field.open);
        this.#byCodec((field.lane as CodecLane).codec, field);
        output.fragment(field.close);
        return true;
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
  #byCodec(codec: SimpleCodec, field: FieldPlan): void {
    const run = this.#run;
    const value = this.#cursor.readSimple(2, this.#limits);
    const text = codec.print(value, run);
    if (text === undefined || run.errors.length > 0) giveUp();
    this.#output.text(field.place === IN_TAG ? escapeAttribute(text) : escapeText(text));
  }

  /** A value that the slow path writes. */
  #slow(encode: (value: unknown, run: EncodingRun) => string, depth: number): string {
    const cursor = this.#cursor;
    const run = this.#run;
    const start = cursor.at;
    const value = cursor.readValue(this.#maxDepth - depth, this.#limits);
    // Every value takes two bytes at least, so this is never too few.
    this.#countValues((cursor.at - start) >> 1);
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

  /** Required fields are missing: can all of them be inserted? */
  #inserts(plan: ObjectPlan, base: number): boolean {
    const { required } = plan;
    const { positions } = this.#marks;
    for (let at = 0; at < required.length; at++) {
      if ((positions[base + 2 * (required[at] as number)] as number) >= 0) continue;
      if (plan.inserted[at] === undefined) giveUp();
      this.#countValues(1);
    }
    return true;
  }

  #inSchemaOrder(plan: ObjectPlan, base: number, begin: number, tagged: boolean): number {
    this.disordered = true;
    return this.#order.apply(plan, this.#output, this.#marks.positions, { base, begin, tagged });
  }

  /** Values are counted per object and array, which is early enough. */
  #countValues(count: number): void {
    this.#values += count;
    if (this.#values > this.#maxValues) giveUp();
  }
}
