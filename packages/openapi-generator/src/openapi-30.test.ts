import { Validator } from '@seriousme/openapi-schema-validator';
import { gatewayContract } from '@soapstone/http-contract';
import { describe, expect, test } from 'vitest';
import { generateOpenApi } from './generate.js';
import { toOpenApi30 } from './openapi-30.js';
import { toSchema30 } from './schema/schema-30.js';
import { mapperOf, message } from './testing/mapper.js';
import { attribute, el, object, optional, STRING, scalar, seq } from './testing/shapes.js';

const NULL_30 = { type: 'boolean', nullable: true, enum: [null] };

describe('schemas of OpenAPI 3.0', () => {
  test.each<[string, object, object]>([
    ['a type or null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'an enumeration with null',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', enum: ['a', null], nullable: true },
    ],
    [
      'a rule behind two negations, without the parts that 3.0 cannot express (OA-11)',
      {
        type: 'object',
        not: {
          not: {
            allOf: [
              { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
              { propertyNames: { pattern: 'x' } },
            ],
          },
        },
      },
      { type: 'object', not: { not: { allOf: [{ oneOf: [{ required: ['a'] }, { required: ['b'] }] }] } } },
    ],
    [
      'no rule, if 3.0 can express none of it',
      { type: 'object', not: { not: { propertyNames: { pattern: 'x' } } } },
      { type: 'object' },
    ],
    ['a constant text', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['a constant whole number', { const: 7 }, { type: 'integer', enum: [7] }],
    ['a constant fraction', { const: 7.5 }, { type: 'number', enum: [7.5] }],
    [
      'a constant boolean',
      { const: true, description: 'd' },
      { type: 'boolean', enum: [true], description: 'd' },
    ],
    [
      'one value of an enumeration',
      { type: 'string', enum: ['a', 'b'], const: 'a', default: 'a' },
      { type: 'string', enum: ['a'], default: 'a' },
    ],
    [
      'an exclusive bound',
      { type: 'number', exclusiveMinimum: 0, maximum: 9 },
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9 },
    ],
    ['base64', { type: 'string', contentEncoding: 'base64' }, { type: 'string', format: 'byte' }],
    ['a reference', { $ref: '#/x' }, { $ref: '#/x' }],
    [
      'a described reference',
      { $ref: '#/x', description: 'd' },
      { allOf: [{ $ref: '#/x' }], description: 'd' },
    ],
    [
      'a reference with a fixed member',
      { $ref: '#/x', properties: { $value: { const: 7 } } },
      { allOf: [{ $ref: '#/x' }], properties: { $value: { type: 'integer', enum: [7] } } },
    ],
    [
      'a reference that is not null',
      { $ref: '#/x', not: { type: 'null' } },
      { allOf: [{ $ref: '#/x' }], not: NULL_30 },
    ],
    [
      'null as an alternative',
      { anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
      { anyOf: [{ $ref: '#/x' }, NULL_30] },
    ],
    ['several types', { type: ['number', 'string'], enum: [1, 'INF'] }, { enum: [1, 'INF'] }],
    [
      'at any depth',
      { type: 'array', items: { type: 'object', additionalProperties: { type: ['integer', 'null'] } } },
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer', nullable: true } } },
    ],
    [
      'properties named like keywords',
      {
        type: 'object',
        properties: { const: { type: 'boolean' }, items: { type: 'string' }, propertyNames: { const: 'a' } },
      },
      {
        type: 'object',
        properties: {
          const: { type: 'boolean' },
          items: { type: 'string' },
          propertyNames: { type: 'string', enum: ['a'] },
        },
      },
    ],
    ['names of members', { type: 'object', propertyNames: { pattern: 'a' } }, { type: 'object' }],
    [
      'names of members next to a reference',
      { $ref: '#/x', propertyNames: { not: { enum: ['a'] } } },
      { $ref: '#/x' },
    ],
    [
      'a clause about names of members, which says nothing without them (AN-5)',
      {
        type: 'object',
        required: ['a'],
        anyOf: [
          { required: ['b'] },
          { properties: { $any: { items: { propertyNames: { not: { const: 'b' } } } } } },
        ],
      },
      { type: 'object', required: ['a'] },
    ],
    [
      'one of several clauses about names of members',
      {
        allOf: [
          { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
          { anyOf: [{ propertyNames: { const: 'a' } }] },
        ],
      },
      { allOf: [{ oneOf: [{ required: ['a'] }, { required: ['b'] }] }] },
    ],
    [
      'a negation of names, which would reject more without them',
      { type: 'object', not: { required: ['a'], propertyNames: { const: 'a' } } },
      { type: 'object' },
    ],
    [
      'exactly one of several names, which more would satisfy without them',
      { type: 'object', oneOf: [{ propertyNames: { const: 'a' } }, { required: ['b'] }] },
      { type: 'object' },
    ],
  ])('%s', (_, given, expected) => {
    expect(toSchema30(given as Parameters<typeof toSchema30>[0])).toEqual(expected);
  });
});

test('a whole document', async () => {
  const price = object('Price', seq(), {
    value: scalar('decimal', { minExclusive: '0' }),
    attributes: [attribute('unit', STRING)],
  });
  const op = {
    input: message(
      object(['Op'], seq(el('price', price, { nillable: true }), optional('data', scalar('base64Binary')))),
    ),
    output: message(object(['OpResponse'], seq(el('n', scalar('int'), { nillable: true })))),
  };
  const document = toOpenApi30(
    generateOpenApi(
      mapperOf({ Op: op }),
      gatewayContract({ baseUrl: '/', accountId: 'a', serviceSlug: 's' }),
    ),
  );
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect({ valid, errors }).toEqual({ valid: true });
  expect(document.openapi).toBe('3.0.3');
  expect(document.components?.schemas?.['Price']).toMatchObject({
    properties: { $value: { minimum: 0, exclusiveMinimum: true } },
  });
});
