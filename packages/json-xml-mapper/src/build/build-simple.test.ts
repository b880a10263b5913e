import type { BuiltinTypeName, FacetStep } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { ListShape, ScalarShape, UnionShape } from '../shape/simple-shape.js';
import { SchemaLiteral } from '../testing/schema-literal.js';
import { shapeOf } from '../testing/shapes.js';
import type { NumberMode } from './build-simple.js';
import { mergeFacets } from './facets.js';

const restricted = (builtin: BuiltinTypeName, ...steps: FacetStep[]) => {
  const schema = new SchemaLiteral();
  return shapeOf(schema, schema.simple('S', builtin, ...steps)) as ScalarShape;
};

describe('the JSON type of a scalar', () => {
  test.each<[BuiltinTypeName, NumberMode, ScalarShape['json']]>([
    ['string', 'number', 'string'],
    ['boolean', 'number', 'boolean'],
    ['int', 'string', 'number'],
    ['unsignedInt', 'string', 'number'],
    ['double', 'string', 'number'],
    ['float', 'string', 'number'],
    ['long', 'number', 'number'],
    ['long', 'string', 'string'],
    ['unsignedLong', 'string', 'string'],
    ['integer', 'string', 'string'],
    ['negativeInteger', 'string', 'string'],
    ['decimal', 'number', 'number'],
    ['decimal', 'string', 'string'],
    ['dateTime', 'number', 'string'],
    ['QName', 'number', 'string'],
    ['base64Binary', 'number', 'string'],
  ])('xs:%s with numbers "%s" is a %s (NM-1, NM-2)', (builtin, numbers, json) => {
    const schema = new SchemaLiteral();
    const shape = shapeOf(schema, schema.simple('S', builtin), { numbers });
    expect(shape).toMatchObject({ kind: 'scalar', builtin, json, lexical: false });
  });

  test.each<[BuiltinTypeName, boolean]>([
    ['integer', true],
    ['decimal', true],
    ['double', true],
    ['date', true],
    ['duration', true],
    ['gYear', true],
    ['string', false],
    ['boolean', false],
    ['hexBinary', false],
  ])('a pattern on xs:%s keeps the text: %s (NM-5)', (builtin, lexical) => {
    const shape = restricted(builtin, { patterns: ['.*'] });
    expect(shape.lexical).toBe(lexical);
    if (lexical) expect(shape.json).toBe('string');
  });
});

describe('facets of several steps (FA-1, LU-3)', () => {
  test('the tighter bound wins, compared exactly', () => {
    expect(
      mergeFacets(
        [
          {
            minInclusive: '9007199254740993',
            maxInclusive: '100000000000000000000',
            minLength: 2,
            maxLength: 9,
            totalDigits: 25,
          },
          {
            minInclusive: '9007199254740992',
            maxInclusive: '99999999999999999999.5',
            minLength: 1,
            maxLength: 8,
            totalDigits: 22,
          },
        ],
        'collapse',
        'decimal',
      ),
    ).toEqual({
      whiteSpace: 'collapse',
      patterns: [],
      minInclusive: '9007199254740993',
      maxInclusive: '99999999999999999999.5',
      minLength: 2,
      maxLength: 8,
      totalDigits: 22,
    });
  });

  test('exclusive and inclusive bounds of different steps are both kept', () => {
    expect(mergeFacets([{ minInclusive: '0' }, { minExclusive: '0' }], 'collapse', 'int')).toMatchObject({
      minInclusive: '0',
      minExclusive: '0',
    });
  });

  test('patterns are kept per step', () => {
    expect(
      mergeFacets([{ patterns: ['a', 'b'] }, { patterns: ['c'] }], 'preserve', 'string').patterns,
    ).toEqual([['a', 'b'], ['c']]);
  });

  test.each<[string, FacetStep[], BuiltinTypeName, string[]]>([
    [
      'white space is normalised and duplicates are removed',
      [{ enumeration: [' a ', 'a', 'b  c'] }],
      'token',
      ['a', 'b c'],
    ],
    ['strings are compared exactly', [{ enumeration: [' a ', 'a'] }], 'string', [' a ', 'a']],
    ['the empty value is kept', [{ enumeration: [''] }], 'string', ['']],
    [
      'a later step narrows the values',
      [{ enumeration: ['a', 'b', 'c'] }, { enumeration: ['c', 'a', 'x'] }],
      'string',
      ['c', 'a'],
    ],
    [
      'numbers are compared by value',
      [{ enumeration: ['1.0', '2'] }, { enumeration: ['1', '02', '3'] }],
      'decimal',
      ['1', '02'],
    ],
    [
      'a later whiteSpace applies to all',
      [{ enumeration: ['a b', 'c'] }, { whiteSpace: 'collapse', enumeration: [' a  b '] }],
      'string',
      ['a b'],
    ],
  ])('enumeration: %s', (_, steps, builtin, want) => {
    const inherited = builtin === 'token' || builtin === 'decimal' ? 'collapse' : 'preserve';
    expect(mergeFacets(steps, inherited, builtin).enumeration).toEqual(want);
  });
});

describe('lists and unions (LU-1, LU-2)', () => {
  test('a list keeps its own facets and those of its items', () => {
    const schema = new SchemaLiteral();
    expect(shapeOf(schema, schema.list('Sizes', 'int', { maxLength: 3 }))).toMatchObject({
      kind: 'list',
      item: { kind: 'scalar', builtin: 'int' },
      facets: { maxLength: 3 },
    });
  });

  test.each(['NMTOKENS', 'IDREFS', 'ENTITIES'] as const)(
    'xs:%s is a list of at least one item',
    (builtin) => {
      const shape = restricted(builtin, { maxLength: 5 }) as unknown as ListShape;
      expect(shape).toMatchObject({ kind: 'list', facets: { minLength: 1, maxLength: 5 } });
    },
  );

  test('nested unions are tried in order; one with its own facets is not flattened', () => {
    const schema = new SchemaLiteral();
    const inner = schema.union('Inner', ['boolean', 'int']);
    const narrowed = schema.union('Narrowed', ['int', 'string'], { enumeration: ['1'] });
    const shape = shapeOf(schema, schema.union('Outer', ['date', inner, narrowed])) as UnionShape;
    expect(shape.members.map((member) => (member.kind === 'scalar' ? member.builtin : member.kind))).toEqual([
      'date',
      'boolean',
      'int',
      'union',
    ]);
  });

  test('a union that contains itself and a chain of 5,000 unions are built', () => {
    const schema = new SchemaLiteral();
    const self = schema.union('Self', ['int', 0]);
    expect(shapeOf(schema, self)).toMatchObject({
      kind: 'union',
      members: [
        { kind: 'scalar', builtin: 'int' },
        { kind: 'anySimpleType', unknown: true },
      ],
    });
    let last = schema.union('U0', ['int']);
    for (let n = 1; n < 5_000; n++) last = schema.union(`U${n}`, [last]);
    expect(shapeOf(schema, last)).toMatchObject({ kind: 'union', members: [{ builtin: 'int' }] });
  });
});
