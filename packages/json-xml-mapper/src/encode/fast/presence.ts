import type { PresenceRule } from './object-plan.js';

/** A key that was not seen; one that was, but counts as absent (null, an empty array). */
export const UNSEEN = -1;
export const ABSENT = -2;

/**
 * Where the fields of the open objects have been written: two positions per field, start and end, in a stack. A start
 * below zero says that there is nothing.
 */
export class FieldMarks {
  #marks = new Int32Array(1 << 10);
  #top = 0;

  /** Begin an object of `count` fields; returns its base. */
  open(count: number): number {
    const base = this.#top;
    this.#top = base + 2 * count;
    if (this.#top > this.#marks.length) {
      const larger = new Int32Array(Math.max(this.#top, this.#marks.length * 2));
      larger.set(this.#marks);
      this.#marks = larger;
    }
    // A short loop beats the call to `fill`.
    for (let index = base; index < this.#top; index += 2) this.#marks[index] = UNSEEN;
    return base;
  }

  /** End the object. */
  close(base: number): void {
    this.#top = base;
  }

  /** Forget everything: after giving up. */
  reset(): void {
    this.#top = 0;
  }

  start(base: number, index: number): number {
    return this.#marks[base + 2 * index] as number;
  }

  end(base: number, index: number): number {
    return this.#marks[base + 2 * index + 1] as number;
  }

  set(base: number, index: number, start: number, end: number): void {
    this.#marks[base + 2 * index] = start;
    this.#marks[base + 2 * index + 1] = end;
  }
}

/** Do the present fields satisfy a rule? The same decisions as the slow path's, but yes or no. */
export function satisfies(rule: PresenceRule, marks: FieldMarks, base: number): boolean {
  switch (rule.kind) {
    case 'field':
      return !rule.required || marks.start(base, rule.index) >= 0;
    case 'sequence':
      if (rule.optional && !isPresent(rule, marks, base)) return true;
      return rule.children.every((child) => satisfies(child, marks, base));
    case 'choice': {
      const present = rule.branches.filter((branch) => isPresent(branch, marks, base));
      const [only] = present;
      if (only === undefined) return rule.optional || rule.branches.some(isEmptiable);
      // Branches never share a key here, so two that are present are one too many.
      return present.length === 1 && satisfies(only, marks, base);
    }
  }
}

function isPresent(rule: PresenceRule, marks: FieldMarks, base: number): boolean {
  switch (rule.kind) {
    case 'field':
      return marks.start(base, rule.index) >= 0;
    case 'sequence':
      return rule.children.some((child) => isPresent(child, marks, base));
    case 'choice':
      return rule.branches.some((branch) => isPresent(branch, marks, base));
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
