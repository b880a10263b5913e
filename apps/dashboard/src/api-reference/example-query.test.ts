import { expect, test } from 'vitest';
import { exampleQuery } from './example-query.js';

const required = (...names: string[]) => names.map((name) => ({ name, required: true }));

test('example query: has the required parameters of the example', () => {
  const input = '{"limit": 2, "page": {"size": 5}, "ids": ["a b", "c"], "on": true, "other": 1}';
  const query = exampleQuery(
    [...required('limit', 'page.size', 'ids', 'on'), { name: 'other', required: false }],
    input,
  );
  expect(query).toBe('limit=2&page.size=5&ids=a+b&ids=c&on=true');
});

test('example query: leaves out parameters that the example does not have', () => {
  expect(exampleQuery(required('a', 'b.c', 'd', '__proto__'), '{"a": null, "b": 1, "d": {}}')).toBe('');
  expect(exampleQuery(required('a'), '[]')).toBe('');
});
