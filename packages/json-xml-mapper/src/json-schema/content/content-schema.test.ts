import { describe, test } from 'vitest';
import { agree, operationWith } from '../../testing/schema-agreement.js';
import {
  all,
  attribute,
  choice,
  el,
  type SchemaLiteral,
  sequence,
  times,
} from '../../testing/schema-literal.js';

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
  ])('%s', (_, build, accepted, refused) => {
    agree(operationWith(build), accepted, refused);
  });
});
