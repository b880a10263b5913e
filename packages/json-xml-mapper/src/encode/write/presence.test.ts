import { describe, expect, test } from 'vitest';
import type { ChoiceRule, FieldRule, PresenceRule, SequenceRule } from '../plan/object-plan.js';
import { FieldMarks, isSatisfied, LEFT_OUT, UNSEEN } from './presence.js';

/** An array that counts how many of its items are read. */
function counted<T extends object>(items: readonly T[]): { items: readonly T[]; questions: () => number } {
  let questions = 0;
  const proxy = new Proxy(items, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) questions++;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { items: proxy, questions: () => questions };
}

const field = (index: number, required = false): FieldRule => ({
  kind: 'field',
  from: index,
  to: index + 1,
  emptiable: !required,
});
const fields = (count: number, required = false) =>
  Array.from({ length: count }, (_, i) => field(i, required));
const choice = (branches: readonly PresenceRule[], to: number, from = 0): ChoiceRule => ({
  kind: 'choice',
  from,
  to,
  emptiable: false,
  branches,
});
const sequence = (children: readonly PresenceRule[], to: number, needed = 0, from = 0): SequenceRule => ({
  kind: 'sequence',
  from,
  to,
  emptiable: needed === 0,
  children,
  needed,
});
const ask = (rule: PresenceRule, ...present: number[]) =>
  isSatisfied(rule, Int32Array.from(present), 0, present.length);

describe('a rule', () => {
  test('a choice takes one of its branches (CM-12)', () => {
    const rule = choice([field(0, true), sequence([field(1, true), field(2)], 3, 1, 1), field(3)], 4);
    expect(ask(rule, 0)).toBe(true);
    expect(ask(rule, 1, 2)).toBe(true);
    expect(ask(rule, 3)).toBe(true);
    expect(ask(rule, 0, 3)).toBe(false);
    expect(ask(rule, 2)).toBe(false);
    expect(ask(rule)).toBe(false);
  });

  test('a branch without fields, before or after the others, does not satisfy the rule in their place', () => {
    const empty = (at: number) => sequence([], at, 0, at);
    const rule = choice([empty(0), field(0, true), empty(1), field(1, true), empty(2)], 2);
    expect(ask(rule, 0)).toBe(true);
    expect(ask(rule, 1)).toBe(true);
    expect(ask(rule, 0, 1)).toBe(false);
  });

  test('a sequence needs each child that cannot be empty (CM-14)', () => {
    const rule = sequence([field(2, true), choice([field(3), field(4)], 5, 3), field(5, true)], 6, 3, 2);
    expect(ask(rule, 2, 3, 5)).toBe(true);
    expect(ask(rule, 2, 4, 5)).toBe(true);
    expect(ask(rule, 2, 3, 4, 5)).toBe(false);
    expect(ask(rule, 2, 5)).toBe(false);
    expect(ask(rule, 3, 5)).toBe(false);
  });

  test('fields before those of the rule do not affect it', () => {
    const rule = choice([field(2, true), field(3, true)], 4, 2);
    expect(ask(rule, 0, 1, 3)).toBe(true);
    expect(ask(rule, 0, 1)).toBe(false);
  });

  test.each([2_000, 200_000])('%i branches or children are not visited one by one', (count) => {
    const branches = counted(fields(count, true));
    expect(ask(choice(branches.items, count), count - 7)).toBe(true);
    const children = counted(fields(count));
    expect(ask(sequence(children.items, count), 3, count >> 1, count - 1)).toBe(true);
    expect(branches.questions()).toBeLessThan(32);
    expect(children.questions()).toBeLessThan(100);
  });
});

describe('the marks of fields', () => {
  /** Marks a field as the writer does. */
  const see = (marks: FieldMarks, base: number, index: number, start: number) => {
    marks.positions[base + 2 * index] = start;
    marks.positions[base + 2 * index + 1] = start + 1;
    marks.seen[marks.seenTop++] = index;
  };

  test('fields that are present come first, in schema order', () => {
    const marks = new FieldMarks();
    const base = marks.open(10);
    for (const [index, start] of [
      [7, 1],
      [2, LEFT_OUT],
      [9, 5],
      [0, 8],
      [4, LEFT_OUT],
    ] as const)
      see(marks, base, index, start);
    const to = marks.sort(base, 0, false);
    expect([...marks.seen.subarray(0, to)]).toEqual([0, 7, 9]);
    expect([...marks.seen.subarray(to, marks.seenTop)].sort()).toEqual([2, 4]);
  });

  test('an object that ends, and a message that is given up, leave no trace, however wide they are', () => {
    const marks = new FieldMarks();
    const outer = marks.open(3_000);
    see(marks, outer, 2_999, 4);
    const from = marks.seenTop;
    const inner = marks.open(20);
    see(marks, inner, 19, 6);
    marks.close(inner, from);
    expect(marks.positions[inner + 2 * 19]).toBe(UNSEEN);
    expect(marks.positions[outer + 2 * 2_999]).toBe(4);
    expect(marks.open(20)).toBe(inner);
    see(marks, inner, 1, 9);
    marks.reset();
    expect(marks.seenTop).toBe(0);
    const starts = marks.positions.filter((_, at) => at % 2 === 0 && at < inner + 40);
    expect(new Set(starts)).toEqual(new Set([UNSEEN]));
  });
});
