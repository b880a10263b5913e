import { expect, test } from 'vitest';
import { changedMembers, mergeChange } from './merge-change.js';

const base = {
  name: 'A',
  settings: { timeoutMs: 1000, numbers: 'number', corsOrigins: ['https://a.example'] },
};

test('a member that both changed is a conflict, and keeps the value of this change', () => {
  const current = { ...base, name: 'C' };
  expect(mergeChange(base, { name: 'B' }, current)).toEqual({
    change: { name: 'B' },
    conflicts: [{ path: ['name'], mine: 'B', current: 'C' }],
  });
});

test('a member that was not edited here gets its current value', () => {
  const current = { ...base, settings: { ...base.settings, timeoutMs: 2000 } };
  const change = { settings: { timeoutMs: 1000, numbers: 'string' } };
  expect(mergeChange(base, change, current)).toEqual({
    change: { settings: { timeoutMs: 2000, numbers: 'string' } },
    conflicts: [],
  });
});

test('members of the settings are compared one by one', () => {
  const current = { ...base, settings: { ...base.settings, timeoutMs: 2000, numbers: 'string' } };
  const { conflicts } = mergeChange(base, { settings: { timeoutMs: 3000, numbers: 'string' } }, current);
  expect(conflicts).toEqual([{ path: ['settings', 'timeoutMs'], mine: 3000, current: 2000 }]);
});

test('the same change by both is no conflict', () => {
  const current = { ...base, name: 'B' };
  expect(mergeChange(base, { name: 'B' }, current).conflicts).toEqual([]);
  const origins = { settings: { corsOrigins: ['https://b.example'] } };
  const now = { ...base, settings: { ...base.settings, corsOrigins: ['https://b.example'] } };
  expect(mergeChange(base, origins, now).conflicts).toEqual([]);
});

test('a missing member is the same as null, in each of the three', () => {
  expect(mergeChange({}, { link: null }, { link: null }).conflicts).toEqual([]);
  expect(mergeChange({ link: null }, { link: 'x' }, {}).conflicts).toEqual([]);
  expect(mergeChange({ link: 'x' }, { link: 'y' }, {}).conflicts).toEqual([
    { path: ['link'], mine: 'y', current: undefined },
  ]);
});

test('what only the change knows is sent as it is', () => {
  expect(mergeChange(base, { settings: { captureHours: 8 } }, base)).toEqual({
    change: { settings: { captureHours: 8 } },
    conflicts: [],
  });
});

test('the order of members does not count, that of entries does', () => {
  const select = (value: unknown) => ({ settings: { select: value } });
  const read = select({ service: 'S', port: 'P' });
  expect(mergeChange(read, select({ port: 'Q' }), select({ port: 'P', service: 'S' })).conflicts).toEqual([]);
  expect(mergeChange({ list: [1, 2] }, { list: [3] }, { list: [2, 1] }).conflicts).toHaveLength(1);
});

test('a removal conflicts with any change', () => {
  expect(changedMembers(base, base)).toEqual([]);
  expect(
    changedMembers(base, { ...base, name: 'C', settings: { ...base.settings, timeoutMs: null } }),
  ).toEqual([
    { path: ['name'], mine: undefined, current: 'C' },
    { path: ['settings', 'timeoutMs'], mine: undefined, current: null },
  ]);
});
