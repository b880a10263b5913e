import type {
  ListShape,
  ObjectShape,
  PolymorphicShape,
  Shape,
  SimpleShape,
  Substitution,
} from '@soapstone/json-xml-mapper';
import type { ServiceModel } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { createJudge } from '../testing/json-schema.js';
import {
  any,
  attribute,
  choice,
  DATE,
  el,
  group,
  INT,
  items,
  object,
  optional,
  optionalChoice,
  STRING,
  scalar,
  seq,
  T,
} from '../testing/shapes.js';
import { nameComponents } from './component-names.js';
import { createProjection } from './projection.js';
import type { Schema } from './schema-registry.js';

const NO_MODEL: ServiceModel = {
  modelVersion: 1,
  wsdlVersion: '1.1',
  targetNamespace: T,
  services: [],
  exposed: [],
  schema: { types: [], elements: [], attributes: [] },
};

/** Project shapes; each becomes a component `Root0`, `Root1`… beside those that it needs. */
function project(...roots: readonly Shape[]): Record<string, Schema> {
  const projection = createProjection({ dateFormats: true });
  for (const [index, root] of roots.entries()) {
    const candidate = projection.registry.add(
      { always: true, name: (names) => names.take(`Root${index}`) },
      () => projection.shape(root),
    );
    projection.registry.use(candidate);
  }
  return projection.registry.finish(nameComponents(NO_MODEL));
}

const int32 = { type: 'integer', format: 'int32' };
const string = { type: 'string' };

describe('objects', () => {
  test('a record with optional and repeated members (example 4.1)', () => {
    const user = object(
      'User',
      seq(
        el('id', INT),
        el('name', STRING),
        optional('email', STRING),
        optional('role', STRING, { max: Number.POSITIVE_INFINITY }),
      ),
    );
    expect(project(user)).toEqual({
      Root0: { $ref: '#/components/schemas/User' },
      User: {
        type: 'object',
        required: ['id', 'name'],
        additionalProperties: false,
        properties: { id: int32, name: string, email: string, role: { type: 'array', items: string } },
      },
    });
  });

  test('Clark names and attributes (example 7.1)', () => {
    const order = object('Order', seq(el('id', INT), el('{urn:o}id', STRING), optional('note', STRING)), {
      attributes: [attribute('id', scalar('token'))],
    });
    const { Order } = project(order);
    expect(Order?.required).toEqual(['id', '{urn:o}id']);
    expect(Object.keys(Order?.properties ?? {})).toEqual(['@id', 'id', '{urn:o}id', 'note']);
  });

  test('arrays carry their bounds, nil their null (example 8.1)', () => {
    const lines = object(['Basket', 'lines'], seq(el('line', STRING, { max: 3, nillable: true })));
    const basket = object(
      'Basket',
      seq(
        el('owner', STRING),
        optional('code', INT, { max: Number.POSITIVE_INFINITY }),
        optional('lines', lines),
      ),
    );
    const schemas = project(basket);
    expect(schemas['Basket']).toEqual({
      type: 'object',
      required: ['owner'],
      additionalProperties: false,
      properties: {
        owner: string,
        code: { type: 'array', items: int32 },
        lines: {
          type: 'object',
          required: ['line'],
          additionalProperties: false,
          properties: {
            line: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', nullable: true } },
          },
        },
      },
    });
    const accepts = createJudge(schemas);
    expect(accepts('Basket', { owner: 'x', code: [7], lines: { line: ['a', null] } })).toBe(true);
    expect(accepts('Basket', { owner: 'x', code: 7 })).toBe(false);
  });

  test('attributes with values of their own are not required (example 8.1b)', () => {
    const shape = object('UsesGroup', seq(el('a', STRING), optional('b', scalar('boolean'))), {
      attributes: [
        attribute('id', scalar('ID'), { required: true }),
        attribute('v', INT, { required: true, default: '1' }),
      ],
    });
    expect(project(shape)['UsesGroup']).toMatchObject({
      required: ['@id', 'a'],
      properties: { '@v': { ...int32, default: 1 } },
    });
  });

  test('simple content with attributes is always an object (example 8.8)', () => {
    const price = object('Price', seq(), {
      value: scalar('decimal'),
      attributes: [attribute('currency', scalar('string', { length: 3 }), { required: true })],
    });
    const schemas = project(price);
    expect(schemas['Price']).toEqual({
      type: 'object',
      required: ['@currency', '$value'],
      additionalProperties: false,
      properties: {
        '@currency': { type: 'string', minLength: 3, maxLength: 3 },
        $value: { type: 'number', 'x-xsd-type': 'decimal' },
      },
    });
    expect(createJudge(schemas)('Price', 10.5)).toBe(false);
  });

  test('an empty type accepts only {} (SC-3)', () => {
    const accepts = createJudge(project(object('Empty')));
    expect(accepts('Empty', {})).toBe(true);
    expect(accepts('Empty', { a: 1 })).toBe(false);
  });

  test('names of JavaScript are keys like any other (VO-5)', () => {
    const shape = object('P', seq(el('__proto__', INT), el('constructor', INT)));
    const { P } = project(shape);
    expect(Object.keys(P?.properties ?? {})).toEqual(['__proto__', 'constructor']);
    expect(JSON.parse(JSON.stringify(P)).required).toEqual(['__proto__', 'constructor']);
  });

  test('default and fixed (example 9.1)', () => {
    const n = object(
      'N',
      seq(
        optional('opt', STRING),
        el('num', INT, { nillable: true }),
        el('unit', STRING, { default: 'kg' }),
        el('ver', STRING, { fixed: '2' }),
      ),
    );
    expect(project(n)['N']).toEqual({
      type: 'object',
      required: ['num'],
      additionalProperties: false,
      properties: {
        opt: string,
        num: { ...int32, nullable: true },
        unit: { type: 'string', default: 'kg' },
        ver: { type: 'string', enum: ['2'], default: '2' },
      },
    });
  });

  test('a nil element keeps its attributes (NL-5)', () => {
    const price = object('Price', seq(), { value: INT, attributes: [attribute('unit', STRING)] });
    const accepts = createJudge(project(object('Holder', seq(el('price', price, { nillable: true })))));
    expect(accepts('Holder', { price: null })).toBe(true);
    expect(accepts('Holder', { price: { $nil: true, '@unit': 'kg' } })).toBe(true);
    expect(accepts('Holder', { price: { '@unit': 'kg', $value: 1 } })).toBe(true);
    expect(accepts('Holder', { price: { $nil: false } })).toBe(false);
    expect(accepts('Holder', { price: { '@unit': 'kg' } })).toBe(false);
  });

  test('documentation of the element beside that of its type', () => {
    const address = object('Address', seq(el('city', STRING)), { documentation: 'Where.' });
    const person = object('Person', seq(el('home', address, { documentation: 'Where one lives.' })));
    expect(project(person)).toMatchObject({
      Address: { description: 'Where.' },
      Person: {
        properties: {
          home: { allOf: [{ $ref: '#/components/schemas/Address' }], description: 'Where one lives.' },
        },
      },
    });
  });
});

describe('content plans', () => {
  test('a choice and an optional group (example 8.2)', () => {
    const pay = object(
      'Pay',
      seq(
        choice(el('card', STRING), seq(el('iban', STRING), optional('bic', STRING))),
        group(el('from', DATE), optional('to', DATE)),
      ),
    );
    const accepts = createJudge(project(pay));
    expect(accepts('Pay', { iban: 'DE02', bic: 'X', from: '2026-01-01' })).toBe(true);
    expect(accepts('Pay', { card: '1' })).toBe(true);
    expect(accepts('Pay', { card: '1', iban: '2' })).toBe(false);
    expect(accepts('Pay', { card: '1', bic: '2' })).toBe(false);
    expect(accepts('Pay', { bic: '2' })).toBe(false);
    expect(accepts('Pay', { card: '1', to: '2026-01-01' })).toBe(false);
    expect(accepts('Pay', {})).toBe(false);
  });

  test('repeating groups (example 8.3)', () => {
    const log = object(
      'Log',
      seq(
        el('title', STRING),
        items('$items', 0, seq(choice(el('info', STRING), el('code', INT)))),
        items('$items2', 1, seq(el('k', STRING), optional('v', STRING))),
      ),
    );
    expect(project(log)['Log']).toEqual({
      type: 'object',
      required: ['title', '$items2'],
      additionalProperties: false,
      properties: {
        title: string,
        $items: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            properties: { info: string, code: int32 },
            oneOf: [{ required: ['info'] }, { required: ['code'] }],
          },
        },
        $items2: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['k'],
            additionalProperties: false,
            properties: { k: string, v: string },
          },
        },
      },
    });
  });

  test('a repeating group whose body may be empty needs no entry (CM-21)', () => {
    const { G } = project(object('G', seq(items('$items', 1, seq(optional('a', INT), optional('b', INT))))));
    expect(G).not.toHaveProperty('required');
    expect(G?.properties?.['$items']).not.toHaveProperty('minItems');
  });

  test('wildcards come last (example 8.4, VO-6)', () => {
    const ext = object('Ext', seq(any('$any', 1), el('name', STRING)), {
      anyAttributes: { namespaces: { kind: 'any' }, processContents: 'lax' },
    });
    const schemas = project(ext);
    expect(Object.keys(schemas['Ext']?.properties ?? {})).toEqual(['name', '$any', '$anyAttributes']);
    expect(schemas['Ext']?.required).toEqual(['$any', 'name']);
    const accepts = createJudge(schemas);
    const value = { name: 'n', $any: [{ '{urn:t}known': 5 }], $anyAttributes: { '{urn:x}flag': '1' } };
    expect(accepts('Ext', value)).toBe(true);
    expect(accepts('Ext', { ...value, $any: [{ a: 1, b: 2 }] })).toBe(false);
    expect(accepts('Ext', { ...value, $anyAttributes: { a: 1 } })).toBe(false);
  });

  test('mixed content (example 8.10)', () => {
    const para = object('Para', seq(items('$items', 0, seq(choice(el('b', STRING), el('i', STRING))))), {
      form: 'mixed',
      members: [el('b', STRING).member, el('i', STRING).member],
      attributes: [attribute('lang', STRING)],
    });
    const schemas = project(para);
    expect(schemas['Para']).toEqual({
      type: 'object',
      required: ['$content'],
      additionalProperties: false,
      properties: {
        '@lang': string,
        $content: {
          type: 'array',
          items: {
            anyOf: [
              string,
              {
                type: 'object',
                minProperties: 1,
                maxProperties: 1,
                additionalProperties: false,
                properties: { b: string, i: string },
              },
            ],
          },
        },
      },
    });
  });

  test('ordered content has no text', () => {
    const shape = object('O', seq(el('a', INT), el('b', INT)), { form: 'ordered' });
    const accepts = createJudge(project(shape));
    expect(accepts('O', { $content: [{ a: 1 }, { b: 2 }, { a: 3 }] })).toBe(true);
    expect(accepts('O', { $content: ['text'] })).toBe(false);
  });
});

describe('alternatives', () => {
  const base = object('Shape', seq(el('id', INT)));
  const circle = object('Circle', seq(el('id', INT), el('r', scalar('double'))));
  const square = object('Square', seq(el('id', INT), el('a', scalar('double'))));
  const polymorphic = (abstract: boolean): PolymorphicShape => ({
    kind: 'polymorphic',
    declared: base,
    declaredKey: 'Shape',
    abstract,
    variants: [
      { key: 'Circle', name: { namespace: T, localName: 'Circle' }, shape: circle },
      { key: 'Square', name: { namespace: T, localName: 'Square' }, shape: square },
    ],
  });

  test('an abstract type (example 8.6)', () => {
    const schemas = project(polymorphic(true));
    expect(schemas['ShapeAny']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Circle' }, { $ref: '#/components/schemas/Square' }],
      discriminator: {
        propertyName: '$type',
        mapping: { Circle: '#/components/schemas/Circle', Square: '#/components/schemas/Square' },
      },
    });
    expect(schemas['Circle']).toMatchObject({
      required: ['$type', 'id', 'r'],
      properties: { $type: { type: 'string', enum: ['Circle'] } },
    });
    const accepts = createJudge(schemas);
    expect(accepts('ShapeAny', { $type: 'Circle', id: 1, r: 2.5 })).toBe(true);
    expect(accepts('ShapeAny', { id: 1, r: 2.5 })).toBe(false);
  });

  test('a concrete type stands without $type, its derivations do not (PY-2)', () => {
    const accepts = createJudge(project(polymorphic(false)));
    expect(accepts('ShapeAny', { id: 1 })).toBe(true);
    expect(accepts('ShapeAny', { $type: 'Shape', id: 1 })).toBe(true);
    expect(accepts('ShapeAny', { $type: 'Square', id: 1, a: 1 })).toBe(true);
    expect(accepts('ShapeAny', { id: 1, a: 1 })).toBe(false);
  });

  test('a type that is used alone and as a variant has two components', () => {
    const schemas = project(polymorphic(true), circle);
    expect(schemas['Circle']?.required).toEqual(['id', 'r']);
    expect(schemas['CircleVariant']?.required).toEqual(['$type', 'id', 'r']);
  });

  test('an abstract type without a concrete one has no value', () => {
    const accepts = createJudge(project({ ...polymorphic(true), variants: [] }));
    expect(accepts('ShapeAny', { id: 1 })).toBe(false);
  });

  test('substitution groups (example 8.7)', () => {
    const name = (localName: string) => ({ namespace: T, localName });
    const book = object('Book', seq(el('title', STRING), el('isbn', STRING)));
    const mag = object('Mag', seq(el('title', STRING)));
    const pub = el('pub', object('Pub', seq()), {
      max: Number.POSITIVE_INFINITY,
      substitution: {
        abstract: true,
        members: [
          { key: 'book', name: name('book'), nillable: false, shape: book },
          { key: 'mag', name: name('mag'), nillable: false, shape: mag },
          { key: 'note', name: name('note'), nillable: true, shape: STRING },
        ],
      },
    });
    const schemas = project(object('Lib', seq(pub)));
    const accepts = createJudge(schemas);
    const lib = (...entries: unknown[]): boolean => accepts('Lib', { pub: entries });
    expect(lib({ $element: 'mag', title: 'M' }, { $element: 'book', title: 'B', isbn: '1' })).toBe(true);
    expect(lib({ $element: 'note', $value: 'x' }, { $element: 'note', $nil: true })).toBe(true);
    expect(lib({ title: 'M' })).toBe(false);
    expect(lib({ $element: 'book', title: 'B' })).toBe(false);
    expect(lib('x')).toBe(false);
    expect(lib()).toBe(false);
    expect(schemas['Lib']?.properties?.['pub']).toMatchObject({
      items: { discriminator: { propertyName: '$element', mapping: { book: '#/components/schemas/book' } } },
    });
  });

  test('what stands for a head has its own default or fixed value (NL-4)', () => {
    const name = (localName: string) => ({ namespace: T, localName });
    const price = object('Price', seq(), { value: INT, attributes: [attribute('unit', STRING)] });
    const abstract = (members: Substitution['members']) => ({
      substitution: { abstract: true, members },
    });
    const fixedTo = (fixed: string) => ({ key: 'n', name: name('n'), nillable: false, shape: INT, fixed });
    const one = el(
      'one',
      INT,
      abstract([
        fixedTo('7'),
        { key: 'd', name: name('d'), nillable: false, shape: INT, default: '7' },
        { key: 'p', name: name('p'), nillable: false, shape: price, fixed: '7' },
        { key: 'q', name: name('q'), nillable: false, shape: price, default: '7' },
      ]),
    );
    const other = el('other', INT, abstract([fixedTo('8')]));
    const schemas = project(object('Holder', seq(one, other)));
    const { Holder, n, d, p } = schemas;
    const seven = { ...int32, enum: [7], default: 7 };
    expect(n?.properties).toEqual({ $element: { type: 'string', enum: ['n'] }, $value: seven });
    expect(d?.properties?.['$value']).toEqual({ ...int32, default: 7 });
    expect(p).toEqual({
      allOf: [{ $ref: '#/components/schemas/p_' }],
      properties: { $value: { ...int32, enum: [7] } },
    });
    // A client finds the constraint where the discriminator leads to.
    expect(Holder?.properties?.['one']).toMatchObject({
      discriminator: { mapping: { n: '#/components/schemas/n', p: '#/components/schemas/p' } },
    });
    const accepts = createJudge(schemas);
    const holder = (left: unknown, right: unknown) => accepts('Holder', { one: left, other: right });
    const eight = { $element: 'n', $value: 8 };
    expect(holder({ $element: 'n', $value: 7 }, eight)).toBe(true);
    expect(holder(eight, eight)).toBe(false);
    expect(holder({ $element: 'p', '@unit': 'kg', $value: 7 }, eight)).toBe(true);
    expect(holder({ $element: 'p', $value: 8 }, eight)).toBe(false);
    expect(holder({ $element: 'q', $value: 8 }, eight)).toBe(true);
    expect(holder({ $element: 'q' }, eight)).toBe(false);
  });
});

describe('values without an object', () => {
  test('SOAP arrays are arrays, one per dimension (example 12.1, EN-2)', () => {
    const array = (dimensions: number[], item: Shape): Shape => ({
      kind: 'soapArray',
      item,
      itemType: { namespace: '', localName: 'x' },
      dimensions,
    });
    expect(project(array([1], STRING), array([2], INT), array([1, 1], INT))).toEqual({
      Root0: { type: 'array', items: { type: 'string', nullable: true } },
      Root1: { type: 'array', items: { type: 'array', items: { ...int32, nullable: true } } },
      Root2: { type: 'array', items: { type: 'array', items: { ...int32, nullable: true } } },
    });
  });

  test('anyType, anySimpleType and attachments', () => {
    const shape = object(
      'Holder',
      seq(
        el('v', { kind: 'anyType' }, { nillable: true }),
        el('s', { kind: 'anySimpleType' }),
        el('file', { kind: 'attachment' }),
      ),
    );
    const schemas = project(shape);
    const accepts = createJudge(schemas);
    const file = { data: 'AQID', contentType: 'image/png' };
    expect(accepts('Holder', { v: null, s: 'x', file })).toBe(true);
    expect(accepts('Holder', { v: { $type: 'User', id: 1 }, s: { $type: 'xs:int', $value: 5 }, file })).toBe(
      true,
    );
    expect(accepts('Holder', { v: 1, s: ['x'], file })).toBe(false);
    expect(accepts('Holder', { v: 1, s: true, file: 'AQID' })).toBe(false);
    expect(Object.keys(schemas)).toEqual(['AnyValue', 'Attachment', 'Holder', 'Root0']);
  });

  test('lists and unions (example 10.3)', () => {
    const sizes: Shape = {
      kind: 'list',
      item: INT,
      facets: { whiteSpace: 'collapse', patterns: [], maxLength: 9 },
    };
    const max: Shape = {
      kind: 'union',
      members: [scalar('nonNegativeInteger'), scalar('token', { enumeration: ['unbounded'] })],
      facets: { whiteSpace: 'collapse', patterns: [] },
      name: { namespace: T, localName: 'Max' },
    };
    expect(project(object('V', seq(optional('sizes', sizes), el('max', max))))).toMatchObject({
      V: {
        properties: {
          sizes: { type: 'array', maxItems: 9, items: int32 },
          max: { $ref: '#/components/schemas/Max' },
        },
      },
      Max: {
        anyOf: [
          { type: 'integer', minimum: 0, 'x-xsd-type': 'nonNegativeInteger' },
          { type: 'string', enum: ['unbounded'] },
        ],
      },
    });
  });
});

describe('components', () => {
  test('recursion refers (example 8.9)', () => {
    const tree = object('Tree') as { -readonly [K in keyof ObjectShape]: ObjectShape[K] };
    Object.assign(
      tree,
      object('Tree', seq(el('name', STRING), optional('child', tree, { max: Number.POSITIVE_INFINITY }))),
    );
    expect(project(tree)['Tree']).toMatchObject({
      properties: { child: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    });
  });

  test('an anonymous type is inlined once, and named after its owners when it is used twice (SC-5)', () => {
    const once = object(['A', 'once'], seq(el('x', INT)));
    const twice = object(['A', 'twice'], seq(el('y', INT)));
    const schemas = project(object('A', seq(el('p', once), el('q', twice), el('r', twice))));
    expect(Object.keys(schemas)).toEqual(['A', 'A_twice', 'Root0']);
    expect(schemas['A']?.properties?.['p']).toHaveProperty('properties');
    expect(schemas['A']?.properties?.['q']).toEqual({ $ref: '#/components/schemas/A_twice' });
  });

  test('a named enumeration is shared, an anonymous one is not; nil adds null where it stands (OA-5)', () => {
    const enumeration = { enumeration: ['a', 'b'] };
    const level = scalar('string', enumeration, { name: { namespace: T, localName: 'Level' } });
    const schemas = project(
      object(
        'E',
        seq(
          el('p', level),
          el('q', level, { nillable: true }),
          el('r', scalar('string', enumeration), { nillable: true }),
        ),
      ),
    );
    expect(schemas['Level']).toEqual({ type: 'string', enum: ['a', 'b'] });
    expect(schemas['E']?.properties).toEqual({
      p: { $ref: '#/components/schemas/Level' },
      // `nullable` beside a reference says nothing: the specification wants a `type` with it.
      q: {
        anyOf: [{ $ref: '#/components/schemas/Level' }, { type: 'string', nullable: true, enum: [null] }],
      },
      r: { type: 'string', enum: ['a', 'b', null], nullable: true },
    });
  });

  test('10,000 types that reach each other, and 10,000 nested groups, need no stack', () => {
    const shells = Array.from({ length: 10_000 }, (_, index) => object(`T${index}`)) as ObjectShape[];
    for (const [index, shell] of shells.entries()) {
      const next = (by: number): ObjectShape => shells[(index + by) % shells.length] as ObjectShape;
      Object.assign(shell, object(`T${index}`, seq(optional('a', next(1)), optional('b', next(4999)))));
    }
    expect(Object.keys(project(shells[0] as ObjectShape))).toHaveLength(10_001);

    let nested = group(el('k', INT));
    for (let depth = 0; depth < 10_000; depth++) nested = group(optional(`k${depth}`, INT), nested);
    let repeated = seq(items('$items', 0, seq(el('x', INT), el('y', INT))));
    for (let depth = 0; depth < 500; depth++)
      repeated = seq(items('$items', 0, seq(el('z', INT), ...repeated.children)));
    const schemas = project(object('Deep', seq(nested)), object('Repeated', repeated));
    expect(Object.keys(schemas['Deep']?.properties ?? {})).toHaveLength(10_001);
    // What is nested deeper than a document should be is moved into components.
    expect(Object.keys(schemas).length).toBeGreaterThan(500 / 25);
    expect(JSON.stringify(schemas).length).toBeLessThan(4_000_000);
  });

  test('items of a list have no white space, whatever they are (LU-1)', () => {
    const list = (item: SimpleShape): ListShape => ({
      kind: 'list',
      item,
      facets: { whiteSpace: 'collapse', patterns: [] },
    });
    const union: SimpleShape = {
      kind: 'union',
      members: [INT, STRING],
      facets: { whiteSpace: 'collapse', patterns: [] },
    };
    const accepts = createJudge(
      project(object('L', seq(el('texts', list(STRING)), el('either', list(union))))),
    );
    expect(accepts('L', { texts: ['a'], either: [1, 'a'] })).toBe(true);
    expect(accepts('L', { texts: ['a b'], either: [] })).toBe(false);
    expect(accepts('L', { texts: [''], either: [] })).toBe(false);
    expect(accepts('L', { texts: [], either: ['a b'] })).toBe(false);
  });

  test('a nil object keeps the attributes that are required (NL-5)', () => {
    const type = object('A', seq(el('x', INT)), {
      attributes: [
        attribute('id', INT, { required: true }),
        attribute('f', INT, { required: true, fixed: '1' }),
      ],
    });
    const accepts = createJudge(project(object('N', seq(el('a', type, { nillable: true })))));
    expect(accepts('N', { a: { $nil: true, '@id': 1 } })).toBe(true);
    expect(accepts('N', { a: null })).toBe(true);
    expect(accepts('N', { a: { $nil: true } })).toBe(false);
  });

  test('an optional choice may be absent', () => {
    const accepts = createJudge(project(object('C', seq(optionalChoice(el('a', INT), el('b', INT))))));
    expect([accepts('C', {}), accepts('C', { a: 1 }), accepts('C', { a: 1, b: 1 })]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
