import { expect, test } from 'vitest';
import { plainRoot } from './plain-root.js';

const text = { type: 'string' };

test('a plain schema stays as it is', () => {
  const schema = { type: 'object', properties: { a: { oneOf: [text] } }, $defs: { A: text } };
  expect(plainRoot(schema)).toBe(schema);
});

test('a choice with other members, and one that may be empty, are told in words', () => {
  const properties = { a: text, b: text, c: text };
  const one = { oneOf: [{ required: ['a'] }, { required: ['b'] }] };
  expect(
    plainRoot({ type: 'object', required: ['c'], properties, additionalProperties: false, ...one }),
  ).toEqual({
    type: 'object',
    description: 'Exactly one of: a, b.',
    required: ['c'],
    additionalProperties: false,
    properties,
  });
  const none = { not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } };
  const atMost = plainRoot({ type: 'object', properties, oneOf: [...one.oneOf, none] });
  expect([atMost['description'], 'minProperties' in atMost]).toEqual(['At most one of: a, b.', false]);
  const clauses = plainRoot({
    type: 'object',
    properties,
    allOf: [one, { anyOf: [{ required: ['c'] }] }],
    not: text,
  });
  expect(clauses['description']).toBe(
    'Exactly one of: a, b. At least one of: c. Also, as JSON Schema: {"not":{"type":"string"}}.',
  );
});

test('forms with members of their own become one object with what they share required', () => {
  const form = (kind: string, more: object) => ({
    type: 'object',
    additionalProperties: false,
    required: ['kind', ...Object.keys(more)],
    properties: { kind: { const: kind }, ...more },
  });
  const $defs = { Circle: form('Circle', { r: text }), Square: form('Square', { side: text }) };
  const anyOf = [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Square' }];
  expect(plainRoot({ type: 'object', anyOf, $defs })).toEqual({
    type: 'object',
    description: 'One of these forms: {kind, r} or {kind, side}.',
    required: ['kind'],
    additionalProperties: false,
    properties: { kind: { anyOf: [{ const: 'Circle' }, { const: 'Square' }] }, r: text, side: text },
    $defs,
  });
});

test('a reference at the top is followed, and one to itself ends', () => {
  const $defs = {
    Node: { type: 'object', properties: { a: text }, required: ['a'] },
    Loop: { $ref: '#/$defs/Loop' },
  };
  expect(plainRoot({ type: 'object', $ref: '#/$defs/Node', $defs })['properties']).toEqual({ a: text });
  expect(plainRoot({ type: 'object', $ref: '#/$defs/Loop', $defs })['properties']).toEqual({});
});
