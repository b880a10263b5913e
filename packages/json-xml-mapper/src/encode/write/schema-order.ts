import type { EncodingRun } from '../../request/encoding-run.js';
import { Fragment } from '../bytes/fragment.js';
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
  /** Where its content starts; -1 if it has none. */
  readonly contentAt: number;
  /** Whether the fields came in schema order, so that only values are missing. */
  readonly inOrder: boolean;
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
    { base, from, to, lacking, begin, tagged, contentAt: given, inOrder }: WrittenObject,
    run: EncodingRun,
  ): number {
    let present = from;
    let asked = lacking ? 0 : required.length;
    let cut = begin;
    let contentAt = -1;
    if (inOrder) {
      // Fields before the first absent value stay in place.
      while (asked < required.length && (positions[base + 2 * (required[asked] as number)] as number) >= 0)
        asked++;
      const first = asked < required.length ? (required[asked] as number) : fields.length;
      while (present < to && (seen[present] as number) < first) {
        const index = seen[present++] as number;
        cut = positions[base + 2 * index + 1] as number;
        if ((fields[index] as FieldPlan).place !== IN_TAG) contentAt = given;
      }
    }
    const moved = this.#take(output, cut);
    while (present < to || asked < required.length) {
      const next = present < to ? (seen[present] as number) : fields.length;
      const needed = asked < required.length ? (required[asked] as number) : fields.length;
      const index = Math.min(next, needed);
      if (contentAt === -1 && (fields[index] as FieldPlan).place !== IN_TAG)
        contentAt = beginContent(output, tagged);
      if (index === next) {
        const at = base + 2 * index;
        output.append(moved.subarray((positions[at] as number) - cut, (positions[at + 1] as number) - cut));
        present++;
      } else {
        const value = inserted[asked] as Insertion;
        if (value instanceof Fragment) output.fragment(value);
        else value.write(output, run);
      }
      if (index === needed) asked++;
    }
    return contentAt === -1 ? beginContent(output, tagged) : contentAt;
  }

  /** Moves the bytes from `begin` on out of the output. */
  #take(output: OutputBytes, begin: number): Uint8Array {
    const length = output.length - begin;
    if (length === 0) return this.#moved;
    if (this.#moved.length < length || this.#moved.length > MAX_KEPT)
      this.#moved = new Uint8Array(length * 2);
    this.#moved.set(output.bytes.subarray(begin, output.length));
    output.length = begin;
    return this.#moved;
  }
}

/** Ends the start tag. @returns where the content starts */
function beginContent(output: OutputBytes, tagged: boolean): number {
  const at = output.length;
  if (tagged) output.byte(GREATER);
  return at;
}

/** The buffer size that is kept between calls, in bytes. */
const MAX_KEPT = 1 << 22;
