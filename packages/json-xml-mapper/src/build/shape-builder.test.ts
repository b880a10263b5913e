import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import type { ObjectShape, PolymorphicShape, Shape, SoapArrayShape } from '../shape/shape.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';
import { objectOf, printMembers, printPlan, shapeOf } from '../testing/shapes.js';
import { ShapeBuilder } from './shape-builder.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';
const SOAPENC = 'http://schemas.xmlsoap.org/soap/encoding/';

function polymorphic(shape: Shape | undefined): PolymorphicShape {
  if (shape?.kind !== 'polymorphic') throw new Error(`expected a polymorphic shape, got ${shape?.kind}`);
  return shape;
}

describe('element keys (KY-1 to KY-6)', () => {
  const keys = (...particles: Particle[]) => {
    const schema = new SchemaLiteral();
    return objectOf(schema, schema.complex('T', sequence(...particles))).members.map((member) => member.key);
  };

  test.each<[string, Particle[], string[]]>([
    [
      'KY-2: local names',
      [el('id', 'int'), el('x-y.z', 'int'), el('größe', 'int')],
      ['id', 'x-y.z', 'größe'],
    ],
    ['KY-2: a lone name of another namespace is bare', [el('id', 'int', { namespace: 'urn:o' })], ['id']],
    [
      'KY-3: the namespace of the type wins',
      [el('id', 'int', { namespace: 'urn:o' }), el('id', 'int'), el('id', 'int', { namespace: 'urn:p' })],
      ['{urn:o}id', 'id', '{urn:p}id'],
    ],
    [
      'KY-3: else the unqualified one',
      [el('id', 'int', { namespace: 'urn:o' }), el('id', 'int', { namespace: '' })],
      ['{urn:o}id', 'id'],
    ],
    [
      'KY-3: an unqualified name beside one of the type’s namespace',
      [el('id', 'int'), el('id', 'int', { namespace: '' })],
      ['id', '{}id'],
    ],
    [
      'KY-3: neither: all are Clark names',
      [el('id', 'int', { namespace: 'urn:o' }), el('id', 'int', { namespace: 'urn:p' })],
      ['{urn:o}id', '{urn:p}id'],
    ],
    [
      'KY-3: one name at two places is one key',
      [el('id', 'int'), el('x', 'int'), el('id', 'int')],
      ['id', 'x'],
    ],
    [
      'VO-5: names of Object are ordinary',
      [el('__proto__', 'int'), el('constructor', 'int')],
      ['__proto__', 'constructor'],
    ],
  ])('%s', (_, particles, want) => {
    expect(keys(...particles)).toEqual(want);
  });
});

describe('attributes (KY-4, KY-7, SC-2, AN-4)', () => {
  test('keys', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex('T', undefined, {
      attributes: [
        attribute('id', 'ID', { required: true }),
        attribute('lang', 'language', { namespace: XML }),
        attribute('lang', 'string'),
        attribute('href', 'anyURI', { namespace: 'urn:x' }),
        attribute('a', 'int', { namespace: 'urn:x' }),
        attribute('a', 'int', { namespace: 'urn:y', default: '1' }),
        attribute('schemaLocation', 'string', { namespace: XSI }),
      ],
    });
    expect(objectOf(schema, type).attributes.map(({ key, required }) => [key, required])).toEqual([
      ['@id', true],
      ['@xml:lang', false],
      ['@lang', false],
      ['@href', false],
      ['@{urn:x}a', false],
      ['@{urn:y}a', false],
    ]);
    expect(objectOf(schema, type).attributes[5]?.default).toBe('1');
  });

  test('encoded messages own id and href (KY-7)', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex('T', sequence(el('x', 'int')), {
      attributes: [attribute('id', 'ID'), attribute('href', 'anyURI'), attribute('n', 'int')],
    });
    expect(objectOf(schema, type, { use: 'encoded' }).attributes.map(({ key }) => key)).toEqual(['@n']);
    expect(objectOf(schema, type).attributes.map(({ key }) => key)).toEqual(['@id', '@href', '@n']);
  });

  test('a wildcard is kept, lists are lists', () => {
    const schema = new SchemaLiteral();
    const wildcard = { namespaces: { kind: 'any' }, processContents: 'lax' } as const;
    const type = schema.complex('T', undefined, {
      attributes: [attribute('sizes', schema.list(undefined, 'int'))],
      attributeWildcard: wildcard,
    });
    const object = objectOf(schema, type);
    expect(object.anyAttributes).toEqual(wildcard);
    expect(object.attributes[0]?.shape.kind).toBe('list');
  });
});

describe('simple content (SC-1)', () => {
  const amount = (schema: SchemaLiteral, options: Parameters<SchemaLiteral['complex']>[2] = {}) =>
    schema.complex('Amount', undefined, { content: { kind: 'simple', type: 'decimal' }, ...options });

  test('without attributes it is the scalar, under the name of the complex type', () => {
    const schema = new SchemaLiteral();
    expect(shapeOf(schema, amount(schema))).toMatchObject({
      kind: 'scalar',
      builtin: 'decimal',
      name: { namespace: T, localName: 'Amount' },
    });
  });

  test('with an attribute or a wildcard it is an object with $value', () => {
    const schema = new SchemaLiteral();
    const withAttribute = objectOf(schema, amount(schema, { attributes: [attribute('currency', 'string')] }));
    expect(withAttribute.value).toMatchObject({ kind: 'scalar', builtin: 'decimal' });
    expect(withAttribute.members).toEqual([]);
    const attributeWildcard = { namespaces: { kind: 'any' }, processContents: 'lax' } as const;
    expect(objectOf(schema, amount(schema, { attributeWildcard })).value?.kind).toBe('scalar');
  });

  test('with derived types too, and a variant has $value even where it has no attribute', () => {
    const schema = new SchemaLiteral();
    const base = amount(schema);
    schema.complex('Price', undefined, {
      content: { kind: 'simple', type: 'decimal' },
      base,
      derivation: 'extension',
    });
    const shape = polymorphic(shapeOf(schema, base));
    expect(shape.declared.value?.kind).toBe('scalar');
    expect(shape.variants.map(({ key, shape: variant }) => [key, variant.value?.kind])).toEqual([
      ['Price', 'scalar'],
    ]);
  });

  test('soapenc:string and the like are the types of XML Schema', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex('string', undefined, {
      namespace: SOAPENC,
      content: { kind: 'simple', type: 'string' },
      attributes: [attribute('id', 'ID'), attribute('href', 'anyURI')],
      attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
    });
    expect(shapeOf(schema, type)).toMatchObject({ kind: 'scalar', builtin: 'string' });
  });

  test('an empty type is an empty object (SC-3)', () => {
    const schema = new SchemaLiteral();
    expect(objectOf(schema, schema.complex('Empty'))).toMatchObject({
      form: 'plain',
      members: [],
      attributes: [],
    });
  });
});

describe('mixed content (MX-1, MX-4)', () => {
  test('is $content with the keys of all elements', () => {
    const schema = new SchemaLiteral();
    const particle = times(choice(el('b', 'string'), el('i', 'string')), 0, 'unbounded');
    const object = objectOf(
      schema,
      schema.complex('Para', undefined, { content: { kind: 'mixed', particle } }),
    );
    expect(object.form).toBe('mixed');
    expect(object.members.map((member) => member.key)).toEqual(['b', 'i']);
  });

  test('also without elements', () => {
    const schema = new SchemaLiteral();
    const object = objectOf(schema, schema.complex('Text', undefined, { content: { kind: 'mixed' } }));
    expect([object.form, object.members, object.content.children]).toEqual(['mixed', [], []]);
  });
});

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

  test('block takes derivation methods away, of the type and of the element (PY-3)', () => {
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

  test('$type is the local name where one type of the service has it, else the Clark name (PY-4)', () => {
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

  test('a circle of derivations ends', () => {
    const schema = new SchemaLiteral();
    const first = schema.complex('A', sequence(el('id', 'int')), { base: 1, derivation: 'extension' });
    schema.complex('B', sequence(el('id', 'int')), { base: first, derivation: 'extension' });
    expect(polymorphic(shapeOf(schema, first)).variants.map(({ key }) => key)).toEqual(['B']);
  });

  test('many derived types at many places are refused rather than filling the memory', () => {
    const schema = new SchemaLiteral();
    let base = schema.complex('T0', sequence(el('id', 'int')));
    for (let n = 1; n < 3_000; n++)
      base = schema.complex(`T${n}`, undefined, { base, derivation: 'extension' });
    const root = schema.complex('Root', sequence(...Array.from({ length: 3_000 }, (_, n) => el(`e${n}`, n))));
    expect(() => shapeOf(schema, root)).toThrow('derived types of this schema');
  });
});

describe('substitution groups (SG-1 to SG-3)', () => {
  function library(headOptions = {}, memberOptions = {}) {
    const schema = new SchemaLiteral();
    const pub = schema.complex('Pub', sequence(el('title', 'string')));
    const book = schema.complex('Book', sequence(el('title', 'string'), el('isbn', 'string')), {
      base: pub,
      derivation: 'extension',
    });
    const head = (localName: string) => ({ substitutionGroup: { namespace: T, localName } });
    schema.element('pub', pub, headOptions);
    schema.element('mag', pub, head('pub'));
    schema.element('book', book, { ...head('pub'), ...memberOptions });
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

  test('members are taken transitively, abstract ones are not', () => {
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

  test('block is honoured (SG-2)', () => {
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

describe('special types', () => {
  test('anyType, anySimpleType and swaRef (AN-6, AN-8, AT-2)', () => {
    const schema = new SchemaLiteral();
    const swaRef = schema.simple('swaRef', 'anyURI');
    schema.types[swaRef] = {
      ...schema.types[swaRef]!,
      name: { namespace: 'http://ws-i.org/profiles/basic/1.1/xsd', localName: 'swaRef' },
    };
    const type = schema.complex(
      'T',
      sequence(el('any', 'anyType'), el('simple', 'anySimpleType'), el('file', swaRef)),
      {
        attributes: [attribute('ref', swaRef)],
      },
    );
    const object = objectOf(schema, type);
    expect(object.members.map((member) => member.shape.kind)).toEqual([
      'anyType',
      'anySimpleType',
      'attachment',
    ]);
    expect(object.attributes[0]?.shape).toMatchObject({ kind: 'scalar', builtin: 'anyURI' });
  });

  test('a SOAP array is an array with the item that the type declares, in both uses (EN-2)', () => {
    const schema = new SchemaLiteral();
    const struct = schema.complex('P', sequence(el('n', 'int')));
    const array = schema.complex(
      'ArrayOfP',
      sequence(el('p', struct, { minOccurs: 0, maxOccurs: 'unbounded' })),
      {
        soapArray: { itemType: struct, dimensions: [2] },
      },
    );
    for (const use of ['literal', 'encoded'] as const) {
      const shape = shapeOf(schema, array, { use }) as SoapArrayShape;
      expect(shape).toMatchObject({
        kind: 'soapArray',
        itemType: { namespace: T, localName: 'P' },
        itemName: { namespace: T, localName: 'p' },
        dimensions: [2],
        name: { namespace: T, localName: 'ArrayOfP' },
      });
      expect(shape.item.kind).toBe('object');
    }
  });

  test('soapenc:Array itself is an array of anything', () => {
    const schema = new SchemaLiteral();
    const array = schema.complex('Array', sequence(any()), { namespace: SOAPENC });
    expect(shapeOf(schema, array)).toMatchObject({
      kind: 'soapArray',
      item: { kind: 'anyType' },
      itemType: { localName: 'anyType' },
      dimensions: [1],
    });
  });

  test('the .NET DataSet is a schema and a wildcard (AN-5)', () => {
    const schema = new SchemaLiteral();
    const schemaElement = el('schema', 'anyType', {
      namespace: 'http://www.w3.org/2001/XMLSchema',
      global: true,
    });
    const object = objectOf(schema, schema.complex('DataSet', sequence(schemaElement, any())));
    expect(printPlan(object)).toBe('schema, $any');
  });
});

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

  test('types that declare the same element share its member, also where a stored model has copies of it', () => {
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
    ['the place', choice(el('id', 'int'), el('other', 'int'))],
    ['a rival of the key', sequence(el('id', 'int'), el('id', 'string', { namespace: '' }))],
    ['two places of one name', sequence(el('id', 'int'), el('x', 'int'), el('id', 'int'))],
  ])('a member is not that of another type where they differ in %s', (_, particle) => {
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
