import { describe, expect, test } from 'vitest';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { textsOfPattern } from '../pattern/text-of-length.js';
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

/** The example of an input whose element has the type that `build` makes; checked for validity. */
function exampleFor(build: (schema: SchemaLiteral) => number | 'anyType'): unknown {
  const schema = new SchemaLiteral();
  schema.element('Op', build(schema));
  const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
  const example = operation.example('input');
  expect(operation.validate(example)).toEqual([]);
  expect(stringify(operation.example('input'))).toBe(stringify(example));
  return JSON.parse(stringify(example));
}

describe('examples of what contains itself end', () => {
  const array = (schema: SchemaLiteral, itemType: number, dimensions = [1]): number =>
    schema.complex(undefined, undefined, { soapArray: { itemType, dimensions } });
  test.each<[string, (s: SchemaLiteral) => number, unknown]>([
    ['a SOAP array of itself', (s) => array(s, s.types.length), [[]]],
    ['one of two dimensions', (s) => array(s, s.types.length, [2]), [[[]]]],
    [
      'a struct with SOAP arrays of itself',
      (s) => {
        const self = s.types.length;
        s.complex('A', sequence(el('v', 'int'), el('a', self + 1), el('b', self + 1)));
        array(s, self);
        return self;
      },
      { v: 1, a: [], b: [] },
    ],
  ])('%s', (_, build, expected) => {
    const schema = new SchemaLiteral();
    const parts = [part('p', { type: build(schema) })];
    const message = { use: 'encoded', parts } as const;
    const service = schema.service({ Op: { style: 'rpc', input: message, output: message } });
    const operation = createMapper(service).compile('Op');
    const example = operation.example('input');
    expect(JSON.parse(stringify(example))).toEqual({ p: expected });
    expect(operation.validate(example)).toEqual([]);
    expect(stringify(operation.requestFromXml(operation.toXml(example).body).input)).toBe(stringify(example));
  });

  test.each<[string, (s: SchemaLiteral) => number, unknown]>([
    [
      'in null where the element that leads back is required and nillable',
      (s) =>
        s.complex('A', (self) =>
          sequence(el('v', 'int'), el('next', self, { nillable: true }), el('w', 'int')),
        ),
      { v: 1, next: null, w: 1 },
    ],
    [
      'in an item that is null, as often as items are required',
      (s) =>
        s.complex('A', (self) => sequence(el('next', self, { nillable: true, minOccurs: 2, maxOccurs: 4 }))),
      { next: [null, null] },
    ],
    [
      'in null after a way through several types',
      (s) => {
        const a = s.complex('A', (self) => sequence(el('b', self + 1)));
        s.complex('B', sequence(el('c', a + 2, { nillable: true })));
        s.complex('C', sequence(el('a', a, { nillable: true }), el('v', 'int')));
        return a;
      },
      { b: { c: { a: null, v: 1 } } },
    ],
    [
      'in null where the only type that may stand there is being shown',
      (s) => {
        const base = s.complex('Base', sequence(), { abstract: true });
        const particle = sequence(el('of', base, { nillable: true }));
        s.complex('Not', particle, { base, derivation: 'extension' });
        return s.complex(undefined, sequence(el('e', base)));
      },
      { e: { $type: 'Not', of: null } },
    ],
    [
      'in the other branch rather than in null',
      (s) =>
        s.complex('A', (self) => sequence(choice(el('next', self, { nillable: true }), el('end', 'int')))),
      { end: 1 },
    ],
    [
      'in null in ordered content',
      (s) =>
        s.complex('A', (self) =>
          sequence(
            el('v', 'int', { minOccurs: 0 }),
            el('next', self, { nillable: true }),
            el('v', 'int', { minOccurs: 0 }),
          ),
        ),
      { $content: [{ v: 1 }, { next: null }, { v: 1 }] },
    ],
  ])('%s', (_, build, expected) => {
    expect(exampleFor(build)).toEqual(expected);
  });

  test('a chain of required records deeper than JSON may nest ends in null where one of them may be nil', () => {
    const schema = new SchemaLiteral();
    let type: number = schema.complex('D0', sequence(el('x', 'int')));
    for (let n = 1; n < 300; n++) {
      type = schema.complex(`D${n}`, sequence(el('r', type, { nillable: n === 280 })));
    }
    schema.element('Deep', type);
    const operation = createMapper(schema.service({ Deep: { output: 'none' } })).compile('Deep');
    expect(operation.validate(operation.example('input'))).toEqual([]);
  });

  test('a type that requires itself has no valid value, and the example says where', () => {
    const schema = new SchemaLiteral();
    const node = schema.complex('A', (self) =>
      sequence(el('v', 'int'), el('next', self, { maxOccurs: 'unbounded' })),
    );
    schema.element('Op', node);
    const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
    expect(stringify(operation.example('input'))).toBe('{"v":1}');
    expect(operation.validate(operation.example('input'))).toMatchObject([
      { path: '/next', keyword: 'required' },
    ]);
  });
});

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
      'a required wildcard',
      (s) =>
        s.complex(
          undefined,
          sequence(
            any(),
            any({ namespaces: { kind: 'list', list: ['urn:l'] } }),
            any({ namespaces: { kind: 'not', namespace: 'urn:t' } }),
          ),
        ),
      {
        $any: [{ '{urn:example}element': 'text' }],
        $any2: [{ '{urn:l}element': 'text' }],
        $any3: [{ '{urn:example}element': 'text' }],
      },
    ],
    [
      'a strict wildcard shows a declared element',
      (s) =>
        s
          .element('known', 'int')
          .complex(
            undefined,
            sequence(any({ processContents: 'strict', namespaces: { kind: 'list', list: [T] } })),
          ),
      { $any: [{ '{urn:t}known': 1 }] },
    ],
    [
      'a strict wildcard that admits every namespace, where nothing but the input itself is declared',
      (s) => s.complex(undefined, sequence(any({ processContents: 'strict' }))),
      { $any: [{ '{urn:example}element': 'text' }] },
    ],
    [
      'a strict wildcard of the other namespaces',
      (s) =>
        s.complex(
          undefined,
          sequence(any({ processContents: 'strict', namespaces: { kind: 'not', namespace: T } })),
        ),
      { $any: [{ '{urn:example}element': 'text' }] },
    ],
    [
      'wildcards of no namespace, lax and strict',
      (s) => {
        const local = { kind: 'list', list: [''] } as const;
        return s.complex(
          undefined,
          sequence(
            any({ namespaces: local }),
            el('a', 'int'),
            any({ processContents: 'strict', namespaces: local }),
          ),
        );
      },
      { a: 1, $any: [{ element: 'text' }], $any2: [{ element: 'text' }] },
    ],
    [
      'a wildcard beside an element of the name that examples have',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el('element', 'int', { namespace: '' }),
            any({ namespaces: { kind: 'list', list: [''] } }),
          ),
        ),
      { element: 1, $any: [{ element2: 'text' }] },
    ],
    [
      'a strict wildcard of a namespace with one free name: that of an element with a fixed value',
      (s) =>
        s
          .element('known', 'int', { fixed: '7' })
          .complex(
            undefined,
            sequence(any({ processContents: 'strict', namespaces: { kind: 'list', list: [T] } })),
          ),
      { $any: [{ '{urn:t}known': 7 }] },
    ],
    [
      'a strict wildcard that leads back to the input, which can end',
      (s) => {
        const only = any({ processContents: 'strict', namespaces: { kind: 'list', list: [T] } });
        const a = s.complex(undefined, sequence(only));
        return s.complex(undefined, sequence(el('a', a, { minOccurs: 0 })));
      },
      { a: { $any: [{ '{urn:t}Op': {} }] } },
    ],
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
      'what stands for an abstract element has its own fixed value',
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

describe('texts of a pattern by their length', () => {
  test.each<[string, number, string | undefined]>([
    ['a*', 3, 'aaa'],
    ['a*', 0, ''],
    ['(ab)*', 3, undefined],
    ['(ab)*c?', 3, 'abc'],
    ['(a*)*', 2, 'aa'],
    ['(a|b*)*c', 1, 'c'],
    ['a{2,3}b{2,3}', 5, 'aaabb'],
    ['[\\p{Lu}-[A-Z]]{2}', 2, 'ÀÀ'],
    ['[a-[a]]', 1, undefined],
    ['(((a{50}){50}){50})', 100, undefined],
    ['(', 1, undefined],
  ])('%s, %d', (pattern, length, text) => {
    expect(textsOfPattern(pattern)(length)).toBe(text);
  });
});

describe('examples of simple types satisfy their facets', () => {
  const simple = (type: (s: SchemaLiteral) => number) =>
    (exampleFor((s) => s.complex(undefined, sequence(el('v', type(s))))) as { v: unknown }).v;

  test.each<[string, (s: SchemaLiteral) => number, unknown]>([
    ['enumeration', (s) => s.simple(undefined, 'token', { enumeration: ['red', 'green'] }), 'red'],
    ['an enumeration of numbers', (s) => s.simple(undefined, 'int', { enumeration: ['5', '6'] }), 5],
    ['the empty enumeration', (s) => s.simple(undefined, 'string', { enumeration: [''] }), ''],
    ['length', (s) => s.simple(undefined, 'string', { length: 6 }), 'textte'],
    ['maxLength', (s) => s.simple(undefined, 'string', { maxLength: 2 }), 'te'],
    ['minLength', (s) => s.simple(undefined, 'string', { minLength: 10 }), 'texttextte'],
    ['a pattern', (s) => s.simple(undefined, 'token', { patterns: ['[A-Z]{2}\\d{4}'] }), 'AA0000'],
    [
      'a pattern and a length',
      (s) => s.simple(undefined, 'string', { patterns: ['[0-9]+'], minLength: 5 }),
      '000000',
    ],
    [
      'a pattern and exactly one length',
      (s) => s.simple(undefined, 'string', { patterns: ['[0-9]+'], length: 25 }),
      '0'.repeat(25),
    ],
    [
      'a pattern of several repetitions and a length that takes a different count of each',
      (s) => s.simple(undefined, 'string', { patterns: ['([A-Z]{2})+-(x|yz)*[0-9]?'], length: 8 }),
      'AAAAAA-x',
    ],
    [
      'a pattern whose first branch is too long',
      (s) => s.simple(undefined, 'string', { patterns: ['[a-z]{9}|Z+'], maxLength: 3 }),
      'Z',
    ],
    [
      'a pattern and a length of a later step',
      (s) => s.simple(undefined, 'token', { patterns: ['\\d+(\\.\\d+)*'] }, { length: 31 }),
      '0'.repeat(31),
    ],
    [
      'a pattern and the octets of hexBinary',
      (s) => s.simple(undefined, 'hexBinary', { patterns: ['(0[A-F])*'], length: 30 }),
      '0A'.repeat(30),
    ],
    [
      'a pattern and a bound',
      (s) => s.simple(undefined, 'integer', { patterns: ['\\d{4}'], minInclusive: '5000' }),
      '5555',
    ],
    [
      'patterns of two steps',
      (s) => s.simple(undefined, 'string', { patterns: ['[a-z]*'] }, { patterns: ['.{3}', 'x'] }),
      'aaa',
    ],
    [
      'a pattern with anchors (RX-5)',
      (s) => s.simple(undefined, 'string', { patterns: ['^\\d{3}$'] }),
      '000',
    ],
    [
      'a pattern on a number (NM-5)',
      (s) => s.simple(undefined, 'integer', { patterns: ['\\d{5}'] }),
      '00000',
    ],
    [
      'a pattern that asks for the form of a date',
      (s) => s.simple(undefined, 'string', { patterns: ['\\d\\d\\d\\d-\\d\\d-\\d\\d'], maxLength: 10 }),
      '2026-01-31',
    ],
    [
      'a pattern that takes a date among others',
      (s) => s.simple(undefined, 'string', { patterns: ['[0-9\\-]+'], minLength: 1 }),
      '0',
    ],
    [
      'decimals that a pattern wants, between bounds',
      (s) =>
        s.simple(undefined, 'decimal', {
          patterns: ['-?\\d+\\.\\d{2}'],
          minInclusive: '500',
          maxExclusive: '1000',
        }),
      '500.00',
    ],
    [
      'leading zeros that a pattern wants, between bounds',
      (s) => s.simple(undefined, 'int', { patterns: ['\\d{6}'], minInclusive: '250', maxInclusive: '255' }),
      '000250',
    ],
    ['a pattern on a year', (s) => s.simple(undefined, 'gYear', { patterns: ['20\\d{2}'] }), '2026'],
    ['a pattern on a date', (s) => s.simple(undefined, 'date', { patterns: ['\\d{4}-12-25'] }), '1111-12-25'],
    [
      'times without a zone between bounds without one',
      (s) => s.simple(undefined, 'time', { minInclusive: '22:00:00', maxInclusive: '22:30:00' }),
      '22:00:00',
    ],
    [
      'dates with a zone between bounds with one, which do not count',
      (s) => s.simple(undefined, 'date', { minExclusive: '2031-05-05Z', maxExclusive: '2031-05-07Z' }),
      '2031-05-06Z',
    ],
    [
      'days between bounds of days, not months, which may be longer or shorter',
      (s) => s.simple(undefined, 'duration', { minInclusive: 'P30D', maxInclusive: 'P60D' }),
      'P30D',
    ],
    [
      'numbers that only an exponent shows',
      (s) => s.simple(undefined, 'double', { minExclusive: '0', maxExclusive: '1e-300' }),
      5e-301,
    ],
    [
      'a range of integers',
      (s) => s.simple(undefined, 'int', { minInclusive: '10', maxInclusive: '12' }),
      10,
    ],
    ['negative integers', (s) => s.simple(undefined, 'negativeInteger'), -1],
    ['nonPositiveInteger', (s) => s.simple(undefined, 'nonPositiveInteger'), 0],
    [
      'a range of decimals',
      (s) => s.simple(undefined, 'decimal', { minExclusive: '0', maxExclusive: '0.5', fractionDigits: 2 }),
      0.25,
    ],
    ['fractionDigits 0', (s) => s.simple(undefined, 'decimal', { fractionDigits: 0 }), 1],
    ['a range of doubles', (s) => s.simple(undefined, 'double', { minInclusive: '100' }), 100],
    ['a range of dates', (s) => s.simple(undefined, 'date', { minInclusive: '2050-01-01' }), '2100-01-01'],
    ['hexBinary length', (s) => s.simple(undefined, 'hexBinary', { length: 2 }), '0A0A'],
    ['base64Binary length', (s) => s.simple(undefined, 'base64Binary', { length: 4 }), 'AAAAAA=='],
    ['a list', (s) => s.list(undefined, 'int', { minLength: 3 }), [1, 1, 1]],
    ['NMTOKENS', (s) => s.simple(undefined, 'NMTOKENS'), ['token']],
    ['a union', (s) => s.union(undefined, [s.simple(undefined, 'int', { minInclusive: '5' }), 'string']), 5],
    [
      'a narrowed union',
      (s) => s.union(undefined, ['int', 'token'], { enumeration: ['unbounded'] }),
      'unbounded',
    ],
    ['QName', (s) => s.simple(undefined, 'QName'), '{urn:example}name'],
    ['anyURI', (s) => s.simple(undefined, 'anyURI'), 'https://example.com/'],
  ])('%s', (_, type, want) => {
    expect(simple(type)).toEqual(want);
  });

  test('every xs:ID is another one, a reference is to the first', () => {
    const schema = new SchemaLiteral();
    schema.element('Op', schema.complex(undefined, sequence(el('a', 'ID'), el('b', 'ID'), el('c', 'IDREF'))));
    const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
    expect(stringify(operation.example('input'))).toBe('{"a":"id-1","b":"id-2","c":"id-1"}');
  });

  test('an exclusive bound beyond 2^53 is exact', () => {
    const schema = new SchemaLiteral();
    schema.element('Op', schema.simple(undefined, 'integer', { minExclusive: '9007199254740992' }));
    const operation = createMapper(schema.service({ Op: { output: 'none' } })).compile('Op');
    expect(stringify(operation.example('input'))).toBe('{"Op":9007199254740993}');
  });

  test.each([
    'language',
    'Name',
    'NCName',
    'ID',
    'IDREF',
    'ENTITY',
    'duration',
    'dateTime',
    'time',
    'gYearMonth',
    'gMonthDay',
    'gDay',
    'gMonth',
    'boolean',
    'float',
    'unsignedByte',
    'byte',
  ] as const)('xs:%s', (builtin) => {
    expect(simple((s) => s.simple(undefined, builtin))).toBeDefined();
  });
});
