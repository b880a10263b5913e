import { describe, expect, test } from 'vitest';
import { agree, operationWith } from '../../testing/schema-agreement.js';
import { attribute, el, type SchemaLiteral, sequence, T } from '../../testing/schema-literal.js';

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
      'an element with fixed content is never nil (XML Schema 1.0, cvc-elt 3.2.2)',
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
      'a type with derived types, one of which writes its numbers as strings (NM-5)',
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
      'the head of a substitution group, but not its substitutes',
      (s) => {
        s.element('head', 'int', { fixed: '1' });
        s.element('sub', 'int', { substitutionGroup: { namespace: T, localName: 'head' } });
        return s.complex(undefined, sequence(el('head', 'int', { fixed: '1', global: true })));
      },
      [{ head: 1 }, { head: { $element: 'sub', $value: 5 } }],
      [{}, { head: 2 }],
    ],
    [
      'the substitutes of a head, but not the head',
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
      'the substitutes of an abstract head, of a type with derived types',
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
      'values with several spellings are not listed',
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

  test('the schema gives a substitute its own fixed value, at the place of that value', () => {
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

  test('the mapper enforces the fixed value of a derived type too', () => {
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

  test('numbers as strings: the mapper accepts equal ones, and the schema lists none (NM-2)', () => {
    const build = (s: SchemaLiteral) => s.complex(undefined, sequence(el('p', money(s), { fixed: '7.50' })));
    const operation = operationWith(build, { numbers: 'string' });
    agree(operation, [{}, { p: { $value: '7.5' } }, { p: { $value: '07.500' } }], []);
    expect(operation.validate({ p: { $value: '8' } })).toMatchObject([
      { keyword: 'const', path: '/p/$value' },
    ]);
  });

  test('the error names the place and the fixed value', () => {
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
