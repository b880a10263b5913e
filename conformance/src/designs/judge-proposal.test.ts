import { createMapper } from '@soapstone/json-xml-mapper';
import { checkDesign } from '@soapstone/json-xml-mapper/design';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { findDescribed } from './find-described.js';
import { findVisible, judgeProposal } from './judge-proposal.js';

/** A service that wants a login in a SOAP header block of one operation, and in the body of another. */
const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">
  <x:element name="Login"><x:complexType><x:sequence>
    <x:element name="UserName" type="x:string"/><x:element name="Password" type="x:string"/>
  </x:sequence></x:complexType></x:element>
  <x:element name="GetRate"><x:complexType><x:sequence><x:element name="Zone" type="x:int"/></x:sequence></x:complexType></x:element>
  <x:element name="Ship"><x:complexType><x:sequence>
    <x:element name="Zone" type="x:int"/><x:element name="AccessToken"><x:simpleType><x:restriction base="x:string"><x:length value="4"/></x:restriction></x:simpleType></x:element>
    <x:element name="SearchSessionID" type="x:string" minOccurs="0"/>
  </x:sequence></x:complexType></x:element>
  <x:element name="Done"><x:complexType/></x:element>
</x:schema></types>
<message name="login"><part name="p" element="t:Login"/></message>
<message name="rate"><part name="p" element="t:GetRate"/></message>
<message name="ship"><part name="p" element="t:Ship"/></message>
<message name="done"><part name="p" element="t:Done"/></message>
<portType name="P">
  <operation name="GetRate"><input message="t:rate"/><output message="t:done"/></operation>
  <operation name="Ship"><input message="t:ship"/><output message="t:done"/></operation>
</portType>
<binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="GetRate"><input><s:header message="t:login" part="p" use="literal"/><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>
  <operation name="Ship"><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>
</binding>
<service name="S"><port name="B" binding="t:B"><s:address location="http://example.invalid/"/></port></service>
</definitions>`;

const describe = (wsdl = WSDL) =>
  parseWsdl('urn:service', { resolve: async (uri) => ({ uri, bytes: new TextEncoder().encode(wsdl) }) });

test('credentials in header blocks and bodies are filled, valid and invisible', async () => {
  const { problems, ...found } = judgeProposal(await describe());
  expect(problems).toEqual([]);
  // Two requests of each operation: with the names of the WSDL, and in camel case.
  expect(found).toMatchObject({ names: 'camel', filled: 4, filledOperations: 2, valid: 4, unjudged: 0 });
  // No canary has four characters, as the token must.
  expect(found.withCanaries).toBe(1);
});

test('without the design, the same members are found visible', async () => {
  const { model } = await describe();
  const fill = { 'Ship/AccessToken': { secret: 'key' } };
  const { filled } = checkDesign(model, { fill });
  const plain = createMapper(model).compile('Ship');
  expect(findVisible(plain, filled, plain.example('input'))).toEqual([
    'its example has AccessToken',
    'a client can send AccessToken',
  ]);
  expect(findDescribed(createMapper(model), 'Ship', filled, ['a-canary'])).toEqual([
    'its OpenAPI document has AccessToken',
    'its tool has AccessToken',
    'a parameter of its GET is AccessToken',
  ]);
});

test('a service without credentials has a design that fills nothing', async () => {
  const plain = WSDL.replaceAll(/Password|AccessToken|SearchSessionID/g, 'Place');
  expect(judgeProposal(await describe(plain))).toMatchObject({
    filled: 0,
    filledOperations: 0,
    problems: [],
  });
});
