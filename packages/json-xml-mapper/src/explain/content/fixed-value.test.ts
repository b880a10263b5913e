import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../../api/operation.js';
import type { MapperOptions } from '../../api/options.js';
import { createMapper } from '../../mapper.js';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';

/** A service whose request and response are the element `Op` of these components. */
async function operationOf(components: string, options: MapperOptions = {}): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
    <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${components}</xs:schema></types>
    <message name="m"><part name="p" element="t:Op"/></message>
    <portType name="P"><operation name="Op"><input message="t:m"/><output message="t:m"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return createMapper(model, { unwrap: 'payload', ...options }).compile('Op');
}

const problemsOf = (operation: CompiledOperation, input: unknown): readonly string[] =>
  operation.validate(input).map(({ path, keyword }) => `${keyword} ${path}`);

const MIXED = `<xs:element name="Op" fixed="abc"><xs:complexType mixed="true"><xs:sequence>
  <xs:element name="e" type="xs:string" minOccurs="0"/></xs:sequence><xs:attribute name="n" type="xs:int"/></xs:complexType></xs:element>`;
const SIMPLE = `<xs:element name="Op" fixed="7.5"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal">
  <xs:attribute name="n" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>`;

describe('the element of the Body has its fixed value (NL-4)', () => {
  test('as the text of mixed content', async () => {
    const operation = await operationOf(MIXED);
    expect(problemsOf(operation, { '@n': 1, $content: ['a', 'bc'] })).toEqual([]);
    expect(problemsOf(operation, { $content: ['abc', { e: 'x' }] })).toEqual(['const /$content']);
    expect(problemsOf(operation, { $content: ['ab'] })).toEqual(['const /$content']);
    expect(problemsOf(operation, operation.example('input'))).toEqual([]);
    expect(operation.example('input')).toEqual({ '@n': 1, $content: ['abc'] });
  });

  test('as simple content, in JSON text too', async () => {
    const operation = await operationOf(SIMPLE);
    expect(problemsOf(operation, { $value: '7.50' })).toEqual([]);
    expect(problemsOf(operation, { $value: 8 })).toEqual(['const /$value']);
    expect(() => operation.encodeJson(encodeUtf8('{"$value":8}'))).toThrow('must be 7.5');
    expect(decodeUtf8(operation.encodeJson(encodeUtf8('{"@n":1,"$value":7.5}')).body)).toContain(
      'n="1">7.5<',
    );
    expect(problemsOf(operation, operation.example('input'))).toEqual([]);
  });

  test('where the element is empty', async () => {
    const empty = (text: string) =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${text}</s:Body></s:Envelope>`;
    const mixed = await operationOf(MIXED);
    expect(mixed.requestFromXml(empty('<t:Op xmlns:t="urn:t"/>')).input).toEqual({ $content: ['abc'] });
    const simple = await operationOf(SIMPLE);
    expect(simple.requestFromXml(empty('<t:Op xmlns:t="urn:t" n="1"/>')).input).toEqual({
      '@n': 1,
      $value: 7.5,
    });
  });

  test('where it stays as a field', async () => {
    const operation = await operationOf(SIMPLE, { unwrap: 'none' });
    expect(operation.jsonSchema('output')).toMatchObject({
      properties: { Op: { default: { $value: 7.5 } } },
    });
    expect(operation.validate({ $value: 8 })).toMatchObject([{ keyword: 'const' }]);
  });
});

describe('a fixed value of an open type (NL-4)', () => {
  const withField = (field: string) =>
    `<xs:element name="Op"><xs:complexType><xs:sequence>${field}</xs:sequence></xs:complexType></xs:element>`;

  test('of anyType: a plain value, a typed one, or content', async () => {
    const operation = await operationOf(
      `${withField('<xs:element name="a" minOccurs="0" fixed="12"/>')}<xs:complexType name="Text" mixed="true"/>`,
    );
    for (const a of ['12', 12, { $type: 'xs:int', $value: 12 }, { '@n': '1', $content: ['1', '2'] }, ''])
      expect(problemsOf(operation, { a })).toEqual([]);
    expect(problemsOf(operation, { a: { $type: 'xs:decimal', $value: '12.0' } })).toEqual([]);
    expect(problemsOf(operation, { a: { $type: 'Text', $content: ['12'] } })).toEqual([]);
    for (const a of ['13', 13, true, { x: '12' }]) expect(problemsOf(operation, { a })).toEqual(['const /a']);
    expect(problemsOf(operation, { a: { $type: 'xs:int', $value: 13 } })).toEqual(['const /a/$value']);
    expect(problemsOf(operation, { a: { $content: ['12', { x: '' }] } })).toEqual(['const /a/$content']);
    expect(problemsOf(operation, { a: { $type: 'Text', $content: ['13'] } })).toEqual(['const /a/$content']);
    expect(problemsOf(operation, operation.example('input'))).toEqual([]);
  });

  test('of anySimpleType: of the type that the value names, attributes beside it', async () => {
    const operation = await operationOf(
      `${withField('<xs:element name="a" type="xs:anySimpleType" minOccurs="0" fixed="alpha beta"/>')}
      <xs:complexType name="Named"><xs:simpleContent><xs:extension base="xs:token"><xs:attribute name="n" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>`,
    );
    expect(problemsOf(operation, { a: 'alpha beta' })).toEqual([]);
    expect(problemsOf(operation, { a: { $type: 'Named', '@n': 1, $value: 'alpha beta' } })).toEqual([]);
    expect(problemsOf(operation, { a: { $type: 'xs:string', $value: 'beta' } })).toEqual(['const /a/$value']);
    expect(problemsOf(operation, { a: { $type: 'Named', $value: 'beta' } })).toEqual(['const /a/$value']);
  });

  test('of a union: written as the schema has it, because its JSON may be that of another member', async () => {
    const operation = await operationOf(
      withField(`<xs:element name="a" fixed="1.0"><xs:simpleType><xs:union memberTypes="xs:boolean xs:float"/></xs:simpleType></xs:element>
        <xs:element name="b" type="xs:string"/>`),
    );
    expect(decodeUtf8(operation.toXml({ a: 1, b: '' }).body)).toContain('<a>1.0</a>');
    expect(problemsOf(operation, { a: true, b: '' })).toEqual(['const /a']);
  });

  test('of two places with one name and different values: none counts', async () => {
    const operation = await operationOf(
      withField(
        '<xs:element name="a" type="xs:string" fixed="x"/><xs:element name="a" type="xs:string" fixed="y"/>',
      ),
    );
    expect(problemsOf(operation, { a: ['x', 'y'] })).toEqual([]);
    expect(problemsOf(operation, {})).toEqual(['required /a']);
  });
});

test('AN-3: an element below a strict wildcard that names its type needs no declaration', async () => {
  const operation = await operationOf(
    `<xs:element name="Op"><xs:complexType><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`,
  );
  expect(problemsOf(operation, { $any: [{ '{urn:t}b': { $type: 'xs:int', $value: 1 } }] })).toEqual([]);
  expect(problemsOf(operation, { $any: [{ '{urn:t}b': '1' }] })).toEqual(['wildcard /$any/0/{urn:t}b']);
});
