import { expect, test } from 'vitest';
import { type Progress, stepsOf } from './steps.js';

const done = (progress: Progress) => stepsOf(progress)?.flatMap(({ name, isDone }) => (isDone ? [name] : []));
const key = (lastUsedAt: string | null, purpose = 'live') => ({ purpose, lastUsedAt });

test('first steps: each is done by what the account has, and none is shown before everything is known', () => {
  expect(stepsOf({ services: 1, hasCalled: undefined, keys: [] })).toBeUndefined();
  expect(stepsOf({ services: undefined, hasCalled: false, keys: [] })).toBeUndefined();
  expect(done({ services: 0, hasCalled: false, keys: [] })).toEqual([]);
  expect(done({ services: 1, hasCalled: false, keys: [] })).toEqual(['register']);
  expect(done({ services: 1, hasCalled: true, keys: [key(null)] })).toEqual(['register', 'try', 'key']);
});

test('first steps: a call with a key is also the trial, which the call log forgets after seven days', () => {
  const keys = [key(null), key('2026-11-30T05:00:00.000Z')];
  expect(done({ services: 1, hasCalled: false, keys })).toEqual(['register', 'try', 'key', 'client']);
});

test('first steps: a management key is no key of a client', () => {
  const keys = [key('2026-11-30T05:00:00.000Z', 'management')];
  expect(done({ services: 1, hasCalled: false, keys })).toEqual(['register']);
});
