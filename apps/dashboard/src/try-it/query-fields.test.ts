import { describe, expect, test } from 'vitest';
import { valuesOf, withValues } from './query-fields.js';

describe('parameters in a query string', () => {
  test.each<[string, string, string[], string]>([
    ['', 'limit', ['5'], 'limit=5'],
    ['limit=5&status=active', 'limit', ['6'], 'limit=6&status=active'],
    ['a=1&status=x&b=2&status=y', 'status', ['z', 'w'], 'a=1&status=z&status=w&b=2'],
    ['limit=5&status=active', 'limit', [], 'status=active'],
    ['', 'user.name', ['Grüße & Co=+'], 'user.name=Gr%C3%BC%C3%9Fe+%26+Co%3D%2B'],
  ])('%j with %j %j is %j', (query, name, values, expected) => {
    const made = withValues(query, name, values);
    expect(made).toBe(expected);
    expect(valuesOf(made, name)).toEqual(values);
  });
});
