import { describe, expect, test } from 'vitest';
import { el, SchemaLiteral, sequence, T } from '../testing/schema-literal.js';
import { objectOf, polymorphic, printMembers, shapeOf } from '../testing/shapes.js';
import { ShapeBuilder } from './shape-builder.js';

describe('derived types (PY-1 to PY-4)', () => {
  function shapes() {
    const schema = new SchemaLiteral();
    const shape = schema.complex('Shape', sequence(el('id', 'int')), { abstract: true });
    const extend = (name: string, base: number, field: string, options = {}) =>
      schema.complex(name, sequence(el('id', 'int'), el(field, 'double')), {
        base,
        derivation: 'extension',
        ...options,
      });
    const circle = extend('Circle', shape, 'r');
    extend('Square', shape, 'a');
    const round = extend('Round', shape, 'x', { abstract: true });
    schema.complex('Ring', sequence(el('id', 'int')), { base: round, derivation: 'restriction' });
    schema.complex(undefined, sequence(el('id', 'int')), { base: circle, derivation: 'extension' });
    return { schema, shape, circle, round };
  }

  test('variants are the concrete named types, transitively, in order', () => {
    const { schema, shape } = shapes();
    const built = polymorphic(shapeOf(schema, shape));
    expect(built).toMatchObject({ declaredKey: 'Shape', abstract: true });
    expect(built.variants.map(({ key }) => key)).toEqual(['Circle', 'Square', 'Ring']);
    expect(built.variants[0] && printMembers(built.variants[0].shape)).toEqual(['id', 'r']);
  });

  test('an anonymous type cannot be named, so it does not make its base polymorphic', () => {
    const { schema, circle } = shapes();
    expect(shapeOf(schema, circle).kind).toBe('object');
  });

  test('block on the type or the element excludes derivation methods (PY-3)', () => {
    const { schema, shape } = shapes();
    const builder = new ShapeBuilder({ ...schema.service({}).schema }, 'number');
    const keys = (block: ('extension' | 'restriction' | 'substitution')[]) => {
      const built = polymorphic(builder.typeShape(shape, 'literal', block));
      builder.settle();
      return built.variants.map(({ key }) => key);
    };
    expect(keys(['substitution'])).toEqual(['Circle', 'Square', 'Ring']);
    expect(keys(['restriction'])).toEqual(['Circle', 'Square']);
    expect(keys(['extension'])).toEqual([]);
  });

  test('a type blocked for itself is a plain object', () => {
    const schema = new SchemaLiteral();
    const base = schema.complex('Base', sequence(el('id', 'int')), { block: ['extension', 'restriction'] });
    schema.complex('Derived', sequence(el('id', 'int')), { base, derivation: 'extension' });
    expect(shapeOf(schema, base).kind).toBe('object');
  });

  test('$type is the local name if only one type of the service has it, otherwise the Clark name (PY-4)', () => {
    const schema = new SchemaLiteral();
    const base = schema.complex('Base', sequence(el('id', 'int')));
    const derived = { base, derivation: 'extension' } as const;
    schema.complex('Item', sequence(el('id', 'int')), derived);
    schema.complex('Item', sequence(el('id', 'int')), { ...derived, namespace: 'urn:o' });
    schema.complex('Map', sequence(el('id', 'int')), derived);
    schema.complex('Map', sequence(el('id', 'int')), { namespace: 'http://xml.apache.org/xml-soap' });
    const keys = polymorphic(shapeOf(schema, base)).variants.map(({ key }) => key);
    expect(keys).toEqual(['{urn:t}Item', '{urn:o}Item', 'Map']);
  });

  test('a cycle of derivations ends', () => {
    const schema = new SchemaLiteral();
    const first = schema.complex('A', sequence(el('id', 'int')), { base: 1, derivation: 'extension' });
    schema.complex('B', sequence(el('id', 'int')), { base: first, derivation: 'extension' });
    expect(polymorphic(shapeOf(schema, first)).variants.map(({ key }) => key)).toEqual(['B']);
  });

  test('many derived types at many places are rejected rather than filling the memory', () => {
    const schema = new SchemaLiteral();
    let base = schema.complex('T0', sequence(el('id', 'int')));
    for (let n = 1; n < 3_000; n++)
      base = schema.complex(`T${n}`, undefined, { base, derivation: 'extension' });
    const root = schema.complex('Root', sequence(...Array.from({ length: 3_000 }, (_, n) => el(`e${n}`, n))));
    expect(() => shapeOf(schema, root)).toThrow('derived types of this schema');
  });
});

describe('substitution groups (SG-1 to SG-3)', () => {
  function library(headOptions = {}) {
    const schema = new SchemaLiteral();
    const pub = schema.complex('Pub', sequence(el('title', 'string')));
    const book = schema.complex('Book', sequence(el('title', 'string'), el('isbn', 'string')), {
      base: pub,
      derivation: 'extension',
    });
    const head = (localName: string) => ({ substitutionGroup: { namespace: T, localName } });
    schema.element('pub', pub, headOptions);
    schema.element('mag', pub, head('pub'));
    schema.element('book', book, head('pub'));
    schema.element('comic', book, { ...head('book'), nillable: true });
    schema.element('draft', pub, { ...head('pub'), abstract: true });
    schema.element('lone', 'string');
    const type = schema.complex(
      'Lib',
      sequence(
        el('pub', pub, { global: true, maxOccurs: 'unbounded' }),
        el('lone', 'string', { global: true }),
      ),
    );
    return objectOf(schema, type).members;
  }

  test('members are collected transitively, without the abstract ones', () => {
    const [pub, lone] = library({ abstract: true });
    expect(pub?.substitution).toMatchObject({
      abstract: true,
      members: [
        { key: 'mag', nillable: false },
        { key: 'book', nillable: false },
        { key: 'comic', nillable: true },
      ],
    });
    expect(pub?.key).toBe('pub');
    expect(lone && 'substitution' in lone).toBe(false);
  });

  test('block excludes members (SG-2)', () => {
    expect(library({ block: ['substitution'] })[0]?.substitution).toBeUndefined();
    expect(library({ block: ['extension'] })[0]?.substitution?.members.map(({ key }) => key)).toEqual([
      'mag',
    ]);
  });

  test('members have the default or fixed value of their own declaration, not that of the head (NL-4)', () => {
    const schema = new SchemaLiteral();
    const head = { substitutionGroup: { namespace: T, localName: 'head' } };
    schema
      .element('head', 'string', { fixed: 'h' })
      .element('a', 'string', head)
      .element('b', 'string', { ...head, default: 'x', nillable: true })
      .element('c', 'string', { ...head, fixed: 'y', nillable: true });
    const type = schema.complex('T', sequence(el('head', 'string', { global: true, fixed: 'h' })));
    const [member] = objectOf(schema, type).members;
    const constraints = member?.substitution?.members.map(({ name: _, shape: __, ...rest }) => rest);
    expect(constraints).toEqual([
      { key: 'a', nillable: false },
      { key: 'b', nillable: true, default: 'x' },
      { key: 'c', nillable: false, fixed: 'y' },
    ]);
  });

  test('a local element of the same name is not a head', () => {
    const schema = new SchemaLiteral();
    const pub = schema.complex('Pub', sequence(el('title', 'string')));
    schema.element('pub', pub).element('mag', pub, { substitutionGroup: { namespace: T, localName: 'pub' } });
    const [member] = objectOf(schema, schema.complex('Lib', sequence(el('pub', pub)))).members;
    expect(member?.substitution).toBeUndefined();
  });

  test('members that share a local name are Clark names (SG-1)', () => {
    const schema = new SchemaLiteral();
    const head = { substitutionGroup: { namespace: T, localName: 'head' } };
    schema
      .element('head', 'string')
      .element('m', 'string', head)
      .element('m', 'int', { ...head, namespace: 'urn:o' });
    const [member] = objectOf(
      schema,
      schema.complex('T', sequence(el('head', 'string', { global: true }))),
    ).members;
    expect(member?.substitution?.members.map(({ key }) => key)).toEqual(['{urn:t}m', '{urn:o}m']);
  });
});
