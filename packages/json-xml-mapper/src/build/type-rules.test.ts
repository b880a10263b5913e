import { describe, expect, test } from 'vitest';
import type { SoapArrayShape } from '../shape/shape.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';
import { objectOf, polymorphic, printPlan, shapeOf } from '../testing/shapes.js';

const SOAPENC = 'http://schemas.xmlsoap.org/soap/encoding/';

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

  test('with derived types too, and a variant has $value even if it has no attribute', () => {
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
