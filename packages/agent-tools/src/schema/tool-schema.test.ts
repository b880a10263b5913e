import type { Mapper } from '@soapstone/json-xml-mapper';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { ledgerMapper } from '../testing/ledger.js';
import { NULLS, resultSchema, toolSchema } from './tool-schema.js';
import { typeNotation } from './type-notation.js';

let mapper: Mapper;
beforeAll(async () => {
  mapper = await ledgerMapper();
});

const ajv = new Ajv2020({ strictSchema: true, strictTypes: true, allowUnionTypes: true });
const accepts = (schema: object, value: unknown): boolean => ajv.validate(schema, value);

describe('input schema', () => {
  test('accepts numbers that a double cannot hold as strings', () => {
    const schema = toolSchema(mapper.compile('Post').jsonSchema('input'));
    expect(accepts(schema, { entry: { id: '9007199254740993', amount: '12345678901234567890.10' } })).toBe(
      true,
    );
    expect(accepts(schema, { entry: { id: 1, amount: -0.1, count: 3, part: [{ id: 2, amount: 1 }] } })).toBe(
      true,
    );
  });

  test.each([
    ['another key', { entry: { id: 1, amount: 1 }, more: 1 }],
    ['text in place of a number', { entry: { id: 'one', amount: 1 } }],
    ['a string for a number that a double holds', { entry: { id: 1, amount: 1, count: '3' } }],
    ['a value outside the enumeration', { entry: { id: 1, amount: 1, kind: 'loan' } }],
    ['a mistake inside the recursion', { entry: { id: 1, amount: 1, part: [{ id: 1 }] } }],
  ])('rejects %s', (_name, value) => {
    expect(accepts(toolSchema(mapper.compile('Post').jsonSchema('input')), value)).toBe(false);
  });

  test('accepts exactly one branch of a choice', () => {
    const schema = toolSchema(mapper.compile('Find').jsonSchema('input', NULLS));
    expect(schema['type']).toBe('object');
    expect(
      [{ id: 1 }, { text: 'a' }, { id: 1, text: 'a' }, {}].map((value) => accepts(schema, value)),
    ).toEqual([true, true, false, false]);
  });
});

describe('output schema', () => {
  test('accepts the result, or $soapstone alone', () => {
    const schema = resultSchema(mapper.compile('Post').jsonSchema('output'));
    expect(schema['type']).toBe('object');
    expect(accepts(schema, { id: '9007199254740993', amount: 1, part: [] })).toBe(true);
    expect(accepts(schema, { $soapstone: { dryRun: {} } })).toBe(true);
    expect(accepts(schema, { id: 1 })).toBe(false);
  });
});

test('a number that may be nil may also be a string', () => {
  const schema = toolSchema({ properties: { n: { 'x-xsd-type': 'long', type: ['integer', 'null'] } } });
  expect(['9007199254740993', 7, null].map((n) => accepts(schema, { n }))).toEqual([true, true, true]);
  expect(['x', 1.5, true].map((n) => accepts(schema, { n }))).toEqual([false, false, false]);
  const narrow = toolSchema({ properties: { n: { 'x-xsd-type': 'int', type: ['integer', 'null'] } } });
  expect(accepts(narrow, { n: '7' })).toBe(false);
});

test('an integer decimal may be written with a fraction of zeros, in both directions', () => {
  const whole = { 'x-xsd-type': 'decimal', type: 'integer' };
  const schema = toolSchema({ properties: { n: whole, i: { ...whole, 'x-xsd-type': 'integer' } } });
  expect(accepts(schema, { n: '12345678901234567890.00' })).toBe(true);
  expect(accepts(schema, { n: '12345678901234567890.10' })).toBe(false);
  expect(accepts(schema, { i: '12345678901234567890.00' })).toBe(false);
});

describe('type notation', () => {
  test('writes types compactly, a recursive one by name', () => {
    expect(typeNotation(mapper.compile('Post').jsonSchema('input', NULLS), 1000)).toEqual({
      root: '{entry: Entry}',
      types: ['Entry = {id: long, amount: decimal, count?: int, kind?: "debit" | "credit", part?: Entry[]}'],
      omitted: [],
    });
  });

  test('writes a nullable array as an array', () => {
    const items = { type: 'string' };
    expect(typeNotation({ type: ['array', 'null'], items, maxItems: 3 }, 1000).root).toBe(
      'string[0..3] | null',
    );
    expect(typeNotation({ type: ['object', 'null'], properties: { a: items } }, 1000).root).toBe(
      '{a?: string, …} | null',
    );
  });

  test('says which keys exclude each other', () => {
    expect(typeNotation(mapper.compile('Find').jsonSchema('input', NULLS), 1000).root).toBe(
      '{id?: long, text?: string} with one of id | text',
    );
  });

  test('names the types that exceed the budget', () => {
    expect(typeNotation(mapper.compile('Post').jsonSchema('input', NULLS), 30)).toEqual({
      root: '{entry: Entry}',
      types: [],
      omitted: ['Entry'],
    });
  });
});
