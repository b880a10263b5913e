import type { EncodingRun } from '../../request/encoding-run.js';
import { Fragment } from '../bytes/fragment.js';
import { giveUp } from '../bytes/give-up.js';
import type { OutputBytes } from '../bytes/output-bytes.js';
import { type FieldPlan, IN_TAG, type Insertion, type ObjectPlan } from '../plan/object-plan.js';
import type { FieldMarks } from './presence.js';

/** An object that has been written in the order of its keys. */
interface WrittenObject {
  /** The positions of its fields: see `FieldMarks`. */
  readonly base: number;
  /** Its present fields in schema order, from `from` up to `to` of the seen ones. */
  readonly from: number;
  readonly to: number;
  /** Whether required fields are absent for which the schema or a design has values. */
  readonly lacking: boolean;
  /** The start of its bytes. */
  readonly begin: number;
  /** Whether its start tag is open. */
  readonly tagged: boolean;
}

const GREATER = 0x3e;

/** Rewrites fields that came in a different order into schema order and inserts the values of the schema and of a design (VO-6, NL-3, DF-1). */
export class SchemaOrder {
  /** The fields in their original order. Kept, so that it grows once. */
  #moved: Uint8Array = new Uint8Array(0);

  /** Rewrites an object; returns where its content starts. */
  apply(
    { fields, required, inserted }: ObjectPlan,
    output: OutputBytes,
    { positions, seen }: FieldMarks,
    { base, from, to, lacking, begin, tagged }: WrittenObject,
    run: EncodingRun,
  ): number {
    const moved = this.#take(output, begin);
    let contentAt = -1;
    const beginContent = (): void => {
      if (contentAt !== -1) return;
      contentAt = output.length;
      if (tagged) output.byte(GREATER);
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
        insert(inserted[asked] as Insertion, output, run);
      }
      if (index === needed) asked++;
    }
    beginContent();
    return contentAt;
  }

  /** Moves the bytes from `begin` on out of the output. */
  #take(output: OutputBytes, begin: number): Uint8Array {
    const length = output.length - begin;
    if (this.#moved.length < length || this.#moved.length > MAX_KEPT)
      this.#moved = new Uint8Array(length * 2);
    this.#moved.set(output.bytes.subarray(begin, output.length));
    output.length = begin;
    return this.#moved;
  }
}

/** Writes the value of an absent field. */
function insert(inserted: Insertion, output: OutputBytes, run: EncodingRun): void {
  if (inserted instanceof Fragment) {
    output.fragment(inserted);
    return;
  }
  const mark = run.prefixes.open();
  const text = inserted(run);
  if (run.errors.length > 0 || run.prefixes.open() !== mark) giveUp();
  output.text(text);
}

/** The buffer size that is kept between calls, in bytes. */
const MAX_KEPT = 1 << 22;
