import { describe, expect, test } from 'vitest';
import { agree, operationWith, validator } from '../../testing/schema-agreement.js';
import {
  any,
  attribute,
  choice,
  el,
  type SchemaLiteral,
  sequence,
  T,
  times,
} from '../../testing/schema-literal.js';

describe('the schema and the mapper agree (L5, OA-10)', () => {
  test.each<[string, (s: SchemaLiteral) => number | 'anyType', unknown[], unknown[]]>([
    [
      'a nil object that keeps its attributes (NL-5)',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('p', s.complex('P', sequence(el('x', 'int')), { attributes: [attribute('a', 'int')] }), {
              nillable: true,
            }),
          ),
        ),
      [{ p: null }, { p: { $nil: true, '@a': 1 } }, { p: { x: 1 } }],
      [{ p: { $nil: true, x: 1 } }, { p: {} }],
    ],
    [
      'defaults and fixed values (NL-3, NL-4)',
      (s) =>
        s.complex(undefined, sequence(el('u', 'string', { default: 'kg' }), el('n', 'int', { fixed: '7' })), {
          attributes: [attribute('v', 'token', { fixed: 'x', required: true })],
        }),
      [{}, { u: 'g', n: 7, '@v': 'x' }],
      [{ n: 8 }, { '@v': 'y' }],
    ],
    [
      'text with attributes (SC-1)',
      (s) =>
        s.complex(undefined, undefined, {
          content: { kind: 'simple', type: 'decimal' },
          attributes: [attribute('c', 'token', { required: true })],
        }),
      [{ '@c': 'EUR', $value: 10.5 }],
      [{ '@c': 'EUR' }, { $value: 1 }],
    ],
    [
      'mixed content (MX-1)',
      (s) =>
        s.complex(undefined, undefined, {
          content: {
            kind: 'mixed',
            particle: times(choice(el('b', 'string'), el('i', 'int')), 0, 'unbounded'),
          },
        }),
      [{ $content: [] }, { $content: ['a', { b: 'x' }, 'c', { i: 1 }] }],
      [
        {},
        { $content: [{ b: 'x', i: 1 }] },
        { $content: [{ x: 1 }] },
        { $content: [{ i: 'x' }] },
        { $content: [1] },
      ],
    ],
    [
      'wildcards (AN-1, AN-4)',
      (s) =>
        s.complex(undefined, sequence(el('a', 'int'), times(any(), 1, 2)), {
          attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
        }),
      [{ a: 1, $any: [{ '{urn:x}y': 'z' }], $anyAttributes: { '{urn:x}f': '1' } }],
      [
        { a: 1 },
        { a: 1, $any: [] },
        { a: 1, $any: [{ '{urn:x}y': 'z', '{urn:x}w': 'z' }] },
        { a: 1, $any: [{ '{urn:x}y': 'z' }], $anyAttributes: { '{urn:x}f': 1 } },
        { a: 1, $any: [{ '{urn:x}y': 'z' }], $anyAttributes: { '1': '1' } },
        { a: 1, $any: [{ '{urn:x}y': 'z' }], $anyAttributes: { '{urn:x}f:g': '1' } },
      ],
    ],
    [
      'an attribute wildcard for other namespaces (AN-4)',
      (s) =>
        s.complex(undefined, sequence(el('a', 'int')), {
          attributeWildcard: { namespaces: { kind: 'not', namespace: 'urn:t' }, processContents: 'lax' },
        }),
      [{ a: 1 }, { a: 1, $anyAttributes: { '{urn:x}f': '1' } }],
      [
        { a: 1, $anyAttributes: { '{urn:t}f': '1' } },
        { a: 1, $anyAttributes: { f: '1' } },
      ],
    ],
    [
      'an abstract type (PY-3, PY-6)',
      (s) => {
        const base = s.complex('Shape', sequence(el('id', 'int')), { abstract: true });
        s.complex('Circle', sequence(el('id', 'int'), el('r', 'double')), { base, derivation: 'extension' });
        s.complex('Square', sequence(el('id', 'int'), el('a', 'double')), { base, derivation: 'extension' });
        return s.complex(undefined, sequence(el('shape', base)));
      },
      [{ shape: { $type: 'Circle', id: 1, r: 2.5 } }, { shape: { $type: 'Square', id: 1, a: 'INF' } }],
      [
        { shape: { id: 1, r: 2.5 } },
        { shape: { $type: 'Circle', id: 1, a: 1 } },
        { shape: { $type: 'Shape', id: 1 } },
        { shape: { $type: 'Round', id: 1 } },
      ],
    ],
    [
      'a concrete base type',
      (s) => {
        const base = s.complex('Base', sequence(el('id', 'int')));
        s.complex('Derived', sequence(el('id', 'int'), el('x', 'int')), { base, derivation: 'extension' });
        return s.complex(undefined, sequence(el('v', base)));
      },
      [{ v: { id: 1 } }, { v: { $type: 'Base', id: 1 } }, { v: { $type: 'Derived', id: 1, x: 1 } }],
      [{ v: { id: 1, x: 1 } }],
    ],
    [
      'a substitution group (SG-1, SG-5)',
      (s) => {
        const pub = s.complex('Pub', sequence(el('title', 'string')));
        const book = s.complex('Book', sequence(el('title', 'string'), el('isbn', 'string')), {
          base: pub,
          derivation: 'extension',
        });
        const head = { substitutionGroup: { namespace: T, localName: 'pub' } };
        s.element('pub', pub, { abstract: true })
          .element('mag', pub, head)
          .element('book', book, head)
          .element('code', 'int', { ...head, nillable: true });
        return s.complex(undefined, sequence(el('pub', pub, { global: true, maxOccurs: 'unbounded' })));
      },
      [
        {
          pub: [
            { $element: 'mag', title: 'M' },
            { $element: 'book', title: 'B', isbn: '1' },
            { $element: 'code', $value: 5 },
            { $element: 'code', $nil: true },
          ],
        },
      ],
      [
        { pub: [{ title: 'M' }] },
        { pub: [{ $element: 'mag', title: 'M', isbn: '1' }] },
        { pub: [{ $element: 'code' }] },
        { pub: [{ $element: 'comic', title: 'x' }] },
      ],
    ],
    [
      'recursion (SC-4)',
      (s) =>
        s.complex('Tree', (self) =>
          sequence(el('name', 'string'), el('child', self, { minOccurs: 0, maxOccurs: 'unbounded' })),
        ),
      [{ name: 'a', child: [{ name: 'b', child: [] }] }],
      [{ name: 'a', child: [{}] }],
    ],
    ['an empty type (SC-3)', (s) => s.complex('Empty'), [{}], [{ x: 1 }]],
    [
      'names of Object (VO-5)',
      (s) =>
        s.complex(undefined, sequence(el('constructor', 'int'), el('toString', 'int', { minOccurs: 0 }))),
      [{ constructor: 1 }],
      [{ toString: 1 }],
    ],
  ])('%s', (_, build, accepted, refused) => {
    agree(operationWith(build), accepted, refused);
  });

  test('an abstract type without derived types has no value', () => {
    const operation = operationWith((s) => {
      const base = s.complex('Base', sequence(el('id', 'int')), { abstract: true });
      return s.complex(undefined, sequence(el('v', base, { minOccurs: 0 })));
    });
    const check = validator(operation.jsonSchema('input'));
    expect([{}, { v: { id: 1 } }].map((value) => [operation.validate(value).length, check(value)])).toEqual([
      [0, true],
      [1, false],
    ]);
  });
});
