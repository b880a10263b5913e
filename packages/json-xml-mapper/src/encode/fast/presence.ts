import { giveUp } from './give-up.js';
import type { ObjectPlan, PresenceRule } from './object-plan.js';

/** A key that was not seen; one that was, but counts as absent (null, an empty array). */
export const UNSEEN = -1;
export const LEFT_OUT = -2;

/**
 * Where the fields of the open objects have been written: two positions per field, start and end, in a stack. A start
 * below zero says that there is nothing. The stack is read and written directly: this is what happens most often of all.
 */
export class FieldMarks {
  positions: Int32Array = new Int32Array(1 << 10);
  #top = 0;

  /** Begin an object of `count` fields; returns its base: field `i` is at `base + 2 * i`. */
  open(count: number): number {
    const base = this.#top;
    const top = base + 2 * count;
    if (top > this.positions.length) this.#grow(top);
    this.#top = top;
    return base;
  }

  /** Fields `from` to `to` (exclusive) were not seen. Each field is marked once, here or where it is written. */
  skip(base: number, from: number, to: number): void {
    const { positions } = this;
    const end = base + 2 * to;
    for (let at = base + 2 * from; at < end; at += 2) positions[at] = UNSEEN;
  }

  /** End the object. */
  close(base: number): void {
    this.#top = base;
  }

  /** Forget everything: after giving up. */
  reset(): void {
    this.#top = 0;
  }

  #grow(needed: number): void {
    const larger = new Int32Array(needed * 2);
    larger.set(this.positions);
    this.positions = larger;
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

/** Do the present fields satisfy a rule? The same decisions as the slow path's, but yes or no. */
export function satisfies(rule: PresenceRule, positions: Int32Array, base: number): boolean {
  switch (rule.kind) {
    case 'field':
      return !rule.required || (positions[base + 2 * rule.index] as number) >= 0;
    case 'sequence':
      if (rule.optional && !isPresent(rule, positions, base)) return true;
      return rule.children.every((child) => satisfies(child, positions, base));
    case 'choice': {
      let only: PresenceRule | undefined;
      for (const branch of rule.branches) {
        if (!isPresent(branch, positions, base)) continue;
        // Branches never share a key here, so two that are present are one too many.
        if (only !== undefined) return false;
        only = branch;
      }
      if (only === undefined) return rule.optional || rule.branches.some(isEmptiable);
      return satisfies(only, positions, base);
    }
  }
}

function isPresent(rule: PresenceRule, positions: Int32Array, base: number): boolean {
  switch (rule.kind) {
    case 'field':
      return (positions[base + 2 * rule.index] as number) >= 0;
    case 'sequence':
      return rule.children.some((child) => isPresent(child, positions, base));
    case 'choice':
      return rule.branches.some((branch) => isPresent(branch, positions, base));
  }
}

/** Can a rule be satisfied with nothing? */
export function isEmptiable(rule: PresenceRule): boolean {
  switch (rule.kind) {
    case 'field':
      return !rule.required;
    case 'sequence':
      return rule.optional || rule.children.every(isEmptiable);
    case 'choice':
      return rule.optional || rule.branches.some(isEmptiable);
  }
}
