import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { createMapper } from '../../mapper.js';

const { model } = await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
    <xs:simpleType name="Base"><xs:restriction base="xs:int"><xs:maxInclusive value="10"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Less"><xs:restriction base="t:Base"><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType>
    <xs:simpleType name="Word"><xs:restriction base="xs:string"/></xs:simpleType>
    <xs:simpleType name="Either"><xs:union memberTypes="t:Base t:Word"/></xs:simpleType>
    <xs:simpleType name="Row"><xs:list itemType="t:Base"/></xs:simpleType>
    <xs:complexType name="Empty"/>
    <xs:element name="Op"><xs:complexType><xs:sequence>
      <xs:element name="free" type="t:Base" minOccurs="0"/>
      <xs:element name="builtin" type="xs:int" minOccurs="0"/>
      <xs:element name="either" type="t:Either" minOccurs="0"/>
      <xs:element name="closed" type="t:Base" block="restriction" minOccurs="0"/>
      <xs:element name="extended" type="t:Base" block="extension" minOccurs="0"/>
      <xs:element name="open" minOccurs="0"/>
      <xs:element name="any" block="#all" minOccurs="0"/>
      <xs:element name="nilled" type="xs:int" nillable="true" minOccurs="0"/>
      <xs:element name="marked" minOccurs="0"><xs:complexType><xs:attribute name="v" type="xs:int" use="required" fixed="1"/></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element></xs:schema></types>
  <message name="m"><part name="p" element="t:Op"/></message>
  <portType name="P"><operation name="Op"><input message="t:m"/><output message="t:m"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
const operation = createMapper(model, { warnings: 'all', unwrap: 'payload' }).compile('Op');

const envelopeOf = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:Op xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</t:Op></s:Body></s:Envelope>`;
const codesOf = (content: string) =>
  operation.requestFromXml(envelopeOf(content)).warnings.map(({ code, path }) => `${code} ${path}`);

test.each<[string, string, readonly string[]]>([
  ['a derived type', '<free xsi:type="t:Less">1</free>', []],
  ['the declared type', '<closed xsi:type="t:Base">1</closed>', []],
  ['its base', '<free xsi:type="xs:int">1</free>', ['UNKNOWN_XSI_TYPE /free']],
  ['another type', '<free xsi:type="t:Word">1</free>', ['UNKNOWN_XSI_TYPE /free']],
  ['one derived from a built-in type', '<builtin xsi:type="t:Less">1</builtin>', []],
  ['a list in place of a number', '<builtin xsi:type="t:Row">1</builtin>', ['UNKNOWN_XSI_TYPE /builtin']],
  ['a member of a union', '<either xsi:type="t:Less">1</either>', []],
  ['no member of a union', '<either xsi:type="xs:boolean">1</either>', ['UNKNOWN_XSI_TYPE /either']],
  ['a blocked restriction', '<closed xsi:type="t:Less">1</closed>', ['UNKNOWN_XSI_TYPE /closed']],
  ['a restriction where extensions are blocked', '<extended xsi:type="t:Less">1</extended>', []],
  ['any type', '<open xsi:type="t:Row">1 2</open>', []],
  ['any type where all are blocked', '<any xsi:type="t:Row">1 2</any>', ['UNKNOWN_XSI_TYPE /any']],
  ['a complex type where all are blocked', '<any xsi:type="t:Empty"/>', ['UNKNOWN_XSI_TYPE /any']],
  ['no type where all are blocked', '<any>1</any>', []],
])('xsi:type of a request: %s (TR-2)', (_, content, wanted) => {
  expect(codesOf(content)).toEqual(wanted);
});

test('xsi:nil of a request needs a nillable element, even if it is false (TR-2)', () => {
  expect(codesOf('<nilled xsi:nil="false">1</nilled>')).toEqual([]);
  expect(codesOf('<builtin xsi:nil="false">1</builtin>')).toEqual(['UNEXPECTED_NIL /builtin/@xsi:nil']);
});

test('a required attribute of a request is missing, even if its value is fixed (TR-2)', () => {
  expect(codesOf('<marked v="1"/>')).toEqual([]);
  expect(codesOf('<marked/>')).toEqual(['MISSING_REQUIRED /marked/@v']);
});

test('responses are read as before', () => {
  const content = '<builtin xsi:nil="false" xsi:type="t:Row">1</builtin><marked/>';
  expect(operation.fromXml(envelopeOf(content))).toMatchObject({
    result: { builtin: 1, marked: { '@v': 1 } },
    warnings: [],
  });
});
