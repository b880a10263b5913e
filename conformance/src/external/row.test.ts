import { expect, test } from 'vitest';
import { score } from './row.js';
import { checkScoreboard, printScoreboard, replaceRows } from './scoreboard.js';

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

test('the rows of one suite are replaced in a page, with their reasons, and new ones are added', () => {
  const row = (suite: string, right: number, reason?: string) => ({
    ...{ suite, asked: 'q', ours: { right, of: 3 }, failures: [] },
    ...(reason !== undefined && { exceptions: [{ reason, cases: ['b'] }] }),
  });
  const page = printScoreboard([row('S', 2, 'old'), row('T', 2, 'kept'), row('U', 2)]);
  expect(replaceRows([row('S', 1, 'new'), row('V', 3)], page)).toBe(
    printScoreboard([row('S', 1), row('T', 2, 'kept'), row('U', 2), row('V', 3)]).replace(
      /$/,
      '\n### S: q\n\n- new: 1 (`b`)\n',
    ),
  );
});
