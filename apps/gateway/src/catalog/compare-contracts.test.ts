import { createMapper, type Mapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { compareContracts } from './compare-contracts.js';

/** A service whose one operation takes and gives `Person`, with the members given; `more` are further operations. */
async function service(members: string, more: readonly string[] = []): Promise<Mapper> {
  const operations = ['Op', ...more];
  const { model } =
    await parseWsdlText(`<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:t="urn:t" targetNamespace="urn:t"><w:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
    <xs:complexType name="Person"><xs:sequence>${members}<xs:element name="boss" type="t:Person" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:element name="In" type="t:Person"/><xs:element name="Out" type="t:Person"/></xs:schema></w:types>
    <w:message name="in"><w:part name="p" element="t:In"/></w:message><w:message name="out"><w:part name="p" element="t:Out"/></w:message>
    <w:portType name="P">${operations.map((name) => `<w:operation name="${name}"><w:input message="t:in"/><w:output message="t:out"/></w:operation>`).join('')}</w:portType>
    <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations.map((name) => `<w:operation name="${name}"><s:operation/><w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output></w:operation>`).join('')}</w:binding>
    <w:service name="S"><w:port name="B" binding="t:B"><s:address location="http://x.example/"/></w:port></w:service></w:definitions>`);
  return createMapper(model);
}

const base = '<xs:element name="name" type="xs:string"/><xs:element name="age" type="xs:int" minOccurs="0"/>';

async function changes(before: string, after: string): Promise<string[]> {
  const found = compareContracts(await service(before), await service(after));
  return found.map(
    ({ message, path, change, breaking }) => `${message} ${path} ${change}${breaking ? ' !' : ''}`,
  );
}

test('nothing changed for anybody', async () => {
  expect(await changes(base, base)).toEqual([]);
});

test('a type that refers to itself is compared once', async () => {
  // Once as the message itself and once as the type of its member, but not for ever.
  expect((await changes(base, base.replace('xs:int', 'xs:long'))).sort()).toEqual([
    'input /age type !',
    'input /boss/age type !',
    'output /age type !',
    'output /boss/age type !',
  ]);
});

test.each<[string, string, string[]]>([
  [
    'a new optional member',
    `${base}<xs:element name="x" type="xs:string" minOccurs="0"/>`,
    ['input /x added', 'output /x added'],
  ],
  [
    'a new required member',
    `${base}<xs:element name="x" type="xs:string"/>`,
    ['input /x added !', 'output /x added'],
  ],
  [
    'a member that is gone',
    '<xs:element name="name" type="xs:string"/>',
    ['input /age removed !', 'output /age removed !'],
  ],
  [
    'one that is required now',
    base.replace(' minOccurs="0"', ''),
    ['input /age required !', 'output /age required'],
  ],
  [
    'one that is optional now',
    base.replace('type="xs:string"', 'type="xs:string" minOccurs="0"'),
    ['input /name optional', 'output /name optional !'],
  ],
  [
    'one that is a list now',
    base.replace('type="xs:string"', 'type="xs:string" maxOccurs="9"'),
    ['input /name type !', 'output /name type !'],
  ],
])('%s', async (_, after, expected) => {
  const found = (await changes(base, after)).filter((change) => !change.includes(' /boss'));
  expect(found.sort()).toEqual(expected.sort());
});

test('operations come and go', async () => {
  const found = compareContracts(await service(base, ['Old']), await service(base, ['New']));
  expect(found).toEqual([
    { operation: 'Old', path: '', change: 'removed', breaking: true },
    { operation: 'New', path: '', change: 'added', breaking: false },
  ]);
});
