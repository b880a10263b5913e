import { expect, test } from 'vitest';
import { slugOf } from './slug.js';

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
});
