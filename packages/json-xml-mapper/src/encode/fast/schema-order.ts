import type { Fragment } from './fragment.js';
import { type FieldPlan, IN_TAG, type ObjectPlan } from './object-plan.js';
import type { OutputBytes } from './output-bytes.js';
import type { FieldMarks } from './presence.js';

/** An object that has been written in the order of its keys. */
interface WrittenObject {
  /** Where the positions of its fields are: see `FieldMarks`. */
  readonly base: number;
  /** Its fields that are present, in schema order, from `from` up to `to` of what was seen. */
  readonly from: number;
  readonly to: number;
  /** Required fields are absent, and the schema says what stands in for them. */
  readonly lacking: boolean;
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
    { fields, required, inserted }: ObjectPlan,
    output: OutputBytes,
    { positions, seen }: FieldMarks,
    { base, from, to, lacking, begin, tagged }: WrittenObject,
  ): number {
    const moved = this.#take(output, begin);
    let contentAt = -1;
    const beginContent = (): void => {
      if (contentAt !== -1) return;
      contentAt = output.length;
      if (tagged) output.byte(GREATER_THAN);
    };
    let present = from;
    let asked = lacking ? 0 : required.length;
    while (present < to || asked < required.length) {
      const given = present < to ? (seen[present] as number) : fields.length;
      const needed = asked < required.length ? (required[asked] as number) : fields.length;
      const index = Math.min(given, needed);
      if ((fields[index] as FieldPlan).place !== IN_TAG) beginContent();
      if (index === given) {
        const at = base + 2 * index;
        output.append(
          moved.subarray((positions[at] as number) - begin, (positions[at + 1] as number) - begin),
        );
        present++;
      } else {
        output.fragment(inserted[asked] as Fragment);
      }
      if (index === needed) asked++;
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
