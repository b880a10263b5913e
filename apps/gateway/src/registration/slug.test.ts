import { slugOf } from '@soapstone/openapi-generator';
import { expect, test } from 'vitest';
import { freeSlug, isSlug } from './slug.js';

test.each([
  ['UserDirectory', 'user-directory'],
  ['Größe & Maß GmbH', 'gro-e-ma-gmb-h'],
  ['  --__proto__--  ', 'proto'],
  ['SOAPService2Go', 'soapservice2-go'],
  ['日本', 'service'],
  ['a'.repeat(100), 'a'.repeat(48)],
  [`${'a'.repeat(47)} b`, 'a'.repeat(47)],
])('%s becomes %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  expect(isSlug(slugOf(name))).toBe(true);
});

test('a taken slug is numbered', () => {
  expect(freeSlug('users', new Set())).toBe('users');
  expect(freeSlug('users', new Set(['users', 'users-2']))).toBe('users-3');
});

test.each(['', 'a/b', 'a b', '..', 'é', 'a'.repeat(65)])('%j is no slug', (text) => {
  expect(isSlug(text)).toBe(false);
});
