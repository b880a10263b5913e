import { parseWsdlText } from '@soapstone/wsdl-parser';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../api/operation.js';
import type { UnwrapMode } from '../api/options.js';
import { stringify } from '../json/stringify.js';
import { createMapper } from '../mapper.js';
import { decodeUtf8 } from '../platform.js';

const schemaOf = (components: string) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" xmlns:t="urn:t" elementFormDefault="qualified">${components}</xs:schema>`;

/** An operation whose request is the element `Op` and whose response is `OpResponse`, of the same type and constraints. */
async function operationOf(content: string, constraints: string, unwrap: UnwrapMode = 'record') {
  const types = ['Op', 'OpResponse']
    .map((name) =>
      `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType>${constraints}</xs:element>`.replaceAll(
        'NAME',
        name,
      ),
    )
    .join('');
  const { model, diagnostics } = await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
    <types>${schemaOf(types)}</types>
    <message name="in"><part name="p" element="t:Op"/></message><message name="out"><part name="p" element="t:OpResponse"/></message>
    <portType name="P"><operation name="Op"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  expect(diagnostics).toEqual([]);
  return { operation: createMapper(model, { unwrap }).compile('Op'), xsd: schemaOf(types) };
}

/** The problems that libxml2, an independent judge, finds in a message's payload. */
function problemsOf(envelope: Uint8Array, xsd: string): readonly string[] {
  const [, payload = ''] = /<soapenv:Body>(.*)<\/soapenv:Body>/s.exec(decodeUtf8(envelope)) ?? [];
  // The libxml2 of libxml2-wasm 0.7.2 finds nothing by the axis "child::" in a field, so it gets the abbreviated form, which means the
  // same.
  const schema = XmlDocument.fromString(xsd.replaceAll('child::', ''));
  const document = XmlDocument.fromString(payload);
  const validator = XsdValidator.fromDoc(schema);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ message }) => message.trim());
  } finally {
    for (const each of [validator, document, schema]) each.dispose();
  }
}

function check(operation: CompiledOperation, xsd: string): unknown {
  const input = operation.example('input');
  expect(operation.validate(input)).toEqual([]);
  expect(problemsOf(operation.toXml(input).body, xsd)).toEqual([]);
  expect(problemsOf(operation.responseToXml(operation.example('output')).body, xsd)).toEqual([]);
  return JSON.parse(stringify(input));
}

const row = (fields: string, occurs = 'minOccurs="3" maxOccurs="9"') =>
  `<xs:element name="row" ${occurs}><xs:complexType>${fields}</xs:complexType></xs:element>`;
const key = (field: string, selector = 't:row', kind = 'key') =>
  `<xs:${kind} name="${kind}NAME"><xs:selector xpath="${selector}"/><xs:field xpath="${field}"/></xs:${kind}>`;

describe('an example keeps xs:key and xs:unique', () => {
  test('libxml2 finds a violation', async () => {
    const { operation, xsd } = await operationOf(
      row('<xs:attribute name="id" type="xs:int" use="required"/>'),
      key('@id'),
    );
    const same = { '@id': 1 };
    expect(problemsOf(operation.toXml({ row: [same, same, same] }).body, xsd)).toHaveLength(2);
  });

  test.each<[string, string, readonly unknown[]]>([
    ['numbers', 'type="xs:int"', [1, 2, 3]],
    ['texts', 'type="xs:string"', ['text', 'text-2', 'text-3']],
    ['dates', 'type="xs:date"', ['2026-01-31', '2026-02-01', '2026-02-02']],
    ['times', 'type="xs:dateTime"', ['2026-01-31T09:30:00Z', '2026-01-31T09:30:01Z', '2026-01-31T09:30:02Z']],
    ['bytes', 'type="xs:hexBinary"', ['0A0B0C', '0A0B0D', '0A0B0E']],
    ['wide numbers', 'type="xs:unsignedLong"', [1, 2, 3]],
    ['names', 'type="xs:NCName"', ['name', 'name-2', 'name-3']],
    ['decimals', 'type="xs:decimal"', [1.5, 2.5, 3.5]],
  ])('%s', async (_, type, expected) => {
    const { operation, xsd } = await operationOf(
      row(`<xs:attribute name="id" ${type} use="required"/>`),
      key('@id'),
    );
    expect(check(operation, xsd)).toEqual({ row: expected.map((id) => ({ '@id': id })) });
  });

  test.each([
    [
      'an enumeration',
      '<xs:enumeration value="b"/><xs:enumeration value="a"/><xs:enumeration value="c"/>',
      ['b', 'a', 'c'],
    ],
    ['a pattern', '<xs:pattern value="[A-Z]{2}-[0-9]{2}"/>', ['AA-00', 'AA-01', 'AA-02']],
    ['a length', '<xs:length value="3"/>', ['tex', 'tey', 'tez']],
  ])('texts with %s', async (_, facets, expected) => {
    const { operation, xsd } = await operationOf(
      row(
        `<xs:sequence><xs:element name="id"><xs:simpleType><xs:restriction base="xs:string">${facets}</xs:restriction></xs:simpleType></xs:element></xs:sequence>`,
      ),
      key('t:id', './/t:row', 'unique'),
    );
    expect(check(operation, xsd)).toEqual({ row: expected.map((id) => ({ id })) });
  });

  test('numbers near a bound', async () => {
    const { operation, xsd } = await operationOf(
      row(
        '<xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="n" use="required"><xs:simpleType><xs:restriction base="xs:int"><xs:minInclusive value="7"/><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType></xs:attribute></xs:extension></xs:simpleContent>',
      ),
      key('@n'),
    );
    const example = check(operation, xsd) as { row: { '@n': number }[] };
    expect(example.row.map((each) => each['@n']).sort()).toEqual([7, 8, 9]);
  });

  test('a key of two fields, one of them fixed', async () => {
    const { operation, xsd } = await operationOf(
      row(
        '<xs:sequence><xs:element name="no" type="xs:int"/></xs:sequence><xs:attribute name="kind" type="xs:string" fixed="x" use="required"/>',
      ),
      '<xs:key name="kNAME"><xs:selector xpath="t:row"/><xs:field xpath="@kind"/><xs:field xpath="child::t:no"/></xs:key>',
    );
    expect(check(operation, xsd)).toEqual({
      row: [1, 2, 3].map((no) => ({ '@kind': 'x', no })),
    });
  });

  test('the text of the element itself', async () => {
    const { operation, xsd } = await operationOf(
      '<xs:element name="code" type="xs:token" minOccurs="2" maxOccurs="2"/><xs:element name="other" type="xs:token"/>',
      '<xs:unique name="uNAME"><xs:selector xpath="t:code | t:other"/><xs:field xpath="."/></xs:unique>',
    );
    expect(check(operation, xsd)).toEqual({ code: ['text', 'text-2'], other: 'text-3' });
  });

  test('within each element that declares one, not across them', async () => {
    const { operation, xsd } = await operationOf(
      `<xs:element name="table" minOccurs="2" maxOccurs="2"><xs:complexType><xs:sequence>${row('<xs:attribute name="id" type="xs:int" use="required"/>', 'minOccurs="2" maxOccurs="2"')}</xs:sequence></xs:complexType>
        <xs:key name="kNAME"><xs:selector xpath="t:row"/><xs:field xpath="@id"/></xs:key></xs:element>`,
      '',
    );
    const table = { row: [{ '@id': 1 }, { '@id': 2 }] };
    expect(check(operation, xsd)).toEqual({ table: [table, table] });
  });

  test('in the entries of a repeating group', async () => {
    const repeating =
      '<xs:choice minOccurs="4" maxOccurs="9"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>';
    const { operation, xsd } = await operationOf(repeating, key('.', '*'));
    expect(check(operation, xsd)).toEqual({ $items: [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }] });
  });

  test('whether the response shows its record alone or the Body', async () => {
    for (const unwrap of ['record', 'none'] as const) {
      const list = `<xs:element name="list"><xs:complexType><xs:sequence>${row('<xs:attribute name="id" type="xs:int" use="required"/>')}</xs:sequence></xs:complexType></xs:element>`;
      const { operation } = await operationOf(list, key('@id', 't:list/t:row'), unwrap);
      const rows = { row: [{ '@id': 1 }, { '@id': 2 }, { '@id': 3 }] };
      expect(JSON.parse(stringify(operation.example('output')))).toEqual(
        unwrap === 'record' ? rows : { OpResponse: { list: rows } },
      );
    }
  });
});

describe('an example keeps xs:keyref', () => {
  test('each reference leads to a key, the references of one element to different ones', async () => {
    const { operation, xsd } = await operationOf(
      `${row('<xs:attribute name="id" type="xs:string" use="required"/>')}<xs:element name="use" minOccurs="2" maxOccurs="4"><xs:complexType><xs:sequence><xs:element name="of"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element>`,
      key('@id') +
        '<xs:keyref name="rNAME" refer="t:keyNAME"><xs:selector xpath="t:use"/><xs:field xpath="t:of"/></xs:keyref>' +
        '<xs:unique name="uNAME"><xs:selector xpath="t:use"/><xs:field xpath="t:of"/></xs:unique>',
    );
    expect(check(operation, xsd)).toEqual({
      row: [{ '@id': 'text' }, { '@id': 'text-2' }, { '@id': 'text-3' }],
      use: [{ of: 'text' }, { of: 'text-2' }],
    });
  });

  test('a reference whose default is not an existing key', async () => {
    const { operation, xsd } = await operationOf(
      `${row('<xs:attribute name="id" type="xs:date" use="required"/>', '')}<xs:element name="parent" type="xs:date" default="2000-01-01"/>`,
      `${key('@id')}<xs:keyref name="rNAME" refer="t:keyNAME"><xs:selector xpath="t:parent"/><xs:field xpath="."/></xs:keyref>`,
    );
    expect(check(operation, xsd)).toEqual({ row: { '@id': '2026-01-31' }, parent: '2026-01-31' });
  });
});
