import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPIObject } from 'openapi3-ts/oas30';
import { describe, expect, test } from 'vitest';
import { generateOpenApi } from './generate.js';
import { toOpenApi31 } from './openapi-31.js';
import { mapperOf, message } from './testing/mapper.js';
import { attribute, el, object, optional, STRING, scalar, seq } from './testing/shapes.js';

const schemaOf = (schema: object): unknown => {
  const document = {
    openapi: '3.0.3',
    info: { title: 't', version: '1' },
    paths: {},
    components: { schemas: { S: schema } },
  };
  return toOpenApi31(document as OpenAPIObject).components?.schemas?.['S'];
};

describe('schemas of OpenAPI 3.1', () => {
  test.each([
    ['a type or null', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'an enumeration with null',
      { type: 'string', enum: ['a', null], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'an exclusive bound',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    ['a bound', { type: 'number', maximum: 9 }, { type: 'number', maximum: 9 }],
    ['base64', { type: 'string', format: 'byte' }, { type: 'string', contentEncoding: 'base64' }],
    [
      'a described reference',
      { allOf: [{ $ref: '#/x' }], description: 'd' },
      { $ref: '#/x', description: 'd' },
    ],
    [
      'a reference or null',
      { allOf: [{ $ref: '#/x' }], nullable: true },
      { anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
    ],
    [
      'null as an alternative',
      { anyOf: [{ $ref: '#/x' }, { type: 'string', nullable: true, enum: [null] }] },
      { anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
    ],
    [
      'alternatives or null',
      { anyOf: [{ type: 'string' }], nullable: true },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'in the depth',
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer', nullable: true } } },
      { type: 'array', items: { type: 'object', additionalProperties: { type: ['integer', 'null'] } } },
    ],
    [
      'properties that are called like keywords',
      {
        type: 'object',
        properties: {
          nullable: { type: 'boolean' },
          items: { type: 'string' },
          enum: { type: 'string', nullable: true },
        },
      },
      {
        type: 'object',
        properties: {
          nullable: { type: 'boolean' },
          items: { type: 'string' },
          enum: { type: ['string', 'null'] },
        },
      },
    ],
  ])('%s', (_, given, expected) => {
    expect(schemaOf(given)).toEqual(expected);
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
  const document = toOpenApi31(
    generateOpenApi(mapperOf({ Op: op }), { baseUrl: '/', accountId: 'a', serviceSlug: 's' }),
  );
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect({ valid, errors }).toEqual({ valid: true });
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...JSON.parse(JSON.stringify(document)) });
  const accepts = ajv.getSchema('document#/components/schemas/OpRequest');
  expect(accepts?.({ price: null })).toBe(true);
  expect(accepts?.({ price: { $nil: true, '@unit': 'x' } })).toBe(true);
  expect(accepts?.({ price: { $value: 1 } })).toBe(true);
  expect(accepts?.({ price: { $value: 0 } })).toBe(false);
});
