import { giveUp } from '../bytes/give-up.js';
import type { ObjectPlan, PresenceRule } from '../plan/object-plan.js';

/** A key that was not seen; one that was seen but counts as absent (null, an empty array). */
export const UNSEEN = -1;
export const LEFT_OUT = -2;

/**
 * The output positions of the fields of open objects: two per field, start and end, in a stack. A negative start means no output. A
 * second stack contains the fields that were seen, so that the cost of an object depends on the keys that it has, not on those that
 * it could have. Both stacks are accessed directly, because this is the most frequent operation of all.
 */
export class FieldMarks {
  /** The positions of the fields of open objects. Above those, every start is `UNSEEN`. */
  positions: Int32Array = new Int32Array(1 << 10).fill(UNSEEN);
  /** Indexes of the fields of the open objects, in the order of their keys. Has room for all fields of `positions`. */
  seen: Int32Array = new Int32Array(1 << 9);
  seenTop = 0;
  #top = 0;

  /** Starts an object of `count` fields; returns its base: field `i` is at `base + 2 * i`. */
  open(count: number): number {
    const base = this.#top;
    const top = base + 2 * count;
    if (top > this.positions.length) this.#grow(top);
    this.#top = top;
    return base;
  }

  /**
   * Sorts the fields seen since `from`: the present ones in schema order, then the absent ones. Returns where the first group ends.
   *
   * @param inOrder whether the present ones came in schema order
   */
  sort(base: number, from: number, inOrder: boolean): number {
    const { positions, seen, seenTop } = this;
    let to = from;
    for (let at = from; at < seenTop; at++) {
      const index = seen[at] as number;
      if ((positions[base + 2 * index] as number) < 0) continue;
      seen[at] = seen[to] as number;
      seen[to++] = index;
    }
    if (!inOrder) seen.subarray(from, to).sort();
    return to;
  }

  /** Ends the object whose fields were seen since `from`. */
  close(base: number, from: number): void {
    const { positions, seen } = this;
    for (let at = from; at < this.seenTop; at++) positions[base + 2 * (seen[at] as number)] = UNSEEN;
    this.seenTop = from;
    this.#top = base;
  }

  /** Resets everything, after giving up. */
  reset(): void {
    if (this.#top > 0) this.positions.fill(UNSEEN, 0, this.#top);
    this.#top = 0;
    this.seenTop = 0;
  }

  #grow(needed: number): void {
    const positions = new Int32Array(needed * 2).fill(UNSEEN);
    positions.set(this.positions);
    this.positions = positions;
    const seen = new Int32Array(needed);
    seen.set(this.seen);
    this.seen = seen;
  }
}

/** How many required fields are missing; gives up if one of them has no default (NL-3). */
export function countInsertions(
  { required, inserted }: ObjectPlan,
  positions: Int32Array,
  base: number,
): number {
  let count = 0;
  for (let at = 0; at < required.length; at++) {
    if ((positions[base + 2 * (required[at] as number)] as number) >= 0) continue;
    if (inserted[at] === undefined) giveUp();
    count++;
  }
  return count;
}

/**
 * Whether the present fields satisfy a rule: the same decisions as the slow path's, but only yes or no. Evaluates only the parts of
 * the rule that have a present field.
 *
 * @param present indexes of fields in ascending order, from `begin` up to `end`. Those before the rule's fields (attributes) do not
 *   concern it.
 */
export function isSatisfied(rule: PresenceRule, present: Int32Array, begin: number, end: number): boolean {
  let from = begin;
  while (from < end && (present[from] as number) < rule.from) from++;
  return satisfies(rule, present, from, end);
}

/** The same for fields that all belong to the rule. */
function satisfies(rule: PresenceRule, present: Int32Array, begin: number, end: number): boolean {
  if (begin === end) return rule.emptiable;
  switch (rule.kind) {
    case 'field':
      return true;
    case 'choice': {
      const branch = partWith(rule.branches, present[begin] as number);
      // Branches never share a key here, so two present branches are one too many.
      return (present[end - 1] as number) < branch.to && satisfies(branch, present, begin, end);
    }
    case 'sequence': {
      let needed = 0;
      for (let at = begin; at < end; ) {
        const child = partWith(rule.children, present[at] as number);
        const from = at;
        while (at < end && (present[at] as number) < child.to) at++;
        if (!satisfies(child, present, from, at)) return false;
        if (!child.emptiable) needed++;
      }
      return needed === rule.needed;
    }
  }
}

/** The part that concerns a field: the last one that does not start after it. */
function partWith(parts: readonly PresenceRule[], index: number): PresenceRule {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle] as PresenceRule).from <= index) low = middle;
    else high = middle - 1;
  }
  return parts[low] as PresenceRule;
}
