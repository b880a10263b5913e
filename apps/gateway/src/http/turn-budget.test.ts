import { expect, test } from 'vitest';
import { createTurnBudget } from './turn-budget.js';

/** An event loop whose turns are told how long each call takes. Gives which calls of each turn were refused. */
function setUp(lagLimit: number) {
  let time = 0;
  let ends: (() => void)[] = [];
  const budget = createTurnBudget(lagLimit, { elapsed: () => time, afterTurn: (end) => ends.push(end) });
  return {
    budget,
    turn(calls: number, milliseconds: number): number {
      let refused = 0;
      for (let call = 0; call < calls; call += 1) {
        // A refusal takes next to nothing.
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

test('as many calls as the processor can answer are never refused', () => {
  const { budget, turn } = setUp(500);
  for (let i = 0; i < 1_000; i += 1) expect(turn(100, 10)).toBe(0);
  expect(budget.refused).toBe(0);
});

test('a crowd that does not end gets the budget of each turn', () => {
  const { budget, turn } = setUp(500);
  expect(turn(200, 10)).toBe(0);
  for (let i = 0; i < 100; i += 1) {
    const taken = 500 - turn(500, 10);
    expect(taken).toBeGreaterThanOrEqual(100);
    expect(taken).toBeLessThanOrEqual(102);
  }
  expect(budget.refused).toBeGreaterThan(39_000);
});

test('one long turn refuses nobody, unless it is far too long', () => {
  const { turn } = setUp(500);
  expect(turn(1, 3_000)).toBe(0);
  expect(turn(50, 10)).toBe(0);
  expect(turn(150, 10)).toBe(0);
  expect(turn(50, 10)).toBe(0);
  expect(turn(500, 10)).toBeGreaterThan(290);
});

test('when the crowd has left everybody is taken at once', () => {
  const { turn } = setUp(500);
  for (let i = 0; i < 10; i += 1) turn(500, 10);
  for (let i = 0; i < 10; i += 1) expect(turn(100, 10)).toBe(0);
});
