import { giveUp } from './give-up.js';
import type { ObjectPlan, PresenceRule } from './object-plan.js';

/** A key that was not seen; one that was, but counts as absent (null, an empty array). */
export const UNSEEN = -1;
export const LEFT_OUT = -2;

/**
 * Where the fields of the open objects have been written: two positions per field, start and end, in a stack. A start
 * below zero says that there is nothing. Beside them stand the fields that were seen, in a stack of their own: what an object
 * costs depends on the keys that it has, not on those that it could have. Both stacks are read and written directly: this is
 * what happens most often of all.
 */
export class FieldMarks {
  /** Above the open objects every start is `UNSEEN`. */
  positions: Int32Array = new Int32Array(1 << 10).fill(UNSEEN);
  /** Indexes of the fields that the open objects have, in the order of their keys. There is room for all that `positions` has. */
  seen: Int32Array = new Int32Array(1 << 9);
  seenTop = 0;
  #top = 0;

  /** Begin an object of `count` fields; returns its base: field `i` is at `base + 2 * i`. */
  open(count: number): number {
    const base = this.#top;
    const top = base + 2 * count;
    if (top > this.positions.length) this.#grow(top);
    this.#top = top;
    return base;
  }

  /**
   * Sorts what was seen since `from`: the fields that are present, in schema order, then those that are left out. Returns
   * where the first ones end.
   *
   * @param inOrder the present ones came in schema order
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

  /** End the object whose fields were seen since `from`. */
  close(base: number, from: number): void {
    const { positions, seen } = this;
    for (let at = from; at < this.seenTop; at++) positions[base + 2 * (seen[at] as number)] = UNSEEN;
    this.seenTop = from;
    this.#top = base;
  }

  /** Forget everything: after giving up. */
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

/** How many required fields are missing; gives up where one of them is not inserted (NL-3). */
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
 * Do the present fields satisfy a rule? The same decisions as the slow path's, but yes or no. Asks for the parts of the rule
 * that have a field present, not for the others.
 *
 * @param present indexes of fields in ascending order, from `begin` up to `end`. Those that stand before the rule's fields
 *   (attributes) do not concern it.
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
      // Branches never share a key here, so two that are present are one too many.
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

/** The part that is about a field: the last that does not begin behind it. */
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
