import { expect, test } from 'vitest';
import { stateOf } from './revision-state.js';

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
