import type { Particle } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { attribute, el, SchemaLiteral, sequence } from '../testing/schema-literal.js';
import { objectOf } from '../testing/shapes.js';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

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
      'KY-3: otherwise the unqualified name wins',
      [el('id', 'int', { namespace: 'urn:o' }), el('id', 'int', { namespace: '' })],
      ['{urn:o}id', 'id'],
    ],
    [
      'KY-3: an unqualified name next to one of the type’s namespace',
      [el('id', 'int'), el('id', 'int', { namespace: '' })],
      ['id', '{}id'],
    ],
    [
      'KY-3: without either, all are Clark names',
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

  test('encoded messages have no keys for id and href (KY-7)', () => {
    const schema = new SchemaLiteral();
    const type = schema.complex('T', sequence(el('x', 'int')), {
      attributes: [attribute('id', 'ID'), attribute('href', 'anyURI'), attribute('n', 'int')],
    });
    expect(objectOf(schema, type, { use: 'encoded' }).attributes.map(({ key }) => key)).toEqual(['@n']);
    expect(objectOf(schema, type).attributes.map(({ key }) => key)).toEqual(['@id', '@href', '@n']);
  });

  test('an attribute wildcard is kept, and a list attribute is a list', () => {
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
