import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { gradeOperations } from './grade-operations.js';

test('an operation that cannot be mapped is unsupported, with the construct, and its sibling is not', async () => {
  const wide = Array.from({ length: 5_001 }, (_, i) => `<xs:element name="e${i}" type="xs:int"/>`).join('');
  const operation = (name: string) =>
    `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>`;
  const { model, diagnostics } = await parseWsdlText(`
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t">
    <xs:element name="Wide"><xs:complexType><xs:sequence>
      <xs:element name="inner"><xs:complexType><xs:all>${wide}</xs:all></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Narrow" type="xs:int"/>
  </xs:schema></types>
  <message name="Wide"><part name="p" element="t:Wide"/></message>
  <message name="Narrow"><part name="p" element="t:Narrow"/></message>
  <portType name="P"><operation name="Wide"><input message="t:Wide"/></operation><operation name="Narrow"><input message="t:Narrow"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operation('Wide')}${operation('Narrow')}</binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  expect(
    gradeOperations(model, diagnostics).map(({ operation, grade, reason }) => ({ operation, grade, reason })),
  ).toEqual([
    {
      operation: 'Wide',
      grade: 'unsupported',
      reason: 'the content that has the element e0 has 5001 different elements, at most 5000 can be mapped',
    },
    { operation: 'Narrow', grade: 'exact', reason: undefined },
  ]);
});

test.each([
  ['elementFormDefault="Qualified"', 'style="document"', 'use="literal"', ['INVALID_SCHEMA_VALUE']],
  ['attributeFormDefault="yes"', 'style="document"', 'use="literal"', ['INVALID_SCHEMA_VALUE']],
  ['blockDefault="All"', 'style="document"', 'use="literal"', ['INVALID_SCHEMA_VALUE']],
  ['', 'style="Document"', 'use="literal"', ['BAD_EXTENSION_VALUE']],
  ['', 'style="document"', 'use="Literal"', ['BAD_EXTENSION_VALUE']],
])('a keyword that had to be guessed degrades the operation: %s %s %s', async (schema, style, use, codes) => {
  const { model, diagnostics } = await parseWsdlText(`
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t" ${schema}><xs:element name="In" type="xs:int"/></xs:schema></types>
  <message name="In"><part name="p" element="t:In"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding ${style} transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body ${use}/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  expect(
    gradeOperations(model, diagnostics).map(({ grade, findings }) => [grade, findings.map((f) => f.code)]),
  ).toEqual([['degraded', codes]]);
});

test.each([
  ['a misspelt built-in', 'xs:bool', 't:In'],
  ['a part of the wrong kind', 'xs:int', 't:T'],
  ['a misspelt attribute', 'xs:int" minOccur="0', 't:In'],
])('a corrected reference is not exact, and concerns its operation only: %s', async (_, type, element) => {
  const operation = (name: string) =>
    `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>`;
  const { model, diagnostics } = await parseWsdlText(`
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t">
    <xs:element name="In"><xs:complexType><xs:sequence><xs:element name="a" type="${type}"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Other" type="xs:int"/><xs:complexType name="T"><xs:sequence/></xs:complexType>
  </xs:schema></types>
  <message name="In"><part name="p" element="${element}"/></message><message name="Other"><part name="p" element="t:Other"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/></operation><operation name="Other"><input message="t:Other"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operation('Op')}${operation('Other')}</binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  expect(gradeOperations(model, diagnostics).map(({ operation, grade }) => [operation, grade])).toEqual([
    ['Op', 'degraded'],
    ['Other', 'exact'],
  ]);
});

test.each([
  ['complexType', '<xs:enumeration value="x"/>'],
  ['simpleType', '<xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence>'],
])('a %s that is read as the other kind of type is not exact', async (kind, content) => {
  const { model, diagnostics } = await parseWsdlText(`
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t"><xs:${kind} name="T">${content}</xs:${kind}><xs:element name="In" type="t:T"/></xs:schema></types>
  <message name="In"><part name="p" element="t:In"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  expect(gradeOperations(model, diagnostics)).toMatchObject([{ operation: 'Op', grade: 'degraded' }]);
});

test.each([
  ['another element', '<part name="p" element="t:Other"/>', 'degraded'],
  ['the same content', '<part name="p" element="t:In"/>', 'exact'],
])('a message that is declared twice, with %s', async (_, part, grade) => {
  const { model, diagnostics } = await parseWsdlText(`
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t"><xs:element name="In" type="xs:int"/><xs:element name="Other" type="xs:int"/></xs:schema></types>
  <message name="In"><part name="p" element="t:In"/></message><message name="In">${part}</message>
  <portType name="P"><operation name="Op"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  expect(diagnostics).toMatchObject([{ code: 'DUPLICATE_COMPONENT' }]);
  expect(gradeOperations(model, diagnostics)).toMatchObject([{ operation: 'Op', grade }]);
});
