import { slugOf } from '@soapstone/http-contract';
import { expect, test } from 'vitest';
import { freeSlug, isSlug } from './slug.js';

test.each(['UserDirectory', '  --__proto__--  ', '日本', 'a'.repeat(100)])(
  'the slug of %s is valid',
  (name) => {
    expect(isSlug(slugOf(name))).toBe(true);
  },
);

test('a taken slug gets a number', () => {
  expect(freeSlug('users', new Set())).toBe('users');
  expect(freeSlug('users', new Set(['users', 'users-2']))).toBe('users-3');
});

test.each(['', 'a/b', 'a b', '..', 'é', 'a'.repeat(65)])('%j is not a slug', (text) => {
  expect(isSlug(text)).toBe(false);
});
