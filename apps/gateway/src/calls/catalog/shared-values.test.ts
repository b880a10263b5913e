import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SharedValues } from './shared-values.js';

test('equal texts share one value, and only the first is created', () => {
  const values = new SharedValues<{ name: string }>();
  const one = values.share('a', () => ({ name: 'one' }));
  expect(values.share('a', () => ({ name: 'other' }))).toBe(one);
  expect(values.share('b', () => ({ name: 'other' }))).toEqual({ name: 'other' });
  expect(values.size).toBe(2);
});

test('an unreferenced value is dropped with its text', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const values = new SharedValues<object>();
  const kept = values.share('kept', () => ({}));
  for (let i = 0; i < 100; i++) values.share(`dropped ${i}`, () => ({}));
  await expect
    .poll(() => {
      collect();
      return values.size;
    })
    .toBe(1);
  expect(values.share('kept', () => ({}))).toBe(kept);
  expect(values.share('dropped 1', () => ({ again: true }))).toEqual({ again: true });
});
