import { expect, test } from 'vitest';
import { hasMoreValues } from './value-count.js';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each<[string, string, number]>([
  ['an array', '[1,2,3]', 3],
  ['members', '{"a":1,"b":[]}', 5],
  ['structure within a string', '{"a":"[,,,{:"}', 2],
  ['quotes within a string', '{"a":"\\",\\",\\""}', 5],
  ['a backslash before the end of a string', '["\\\\","\\\\\\\\"]', 2],
  ['white space', '   \n\t ', 0],
  ['an unterminated string', '["a', 1],
])('%s', (_, json, count) => {
  expect(hasMoreValues(bytes(json), count)).toBe(false);
  if (count > 0) expect(hasMoreValues(bytes(json), count - 1)).toBe(true);
});
