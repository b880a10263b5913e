import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../api/operation.js';
import type { MapperOptions } from '../api/options.js';
import type { JsonSchema } from '../api/values.js';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import {
  all,
  any,
  attribute,
  choice,
  el,
  part,
  SchemaLiteral,
  sequence,
  T,
  times,
} from '../testing/schema-literal.js';

/** ajv in strict mode, but for the annotations that say what JSON Schema cannot. */
function validator(schema: JsonSchema): (value: unknown) => boolean {
  // Without `ownProperties`, `constructor` would be a property of every object.
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    ownProperties: true,
  });
  for (const keyword of [
    'type',
    'pattern',
    'enumeration',
    'totalDigits',
    'fractionDigits',
    'fixed',
    'default',
    'whiteSpace',
    'minInclusive',
    'maxInclusive',
    'minExclusive',
    'maxExclusive',
  ]) {
    ajv.addKeyword(`x-xsd-${keyword}`);
  }
  const check = ajv.compile(schema);
  return (value) => check(JSON.parse(stringify(value)));
}

function operationWith(
  build: (schema: SchemaLiteral) => number | 'anyType',
  options: MapperOptions = {},
): CompiledOperation {
  const schema = new SchemaLiteral();
  schema.element('Op', build(schema));
  return createMapper(schema.service({ Op: { output: 'none' } }), options).compile('Op');
}

/** Values on which mapper and schema have to agree (L5): accepted by both, or refused by both. */
function agree(
  operation: CompiledOperation,
  accepted: readonly unknown[],
  refused: readonly unknown[],
): void {
  const check = validator(operation.jsonSchema('input'));
  for (const value of accepted) {
    expect([value, operation.validate(value)]).toEqual([value, []]);
    expect([value, check(value)]).toEqual([value, true]);
  }
  for (const value of refused) {
    expect([value, operation.validate(value).length > 0, check(value)]).toEqual([value, true, false]);
  }
  expect(check(operation.example('input'))).toBe(true);
}

describe('fixed values: the schema and the mapper agree (NL-3, NL-4, L5)', () => {
  const money = (s: SchemaLiteral, name?: string) =>
    s.complex(name, undefined, {
      content: { kind: 'simple', type: 'decimal' },
      attributes: [attribute('c', 'token')],
    });
  /** `Money`, and `Note` derived from it. */
  const moneyWithNote = (s: SchemaLiteral) => {
    const base = money(s, 'Money');
    s.complex('Note', undefined, {
      base,
      derivation: 'extension',
      content: { kind: 'simple', type: 'decimal' },
      attributes: [attribute('c', 'token'), attribute('note', 'string')],
    });
    return base;
  };
  const text = (s: SchemaLiteral) =>
    s.complex(undefined, undefined, {
      content: { kind: 'simple', type: 'string' },
      attributes: [attribute('c', 'token', { required: true })],
    });
  const mixed = (s: SchemaLiteral) =>
    s.complex(undefined, undefined, {
      content: { kind: 'mixed', particle: sequence(el('b', 'string', { minOccurs: 0 })) },
    });
  test.each<[string, (s: SchemaLiteral) => number, unknown[], unknown[]]>([
    [
      'simple content with attributes',
      (s) => s.complex(undefined, sequence(el('p', money(s), { fixed: '7.50' }))),
      [{}, { p: { $value: 7.5 } }, { p: { '@c': 'EUR', $value: 7.5 } }],
      [{ p: { $value: 8 } }, { p: { '@c': 'EUR' } }, { p: {} }, { p: null }],
    ],
    [
      'an attribute that must be given, so the element cannot be left out',
      (s) => s.complex(undefined, sequence(el('p', text(s), { fixed: 'x' }))),
      [{ p: { '@c': 'a', $value: 'x' } }],
      [{}, { p: { '@c': 'a', $value: 'y' } }, { p: { '@c': 'a', $value: '' } }],
    ],
    [
      'repeated',
      (s) => s.complex(undefined, sequence(el('p', money(s), { fixed: '7', minOccurs: 0, maxOccurs: 3 }))),
      [{}, { p: [] }, { p: [{ $value: 7 }, { '@c': '', $value: 7 }] }],
      [{ p: [{ $value: 7 }, { $value: 8 }] }],
    ],
    [
      'what has fixed content is never nil (XML Schema 1.0, cvc-elt 3.2.2)',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('p', money(s), { fixed: '7', nillable: true }),
            el('n', 'int', { fixed: '1', nillable: true }),
            el('d', 'int', { default: '1', nillable: true }),
          ),
        ),
      [{}, { p: { $value: 7 }, n: 1, d: 5 }, { d: null }],
      [{ p: null }, { n: null }, { p: { $nil: true } }, { p: { $nil: true, '@c': 'x' } }, { n: 2 }],
    ],
    [
      'a type that others are derived from, one of which writes its numbers as texts (NM-5)',
      (s) => {
        const base = moneyWithNote(s);
        s.complex('Padded', undefined, {
          base,
          derivation: 'restriction',
          content: { kind: 'simple', type: s.simple('Two', 'decimal', { patterns: ['\\d+\\.\\d\\d'] }) },
        });
        return s.complex(undefined, sequence(el('p', base, { fixed: '7.50' })));
      },
      [
        {},
        { p: { $value: 7.5 } },
        { p: { $type: 'Note', '@note': 'a', $value: 7.5 } },
        { p: { $type: 'Padded', $value: '7.50' } },
      ],
      [{ p: { $value: '8' } }, { p: null }],
    ],
    [
      'the head of a substitution group, but not what stands for it',
      (s) => {
        s.element('head', 'int', { fixed: '1' });
        s.element('sub', 'int', { substitutionGroup: { namespace: T, localName: 'head' } });
        return s.complex(undefined, sequence(el('head', 'int', { fixed: '1', global: true })));
      },
      [{ head: 1 }, { head: { $element: 'sub', $value: 5 } }],
      [{}, { head: 2 }],
    ],
    [
      'what stands for the head of a substitution group, but not the head',
      (s) => {
        const group = { substitutionGroup: { namespace: T, localName: 'head' } };
        const price = money(s, 'Money');
        s.element('head', 'int')
          .element('n', 'int', { ...group, fixed: '7', nillable: true })
          .element('d', 'int', { ...group, default: '7', nillable: true })
          .element('p', price, { ...group, fixed: '7.50', nillable: true })
          .element('free', price, group)
          .element('m', mixed(s), { ...group, fixed: 'a b' });
        return s.complex(undefined, sequence(el('head', 'int', { global: true })));
      },
      [
        { head: 5 },
        { head: { $element: 'n', $value: 7 } },
        { head: { $element: 'd', $value: 8 } },
        { head: { $element: 'd', $nil: true } },
        { head: { $element: 'p', '@c': 'EUR', $value: 7.5 } },
        { head: { $element: 'free', $value: 8 } },
        { head: { $element: 'm', $content: ['a', ' b'] } },
      ],
      [
        { head: { $element: 'n', $value: 8 } },
        { head: { $element: 'n' } },
        { head: { $element: 'n', $nil: true } },
        { head: { $element: 'd' } },
        { head: { $element: 'p', '@c': 'EUR', $value: 8 } },
        { head: { $element: 'p', '@c': 'EUR' } },
        { head: { $element: 'p', $nil: true } },
        { head: { $element: 'm', $content: ['a b', { b: 'x' }] } },
      ],
    ],
    [
      'what stands for an abstract head, of a type that others are derived from',
      (s) => {
        const base = moneyWithNote(s);
        s.element('head', 'anyType', { abstract: true, fixed: 'x' }).element('p', base, {
          substitutionGroup: { namespace: T, localName: 'head' },
          fixed: '7.50',
        });
        return s.complex(undefined, sequence(el('head', 'anyType', { global: true, fixed: 'x' })));
      },
      [
        { head: { $element: 'p', $value: 7.5 } },
        { head: { $element: 'p', $type: 'Note', '@note': 'a', $value: 7.5 } },
      ],
      [
        {},
        { head: 'x' },
        { head: { $element: 'p', $value: 8 } },
        { head: { $element: 'p', $type: 'Note', '@note': 'a', $value: 8 } },
      ],
    ],
    [
      'texts of which several are equal are not listed',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('h', 'hexBinary', { fixed: 'AB' }),
            el('t', 'dateTime', { fixed: '2020-01-01T00:00:00Z' }),
            el('e', s.simple('E', 'hexBinary', { enumeration: ['AB', 'CD'] })),
          ),
        ),
      [{ h: 'ab', t: '2020-01-01T01:00:00+01:00', e: 'cd' }],
      [{ h: 'x', e: 'AB' }],
    ],
    [
      'mixed content',
      (s) => s.complex(undefined, sequence(el('m', mixed(s), { fixed: 'a b' }))),
      [{}, { m: { $content: ['a b'] } }, { m: { $content: ['a', ' b'] } }],
      [{ m: { $content: ['a b', { b: 'x' }] } }],
    ],
    [
      'an untyped element has no text to fix',
      (s) => s.complex(undefined, sequence(el('x', 'anyType', { fixed: '1' }))),
      [{ x: 1 }],
      [{}],
    ],
  ])('%s', (_, build, accepted, refused) => {
    agree(operationWith(build), accepted, refused);
  });

  test('the schema says the value of what stands for a head where that value is', () => {
    const operation = operationWith((s) => {
      const substitutionGroup = { namespace: T, localName: 'head' };
      s.element('head', 'int', { abstract: true })
        .element('n', 'int', { substitutionGroup, fixed: '7' })
        .element('d', 'int', { substitutionGroup, default: '7' });
      return s.complex(undefined, sequence(el('head', 'int', { global: true })));
    });
    expect(operation.jsonSchema('input')).toMatchObject({
      properties: { head: { anyOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/d' }] } },
      $defs: {
        n: { properties: { $element: { const: 'n' }, $value: { const: 7, default: 7 } } },
        d: { properties: { $element: { const: 'd' }, $value: { default: 7 } } },
      },
    });
  });

  test('of a derived type too the mapper knows the value', () => {
    const operation = operationWith((s) => {
      const base = money(s, 'Money');
      const type = s.simple('Two', 'decimal', { patterns: ['\\d\\.\\d\\d'] });
      s.complex('Padded', undefined, { base, derivation: 'restriction', content: { kind: 'simple', type } });
      return s.complex(undefined, sequence(el('p', base, { fixed: '7.5' })));
    });
    const problems = (value: string) =>
      operation.validate({ p: { $type: 'Padded', $value: value } }).map(({ keyword }) => keyword);
    expect([problems('7.50'), problems('8.00'), problems('x')]).toEqual([[], ['const'], ['type']]);
  });

  test('numbers as texts: the mapper knows equal ones, and the schema lists none (NM-2)', () => {
    const build = (s: SchemaLiteral) => s.complex(undefined, sequence(el('p', money(s), { fixed: '7.50' })));
    const operation = operationWith(build, { numbers: 'string' });
    agree(operation, [{}, { p: { $value: '7.5' } }, { p: { $value: '07.500' } }], []);
    expect(operation.validate({ p: { $value: '8' } })).toMatchObject([
      { keyword: 'const', path: '/p/$value' },
    ]);
  });

  test('the error says where and what', () => {
    const wide = operationWith((s) =>
      s.complex(undefined, sequence(el('n', 'long', { fixed: '9007199254740993' }))),
    );
    expect(wide.validate({ n: 1 })[0]?.message).toBe(
      'must be 9007199254740993, the only value that the schema allows',
    );
    const base = operationWith((s) => s.complex(undefined, sequence(el('p', money(s), { fixed: '7' }))));
    expect(base.validate({ p: { '@c': 'EUR', $value: 8 } })).toEqual([
      expect.objectContaining({ keyword: 'const', path: '/p/$value', expected: 7 }),
    ]);
    const content = operationWith((s) => s.complex(undefined, sequence(el('m', mixed(s), { fixed: 'a' }))));
    expect(content.validate({ m: { $content: ['b'] } })).toEqual([
      expect.objectContaining({ keyword: 'const', path: '/m/$content', expected: ['a'] }),
    ]);
  });
});

describe('the schema and the mapper agree (L5, OA-10)', () => {
  test.each<[string, (s: SchemaLiteral) => number | 'anyType', unknown[], unknown[]]>([
    [
      'records, arrays, attributes',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('id', 'int'),
            el('name', 'string', { minOccurs: 0 }),
            el('role', 'string', { minOccurs: 0, maxOccurs: 3 }),
          ),
          { attributes: [attribute('v', 'boolean', { required: true })] },
        ),
      [
        { '@v': true, id: 1 },
        { '@v': false, id: -5, name: '', role: [] },
        { '@v': true, id: 1, role: ['a', 'b', 'c'] },
      ],
      [
        {},
        { '@v': true },
        { '@v': true, id: 1.5 },
        { '@v': true, id: 2147483648 },
        { '@v': true, id: 1, role: 'a' },
        { '@v': true, id: 1, role: ['a', 'b', 'c', 'd'] },
        { '@v': true, id: 1, x: 1 },
      ],
    ],
    [
      'a choice between an element and a sequence, and an optional group (CM-12 to CM-16)',
      (s) =>
        s.complex(
          undefined,
          sequence(
            choice(
              el('card', 'string'),
              sequence(el('iban', 'string'), el('bic', 'string', { minOccurs: 0 })),
            ),
            times(sequence(el('from', 'date'), el('to', 'date', { minOccurs: 0 })), 0, 1),
          ),
        ),
      [
        { card: '1' },
        { iban: 'x' },
        { iban: 'x', bic: 'y', from: '2026-01-01' },
        { card: '1', from: '2026-01-01', to: '2026-01-01' },
      ],
      [{}, { card: '1', iban: '2' }, { card: '1', bic: '2' }, { bic: 'x' }, { card: '1', to: '2026-01-01' }],
    ],
    [
      'an emptiable choice and nested choices',
      (s) =>
        s.complex(
          undefined,
          sequence(
            times(choice(el('a', 'int'), el('b', 'int')), 0, 1),
            choice(sequence(el('c', 'int'), choice(el('d', 'int'), el('e', 'int'))), el('f', 'int')),
          ),
        ),
      [{ f: 1 }, { a: 1, c: 1, d: 1 }, { b: 1, c: 1, e: 1 }],
      [{ a: 1, b: 1, f: 1 }, { c: 1 }, { c: 1, d: 1, e: 1 }, { d: 1 }, { f: 1, d: 1 }, {}],
    ],
    [
      'a name in two branches (CM-13)',
      (s) =>
        s.complex(
          undefined,
          choice(sequence(el('a', 'int'), el('b', 'int')), sequence(el('c', 'int'), el('a', 'int'))),
        ),
      [
        { a: 1, b: 1 },
        { c: 1, a: 1 },
      ],
      [{ a: 1 }, { a: 1, b: 1, c: 1 }, { c: 1 }, {}],
    ],
    [
      'a branch that needs a choice of its own (CM-13)',
      (s) =>
        s.complex(
          undefined,
          choice(
            sequence(choice(el('a', 'int'), el('b', 'int')), el('d', 'int')),
            times(el('d', 'int'), 1, 'unbounded'),
          ),
        ),
      [{ d: [1] }, { d: [1, 2] }, { a: 1, d: [2] }],
      [{}, { a: 1 }, { a: 1, b: 1, d: [2] }],
    ],
    [
      'repeating groups (CM-17, CM-21)',
      (s) =>
        s.complex(
          undefined,
          sequence(
            times(choice(el('a', 'int'), el('b', 'int')), 0, 'unbounded'),
            times(sequence(el('k', 'string'), el('v', 'string', { minOccurs: 0 })), 1, 2),
          ),
        ),
      [
        { $items2: [{ k: 'x' }] },
        { $items: [{ a: 1 }, { b: 2 }, { a: 3 }], $items2: [{ k: 'x', v: 'y' }, { k: 'z' }] },
      ],
      [
        {},
        { $items2: [] },
        { $items2: [{}] },
        { $items: [{ a: 1, b: 1 }], $items2: [{ k: 'x' }] },
        { $items: [{}], $items2: [{ k: 'x' }] },
        { $items2: [{ k: 'x' }, { k: 'x' }, { k: 'x' }] },
      ],
    ],
    [
      'an array in a choice (CM-11)',
      (s) => s.complex(undefined, choice(el('a', 'int', { minOccurs: 2, maxOccurs: 3 }), el('b', 'int'))),
      [{ a: [1, 2] }, { b: 1 }],
      [{ a: [] }, { a: [1] }, { a: [1, 2], b: 1 }],
    ],
    [
      'several places of one name',
      (s) => s.complex(undefined, sequence(el('a', 'int'), el('b', 'int'), el('a', 'int', { maxOccurs: 2 }))),
      [
        { a: [1, 2], b: 1 },
        { a: [1, 2, 3], b: 1 },
      ],
      [
        { a: [1], b: 1 },
        { a: 1, b: 1 },
        { a: [1, 2, 3, 4], b: 1 },
      ],
    ],
    [
      'all',
      (s) => s.complex(undefined, all(el('x', 'int'), el('y', 'int', { minOccurs: 0 }))),
      [{ y: 2, x: 1 }, { x: 1 }],
      [{ y: 1 }],
    ],
    [
      'nil (§9.1)',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('n', 'int', { nillable: true }),
            el('o', 'int', { nillable: true, minOccurs: 0 }),
            el('l', 'string', { nillable: true, maxOccurs: 'unbounded' }),
          ),
        ),
      [
        { n: null, l: [null] },
        { n: 1, o: null, l: ['a', null] },
      ],
      [{ l: ['a'] }, { n: 1, l: null }, { n: 1, l: [] }],
    ],
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

  const simple = (type: (s: SchemaLiteral) => number) =>
    operationWith((s) => s.complex(undefined, sequence(el('v', type(s)))));

  test.each<[string, (s: SchemaLiteral) => number, unknown[], unknown[]]>([
    [
      'token with pattern and maxLength',
      (s) => s.simple('Sku', 'token', { patterns: ['[A-Z]{2}\\d{4}'], maxLength: 6 }),
      ['AB1234'],
      ['AB123', 'ab1234', 5, null],
    ],
    [
      'alternatives, and two steps of patterns',
      (s) => s.simple(undefined, 'string', { patterns: ['a+', 'b+'] }, { patterns: ['.{2,3}'] }),
      ['aa', 'bbb'],
      ['a', 'ab', 'aaaa'],
    ],
    [
      'decimal with bounds',
      (s) => s.simple('Pct', 'decimal', { minExclusive: '0', maxInclusive: '100' }),
      [0.01, 100],
      [0, 100.01, true],
    ],
    ['int with enumeration', (s) => s.simple('Level', 'int', { enumeration: ['1', '2'] }), [1, 2], [3]],
    [
      'string enumeration',
      (s) => s.simple(undefined, 'token', { enumeration: ['red', ' green '] }),
      ['red', 'green'],
      ['blue', ''],
    ],
    [
      'float enumeration with values that JSON has no number for (NM-4)',
      (s) => s.simple(undefined, 'float', { enumeration: ['0.5', '-INF'] }),
      [0.5, '-INF'],
      [1, 'INF', 'NaN'],
    ],
    [
      'the empty enumeration (LU-3)',
      (s) => s.simple(undefined, 'string', { enumeration: [''] }),
      [''],
      ['x'],
    ],
    [
      'a pattern that is not enforced, for it needs too many states (RX-1)',
      (s) => s.simple(undefined, 'string', { patterns: ['(x{1,1000}){1,1000}'] }),
      ['x', 'anything'],
      [1],
    ],
    [
      'a pattern on an integer (NM-5)',
      (s) => s.simple(undefined, 'integer', { patterns: ['\\d{5}'] }),
      ['01234'],
      ['1234', 'abcde'],
    ],
    [
      'fractionDigits 0',
      (s) => s.simple(undefined, 'decimal', { fractionDigits: 0, totalDigits: 3 }),
      [999, -999],
      [1000, 1.5],
    ],
    ['bytes', (s) => s.simple(undefined, 'unsignedByte'), [0, 255], [-1, 256]],
    ['double', (s) => s.simple(undefined, 'double'), [1.5, 'INF', '-INF', 'NaN'], ['inf', true]],
    ['a bound', (s) => s.simple(undefined, 'float', { minInclusive: '0' }), [0, 'INF'], [-1, '-INF', 'NaN']],
    [
      'bounds',
      (s) => s.simple(undefined, 'double', { minExclusive: '0', maxInclusive: 'INF' }),
      [1, 'INF'],
      [0, '-INF', 'NaN'],
    ],
    [
      'date',
      (s) => s.simple(undefined, 'date'),
      ['2026-01-31', '-0001-12-31Z', '12026-01-01+14:00'],
      ['2026-13-01', '2026-1-1', ''],
    ],
    [
      'dateTime',
      (s) => s.simple(undefined, 'dateTime'),
      ['2026-01-31T24:00:00', '2026-01-31T09:30:00.123456789012Z'],
      ['2026-01-31', '2026-01-31T24:00:01', '2026-01-31T09:30Z'],
    ],
    [
      'duration',
      (s) => s.simple(undefined, 'duration'),
      ['P1D', '-P1Y2M3DT4H5M6.7S', 'PT0S'],
      ['P', 'PT', 'P1W', '1D'],
    ],
    ['gYear', (s) => s.simple(undefined, 'gYear'), ['2026', '-0044'], ['26']],
    ['hexBinary', (s) => s.simple(undefined, 'hexBinary', { length: 2 }), ['0aFF'], ['0aF', '0a', '0aFF00']],
    [
      'base64Binary',
      (s) => s.simple(undefined, 'base64Binary', { minLength: 2 }),
      ['AQI=', 'AQIDBA=='],
      ['AQ', '####'],
    ],
    ['NCName', (s) => s.simple(undefined, 'NCName'), ['a-b.c', 'größe'], ['a:b', '1a', '']],
    ['language', (s) => s.simple(undefined, 'language'), ['en-US'], ['', 'e n']],
    ['a list', (s) => s.list('Sizes', 'int', { maxLength: 2 }), [[], [1, 2]], [[1, 2, 3], ['x'], 1]],
    ['NMTOKENS', (s) => s.simple(undefined, 'NMTOKENS'), [['a']], [[], ['a b']]],
    [
      'a union',
      (s) =>
        s.union('Max', ['nonNegativeInteger', s.simple(undefined, 'token', { enumeration: ['unbounded'] })]),
      [5, 'unbounded'],
      [-1, 'x', true],
    ],
    ['length counts code points', (s) => s.simple(undefined, 'string', { length: 2 }), ['😀😀'], ['😀']],
  ])('%s', (_, type, accepted, refused) => {
    const wrap = (values: unknown[]) => values.map((v) => ({ v }));
    agree(simple(type), wrap(accepted), wrap(refused));
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

  test('wide numbers as strings (NM-2)', () => {
    const operation = operationWith(
      (s) => s.complex(undefined, sequence(el('id', 'long'), el('price', 'decimal'))),
      {
        numbers: 'string',
      },
    );
    const check = validator(operation.jsonSchema('input'));
    expect(check({ id: '9007199254740993', price: '10.50' })).toBe(true);
    expect(check({ id: 'x', price: '1' })).toBe(false);
  });

  test('bounds that no double holds are said with x-xsd (FA-2)', () => {
    const operation = simple((s) => s.simple(undefined, 'long', { maxInclusive: '9007199254740993' }));
    const schema = JSON.stringify(operation.jsonSchema('input'));
    expect(schema).toContain('"x-xsd-maxInclusive":"9007199254740993"');
    expect(schema).not.toContain('"maximum"');
    // A double has -2^63, but its digits in JSON would be those of another integer.
    expect(schema).not.toContain('"minimum"');
  });
});

describe('messages', () => {
  const schema = new SchemaLiteral();
  const user = schema.complex('User', sequence(el('id', 'int')));
  schema.element('Auth', schema.complex(undefined, sequence(el('token', 'string'))));
  schema.element('Op', schema.complex(undefined, sequence(el('q', 'string', { minOccurs: 0 }))));
  schema.element(
    'OpResponse',
    schema.complex(undefined, sequence(el('user', user, { minOccurs: 0, nillable: true }))),
  );
  const operation = createMapper(
    schema.service({
      Op: {
        input: {
          headers: [{ part: part('auth', 'Auth'), use: 'literal', required: false, faults: [] }],
          attachments: [{ name: 'file', contentTypes: ['image/png'] }],
        },
      },
    }),
  ).compile('Op');

  test('in an encoded block anything may be an array, in a literal one not (EN-9)', () => {
    const literal = new SchemaLiteral();
    const type = literal.complex('Open', sequence(el('v', 'anyType')));
    const block = (name: string, use: 'literal' | 'encoded') => {
      return { part: part(name, { type }), use, namespace: T, required: false, faults: [] } as const;
    };
    literal.element('Op', literal.complex(undefined, sequence()));
    const input = { headers: [block('E', 'encoded'), block('L', 'literal')] };
    const operation = createMapper(literal.service({ Op: { input, output: 'none' } })).compile('Op');
    const given = (key: string) => ({ $headers: { [key]: { v: [['a'], 1] } } });
    agree(operation, [given('E')], [given('L')]);
  });

  test('an input has $headers and $attachments', () => {
    const check = validator(operation.jsonSchema('input'));
    const $attachments = { file: { data: 'AQI=' } };
    expect(check({ $attachments })).toBe(true);
    expect(check({ $attachments, $headers: { Auth: { token: 't' } }, q: 'x' })).toBe(true);
    expect(check({ q: 'x' })).toBe(false);
    expect(check({ $attachments, $headers: { Other: {} } })).toBe(false);
  });

  test('a result is its record, or says that there is none (UW-4, UW-5)', () => {
    const check = validator(operation.jsonSchema('output'));
    expect([{ id: 1 }, {}, { $nil: true }].map(check)).toEqual([true, true, true]);
    expect([{ user: { id: 1 } }, { id: 'x' }, { $nil: false }].map(check)).toEqual([false, false, false]);
  });

  test('definitions are named after types; equal names are numbered', () => {
    const literal = new SchemaLiteral();
    const first = literal.complex('Item', sequence(el('a', 'int')));
    const second = literal.complex('Item', sequence(el('b', 'int')), { namespace: 'urn:o' });
    literal.element(
      'Op',
      literal.complex(undefined, sequence(el('x', first), el('y', second), el('z', first))),
    );
    const { jsonSchema } = createMapper(literal.service({ Op: { output: 'none' } })).compile('Op');
    expect(Object.keys(jsonSchema('input')['$defs'] as object)).toEqual(['Item', 'Item.2']);
  });

  test('an enumeration of 5,000 values costs what its values cost', () => {
    const enumeration = Array.from({ length: 5_000 }, (_, n) => `v${n}`);
    const literal = new SchemaLiteral();
    literal.element('Op', literal.simple('Code', 'token', { enumeration }));
    const { jsonSchema } = createMapper(literal.service({ Op: { output: 'none' } })).compile('Op');
    const start = process.cpuUsage();
    expect(JSON.stringify(jsonSchema('input'))).toContain('"v4999"');
    // Processor time; a slow machine needs a fraction of this.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
  });

  test('3,000 mutually reachable types make a schema', () => {
    const literal = new SchemaLiteral();
    for (let n = 0; n < 3_000; n++)
      literal.complex(`T${n}`, sequence(el('next', (n + 1) % 3_000, { minOccurs: 0 })));
    literal.element('Op', 0);
    const { jsonSchema } = createMapper(literal.service({ Op: { output: 'none' } })).compile('Op');
    expect(Object.keys(jsonSchema('input')['$defs'] as object)).toHaveLength(3_000);
  });
});

describe('names under wildcards: the schema and the mapper agree (AN-3, AN-5, L5)', () => {
  const operation = (wildcard: Parameters<typeof any>[0], options: MapperOptions = {}) =>
    operationWith((s) => {
      s.element('known', 'int');
      s.element('foreign', 'int', { namespace: 'urn:f.x' });
      return s.complex(
        undefined,
        sequence(el('name', 'string', { minOccurs: 0 }), times(any(wildcard), 0, 5)),
      );
    }, options);
  const entries = (...names: string[]) => names.map((name) => ({ $any: [{ [name]: 5 }] }));
  const noNames = entries('', '1a', 'a b', '{}a', '{urn:x}', '{urn:x}a:b', '{urn:x', 'a\u0300:');
  const declared = entries('{urn:t}known', '{urn:f.x}foreign');
  const foreign = entries('{urn:x}a', 'bare', '{urn:fxx}a', '{urn:tt}known', 'a\u0300');
  const undeclared = entries('{urn:t}a', '{urn:f.x}a');
  const beside = entries('{urn:t}name');
  test.each<[string, Parameters<typeof any>[0], MapperOptions, unknown[], unknown[]]>([
    [
      'lax',
      { processContents: 'lax' },
      {},
      [...declared, ...foreign, ...undeclared],
      [...noNames, ...beside],
    ],
    ['strict', { processContents: 'strict' }, {}, [...declared, ...foreign], [...undeclared, ...noNames]],
    [
      'strict, opened',
      { processContents: 'strict' },
      { wildcards: 'lax' },
      [...foreign, ...undeclared],
      beside,
    ],
    [
      'strict, closed',
      { processContents: 'strict' },
      { wildcards: 'strict' },
      declared,
      [...foreign, ...undeclared],
    ],
    [
      '##other',
      { namespaces: { kind: 'not', namespace: T }, processContents: 'strict' },
      {},
      entries('{urn:x}a', '{urn:f.x}foreign'),
      entries('bare', '{urn:t}known', '{urn:f.x}a'),
    ],
    [
      'a list',
      { namespaces: { kind: 'list', list: ['', 'urn:x'] }, processContents: 'skip' },
      {},
      entries('{urn:x}a', 'bare'),
      entries('{urn:y}a', '{urn:t}known'),
    ],
    [
      'nothing at all',
      { namespaces: { kind: 'list', list: [] }, processContents: 'strict' },
      {},
      [{}],
      [...declared, ...foreign],
    ],
  ])('%s', (_, wildcard, options, accepted, refused) => {
    agree(operation(wildcard, options), accepted, refused);
  });
});
