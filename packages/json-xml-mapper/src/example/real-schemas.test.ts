import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import type { CompiledOperation } from '../api/operation.js';
import { createMapper } from '../mapper.js';

/** Examples of schemas as real servers publish them. The content is that of the request, the output that of the response. */
async function open(input: string, output = '', more = ''): Promise<CompiledOperation> {
  const element = (name: string, content: string) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
  const { model } =
    await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xmime="http://www.w3.org/2005/05/xmlmime">
    <types><xs:schema targetNamespace="urn:t"><xs:import namespace="http://www.w3.org/2005/05/xmlmime"/>${more}${element('Op', input)}${element('OpResponse', output)}</xs:schema></types>
    <message name="in"><part name="p" element="t:Op"/></message><message name="out"><part name="p" element="t:OpResponse"/></message>
    <portType name="P"><operation name="Op"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return createMapper(model).compile('Op');
}

test('SG-2: a result whose record is an abstract head is one of its members', async () => {
  const operation = await open(
    '',
    '<xs:element ref="t:_Shape"/>',
    `<xs:complexType name="Shape" abstract="true"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>
     <xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="r" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
     <xs:element name="_Shape" type="t:Shape" abstract="true"/><xs:element name="Circle" type="t:Circle" substitutionGroup="t:_Shape"/>`,
  );
  const example = operation.example('output');
  expect(example).toEqual({ $element: 'Circle', id: 1, r: 1 });
  const reply = operation.fromXml(operation.responseToXml(example).body);
  expect(reply).toMatchObject({ kind: 'result', result: example, warnings: [] });
});

test('AN-5: the schema of a .NET DataSet is a schema, not a text', async () => {
  const operation = await open('<xs:element ref="xs:schema"/><xs:any/>');
  const example = operation.example('input');
  expect(example).toMatchObject({ schema: { '@id': 'NewDataSet', $content: [] } });
  const xml = new TextDecoder().decode(operation.toXml(example).body);
  expect(xml).toContain('<xsd:schema id="NewDataSet"/>');
});

test('a pattern that matches the empty text gets another one, the attribute of a media type is one', async () => {
  const operation = await open(
    `<xs:element name="number"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="5"/><xs:pattern value="\\d*"/></xs:restriction></xs:simpleType></xs:element>
     <xs:element name="empty"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="0"/><xs:pattern value="\\d*"/></xs:restriction></xs:simpleType></xs:element>
     <xs:element name="file" type="xmime:base64Binary"/>`,
  );
  expect(operation.example('input')).toEqual({
    number: '0',
    empty: '',
    file: { '@contentType': 'application/octet-stream', $value: 'dGV4dA==' },
  });
});
