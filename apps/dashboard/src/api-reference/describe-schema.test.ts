import { expect, test } from 'vitest';
import { describeChoices, describeLimits, describeType, fieldsOf } from './describe-schema.js';
import { flatten, type OpenApiDocument, pathItemOf, resolve, responseOf, type Schema } from './openapi.js';

const document: OpenApiDocument = {
  paths: { '/api/v1/acc/users/Get%20User': { post: {} }, '/api/v1/acc/users/%E0%A4%A': { get: {} } },
  components: {
    schemas: {
      Address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
      Code: { type: 'string', pattern: '^[A-Z]$', enum: ['A', 'B'] },
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
      Loop: { $ref: '#/components/schemas/Loop' },
      'a/b~c': { type: 'integer' },
    },
    responses: { BadRequest: { description: 'bad' } },
  },
};
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

test.each([
  [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
  [ref('Address'), 'Address'],
  [{ allOf: [ref('Address')], nullable: true }, 'object or null'],
  [{ type: 'array', items: ref('Address') }, 'array of Address'],
  [{ type: 'array', items: { type: 'array', items: { type: 'integer' } } }, 'array of array of integer'],
  [ref('Code'), 'string'],
  [ref('a~1b~0c'), 'integer'],
  [ref('Loop'), 'Loop'],
  [ref('Nowhere'), 'Nowhere'],
  [ref('__proto__'), '__proto__'],
  [{ oneOf: [{ type: 'string' }, ref('Address')] }, 'one of several forms'],
  [{ enum: [1] }, 'one of several values'],
  [{}, 'any value'],
])('schema: the type of %o is %s', (schema, text) => {
  expect(describeType(document, schema)).toBe(text);
});

test('schema: a property is required if its object says so, even through references and allOf', () => {
  const schema = { allOf: [ref('Address'), { required: ['zip'], properties: { zip: { type: 'string' } } }] };
  expect(fieldsOf(document, schema).map(({ name, required }) => [name, required])).toEqual([
    ['city', true],
    ['zip', true],
  ]);
});

test('schema: an array has the fields of its items, and a recursive one those of one level', () => {
  expect(fieldsOf(document, { type: 'array', items: ref('Tree') }).map(({ name }) => name)).toEqual([
    'children',
  ]);
});

test('schema: alternatives and entries of maps are fields', () => {
  const schema = {
    anyOf: [{ type: 'string' }, ref('Address')],
    additionalProperties: { type: 'integer' },
  } satisfies Schema;
  expect(fieldsOf(document, schema).map(({ name }) => name)).toEqual([
    'any other name',
    'form 1 of 2',
    'form 2 of 2',
  ]);
});

test('schema: properties that exclude each other are described in a sentence, not as fields', () => {
  const choice: Schema = {
    type: 'object',
    properties: { email: { type: 'string' }, phone: { type: 'string' } },
    oneOf: [{ required: ['email'] }, { required: ['phone'] }, { not: { required: ['email'] } }],
  };
  expect(fieldsOf(document, choice)).toHaveLength(2);
  expect(describeChoices(document, choice)).toEqual(['Exactly one of: email, phone, or none.']);
  const several: Schema = { allOf: [{ anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] }] };
  expect(describeChoices(document, several)).toEqual(['At least one of: a + b, c.']);
  const { properties = {}, ...rule } = choice;
  const hidden: Schema = { properties, not: { not: rule } };
  expect(describeChoices(document, hidden)).toEqual(['Exactly one of: email, phone, or none.']);
  expect(describeChoices(document, { properties, not: { not: several } })).toEqual([
    'At least one of: a + b, c.',
  ]);
  // OpenAPI 3.0 has a reference with a description inside `allOf`.
  const components = { schemas: { Hidden: hidden } };
  const described = { description: 'text', allOf: [ref('Hidden')] };
  expect(fieldsOf({ components }, described)).toHaveLength(2);
  expect(describeChoices({ components }, described)).toEqual(['Exactly one of: email, phone, or none.']);
});

test('schema: restrictions are listed', () => {
  expect(describeLimits(document, ref('Code'))).toEqual(['one of "A", "B"', 'pattern ^[A-Z]$']);
  expect(describeLimits(document, { type: 'integer', minimum: 1, maximum: 9, default: 2 })).toEqual([
    '≥ 1',
    '≤ 9',
    'default 2',
  ]);
  expect(describeLimits(document, { enum: Array.from({ length: 50 }, (_, index) => index) })[0]).toMatch(
    /and 10 more$/,
  );
});

test('document: references are followed, and dangling or circular ones end', () => {
  expect(resolve(document, ref('Loop'))).toEqual({});
  expect(flatten(document, { allOf: [ref('Loop')] })).toEqual({});
  expect(responseOf(document, { $ref: '#/components/responses/BadRequest' })).toEqual({ description: 'bad' });
  expect(responseOf(document, { $ref: '#/x' })).toEqual({ $ref: '#/x' });
});

test('document: an operation is found by its encoded name', () => {
  expect(pathItemOf(document, 'Get User')).toEqual({ post: {} });
  expect(pathItemOf(document, '%E0%A4%A')).toEqual({ get: {} });
  expect(pathItemOf(document, 'Other')).toBeUndefined();
});
