import { expect, test } from 'vitest';
import { liveNumber, stateOf } from './revision-state.js';

const AT = '2026-11-25T10:00:00.000Z';
const revision = (
  number: number,
  liveAt: string | null,
  rejectedAt: string | null = null,
  inForce = false,
) => ({
  number,
  liveAt,
  rejectedAt,
  inForce,
});

test.each([
  ['live', revision(2, AT, null, true)],
  ['was-live', revision(1, AT)],
  ['was-live', revision(3, AT)],
  ['rejected', revision(3, null, AT)],
  ['pending', revision(3, null)],
  ['skipped', revision(1, null)],
] as const)('revision: is %s', (state, shown) => {
  expect(stateOf(shown, 2)).toBe(state);
});

test('revisions: those below the live one of the same list need no approval while the service is out of date', () => {
  const list = [revision(3, AT, null, true), revision(2, null), revision(1, null)];
  const live = liveNumber(list, 1);
  expect(list.map((each) => stateOf(each, live))).toEqual(['live', 'skipped', 'skipped']);
});

test('revisions: the live one of the service counts for a list that does not have it', () => {
  const list = [revision(9, null), revision(8, null)];
  expect(liveNumber(list, 7)).toBe(7);
  expect(liveNumber(undefined, 7)).toBe(7);
  expect(list.map((each) => stateOf(each, liveNumber(list, 7)))).toEqual(['pending', 'pending']);
});
