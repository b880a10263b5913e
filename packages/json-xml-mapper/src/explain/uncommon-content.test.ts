import type { Particle, ServiceModel } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { createMapper } from '../index.js';
import {
  createExchanges,
  hasUncommonContent,
  hasUncommonTypes,
  TypesNotLoaded,
  unions,
} from '../internal.js';
import { uncommonTypes } from '../scalar/uncommon-types.js';
import { createOperationShapes } from '../shapes.js';
import { any, attribute, choice, el, SchemaLiteral, sequence, T, times } from '../testing/schema-literal.js';
import { uncommonContent } from './uncommon-content.js';

/** The service of an operation whose input has this content. */
function serviceOf(content: (schema: SchemaLiteral) => Particle, operation = {}): ServiceModel {
  const schema = new SchemaLiteral();
  schema.element('Op', schema.complex(undefined, sequence(content(schema))));
  schema.element('OpResponse', schema.complex(undefined));
  return schema.service({ Op: operation });
}

const COMMON: readonly (readonly [string, ServiceModel])[] = [
  ['a text', serviceOf(() => el('v', 'string'))],
  ['a list of numbers', serviceOf(() => times(el('v', 'decimal'), 0, 'unbounded'))],
  ['a nillable element', serviceOf(() => el('v', 'date', { nillable: true }))],
  ['a choice', serviceOf(() => choice(el('a', 'int'), sequence(el('b', 'int'), el('c', 'int'))))],
  ['a repeating group', serviceOf(() => times(sequence(el('a', 'int'), el('b', 'int')), 0, 5))],
  ['a list type', serviceOf((schema) => el('v', schema.list('L', 'int')))],
  ['a union', serviceOf((schema) => el('v', schema.union('U', ['int', 'boolean'])))],
  [
    'attributes and text',
    serviceOf((schema) =>
      el(
        'v',
        schema.complex('M', undefined, {
          attributes: [attribute('currency', 'string')],
          content: { kind: 'simple', type: 'decimal' },
        }),
      ),
    ),
  ],
  [
    'a type that contains itself',
    serviceOf((schema) =>
      el(
        'v',
        schema.complex('R', (self) => sequence(times(el('r', self), 0, 1))),
      ),
    ),
  ],
];

const UNCOMMON: readonly (readonly [string, ServiceModel])[] = [
  ['a wildcard', serviceOf(() => any({ processContents: 'lax' }))],
  ['a wildcard in a choice', serviceOf(() => choice(any({ processContents: 'lax' }), el('v', 'int')))],
  [
    'a wildcard in a repeating group',
    serviceOf(() => times(sequence(el('a', 'int'), any({ processContents: 'lax' })), 1, 5)),
  ],
  [
    'a wildcard below two types',
    serviceOf((schema) =>
      el('v', schema.complex('A', sequence(el('b', schema.complex('B', sequence(any())))))),
    ),
  ],
  [
    'a wildcard for attributes',
    serviceOf((schema) =>
      el(
        'v',
        schema.complex('A', sequence(el('b', 'int')), {
          attributeWildcard: { namespaces: { kind: 'any' }, processContents: 'lax' },
        }),
      ),
    ),
  ],
  ['untyped content', serviceOf(() => el('v', 'anyType'))],
  ['any simple type', serviceOf(() => el('v', 'anySimpleType'))],
  [
    'mixed content',
    serviceOf((schema) => el('v', schema.complex('M', undefined, { content: { kind: 'mixed' } }))),
  ],
  [
    'elements whose order matters',
    serviceOf(() => sequence(times(el('a', 'int'), 0, 2), el('b', 'int'), times(el('a', 'int'), 0, 2))),
  ],
  [
    'derived types',
    serviceOf((schema) => {
      const base = schema.complex('Base', sequence(el('a', 'int')));
      schema.complex('Derived', sequence(el('a', 'int'), el('b', 'int')), { base, derivation: 'extension' });
      return el('v', base);
    }),
  ],
  [
    'a substitution group',
    serviceOf((schema) => {
      schema.element('head', 'string');
      schema.element('member', 'string', { substitutionGroup: { namespace: T, localName: 'head' } });
      return el('head', 'string', { global: true });
    }),
  ],
  [
    'a SOAP array',
    serviceOf((schema) =>
      el('v', schema.complex('Array', undefined, { soapArray: { itemType: 'string', dimensions: [1] } })),
    ),
  ],
  [
    'a MIME part',
    serviceOf(() => el('v', 'int'), { input: { attachments: [{ name: 'f', contentTypes: ['image/png'] }] } }),
  ],
];

describe.each(COMMON)('an input with %s', (_what, model) => {
  test('needs no uncommon content', async () => {
    expect(hasUncommonContent(createOperationShapes(model).get('Op').shape.input)).toBe(false);
    const exchange = createExchanges(model, {}, { unions, uncommonTypes }).compile('Op');
    expect(exchange.toXml(await exchange.example('input')).body.length).toBeGreaterThan(100);
  });
});

describe.each(UNCOMMON)('an input with %s', (_what, model) => {
  const input = createMapper(model).compile('Op').example('input');
  const expected = createMapper(model).compile('Op').toXml(input);

  test('needs uncommon content, and says so without it', () => {
    expect(hasUncommonContent(createOperationShapes(model).get('Op').shape.input)).toBe(true);
    const exchange = createExchanges(model, {}, { uncommonTypes }).compile('Op');
    expect(() => exchange.toXml(input)).toThrow('leaves out uncommon content');
  });

  test('is the same whether the part is passed in or loaded', async () => {
    const parts = { uncommonTypes, uncommonContent };
    expect(createExchanges(model, {}, parts).compile('Op').toXml(input)).toEqual(expected);
    const exchanges = createExchanges(model, {}, { uncommonTypes });
    await exchanges.loadUncommonContent();
    expect(exchanges.compile('Op').toXml(input)).toEqual(expected);
  });
});

test('a header block that the description does not declare needs uncommon content', async () => {
  const exchanges = createExchanges(serviceOf(() => el('v', 'int')));
  const send = () =>
    exchanges.compile('Op').toXml({ v: 1 }, { storedHeaders: { '{urn:s}Session': { token: 'x' } } });
  expect(send).toThrow('leaves out uncommon content');
  await exchanges.loadUncommonContent();
  expect(Buffer.from(send().body).toString()).toContain('<token>x</token>');
});

test('exchanges: a union without its codec names the command to run', async () => {
  const model = serviceOf((schema) => el('v', schema.union('U', ['int', 'boolean'])));
  const without = createExchanges(model).compile('Op');
  expect(() => without.toXml({ v: true })).toThrow(
    'the generated client leaves out unions, but its types have some: run `soapstone client` again',
  );
  const complete = createExchanges(model, {}, { unions }).compile('Op');
  expect(complete.toXml({ v: true })).toEqual(createMapper(model).compile('Op').toXml({ v: true }));
});

describe.each<[string, ServiceModel, unknown]>([
  ['a date', serviceOf(() => el('v', 'date')), '2026-01-02'],
  ['a date of a program', serviceOf(() => el('v', 'dateTime')), new Date(0)],
  ['a duration', serviceOf(() => el('v', 'duration')), 'P1D'],
  ['bytes', serviceOf(() => el('v', 'base64Binary')), new Uint8Array([1, 2, 3])],
  ['an XML name', serviceOf(() => el('v', 'NCName')), 'a'],
  ['a list', serviceOf((schema) => el('v', schema.list('L', 'int'))), [1, 2]],
])('an input with %s', (_what, model, v) => {
  test('needs uncommon types: it says so without them, and has them once the decoders are loaded', async () => {
    expect(hasUncommonTypes(createOperationShapes(model).get('Op').shape.input)).toBe(true);
    const expected = createMapper(model).compile('Op').toXml({ v });
    expect(createExchanges(model, {}, { uncommonTypes }).compile('Op').toXml({ v })).toEqual(expected);
    const exchanges = createExchanges(model);
    const exchange = exchanges.compile('Op');
    expect(() => exchange.validate({ v })).toThrow(TypesNotLoaded);
    expect(() => exchange.toXml({ v })).toThrow(TypesNotLoaded);
    await exchanges.loadDecoders();
    expect(exchange.validate({ v })).toEqual([]);
    expect(exchange.toXml({ v })).toEqual(expected);
    await expect(createExchanges(model).compile('Op').example('input')).resolves.toHaveProperty('v');
  });
});

test('an input of numbers, booleans, strings and qualified names needs no uncommon types', () => {
  for (const type of [
    'int',
    'decimal',
    'double',
    'boolean',
    'string',
    'token',
    'anyURI',
    'language',
    'QName',
  ] as const) {
    const model = serviceOf(() => el('v', type));
    expect(hasUncommonTypes(createOperationShapes(model).get('Op').shape.input)).toBe(false);
    const exchange = createExchanges(model).compile('Op');
    expect(exchange.validate({ v: {} })).toHaveLength(1);
  }
});
