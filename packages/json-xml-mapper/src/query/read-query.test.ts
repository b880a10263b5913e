import { describe, expect, test } from 'vitest';
import type { ValidationProblem } from '../api/problems.js';
import { MappingError } from '../errors.js';
import { stringify } from '../json/stringify.js';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import { DEFAULT_SIMPLE_LIMITS } from '../scalar/default-limits.js';
import { parametersOf } from '../testing/query.js';
import { el, type SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { compileQueryReader } from './read-query.js';

describe('reading a query string (GQ-2 to GQ-7)', () => {
  const build = (s: SchemaLiteral) => {
    const filter = s.complex(
      'Filter',
      sequence(el('active', 'boolean', { minOccurs: 0 }), el('tag', 'token', { minOccurs: 0 })),
    );
    return s.complex(
      undefined,
      sequence(
        el('userId', 'int'),
        el('fields', 'string', { minOccurs: 0, maxOccurs: 'unbounded' }),
        el('filter', filter, { minOccurs: 0 }),
        el('sizes', s.list(undefined, 'int'), { minOccurs: 0 }),
        el('rows', s.list(undefined, 'int'), { minOccurs: 0, maxOccurs: 'unbounded' }),
        el('ratio', 'double', { minOccurs: 0 }),
        el('big', 'long', { minOccurs: 0 }),
        el('zip', s.simple(undefined, 'int', { patterns: ['\\d{5}'] }), { minOccurs: 0 }),
        el(
          'max',
          s.union(undefined, [
            'nonNegativeInteger',
            s.simple(undefined, 'token', { enumeration: ['unbounded'] }),
          ]),
          { minOccurs: 0 },
        ),
        el('a.b', 'string', { minOccurs: 0 }),
        el('__proto__', 'string', { minOccurs: 0 }),
      ),
    );
  };
  const read = compileQueryReader(
    parametersOf(build).parameters,
    { ...DEFAULT_MAPPER_LIMITS, ...DEFAULT_SIMPLE_LIMITS },
    () => [],
  );

  function errorsOf(query: string): readonly ValidationProblem[] {
    try {
      read(query);
    } catch (error) {
      if (error instanceof MappingError) return error.errors;
      throw error;
    }
    return [];
  }

  test.each<[string, string]>([
    ['', '{}'],
    [
      'userId=42&fields=a&fields=b&filter.active=true',
      '{"userId":42,"fields":["a","b"],"filter":{"active":true}}',
    ],
    ['filter.active=1', '{"filter":{"active":true}}'],
    ['filter.active=0&filter.tag=+a%20+b+', '{"filter":{"active":false,"tag":"a b"}}'],
    ['sizes=1+2&sizes=3', '{"sizes":[1,2,3]}'],
    ['rows=1+2&rows=3', '{"rows":[[1,2],[3]]}'],
    ['ratio=INF', '{"ratio":"INF"}'],
    ['ratio=1e3', '{"ratio":1000}'],
    ['big=9007199254740993', '{"big":9007199254740993}'],
    ['zip=01234', '{"zip":"01234"}'],
    ['max=unbounded', '{"max":"unbounded"}'],
    ['max=7', '{"max":7}'],
    ['a.b=x', '{"a.b":"x"}'],
    ['fields=caf%C3%A9', '{"fields":["café"]}'],
    ['fields=a=b', '{"fields":["a=b"]}'],
    ['fields=', '{"fields":[""]}'],
    ['fields', '{"fields":[""]}'],
    ['ratio=&filter.active', '{}'],
    ['sizes=', '{"sizes":[]}'],
    ['__proto__=x', '{"__proto__":"x"}'],
    ['&&userId=1&', '{"userId":1}'],
    // A value of the wrong type is left to validation, which reports the same for GET and POST (GQ-3).
    ['userId=abc&filter.active=yes', '{"userId":"abc","filter":{"active":"yes"}}'],
    ['sizes=1+x', '{"sizes":[1,"x"]}'],
  ])('%s', (query, want) => {
    expect(stringify(read(query))).toBe(want);
  });

  test.each<[string, Partial<ValidationProblem>[]]>([
    ['userId=1&userId=2', [{ path: '/userId', keyword: 'duplicate', parameter: 'userId' }]],
    ['filter.tag=a&filter.tag=b', [{ path: '/filter/tag', keyword: 'duplicate', parameter: 'filter.tag' }]],
    ['userId=', [{ path: '/userId', keyword: 'type', parameter: 'userId' }]],
    ['usrId=1', [{ path: '/usrId', keyword: 'additionalProperties', parameter: 'usrId' }]],
    ['fields[]=1', [{ path: '/fields[]', keyword: 'additionalProperties', parameter: 'fields[]' }]],
    ['filter=x', [{ path: '/filter', keyword: 'additionalProperties', parameter: 'filter' }]],
    ['filter%2Eactive%ff=1', [{ path: '/filter%2Eactive%ff', keyword: 'format' }]],
    [
      'fields=%zz&fields=%C3',
      [
        { path: '/fields', keyword: 'format' },
        { path: '/fields', keyword: 'format' },
      ],
    ],
    ['x~/y=1', [{ path: '/x~0~1y', keyword: 'additionalProperties', parameter: 'x~/y' }]],
  ])('%s', (query, want) => {
    expect(errorsOf(query)).toMatchObject(want);
  });

  test('suggests the most similar parameter', () => {
    expect(errorsOf('usrId=1')[0]?.message).toBe(
      'is not a query parameter of this operation; did you mean userId?',
    );
  });

  test('collects no more errors than the limit', () => {
    try {
      read(Array.from({ length: 60 }, (_, i) => `x${i}=1`).join('&'));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(MappingError);
      expect((error as MappingError).errors).toHaveLength(50);
      expect((error as MappingError).truncated).toBe(true);
    }
  });
});
