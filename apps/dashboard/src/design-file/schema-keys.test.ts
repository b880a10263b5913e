import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choicesAt, type DesignSchema, descriptionAt, directivesOf, valuesAt } from './schema-keys.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../../docs/design.schema.json', import.meta.url), 'utf8'),
) as DesignSchema;

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

test('keys that others go below are those of objects', () => {
  const isObject = (...keys: string[]) =>
    choicesAt(schema, keys)
      .filter((each) => each.isObject)
      .map(({ key }) => key);
  expect(isObject()).toEqual(['fill', 'session', 'rename', 'prefixes', 'operations']);
  expect(isObject('operations', 'A')).toEqual(['input', 'result', 'faults', 'page']);
});

test.each([
  ['names', ['as-is', 'camel']],
  ['envelope', ['true']],
  ['operations/A/hidden', ['true', 'false']],
  ['operations/A/status', ['201', '202', '204']],
  ['operations/A/page/from', ['0', '1']],
  ['operations/A/input/sign/Invoice/canonical', ['exclusive', 'inclusive']],
  ['fill/A/generate', ['uuid', 'timestamp']],
  ['operations/A/route', []],
  ['nothing', []],
])('the schema lists the values of %s', (keys, values) => {
  expect(valuesAt(schema, keys.split('/'))).toEqual(values);
});

test('a key has its description', () => {
  expect(descriptionAt(schema, ['operations', 'A', 'page', 'items'])).toBe(
    'The list in the result: Users/User.',
  );
  expect(descriptionAt(schema, ['operations', 'A', 'nothing'])).toBe('');
});

test('the values of fill that are not constants are those of the schema', () => {
  expect(directivesOf(schema).map(({ key, values }) => [key, values])).toEqual([
    ['secret', undefined],
    ['generate', ['uuid', 'timestamp']],
    ['header', undefined],
  ]);
});
