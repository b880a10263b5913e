import type { BuiltinTypeName } from '@soapstone/soap-model';
import { expect, test } from 'vitest';
import { BUILTIN_TYPES, isNumeric } from '../../shape/builtin-types.js';
import type { Facets, ScalarShape } from '../../shape/simple-shape.js';
import { LEXICAL_PATTERNS } from './lexical-patterns.js';
import { NAME_PATTERNS } from './name-patterns.js';
import { scalarSchema } from './scalar-schema.js';

/** An atomic shape with the JSON type that its built-in suggests. */
function scalar(
  builtin: BuiltinTypeName,
  facets: Partial<Facets> = {},
  rest: Partial<ScalarShape> = {},
): ScalarShape {
  const { family } = BUILTIN_TYPES[builtin];
  const json = family === 'boolean' ? 'boolean' : isNumeric(family) ? 'number' : 'string';
  const whiteSpace =
    builtin === 'string' ? 'preserve' : builtin === 'normalizedString' ? 'replace' : 'collapse';
  return {
    kind: 'scalar',
    builtin,
    json,
    lexical: false,
    facets: { whiteSpace, patterns: [], ...facets },
    ...rest,
  };
}

const INTEGER = LEXICAL_PATTERNS.integer;
const HEX = LEXICAL_PATTERNS.hexBinary;
const decimal = { 'x-xsd-type': 'decimal' };

test.each([
  // §10.1, the built-in types.
  [scalar('string'), { type: 'string' }],
  [scalar('boolean'), { type: 'boolean' }],
  [scalar('int'), { type: 'integer', format: 'int32' }],
  [scalar('byte'), { type: 'integer', format: 'int32', minimum: -128, maximum: 127, 'x-xsd-type': 'byte' }],
  [
    scalar('unsignedInt'),
    { type: 'integer', format: 'int64', minimum: 0, maximum: 4294967295, 'x-xsd-type': 'unsignedInt' },
  ],
  [scalar('long'), { type: 'integer', format: 'int64', 'x-xsd-type': 'long' }],
  [scalar('unsignedLong'), { type: 'integer', minimum: 0, 'x-xsd-type': 'unsignedLong' }],
  [scalar('negativeInteger'), { type: 'integer', maximum: -1, 'x-xsd-type': 'negativeInteger' }],
  [scalar('decimal'), { type: 'number', ...decimal }],
  [scalar('float'), { type: 'number', format: 'float', 'x-xsd-type': 'float' }],
  [scalar('double'), { type: 'number', format: 'double' }],
  [scalar('dateTime'), { type: 'string', format: 'date-time', 'x-xsd-type': 'dateTime' }],
  [scalar('gMonth'), { type: 'string', pattern: LEXICAL_PATTERNS.gMonth, 'x-xsd-type': 'gMonth' }],
  [scalar('base64Binary'), { type: 'string', contentEncoding: 'base64', 'x-xsd-type': 'base64Binary' }],
  [scalar('hexBinary'), { type: 'string', pattern: HEX, 'x-xsd-type': 'hexBinary' }],
  [scalar('anyURI'), { type: 'string', format: 'uri-reference', 'x-xsd-type': 'anyURI' }],
  [
    scalar('QName', { maxLength: 3 }),
    { type: 'string', pattern: NAME_PATTERNS.QName, 'x-xsd-type': 'QName' },
  ],
  // NM-2: wide numbers as strings; int is not wide.
  [
    scalar('long', {}, { json: 'string' }),
    { type: 'string', format: 'int64', pattern: INTEGER, 'x-xsd-type': 'long' },
  ],
  [
    scalar('decimal', { maxInclusive: '9' }, { json: 'string' }),
    {
      type: 'string',
      format: 'decimal',
      pattern: LEXICAL_PATTERNS.decimal,
      ...decimal,
      'x-xsd-maxInclusive': '9',
    },
  ],
  // NM-5: a pattern keeps the lexical form.
  [
    scalar('integer', { patterns: [['\\d{5}']] }, { json: 'string', lexical: true }),
    {
      type: 'string',
      pattern: INTEGER,
      allOf: [{ type: 'string', pattern: '^(?:[0-9]{5})$' }],
      'x-xsd-pattern': ['\\d{5}'],
      'x-xsd-type': 'integer',
    },
  ],
  // §10.4, facets.
  [
    scalar('token', { maxLength: 6, patterns: [['[A-Z]{2}\\d{4}']] }),
    {
      type: 'string',
      maxLength: 6,
      pattern: '^(?:[A-Z]{2}[0-9]{4})$',
      'x-xsd-pattern': ['[A-Z]{2}\\d{4}'],
      'x-xsd-type': 'token',
    },
  ],
  [
    scalar('decimal', { minExclusive: '0', maxInclusive: '100', fractionDigits: 2 }),
    {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 100,
      'x-xsd-fractionDigits': 2,
      ...decimal,
    },
  ],
  [
    scalar('decimal', { fractionDigits: 0, totalDigits: 3 }),
    {
      type: 'integer',
      minimum: -999,
      maximum: 999,
      'x-xsd-totalDigits': 3,
      'x-xsd-fractionDigits': 0,
      ...decimal,
    },
  ],
  [
    scalar('positiveInteger', { minExclusive: '5' }),
    {
      type: 'integer',
      exclusiveMinimum: 5,
      'x-xsd-type': 'positiveInteger',
    },
  ],
  [
    scalar('long', { maxInclusive: '9223372036854775807' }),
    { type: 'integer', format: 'int64', 'x-xsd-maxInclusive': '9223372036854775807', 'x-xsd-type': 'long' },
  ],
  [
    scalar('date', { minInclusive: '2020-01-01' }),
    { type: 'string', format: 'date', 'x-xsd-minInclusive': '2020-01-01', 'x-xsd-type': 'date' },
  ],
  // OA-9: RFC 3339 requires a zone, which the pattern (as SAP writes it) or the bounds forbid.
  [
    scalar('time', { patterns: [['[0-9]{2}:[0-9]{2}:[0-9]{2}']] }),
    {
      type: 'string',
      pattern: LEXICAL_PATTERNS.time,
      allOf: [{ type: 'string', pattern: '^(?:[0-9]{2}:[0-9]{2}:[0-9]{2})$' }],
      'x-xsd-pattern': ['[0-9]{2}:[0-9]{2}:[0-9]{2}'],
      'x-xsd-type': 'time',
    },
  ],
  [
    scalar('time', { minInclusive: '22:00:00', maxInclusive: '22:30:00' }),
    {
      type: 'string',
      pattern: LEXICAL_PATTERNS.time,
      'x-xsd-minInclusive': '22:00:00',
      'x-xsd-maxInclusive': '22:30:00',
      'x-xsd-type': 'time',
    },
  ],
  [
    scalar('dateTime', { patterns: [['.*Z']] }),
    {
      type: 'string',
      format: 'date-time',
      pattern: '^(?:[^\\n\\r]*Z)$',
      'x-xsd-pattern': ['.*Z'],
      'x-xsd-type': 'dateTime',
    },
  ],
  [
    scalar('base64Binary', { maxLength: 4 }),
    { type: 'string', contentEncoding: 'base64', maxLength: 8, 'x-xsd-type': 'base64Binary' },
  ],
  [
    scalar('hexBinary', { length: 2 }),
    { type: 'string', minLength: 4, maxLength: 4, pattern: HEX, 'x-xsd-type': 'hexBinary' },
  ],
  [scalar('int', { enumeration: ['1', '02'] }), { type: 'integer', format: 'int32', enum: [1, 2] }],
  [scalar('string', { enumeration: [''] }), { type: 'string', enum: [''] }],
  [
    scalar('double', { enumeration: ['1.5', 'INF'] }),
    { type: ['number', 'string'], format: 'double', enum: [1.5, 'INF'] },
  ],
  // FA-2: a value that JSON's readers would round is not put into `enum`.
  [
    scalar('long', { enumeration: ['9007199254740993'] }),
    { type: 'integer', format: 'int64', 'x-xsd-enumeration': ['9007199254740993'], 'x-xsd-type': 'long' },
  ],
  [scalar('string', { whiteSpace: 'collapse' }), { type: 'string', 'x-xsd-whiteSpace': 'collapse' }],
  // FA-1: a value must match the patterns of both steps.
  [
    scalar('string', { patterns: [['a+', 'b+'], ['.{2}']] }),
    {
      type: 'string',
      pattern: '^(?:a+|b+)$',
      allOf: [{ type: 'string', pattern: '^(?:[^\\n\\r]{2})$' }],
      'x-xsd-pattern': ['a+', 'b+', '.{2}'],
    },
  ],
])('for code generators: %# %j', (shape, schema) => {
  expect(scalarSchema(shape, { audience: 'code-generators', absentAsNull: false })).toEqual(schema);
});

test('dates without a format have a pattern (OA-9)', () => {
  expect(
    scalarSchema(scalar('date'), { audience: 'code-generators', absentAsNull: false, dateFormats: false }),
  ).toEqual({
    type: 'string',
    pattern: LEXICAL_PATTERNS.date,
    'x-xsd-type': 'date',
  });
});
