import { describe, expect, test } from 'vitest';
import type { ValidationProblem } from '../api/problems.js';
import { MappingError } from '../errors.js';
import { stringify } from '../json/stringify.js';
import { DEFAULT_MAPPER_LIMITS } from '../limits.js';
import {
  all,
  any,
  attribute,
  choice,
  el,
  part,
  SchemaLiteral,
  sequence,
  times,
} from '../testing/schema-literal.js';
import { operationShape } from '../testing/shapes.js';
import { queryParameters } from './query-parameters.js';
import { compileQueryReader } from './read-query.js';

/** The parameters of an operation whose input is made by `build`. */
function parametersOf(build: (schema: SchemaLiteral) => number) {
  const schema = new SchemaLiteral();
  schema.element('Op', build(schema));
  return queryParameters(operationShape(schema.service({ Op: { output: 'none' } }), 'Op').input);
}

function names(build: (schema: SchemaLiteral) => number): string[] {
  return parametersOf(build).parameters.map(
    ({ name, required, array }) => `${name}${array ? '[]' : ''}${required ? '' : '?'}`,
  );
}

describe('query parameters (GQ-1)', () => {
  test('are simple fields of the root and of records, in schema order', () => {
    expect(
      names((s) => {
        const filter = s.complex(
          'Filter',
          sequence(el('active', 'boolean'), el('since', 'date', { minOccurs: 0 })),
          {
            attributes: [attribute('lang', 'language', { required: true }), attribute('x', 'int')],
          },
        );
        return s.complex(
          undefined,
          sequence(
            el('userId', 'int'),
            el('fields', 'string', { minOccurs: 0, maxOccurs: 'unbounded' }),
            el('sizes', s.list(undefined, 'int')),
            el('filter', filter),
            el('other', filter, { minOccurs: 0 }),
            el('unit', 'string', { default: 'kg' }),
          ),
          { attributes: [attribute('v', 'int')] },
        );
      }),
    ).toEqual([
      '@v?',
      'userId',
      'fields[]?',
      'sizes',
      'filter.@lang',
      'filter.@x?',
      'filter.active',
      'filter.since?',
      'other.@lang?',
      'other.@x?',
      'other.active?',
      'other.since?',
      'unit?',
    ]);
  });

  test('text with attributes is addressed by $value inside a record', () => {
    expect(
      names((s) => {
        const price = s.complex('Price', undefined, {
          content: { kind: 'simple', type: 'decimal' },
          attributes: [attribute('currency', 'string', { required: true })],
        });
        return s.complex(undefined, sequence(el('price', price)));
      }),
    ).toEqual(['price.@currency', 'price.$value']);
  });

  test('the fields of a choice or an optional group are not required by themselves (GQ-8)', () => {
    expect(
      names((s) =>
        s.complex(
          undefined,
          sequence(
            choice(el('a', 'int'), sequence(el('b', 'int'), el('c', 'int'))),
            times(sequence(el('d', 'int'), el('e', 'int')), 0, 1),
          ),
        ),
      ),
    ).toEqual(['a?', 'b?', 'c?', 'd?', 'e?']);
  });

  test('a root key wins over a path that reads the same (GQ-2)', () => {
    const found = parametersOf((s) =>
      s.complex(
        undefined,
        sequence(el('a', s.complex('A', sequence(el('b', 'int', { minOccurs: 0 })))), el('a.b', 'string')),
      ),
    );
    expect(found.parameters.map(({ name, path }) => [name, path])).toEqual([['a.b', ['a.b']]]);
    expect(found.refusal).toBeUndefined();
  });

  const deep = (levels: number) => (s: SchemaLiteral) => {
    let type: number = s.complex('L0', sequence(el('x', 'int')));
    for (let level = 1; level < levels; level++) type = s.complex(`L${level}`, sequence(el('r', type)));
    return type;
  };
  const record = (s: SchemaLiteral) => s.complex('R', sequence(el('x', 'int')));
  const abstract = (s: SchemaLiteral) => s.complex('Abstract', sequence(el('x', 'int')), { abstract: true });

  test.each<[string, (s: SchemaLiteral) => number, string | undefined]>([
    ['four levels', deep(4), undefined],
    ['five levels', deep(5), 'its required field r.r.r.r.… is nested more than 4 levels deep'],
    [
      'a list of records',
      (s) => s.complex(undefined, sequence(el('r', record(s), { maxOccurs: 2 }))),
      'its required field r is a list of objects',
    ],
    [
      'an optional list of records',
      (s) => s.complex(undefined, sequence(el('r', record(s), { minOccurs: 0, maxOccurs: 2 }))),
      undefined,
    ],
    [
      'anyType',
      (s) => s.complex(undefined, sequence(el('v', 'anyType'))),
      'its required field v may be any XML',
    ],
    [
      'an abstract type',
      (s) => s.complex(undefined, sequence(el('v', abstract(s)))),
      'its required field v needs $type',
    ],
    [
      'required binary',
      (s) => s.complex(undefined, sequence(el('v', 'base64Binary'))),
      'its required field v is binary',
    ],
    [
      'optional binary',
      (s) => s.complex(undefined, sequence(el('v', 'hexBinary', { minOccurs: 0 }))),
      undefined,
    ],
    [
      'a repeating group',
      (s) => s.complex(undefined, times(choice(el('a', 'int'), el('b', 'int')), 1, 'unbounded')),
      '$items is required and is a list of objects',
    ],
    ['a wildcard', (s) => s.complex(undefined, sequence(any())), '$any is required and is a list of objects'],
    ['an optional wildcard', (s) => s.complex(undefined, sequence(times(any(), 0, 'unbounded'))), undefined],
    [
      'mixed content',
      (s) => s.complex(undefined, undefined, { content: { kind: 'mixed' } }),
      'its input is ordered text and elements ($content)',
    ],
    [
      'a choice with a branch that cannot be said',
      (s) => s.complex(undefined, choice(el('a', 'int'), el('v', 'anyType'))),
      'its required field v may be any XML',
    ],
    [
      'an optional choice with such a branch',
      (s) => s.complex(undefined, times(choice(el('a', 'int'), el('v', 'anyType')), 0, 1)),
      undefined,
    ],
    [
      'fifty fields',
      (s) => s.complex(undefined, all(...Array.from({ length: 50 }, (_, i) => el(`f${i}`, 'int')))),
      undefined,
    ],
    [
      'fifty-one fields',
      (s) => s.complex(undefined, all(...Array.from({ length: 51 }, (_, i) => el(`f${i}`, 'int')))),
      'its input has 51 fields, and a query string may have 50',
    ],
    [
      'two paths of one name',
      (s) =>
        s.complex(
          undefined,
          sequence(el('a.b', record(s)), el('a', s.complex(undefined, sequence(el('b', record(s)))))),
        ),
      'two of its required fields would both be the parameter a.b.x',
    ],
    [
      'a type that needs itself',
      (s) => s.complex('Loop', (self) => sequence(el('loop', self))),
      'its required field loop.loop.loop.loop.… is nested more than 4 levels deep',
    ],
    [
      'text with attributes',
      (s) =>
        s.complex(undefined, undefined, {
          content: { kind: 'simple', type: 'int' },
          attributes: [attribute('a', 'int')],
        }),
      'its input is text with attributes',
    ],
  ])('%s', (_, build, refusal) => {
    expect(parametersOf(build).refusal).toBe(refusal);
  });

  test('a record that can never be said whole is not offered', () => {
    const build = (s: SchemaLiteral) =>
      s.complex(
        undefined,
        sequence(
          el('id', 'int'),
          el('r', s.complex('R', sequence(el('n', 'int'), el('v', 'anyType'))), { minOccurs: 0 }),
        ),
      );
    expect(names(build)).toEqual(['id']);
    expect(parametersOf(build).refusal).toBeUndefined();
  });

  test('an operation with attachments is not query-safe', () => {
    const schema = new SchemaLiteral().element('Op', 'int');
    const attachments = [{ name: 'file', contentTypes: ['image/png'] }];
    const { input } = operationShape(
      schema.service({ Op: { input: { attachments }, output: 'none' } }),
      'Op',
    );
    expect(queryParameters(input).refusal).toBe('it takes attachments, which a query string cannot carry');
  });

  test('a wide and deep input is looked at within bounds', () => {
    const found = parametersOf((s) => {
      let type: number = s.complex('W0');
      for (let level = 1; level < 5; level++) {
        const below = type;
        type = s.complex(
          `W${level}`,
          sequence(...Array.from({ length: 100 }, (_, i) => el(`r${i}`, below, { minOccurs: 0 }))),
        );
      }
      return type;
    });
    expect(found.refusal).toBe('its input has too many fields to look for query parameters');
  });
});

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
  const read = compileQueryReader(parametersOf(build).parameters, DEFAULT_MAPPER_LIMITS, () => []);

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

  test('names the parameter that was meant', () => {
    expect(errorsOf('usrId=1')[0]?.message).toBe(
      'is no query parameter of this operation, did you mean userId',
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

test('parts of an rpc message are query parameters too', () => {
  const schema = new SchemaLiteral();
  const input = { parts: [part('a', { type: 'int' }), part('b', { type: 'string' })] };
  const shape = operationShape(schema.service({ add: { style: 'rpc', input, output: 'none' } }), 'add');
  expect(queryParameters(shape.input).parameters.map(({ name }) => name)).toEqual(['a', 'b']);
});
