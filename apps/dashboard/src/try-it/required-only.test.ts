import { expect, test } from 'vitest';
import { requiredOnly } from './required-only.js';

const SCHEMA = {
  type: 'object',
  required: ['id', 'user'],
  properties: {
    id: { type: 'integer' },
    note: { type: 'string' },
    user: { $ref: '#/$defs/User~1x' },
  },
  $defs: {
    'User/x': {
      type: 'object',
      required: ['name', 'tags', 'phones'],
      properties: {
        name: { type: 'string' },
        nick: { type: 'string' },
        tags: { type: 'array', minItems: 1, items: { type: 'string' } },
        phones: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};
const minify = (text: string) => text.replace(/\s+/g, '');

test('required example: keeps required members at every depth, with every digit', () => {
  const text =
    '{"id": 9007199254740993, "note": "x", "user": {"name": "Ada", "nick": "a", "tags": ["p", "q"], "phones": ["1"]}}';
  expect(minify(requiredOnly(text, SCHEMA))).toBe(
    '{"id":9007199254740993,"user":{"name":"Ada","tags":["p"],"phones":[]}}',
  );
});

test('required example: keeps the branch of a choice that the example uses', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
  };
  expect(minify(requiredOnly('{"b": "1", "c": "2"}', schema))).toBe('{"b":"1"}');
});

test('required example: a choice of types, a text that is not JSON, and a dangling reference stay unchanged', () => {
  expect(requiredOnly('"x"', { anyOf: [{ type: 'null' }, { type: 'string' }] })).toBe('"x"');
  expect(requiredOnly('', SCHEMA)).toBe('');
  expect(requiredOnly('7', { $ref: '#/$defs/nowhere' })).toBe('7');
});

test('required example: a schema that refers to itself does not loop', () => {
  const schema = { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }], required: ['x'] } } };
  expect(minify(requiredOnly('{"x": 1, "y": 2}', schema))).toBe('{"x":1}');
});
