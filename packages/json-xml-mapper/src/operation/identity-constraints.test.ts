import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../api/operation.js';
import type { MapperOptions } from '../api/options.js';
import type { JsonObject } from '../api/values.js';
import { type DecodeError, isDecodeError } from '../errors.js';
import { createExchanges } from '../exchanges.js';
import { createMapper } from '../mapper.js';
import { decodeUtf8 } from '../platform.js';
import { WorkMeter } from '../work.js';
import { identities } from './identity-problems.js';

/** A service whose request and response are the element `Op`. */
async function modelOf(components: string) {
  const { model } = await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
    <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">${components}</xs:schema></types>
    <message name="m"><part name="p" element="t:Op"/></message>
    <portType name="P"><operation name="Op"><input message="t:m"/><output message="t:m"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return model;
}

async function operationOf(components: string, options: MapperOptions = {}): Promise<CompiledOperation> {
  return createMapper(await modelOf(components), { unwrap: 'payload', ...options }).compile('Op');
}

/** The places of the problems of an input; every one is a violated identity constraint. */
function placesOf(operation: CompiledOperation, input: unknown): readonly string[] {
  const problems = operation.validate(input);
  expect(problems.filter(({ keyword }) => keyword !== 'identity')).toEqual([]);
  return problems.map(({ path }) => path);
}

/** The same for its XML as a strict response, and as a strict request. */
function refusalsOf(operation: CompiledOperation, input: unknown): readonly string[] {
  const { body } = operation.toXml(input);
  const found = [() => operation.fromXml(body), () => operation.requestFromXml(body)].map((read) => {
    try {
      read();
      return [];
    } catch (error) {
      if (!isDecodeError(error)) throw error;
      return error.details.map(({ keyword, path }) => `${keyword} ${path}`);
    }
  });
  expect(found[0]).toEqual(found[1]);
  return found[0]!;
}

const complex = (content: string, attributes = '') =>
  `<xs:complexType><xs:sequence>${content}</xs:sequence>${attributes}</xs:complexType>`;
const rows = (name: string, type: string, more = '') =>
  `<xs:element name="${name}" type="xs:${type}" minOccurs="0" maxOccurs="unbounded" ${more}/>`;
const items = (name: string, attributes: string) =>
  `<xs:element name="${name}" minOccurs="0" maxOccurs="unbounded"><xs:complexType>${attributes}</xs:complexType></xs:element>`;
const attribute = (name: string, type: string, more = '') =>
  `<xs:attribute name="${name}" type="xs:${type}" ${more}/>`;
const constraint = (kind: string, name: string, selector: string, ...fields: readonly string[]) =>
  `<xs:${kind} name="${name}"><xs:selector xpath="${selector}"/>${fields.map((field) => `<xs:field xpath="${field}"/>`).join('')}</xs:${kind}>`;
const keyref = (name: string, refer: string, selector: string, ...fields: readonly string[]) =>
  constraint('keyref', name, selector, ...fields).replace(
    `name="${name}"`,
    `name="${name}" refer="t:${refer}" xmlns:t="urn:t"`,
  );
const withT = (text: string) =>
  text
    .replaceAll('<xs:selector', '<xs:selector xmlns:t="urn:t"')
    .replaceAll('<xs:field', '<xs:field xmlns:t="urn:t"');
const op = (content: string, constraints: string, attributes = '') =>
  `<xs:element name="Op">${complex(content, attributes)}${withT(constraints)}</xs:element>`;

describe('identity constraints (MO-6)', () => {
  test.each<[string, string, unknown, readonly string[]]>([
    [
      'unique: a value that two elements have',
      op(rows('a', 'string'), constraint('unique', 'u', 't:a', '.')),
      { a: ['x', 'y', 'x', 'x'] },
      ['/a/2', '/a/3'],
    ],
    [
      'values are compared, not texts',
      op(rows('a', 'decimal') + rows('b', 'int'), constraint('unique', 'u', 't:a|t:b', '.')),
      { a: ['1.0', '2'], b: [1, 3] },
      ['/b/0'],
    ],
    [
      'values of different primitive types differ',
      op(rows('a', 'string') + rows('b', 'int'), constraint('unique', 'u', '*', '.')),
      { a: ['1'], b: [1] },
      [],
    ],
    [
      'instants are compared with their time zones',
      op(rows('a', 'dateTime'), constraint('unique', 'u', 't:a', '.')),
      { a: ['2026-01-01T12:00:00Z', '2026-01-01T13:00:00+01:00', '2026-01-01T12:00:00'] },
      ['/a/1'],
    ],
    [
      'several fields: all of them must be equal, and none is confused with its neighbour',
      op(
        items('a', attribute('x', 'string') + attribute('y', 'string')),
        constraint('unique', 'u', 't:a', '@x', '@y'),
      ),
      {
        a: [
          { '@x': '1', '@y': '12' },
          { '@x': '11', '@y': '2' },
          { '@x': '1', '@y': '12' },
          { '@x': '1' },
          { '@x': '1' },
        ],
      },
      ['/a/2'],
    ],
    [
      'key: each field needs a value',
      op(items('a', attribute('x', 'string')), constraint('key', 'k', 't:a', '@x')),
      { a: [{ '@x': '1' }, {}] },
      ['/a/1'],
    ],
    [
      'key: a default of an attribute is a value',
      op(items('a', attribute('x', 'string', 'default="d"')), constraint('key', 'k', 't:a', '@x')),
      { a: [{}, { '@x': 'e' }, { '@x': 'd' }] },
      ['/a/2'],
    ],
    [
      'key: a field may not even be nillable; unique: nil has no value',
      op(
        `<xs:element name="a" minOccurs="0" maxOccurs="unbounded">${complex('<xs:element name="v" type="xs:int" nillable="true"/>')}</xs:element>`,
        constraint('key', 'k', 't:a', 't:v') + constraint('unique', 'u', 't:a', 't:v'),
      ),
      { a: [{ v: 1 }, { v: null }, { v: null }] },
      ['/a/0', '/a/1', '/a/2'],
    ],
    [
      'a field with two values',
      op(
        `<xs:element name="a">${complex(rows('v', 'int'))}</xs:element>`,
        constraint('unique', 'u', 't:a', 't:v'),
      ),
      { a: { v: [1, 2] } },
      ['/a'],
    ],
    [
      'the same attribute by two paths is one value',
      op(items('a', attribute('x', 'int')), constraint('key', 'k', './/t:a', '@x|@x|@*')),
      { a: [{ '@x': 1 }, { '@x': 2 }] },
      [],
    ],
    [
      'a field of an element without a simple value',
      op(
        `<xs:element name="a">${complex(rows('v', 'int'))}</xs:element>`,
        constraint('unique', 'u', '.', 't:a'),
      ),
      { a: { v: [1] } },
      [''],
    ],
    [
      'keyref: a value that no key has',
      op(
        items('a', attribute('x', 'int')) + rows('r', 'int'),
        constraint('key', 'k', 't:a', '@x') + keyref('f', 'k', 't:r', '.'),
      ),
      { a: [{ '@x': 1 }, { '@x': 2 }], r: [2, 3, 1] },
      ['/r/1'],
    ],
    [
      'keyref: one to a unique, through any depth',
      `<xs:element name="n" xmlns:t="urn:t">${complex('<xs:element ref="t:n" minOccurs="0" maxOccurs="unbounded"/>', attribute('x', 'int') + attribute('of', 'int'))}</xs:element>` +
        `<xs:element name="Op" xmlns:t="urn:t">${complex('<xs:element ref="t:n"/>')}${withT(constraint('unique', 'k', './/t:n', '@x') + keyref('f', 'k', './/t:n', '@of'))}</xs:element>`,
      {
        n: {
          '@x': 1,
          '@of': 3,
          n: [
            { '@x': 2, '@of': 4, n: [] },
            { '@x': 3, n: [{ '@x': 1, n: [] }] },
          ],
        },
      },
      // An element is complete after those inside it.
      ['/n', '/n/n/0'],
    ],
    [
      'a scope inside: keys are compared in it alone, and references reach it from outside',
      op(
        `<xs:element name="s" maxOccurs="unbounded">${complex(rows('a', 'int'))}${withT(constraint('key', 'k', 't:a', '.'))}</xs:element>${rows('r', 'int')}`,
        keyref('f', 'k', 't:r', '.'),
      ),
      // 1 is in two scopes: nothing can refer to it.
      { s: [{ a: [1, 2] }, { a: [1, 3, 3] }], r: [2, 3, 1, 4] },
      ['/s/1/a/2', '/r/2', '/r/3'],
    ],
    [
      'a reference does not reach a scope around it or beside it',
      op(
        `<xs:element name="s" maxOccurs="unbounded">${complex(rows('a', 'int') + rows('r', 'int'))}${withT(constraint('key', 'k', 't:a', '.') + keyref('f', 'k', 't:r', '.'))}</xs:element>`,
        '',
      ),
      {
        s: [
          { a: [1], r: [1] },
          { a: [2], r: [1] },
        ],
      },
      ['/s/1/r/0'],
    ],
    [
      'wildcards in paths, with and without a namespace',
      op(
        items('a', attribute('x', 'int')) + items('b', attribute('x', 'int')),
        constraint('unique', 'u', 't:*', '@*'),
      ),
      { a: [{ '@x': 1 }], b: [{ '@x': 1 }] },
      ['/b/0'],
    ],
    [
      'repeating groups and mixed content',
      `<xs:element name="Op"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice></xs:complexType>${withT(constraint('unique', 'u', 't:a|t:b', '.'))}</xs:element>`,
      { $items: [{ a: 1 }, { b: 2 }, { a: 2 }] },
      ['/$items/2/a'],
    ],
    [
      'substitutes, and types that the message names',
      `<xs:complexType name="Base"/><xs:complexType name="Item"><xs:complexContent><xs:extension xmlns:t="urn:t" base="t:Base">${attribute('x', 'int')}</xs:extension></xs:complexContent></xs:complexType>` +
        `<xs:element name="head" xmlns:t="urn:t" type="t:Base"/><xs:element name="other" xmlns:t="urn:t" type="t:Item" substitutionGroup="t:head"/>` +
        `<xs:element name="Op" xmlns:t="urn:t">${complex('<xs:element ref="t:head" maxOccurs="unbounded"/>')}${withT(constraint('unique', 'u', '*', '@x'))}</xs:element>`,
      {
        head: [
          { $type: 'Item', '@x': 7 },
          { $element: 'other', '@x': 7 },
        ],
      },
      ['/head/1'],
    ],
    [
      'the content of a wildcard, by its declarations; what it skips has no value',
      `<xs:element name="g"><xs:complexType>${attribute('x', 'int')}</xs:complexType></xs:element>` +
        op('<xs:any maxOccurs="unbounded"/>', constraint('key', 'k', 't:g', '@x')),
      { $any: [{ '{urn:t}g': { '@x': 1 } }, { '{urn:t}g': { '@x': 1 } }] },
      ['/$any/1/{urn:t}g'],
    ],
    [
      'an attribute that a wildcard skips has no value',
      op('', constraint('key', 'k', '.', '@x'), '<xs:anyAttribute processContents="skip"/>'),
      { $anyAttributes: { x: '1' } },
      [''],
    ],
  ])('%s', async (_, components, input, wanted) => {
    const operation = await operationOf(components, { strictResponses: true });
    expect(placesOf(operation, input)).toEqual(wanted);
    expect(refusalsOf(operation, input)).toEqual(wanted.map((path) => `identity ${path}`));
  });

  const unique = op(rows('a', 'string'), constraint('unique', 'u', 't:a', '.'));

  test('the message says which constraint', async () => {
    const operation = await operationOf(unique);
    expect(operation.validate({ a: ['x', 'x'] })).toEqual([
      {
        path: '/a/1',
        keyword: 'identity',
        message: 'must have a key that no other element has (xs:unique u)',
      },
    ]);
  });

  test('responses that are not read strictly are not checked, and what is written is not', async () => {
    const operation = await operationOf(unique);
    const { body } = operation.toXml({ a: ['x', 'x'] });
    expect(operation.fromXml(body)).toMatchObject({
      kind: 'result',
      result: { a: ['x', 'x'] },
      warnings: [],
    });
    expect(operation.requestFromXml(body).warnings).toEqual([]);
  });

  test('a response in pieces is refused too', async () => {
    const operation = await operationOf(unique, { strictResponses: true });
    const bytes = operation.toXml({ a: ['x', 'y', 'x'] }).body;
    const stream = operation.createStream();
    const read = () => {
      for (const byte of bytes) stream.write(Uint8Array.of(byte));
      stream.end();
    };
    expect(read).toThrow(expect.objectContaining({ code: 'STRICT' }));
    const good = operation.createStream();
    const text: string[] = [];
    for (const byte of operation.toXml({ a: ['x', 'y'] }).body)
      text.push(decodeUtf8(good.write(Uint8Array.of(byte))));
    const end = good.end();
    expect(end.kind === 'result' && JSON.parse(text.join('') + decodeUtf8(end.result))).toEqual({
      a: ['x', 'y'],
    });
  });

  test('items of a request are checked together, at its end', async () => {
    const operation = await operationOf(unique, { warnings: 'all' });
    const reader = operation.createRequestItemReader(['a']);
    const { body } = operation.toXml({ a: ['x', 'y', 'x'] });
    const found = [...body].flatMap((byte) => reader.write(Uint8Array.of(byte)));
    const { items: last, warnings } = reader.end();
    expect([...found, ...last]).toEqual(['x', 'y', 'x']);
    expect(warnings).toMatchObject([{ code: 'IDENTITY', path: '/a/2' }]);
  });

  test('exchanges check with the part for it', async () => {
    const exchanges = createExchanges(await modelOf(unique), { strictResponses: true }, { identities });
    await exchanges.loadDecoders();
    const exchange = exchanges.compile('Op');
    expect(exchange.validate({ a: ['x', 'x'] })).toMatchObject([{ path: '/a/1', keyword: 'identity' }]);
    expect(exchange.validate({ a: ['x', 'y'] })).toEqual([]);
    expect(() => exchange.fromXml(exchange.toXml({ a: ['x', 'x'] }).body)).toThrow('does not match the WSDL');
    const without = createExchanges(await modelOf(unique)).compile('Op');
    expect(without.validate({ a: ['x', 'x'] })).toEqual([]);
  });

  test('the work is linear in the message', async () => {
    const operation = await operationOf(
      op(
        items('a', attribute('x', 'int')) + rows('r', 'int'),
        constraint('key', 'k', './/t:a', '@x') + keyref('f', 'k', './/t:r', '.'),
      ),
    );
    const units = (count: number): number => {
      const list = Array.from({ length: count }, (_, index) => index);
      const work = new WorkMeter(Number.POSITIVE_INFINITY);
      expect(operation.validate({ a: list.map((x) => ({ '@x': x })), r: list }, { work })).toEqual([]);
      return work.used;
    };
    units(10);
    const [small, large] = [units(500), units(4000)];
    expect(large / small).toBeLessThan(8.5);
    expect(large).toBeLessThan(4000 * 60);
  });

  test('scopes in scopes stop at the budget of the call', async () => {
    const components = `<xs:element name="n" xmlns:t="urn:t">${complex('<xs:element ref="t:n" minOccurs="0" maxOccurs="unbounded"/>', attribute('x', 'int'))}${withT(constraint('unique', 'u', './/t:n', '@x'))}</xs:element>
      <xs:element name="Op" xmlns:t="urn:t">${complex('<xs:element ref="t:n"/>')}</xs:element>`;
    let n: JsonObject = { n: Array.from({ length: 2000 }, (_, index) => ({ '@x': index + 100, n: [] })) };
    for (let depth = 0; depth < 40; depth++) n = { '@x': depth, n: [n] };
    const operation = await operationOf(components, { strictResponses: true, limits: { work: 200_000 } });
    expect(operation.validate({ n })).toMatchObject([{ keyword: 'limit' }]);
    const { body } = operation.toXml({ n });
    let failure: DecodeError | undefined;
    try {
      operation.fromXml(body);
    } catch (error) {
      if (!isDecodeError(error)) throw error;
      failure = error;
    }
    expect(failure?.code).toBe('RESPONSE_TOO_COMPLEX');
  });

  test('an operation without them charges nothing for those of another', async () => {
    const plain = op(rows('a', 'string'), '');
    const elsewhere = `<xs:element name="Else">${complex(rows('b', 'int'))}${withT(constraint('unique', 'u', 't:b', '.'))}</xs:element>`;
    const units = async (components: string): Promise<number> => {
      const operation = await operationOf(components, { strictResponses: true });
      const work = new WorkMeter(Number.POSITIVE_INFINITY);
      const input = { a: ['x', 'x'] };
      operation.fromXml(operation.toXml(input).body, { work });
      operation.validate(input, { work });
      return work.used;
    };
    expect(await units(plain + elsewhere)).toBe(await units(plain));
  });
});

describe('xs:ID (MO-6)', () => {
  const withIds = `<xs:element name="Op" xmlns:t="urn:t">${complex(
    items('a', attribute('id', 'ID')) +
      rows('e', 'ID') +
      '<xs:element name="s" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="t:Code"><xs:attribute name="n" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>',
  )}</xs:element><xs:simpleType name="Code"><xs:restriction base="xs:ID"><xs:maxLength value="9"/></xs:restriction></xs:simpleType>`;

  test('a value occurs once in a message, whether an attribute or the text of an element', async () => {
    const operation = await operationOf(withIds, { strictResponses: true });
    const distinct = { a: [{ '@id': 'x' }, { '@id': 'y' }, {}], e: ['z'], s: { $value: 'c' } };
    expect(placesOf(operation, distinct)).toEqual([]);
    expect(refusalsOf(operation, distinct)).toEqual([]);
    const repeated = { a: [{ '@id': 'x' }, { '@id': 'x' }], e: ['x', 'y'], s: { '@n': 1, $value: 'y' } };
    expect(placesOf(operation, repeated)).toEqual(['/a/1', '/e/0', '/s/$value']);
    expect(refusalsOf(operation, repeated)).toEqual(['identity /a/1', 'identity /e/0', 'identity /s/$value']);
  });

  test('an element has one attribute of the type, those of a wildcard included', async () => {
    const operation = await operationOf(
      `<xs:attribute name="one" type="xs:ID"/><xs:attribute name="two" type="xs:ID"/>
      <xs:element name="Op"><xs:complexType><xs:sequence>${items('a', '<xs:anyAttribute/>')}</xs:sequence>
      <xs:attribute name="own" type="xs:ID"/></xs:complexType></xs:element>`,
    );
    const one = { '{urn:t}one': 'x' };
    expect(placesOf(operation, { '@own': 'w', a: [{ $anyAttributes: one }] })).toEqual([]);
    expect(
      placesOf(operation, { '@own': 'x', a: [{ $anyAttributes: { ...one, '{urn:t}two': 'y' } }] }),
    ).toEqual(['/a/0', '/a/0']);
  });

  test('a reference to no ID is not a problem, because its target may be outside the message', async () => {
    const operation = await operationOf(
      `<xs:element name="Op">${complex(rows('r', 'IDREF') + rows('e', 'ID'))}</xs:element>`,
    );
    expect(placesOf(operation, { r: ['nowhere'], e: ['x'] })).toEqual([]);
  });

  test('a message whose only IDs are below a wildcard is not read again', async () => {
    const operation = await operationOf(
      `<xs:element name="other"><xs:complexType><xs:attribute name="id" type="xs:ID"/></xs:complexType></xs:element>
      <xs:element name="Op">${complex('<xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>')}</xs:element>`,
    );
    const repeated = [{ '{urn:t}other': { '@id': 'x' } }, { '{urn:t}other': { '@id': 'x' } }];
    expect(placesOf(operation, { $any: repeated })).toEqual([]);
  });
});
