import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET } from '../../json/json-bytes.js';
import type { EncodingRun } from '../../request/encoding-run.js';
import { Fragment } from '../bytes/fragment.js';
import { giveUp } from '../bytes/give-up.js';
import { type JsonCursor, LOWER_N } from '../bytes/json-cursor.js';
import type { OutputBytes } from '../bytes/output-bytes.js';
import { LANE_ARRAY, LANE_LIFTED, LANE_OBJECT, LANE_PART } from '../lanes/lanes.js';
import {
  type FieldPlan,
  IN_TAG,
  type LiftedLane,
  type ObjectLane,
  type ObjectPlan,
  type PartLane,
  type PolymorphicLane,
} from '../plan/object-plan.js';
import { keyAt } from './field-key.js';
import type * as outcomes from './outcome.js';
import { ABSENT, type Outcome } from './outcome.js';
import { countInsertions, FieldMarks, isSatisfied, LEFT_OUT, UNSEEN } from './presence.js';
import { SchemaOrder } from './schema-order.js';
import { ValueWriter } from './value-writer.js';
import { selectVariant } from './variant.js';

const GREATER = 0x3e;
const EMPTY_END = new Fragment('/>');

/** Local copies, which V8 inlines: an imported constant is read from memory each time. */
const PRESENT = 1 satisfies typeof outcomes.PRESENT;
const FIRST_NESTED = 11 satisfies typeof LANE_OBJECT;

/**
 * The heart of the fast path: reads JSON and writes XML, one field at a time, checking everything on the way. Its output is exactly that of
 * the slow path; it gives up at anything unusual.
 *
 * It recurses as deep as the JSON nests, which is limited.
 */
export class ObjectWriter {
  readonly #cursor: JsonCursor;
  readonly #output: OutputBytes;
  readonly #values: ValueWriter;
  readonly #marks = new FieldMarks();
  readonly #order = new SchemaOrder();
  #run!: EncodingRun;
  /** Whether the fields of some object were not in schema order. */
  disordered = false;

  constructor(cursor: JsonCursor, output: OutputBytes) {
    this.#cursor = cursor;
    this.#output = output;
    this.#values = new ValueWriter(cursor, output);
  }

  /** Begins a message. `run` is for the encoders of the slow path, where they are called. */
  begin(run: EncodingRun): void {
    this.#run = run;
    this.#values.begin(run);
    this.disordered = false;
    this.#marks.reset();
  }

  /** Writes the root of a message. */
  root(field: FieldPlan): Outcome {
    return this.#nested(field, field.kind, 0);
  }

  /**
   * Writes the rest of an element whose start tag is open: attributes, content, end tag. The cursor is at the object.
   */
  #element(plan: ObjectPlan, close: Fragment, depth: number, opening: number): Outcome {
    const content = this.#object(plan, depth, true, opening);
    // XO-5: an element without content is an empty-element tag.
    this.#output.fragment(content === PRESENT ? close : EMPTY_END);
    return PRESENT;
  }

  /**
   * Writes the fields of an object. `tagged`: a start tag is open, which gets its `>` before the first content. `opening`
   * is the byte at the cursor: a comma if `$type` has been read already.
   *
   * @returns whether there is content
   */
  #object(plan: ObjectPlan, depth: number, tagged: boolean, opening: number): Outcome {
    const output = this.#output;
    const marks = this.#marks;
    let field = this.#firstField(plan, depth, opening);
    const begin = output.length;
    const base = marks.open(plan.fields.length);
    const seenFrom = marks.seenTop;
    let count = 0;
    let required = 0;
    let contentAt = -1;
    let next = 0;
    let inOrder = true;
    while (field !== undefined) {
      const { index } = field;
      if (index < next && marks.positions[base + 2 * index] !== UNSEEN) giveUp();
      count++;
      output.reserve(field.room);
      if (contentAt === -1 && field.place !== IN_TAG) {
        contentAt = output.length;
        if (tagged) output.bytes[output.length++] = GREATER;
      }
      const start = output.length;
      const outcome = this.#value(field, field.kind, depth);
      const { positions } = marks;
      positions[base + 2 * index] = outcome === PRESENT ? start : LEFT_OUT;
      positions[base + 2 * index + 1] = output.length;
      marks.seen[marks.seenTop++] = index;
      if (outcome === PRESENT) required += field.weight;
      // A field without output can appear anywhere.
      if (index >= next) next = index + 1;
      else if (outcome === PRESENT) inOrder = false;
      field = this.#nextField(plan, next);
    }
    const insertions = required < plan.required.length ? countInsertions(plan, marks.positions, base) : 0;
    this.#values.count(count + insertions);
    if (!inOrder || insertions > 0 || plan.rule !== undefined) {
      const lacking = insertions > 0;
      const to = this.#checkPresence(plan, base, seenFrom, inOrder);
      if (!inOrder || lacking) {
        const object = { base, from: seenFrom, to, lacking, begin, tagged, contentAt, inOrder };
        contentAt = this.#order.apply(plan, output, marks, object, this.#run);
        this.disordered = true;
      }
    }
    marks.close(base, seenFrom);
    return this.#endContent(plan, tagged, contentAt);
  }

  /** Enters an object. Returns the plan of its first key, `undefined` if it has none; the cursor is at the value. */
  #firstField(plan: ObjectPlan, depth: number, opening: number): FieldPlan | undefined {
    const cursor = this.#cursor;
    if (depth > this.#values.maxDepth || cursor.bytes[cursor.at] !== opening) giveUp();
    cursor.at++;
    if (cursor.skipSpace() === CLOSE_BRACE && opening === OPEN_BRACE) {
      cursor.at++;
      return undefined;
    }
    const field = keyAt(cursor, plan, 0);
    cursor.skipSpace();
    return field;
  }

  /** Leaves a value. Returns the plan of the key after it, most likely the one at `next`; `undefined` at the end of the object. */
  #nextField(plan: ObjectPlan, next: number): FieldPlan | undefined {
    const cursor = this.#cursor;
    if (next < plan.fields.length) {
      const likely = plan.fields[next] as FieldPlan;
      if (cursor.matches(likely.commaAndKey)) {
        cursor.at += likely.commaAndKey.length;
        cursor.skipSpace();
        return likely;
      }
    }
    const byte = cursor.skipSpace();
    cursor.at++;
    if (byte === CLOSE_BRACE) return undefined;
    if (byte !== COMMA) giveUp();
    cursor.skipSpace();
    const field = keyAt(cursor, plan, next);
    cursor.skipSpace();
    return field;
  }

  /** Checks the rule of an object about which fields may occur together. Returns where its present fields end: see `FieldMarks.sort`. */
  #checkPresence({ rule }: ObjectPlan, base: number, from: number, inOrder: boolean): number {
    const to = this.#marks.sort(base, from, inOrder);
    if (rule !== undefined && !isSatisfied(rule, this.#marks.seen, from, to)) giveUp();
    return to;
  }

  /** Ends the content that starts at `contentAt` (-1: there was none). Takes back the `>` of an element that is written short. */
  #endContent(plan: ObjectPlan, tagged: boolean, contentAt: number): Outcome {
    const output = this.#output;
    if (!tagged || plan.simpleContent) {
      if (tagged && contentAt === -1) output.byte(GREATER);
      return PRESENT;
    }
    if (contentAt === -1) return ABSENT;
    if (output.length > contentAt + 1) return PRESENT;
    output.length = contentAt;
    return ABSENT;
  }

  /** One value, or the array of values of a repeatable key. */
  #value(field: FieldPlan, kind: number, depth: number): Outcome {
    return kind < FIRST_NESTED ? this.#values.write(field, kind, depth) : this.#nested(field, kind, depth);
  }

  /** A value that contains others. `kind` is that of the lane, or `LANE_ARRAY`. */
  #nested(field: FieldPlan, kind: number, depth: number): Outcome {
    const cursor = this.#cursor;
    if (cursor.bytes[cursor.at] === LOWER_N && kind !== LANE_ARRAY) return this.#values.nothing(field);
    switch (kind) {
      case LANE_ARRAY:
        return this.#array(field, depth);
      case LANE_OBJECT: {
        const plan = (field.lane as ObjectLane).plan();
        if (field.bare) {
          this.#object(plan, depth + 1, false, OPEN_BRACE);
          return PRESENT;
        }
        this.#output.put(field.open);
        return this.#element(plan, field.close, depth + 1, OPEN_BRACE);
      }
      case LANE_PART:
        return this.#part(field.lane as PartLane, depth);
      case LANE_LIFTED:
        return this.#lifted(field, field.lane as LiftedLane, depth + 1);
      default:
        return this.#polymorphic(field, field.lane as PolymorphicLane, depth + 1);
    }
  }

  /** The values of a repeatable key. */
  #array(field: FieldPlan, depth: number): Outcome {
    const cursor = this.#cursor;
    let count = 0;
    if (cursor.bytes[cursor.at] !== OPEN_BRACKET) return this.#values.noArray(field);
    if (depth >= this.#values.maxDepth) giveUp();
    cursor.at++;
    if (cursor.skipSpace() === CLOSE_BRACKET) {
      cursor.at++;
      return field.min === 0 || field.nullIsAbsent ? ABSENT : giveUp();
    }
    const { itemKind } = field;
    for (;;) {
      this.#output.reserve(field.room);
      const outcome = this.#value(field, itemKind, depth + 1);
      // An item that is null is nil or wrong, never absent.
      if (outcome === ABSENT) giveUp();
      count++;
      const byte = cursor.skipSpace();
      cursor.at++;
      if (byte === CLOSE_BRACKET) break;
      if (byte !== COMMA) giveUp();
      cursor.skipSpace();
    }
    this.#values.count(count);
    return count >= field.min && count <= field.max ? PRESENT : giveUp();
  }

  /** A child of the Body among others, which declares its own namespaces (XO-2). */
  #part({ field, namespaces }: PartLane, depth: number): Outcome {
    const { prefixes } = this.#run;
    prefixes.begin(namespaces);
    const outcome = this.#nested(field, field.kind, depth);
    prefixes.end();
    return outcome;
  }

  /** An element around the values of a field, whose start tag has no key in the JSON (DF-14). */
  #lifted({ open, close }: FieldPlan, lane: LiftedLane, depth: number): Outcome {
    const output = this.#output;
    const inner = lane.field();
    output.put(open);
    const begin = output.length;
    output.byte(GREATER);
    output.reserve(inner.room);
    const content = this.#value(inner, inner.kind, depth);
    // XO-5.
    if (content !== PRESENT) output.length = begin;
    output.fragment(content === PRESENT ? close : EMPTY_END);
    return PRESENT;
  }

  /** An object whose type its first key may name (PY-2). */
  #polymorphic(field: FieldPlan, lane: PolymorphicLane, depth: number): Outcome {
    const { plan, opening } = selectVariant(this.#cursor, this.#output, field, lane.variants());
    return this.#element(plan, field.close, depth, opening);
  }
}
