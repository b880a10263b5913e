import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choicesAt, type DesignSchema, directivesOf, keysAt } from './schema-keys.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../../docs/design.schema.json', import.meta.url), 'utf8'),
) as DesignSchema;

test('the place of a new line follows from the indentation of the lines above', () => {
  const text = "names: camel\nfill:\n  '*/Auth':\n    Key: 1\n    \noperations:\n  GetUser:\n    ";
  expect(keysAt(text, text.indexOf('\noperations'))).toEqual(['fill', '*/Auth']);
  expect(keysAt(text, text.length)).toEqual(['operations', 'GetUser']);
  expect(keysAt(text, 0)).toEqual([]);
});

test('the keys of a place are those of the schema', () => {
  const top = choicesAt(schema, []);
  expect(top.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['fill', 'session', 'names', 'rename', 'base', 'operations']),
  );
  expect(top.find(({ key }) => key === 'names')?.description).toMatch(/spelling of all keys/);
  const keysOf = (...keys: string[]) => choicesAt(schema, keys).map(({ key }) => key);
  expect(keysOf('operations', 'GetUser')).toEqual(expect.arrayContaining(['hidden', 'route', 'result']));
  expect(keysOf('session', 'renew')).toEqual(['after', 'before', 'faults', 'statuses']);
  expect(keysOf('operations', 'GetUser', 'input')).toContain('defaults');
  expect(keysOf('operations')).toEqual([]);
  expect(keysOf('no', 'such')).toEqual([]);
});

test('the values of fill that are not constants are those of the schema', () => {
  expect(directivesOf(schema).map(({ key, values }) => [key, values])).toEqual([
    ['secret', undefined],
    ['generate', ['uuid', 'timestamp']],
    ['header', undefined],
  ]);
});
