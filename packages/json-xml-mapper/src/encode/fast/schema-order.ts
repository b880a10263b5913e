import { type FieldPlan, IN_TAG, type ObjectPlan } from './object-plan.js';
import type { OutputBytes } from './output-bytes.js';

/** An object that has been written in the order of its keys. */
interface WrittenObject {
  /** Where the positions of its fields are: see `FieldMarks`. */
  readonly base: number;
  /** Where its bytes begin. */
  readonly begin: number;
  /** Its start tag is open. */
  readonly tagged: boolean;
}

const GREATER_THAN = 0x3e;

/** Puts fields that came in another order into that of the schema, and in what the schema inserts (VO-6, NL-3). */
export class SchemaOrder {
  /** The fields as they came. Kept, so that it grows once. */
  #moved: Uint8Array = new Uint8Array(0);

  /** Rewrite an object; returns where its content begins. */
  apply(
    plan: ObjectPlan,
    output: OutputBytes,
    positions: Int32Array,
    { base, begin, tagged }: WrittenObject,
  ): number {
    const moved = this.#take(output, begin);
    let contentAt = -1;
    const beginContent = (): void => {
      if (contentAt !== -1) return;
      contentAt = output.length;
      if (tagged) output.byte(GREATER_THAN);
    };
    for (const field of plan.fields) {
      if (field.place !== IN_TAG) beginContent();
      const start = positions[base + 2 * field.index] as number;
      const end = positions[base + 2 * field.index + 1] as number;
      if (start >= 0) output.append(moved.subarray(start - begin, end - begin));
      else insert(plan, field, output);
    }
    beginContent();
    return contentAt;
  }

  /** Take the bytes from `begin` on back out of the output. */
  #take(output: OutputBytes, begin: number): Uint8Array {
    const length = output.length - begin;
    if (this.#moved.length < length || this.#moved.length > MAX_KEPT)
      this.#moved = new Uint8Array(length * 2);
    this.#moved.set(output.bytes.subarray(begin, output.length));
    output.length = begin;
    return this.#moved;
  }
}

/** Bytes that are kept between calls. */
const MAX_KEPT = 1 << 22;

function insert(plan: ObjectPlan, { index }: FieldPlan, output: OutputBytes): void {
  const insertion = plan.inserted[plan.required.indexOf(index)];
  if (insertion !== undefined) output.fragment(insertion);
}
