import { describe, expect, test } from 'vitest';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { exampleFor } from '../testing/example-for.js';
import {
  all,
  attribute,
  choice,
  el,
  part,
  SchemaLiteral,
  sequence,
  T,
  times,
} from '../testing/schema-literal.js';

describe('examples are valid', () => {
  test.each<[string, (s: SchemaLiteral) => number | 'anyType', unknown]>([
    [
      'optional fields are shown, arrays have one value',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('a', 'int'),
            el('b', 'string', { minOccurs: 0 }),
            el('c', 'date', { minOccurs: 0, maxOccurs: 'unbounded' }),
          ),
          { attributes: [attribute('x', 'boolean')] },
        ),
      { '@x': true, a: 1, b: 'text', c: ['2026-01-31'] },
    ],
    [
      'the first branch of a choice',
      (s) => s.complex(undefined, choice(el('a', 'int'), el('b', 'int'))),
      { a: 1 },
    ],
    [
      'optional groups, nested choices, minimum counts',
      (s) =>
        s.complex(
          undefined,
          sequence(
            times(sequence(el('a', 'int'), choice(el('b', 'int'), el('c', 'int'))), 0, 1),
            el('d', 'int', { minOccurs: 2, maxOccurs: 3 }),
          ),
        ),
      { a: 1, b: 1, d: [1, 1] },
    ],
    [
      'repeating groups',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('t', 'string'),
            times(choice(el('a', 'int'), el('b', 'int')), 0, 'unbounded'),
            times(sequence(el('k', 'string'), el('v', 'string', { minOccurs: 0 })), 2, 4),
          ),
        ),
      {
        t: 'text',
        $items: [{ a: 1 }],
        $items2: [
          { k: 'text', v: 'text' },
          { k: 'text', v: 'text' },
        ],
      },
    ],
    [
      'one place of a name after another',
      (s) => s.complex(undefined, sequence(el('a', 'int'), el('b', 'int'), el('a', 'int'))),
      { a: [1, 1], b: 1 },
    ],
    [
      'all',
      (s) => s.complex(undefined, all(el('a', 'int'), el('b', 'int', { minOccurs: 0 }))),
      { a: 1, b: 1 },
    ],
    [
      'defaults and fixed values',
      (s) =>
        s.complex(undefined, sequence(el('u', 'string', { default: 'kg' }), el('n', 'int', { fixed: '7' }))),
      { u: 'kg', n: 7 },
    ],
    [
      'mixed content',
      (s) =>
        s.complex(undefined, undefined, {
          content: {
            kind: 'mixed',
            particle: times(choice(el('b', 'string'), el('i', 'string')), 0, 'unbounded'),
          },
        }),
      { $content: ['text ', { b: 'text' }] },
    ],
    [
      'ordered content',
      (s) =>
        s.complex(
          undefined,
          sequence(el('a', 'int', { minOccurs: 0 }), el('b', 'int'), el('a', 'int', { minOccurs: 0 })),
        ),
      { $content: [{ a: 1 }, { b: 1 }, { a: 1 }] },
    ],
    [
      'text with attributes',
      (s) =>
        s.complex(undefined, undefined, {
          content: { kind: 'simple', type: 'decimal' },
          attributes: [attribute('c', 'token', { fixed: 'EUR' })],
        }),
      { '@c': 'EUR', $value: 1.5 },
    ],
    ['anyType', () => 'anyType', { Op: 'text' }],
    [
      'an abstract type',
      (s) => {
        const base = s.complex('Base', sequence(el('id', 'int')), { abstract: true });
        s.complex('Derived', sequence(el('id', 'int'), el('r', 'double')), { base, derivation: 'extension' });
        return s.complex(undefined, sequence(el('v', base)));
      },
      { v: { $type: 'Derived', id: 1, r: 1.5 } },
    ],
    [
      'an abstract element',
      (s) => {
        s.element('head', 'int', { abstract: true }).element('m', 'int', {
          substitutionGroup: { namespace: T, localName: 'head' },
        });
        return s.complex(undefined, sequence(el('head', 'int', { global: true })));
      },
      { head: { $element: 'm', $value: 1 } },
    ],
    [
      'the substitute for an abstract element has its own fixed value',
      (s) => {
        s.element('head', 'decimal', { abstract: true, fixed: '1' }).element('m', 'decimal', {
          substitutionGroup: { namespace: T, localName: 'head' },
          fixed: '7.50',
        });
        return s.complex(undefined, sequence(el('head', 'decimal', { global: true, fixed: '1' })));
      },
      { head: { $element: 'm', $value: 7.5 } },
    ],
    [
      'a recursive type ends',
      (s) =>
        s.complex('Tree', (self) =>
          sequence(el('name', 'string'), el('child', self, { minOccurs: 0, maxOccurs: 'unbounded' })),
        ),
      { name: 'Ada Lovelace' },
    ],
    [
      'recursion through a required choice ends',
      (s) =>
        s.complex('Expr', (self) =>
          choice(sequence(el('left', self), el('right', self)), el('literal', 'int')),
        ),
      { literal: 1 },
    ],
    [
      'recursion that needs two rounds',
      (s) => {
        const end = s.complex('End');
        const list = s.complex('List', (self) => sequence(el('head', 'int'), el('tail', self + 1)));
        s.complex('Tail', choice(el('more', list), el('end', end)));
        return list;
      },
      { head: 1, tail: { end: {} } },
    ],
  ])('%s', (_, build, want) => {
    expect(exampleFor(build)).toEqual(want);
  });

  test('a chain of required records deeper than JSON may nest is cut, wide ones are bounded', () => {
    const schema = new SchemaLiteral();
    let type: number = schema.complex('D0', sequence(el('x', 'int')));
    for (let n = 1; n < 3_000; n++) type = schema.complex(`D${n}`, sequence(el('r', type)));
    let wide: number = schema.complex('W0', sequence(el('x', 'int')));
    for (let n = 1; n < 12; n++)
      wide = schema.complex(`W${n}`, sequence(...Array.from({ length: 12 }, (_, i) => el(`r${i}`, wide))));
    schema.element('Deep', type).element('Wide', wide);
    const mapper = createMapper(schema.service({ Deep: { output: 'none' }, Wide: { output: 'none' } }));
    const start = process.cpuUsage();
    expect(stringify(mapper.compile('Deep').example('input')).length).toBeLessThan(1_000_000);
    expect(stringify(mapper.compile('Wide').example('input')).length).toBeLessThan(2_000_000);
    // Processor time; a slow machine needs a fraction of this, and without the limit it would never end.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(30_000);
  });

  test('results show the record, attachments and required headers', () => {
    const schema = new SchemaLiteral();
    const user = schema.complex('User', sequence(el('id', 'int')));
    schema.element('Auth', schema.complex(undefined, sequence(el('token', 'string'))));
    schema.element('Op', schema.complex(undefined, sequence(el('q', 'string'))));
    schema.element('OpResponse', schema.complex(undefined, sequence(el('user', user))));
    const operation = createMapper(
      schema.service({
        Op: {
          input: {
            headers: [{ part: part('auth', 'Auth'), use: 'literal', required: true, faults: [] }],
            attachments: [{ name: 'file', contentTypes: ['image/png', '*/*'] }],
          },
        },
      }),
    ).compile('Op');
    expect(JSON.parse(stringify(operation.example('input')))).toEqual({
      $headers: { Auth: { token: 'text' } },
      q: 'text',
      $attachments: { file: { contentType: 'image/png', data: 'dGV4dA==' } },
    });
    expect(operation.validate(operation.example('input'))).toEqual([]);
    expect(JSON.parse(stringify(operation.example('output')))).toEqual({ id: 1 });
  });

  test('an rpc/encoded array', () => {
    const schema = new SchemaLiteral();
    const array = schema.complex('ArrayOfInt', undefined, {
      soapArray: { itemType: 'int', dimensions: [2, 1] },
    });
    const operation = createMapper(
      schema.service({
        put: { style: 'rpc', input: { use: 'encoded', parts: [part('v', { type: array })] }, output: 'none' },
      }),
    ).compile('put');
    expect(operation.example('input')).toEqual({ v: [[[1]]] });
    expect(operation.validate(operation.example('input'))).toEqual([]);
  });
});
