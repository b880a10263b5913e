import { expect, test } from 'vitest';
import { createTurnBudget } from './turn-budget.js';

/** Simulates an event loop whose calls take given times. Returns which calls of each turn were rejected. */
function setUp(lagLimit: number) {
  let time = 0;
  let ends: (() => void)[] = [];
  const budget = createTurnBudget(lagLimit, { elapsed: () => time, afterTurn: (end) => ends.push(end) });
  return {
    budget,
    turn(calls: number, milliseconds: number): number {
      let refused = 0;
      for (let call = 0; call < calls; call += 1) {
        // A rejection takes almost no time.
        if (budget.refuses()) refused += 1;
        else time += milliseconds;
      }
      const ending = ends;
      ends = [];
      for (const end of ending) end();
      time += 1;
      return refused;
    },
  };
}

test('never rejects calls that the processor can handle', () => {
  const { budget, turn } = setUp(500);
  for (let i = 0; i < 1_000; i += 1) expect(turn(100, 10)).toBe(0);
  expect(budget.refused).toBe(0);
});

test('under permanent overload, each turn accepts calls up to its budget', () => {
  const { budget, turn } = setUp(500);
  expect(turn(200, 10)).toBe(0);
  for (let i = 0; i < 100; i += 1) {
    const taken = 500 - turn(500, 10);
    expect(taken).toBeGreaterThanOrEqual(100);
    expect(taken).toBeLessThanOrEqual(102);
  }
  expect(budget.refused).toBeGreaterThan(39_000);
});

test('one long turn rejects no call, unless it is far too long', () => {
  const { turn } = setUp(500);
  expect(turn(1, 3_000)).toBe(0);
  expect(turn(50, 10)).toBe(0);
  expect(turn(150, 10)).toBe(0);
  expect(turn(50, 10)).toBe(0);
  expect(turn(500, 10)).toBeGreaterThan(290);
});

test('as soon as the overload ends, every call is accepted', () => {
  const { turn } = setUp(500);
  for (let i = 0; i < 10; i += 1) turn(500, 10);
  for (let i = 0; i < 10; i += 1) expect(turn(100, 10)).toBe(0);
});
