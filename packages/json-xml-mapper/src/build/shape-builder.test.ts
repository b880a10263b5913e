import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { ObjectShape } from '../shape/shape.js';
import { choice, el, SchemaLiteral, sequence, times } from '../testing/schema-literal.js';
import { objectOf } from '../testing/shapes.js';

describe('recursion and size (SC-4)', () => {
  test('a recursive type refers to itself', () => {
    const schema = new SchemaLiteral();
    const tree = schema.complex('Tree', (self) =>
      sequence(el('name', 'string'), el('child', self, { minOccurs: 0, maxOccurs: 'unbounded' })),
    );
    const object = objectOf(schema, tree);
    expect(object.members[1]?.shape).toBe(object);
  });

  test('3,000 mutually reachable types do not overflow the stack', () => {
    const schema = new SchemaLiteral();
    for (let n = 0; n < 3_000; n++) {
      schema.complex(`T${n}`, sequence(el('next', (n + 1) % 3_000), el('other', (n * 7 + 3) % 3_000)));
    }
    const first = objectOf(schema, 0);
    let current: ObjectShape = first;
    for (let n = 0; n < 3_000; n++) current = current.members[0]?.shape as ObjectShape;
    expect(current).toBe(first);
  });

  test('anonymous types know their path from the nearest named component (OA-3, SC-5)', () => {
    const schema = new SchemaLiteral();
    const line = schema.complex(undefined, sequence(el('sku', 'string')));
    const lines = schema.complex(undefined, sequence(el('line', line, { maxOccurs: 'unbounded' })));
    const derived = schema.complex('Rush', sequence(el('lines', lines), el('by', 'date')), {
      derivation: 'extension',
      base: 3,
    });
    schema.complex('Order', sequence(el('lines', lines)));
    const rush = objectOf(schema, derived);
    const linesShape = rush.members[0]!.shape as ObjectShape;
    const lineShape = linesShape.members[0]!.shape as ObjectShape;
    expect([linesShape.path, lineShape.path]).toEqual([
      ['Order', 'lines'],
      ['Order', 'lines', 'line'],
    ]);
  });

  test('types that declare the same element share its member, even if a stored model has copies of it', () => {
    const schema = new SchemaLiteral();
    const types = Array.from({ length: 2 }, (_, n) =>
      schema.complex(`T${n}`, sequence(el('id', 'int'), el(`own${n}`, 'string'))),
    );
    const outer = schema.complex('R', sequence(...types.map((type, n) => el(`t${n}`, type))));
    const [first, second] = objectOf(schema, outer).members.map(({ shape }) => shape as ObjectShape);
    expect(second!.members[0]).toBe(first!.members[0]);
    expect(second!.members.map(({ key }) => key)).toEqual(['id', 'own1']);
  });

  test.each<[string, Particle]>([
    ['the type', el('id', 'long')],
    ['nillable', el('id', 'int', { nillable: true })],
    ['the default', el('id', 'int', { default: '1' })],
    ['the fixed value', el('id', 'int', { fixed: '1' })],
    ['the documentation', el('id', 'int', { documentation: 'other' })],
    ['the bounds', times(el('id', 'int'), 0, 3)],
    ['its place', choice(el('id', 'int'), el('other', 'int'))],
    ['having a rival for its key', sequence(el('id', 'int'), el('id', 'string', { namespace: '' }))],
    ['having two places', sequence(el('id', 'int'), el('x', 'int'), el('id', 'int'))],
  ])('types do not share a member that differs in %s', (_, particle) => {
    const alone = new SchemaLiteral();
    const expected = objectOf(alone, alone.complex('Second', sequence(particle)));
    const schema = new SchemaLiteral();
    const types = [
      schema.complex('First', sequence(el('id', 'int'))),
      schema.complex('Second', sequence(particle)),
      schema.complex('Third', sequence(el('id', 'int'))),
    ];
    const outer = schema.complex('R', sequence(...types.map((type, n) => el(`t${n}`, type))));
    const [first, second, third] = objectOf(schema, outer).members.map(({ shape }) => shape as ObjectShape);
    expect({ members: second!.members, content: second!.content }).toEqual({
      members: expected.members,
      content: expected.content,
    });
    expect(third!.members).toEqual(first!.members);
  });
});
