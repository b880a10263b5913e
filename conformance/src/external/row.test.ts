import { expect, test } from 'vitest';
import { score } from './row.js';
import { checkScoreboard, printScoreboard } from './scoreboard.js';

const CASES = [
  { name: 'a', expected: true },
  { name: 'b', expected: false },
  { name: 'c', expected: false },
];

test('a wrong outcome is a failure unless it has a reason, and a reason that no case needs is one too', () => {
  expect(score(CASES, [true, false, false])).toEqual({
    ours: { right: 3, of: 3 },
    exceptions: [],
    failures: [],
  });
  expect(score(CASES, [false, true, false], [{ reason: 'x', cases: ['b', 'c'] }])).toEqual({
    ours: { right: 1, of: 3 },
    exceptions: [{ reason: 'x', cases: ['b'] }],
    failures: ['a', 'c is right now: no exception'],
  });
});

test('a row that differs from the published page, or has none, is found; figures of others may differ', () => {
  const row = {
    suite: 'S 1',
    asked: 'q',
    ours: { right: 2, of: 3 },
    peers: { p: { right: 1, of: 3 } },
    failures: [],
  };
  const page = printScoreboard([row]);
  expect(checkScoreboard([{ ...row, peers: {} }], page)).toEqual([]);
  expect(checkScoreboard([{ ...row, ours: { right: 1, of: 3 } }], page)).toEqual([
    'S 1, q: 1 of 3, published 2 of 3',
  ]);
  expect(checkScoreboard([{ ...row, asked: 'r' }], page)).toEqual(['S 1, r: no row']);
});
