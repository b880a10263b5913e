import { describe, expect, test } from 'vitest';
import { parametersOf } from '../testing/query.js';
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
      'a choice with a branch that cannot be expressed',
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
      'a type that requires itself',
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

  test('a record that a query string can never express completely is not offered', () => {
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

  test('a wide and deep input is inspected within limits', () => {
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

test('parts of an rpc message are query parameters too', () => {
  const schema = new SchemaLiteral();
  const input = { parts: [part('a', { type: 'int' }), part('b', { type: 'string' })] };
  const shape = operationShape(schema.service({ add: { style: 'rpc', input, output: 'none' } }), 'add');
  expect(queryParameters(shape.input).parameters.map(({ name }) => name)).toEqual(['a', 'b']);
});
