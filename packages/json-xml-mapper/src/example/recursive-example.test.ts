import { describe, expect, test } from 'vitest';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { exampleFor } from '../testing/example-for.js';
import { choice, el, part, SchemaLiteral, sequence } from '../testing/schema-literal.js';

describe('examples of recursive types end', () => {
  const array = (schema: SchemaLiteral, itemType: number, dimensions = [1]): number =>
    schema.complex(undefined, undefined, { soapArray: { itemType, dimensions } });
  test.each<[string, (s: SchemaLiteral) => number, unknown]>([
    ['a SOAP array of itself', (s) => array(s, s.types.length), [[]]],
    ['a SOAP array of itself with two dimensions', (s) => array(s, s.types.length, [2]), [[[]]]],
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
      'in null if the element that leads back is required and nillable',
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
      'in null after a path through several types',
      (s) => {
        const a = s.complex('A', (self) => sequence(el('b', self + 1)));
        s.complex('B', sequence(el('c', a + 2, { nillable: true })));
        s.complex('C', sequence(el('a', a, { nillable: true }), el('v', 'int')));
        return a;
      },
      { b: { c: { a: null, v: 1 } } },
    ],
    [
      'in null if the only allowed type is already being shown',
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

  test('a chain of required records deeper than JSON may nest ends in null if one of them may be nil', () => {
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
