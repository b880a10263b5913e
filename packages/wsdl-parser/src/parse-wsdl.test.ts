import { describe, expect, test } from 'vitest';
import { bundleResolver } from './documents/bundle.js';
import { isWsdlError } from './errors.js';
import { parseWsdl, parseWsdlText } from './parse-wsdl.js';

const TYPES = `
  <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:users" elementFormDefault="qualified">
    <xs:element name="GetUser"><xs:complexType><xs:sequence>
      <xs:element name="userId" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="GetUserResponse"><xs:complexType><xs:sequence>
      <xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema>`;

const SERVICE = `<?xml version="1.0" encoding="utf-8"?>
<definitions name="Users" targetNamespace="urn:users" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:users"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/">
  <documentation>Knows <b>users</b>.</documentation>
  <types>${TYPES}</types>
  <message name="GetUserIn"><part name="parameters" element="t:GetUser"/></message>
  <message name="GetUserOut"><part name="parameters" element="t:GetUserResponse"/></message>
  <portType name="UserPort">
    <operation name="GetUser">
      <documentation>Find one user.</documentation>
      <input message="t:GetUserIn"/>
      <output message="t:GetUserOut"/>
    </operation>
  </portType>
  <binding name="Soap11" type="t:UserPort">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="GetUser">
      <soap:operation soapAction="urn:users#GetUser"/>
      <input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output>
    </operation>
  </binding>
  <binding name="Soap12" type="t:UserPort">
    <soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="GetUser">
      <soap12:operation soapAction="urn:users#GetUser"/>
      <input><soap12:body use="literal"/></input>
      <output><soap12:body use="literal"/></output>
    </operation>
  </binding>
  <service name="UserService">
    <port name="P11" binding="t:Soap11"><soap:address location="https://users.example/11"/></port>
    <port name="P12" binding="t:Soap12"><soap12:address location="https://users.example/12"/></port>
  </service>
</definitions>`;

describe('a document/literal service in one document', () => {
  test('returns the whole model', async () => {
    const { model, diagnostics, documents } = await parseWsdlText(SERVICE);
    expect(diagnostics).toEqual([]);
    expect(documents.map((d) => d.uri)).toEqual(['service.wsdl']);
    expect(model).toMatchObject({
      modelVersion: 1,
      wsdlVersion: '1.1',
      name: 'Users',
      targetNamespace: 'urn:users',
      documentation: 'Knows users.',
      exposed: [{ name: 'GetUser', service: 0, port: 0, operation: 0 }],
    });
    expect(model.services).toHaveLength(1);
    const [service] = model.services;
    expect(service?.name).toEqual({ namespace: 'urn:users', localName: 'UserService' });
    expect(service?.ports.map((p) => [p.name, p.soapVersion, p.address])).toEqual([
      ['P11', '1.1', 'https://users.example/11'],
      ['P12', '1.2', 'https://users.example/12'],
    ]);
    expect(service?.ports[0]?.operations).toEqual([
      {
        name: 'GetUser',
        documentation: 'Find one user.',
        style: 'document',
        soapAction: 'urn:users#GetUser',
        oneWay: false,
        input: {
          name: 'GetUserRequest',
          action: 'urn:users#GetUser',
          use: 'literal',
          parts: [
            {
              kind: 'element',
              name: 'parameters',
              element: { namespace: 'urn:users', localName: 'GetUser' },
            },
          ],
          headers: [],
          attachments: [],
        },
        output: {
          name: 'GetUserResponse',
          action: 'urn:users:UserPort:GetUserResponse',
          use: 'literal',
          parts: [
            {
              kind: 'element',
              name: 'parameters',
              element: { namespace: 'urn:users', localName: 'GetUserResponse' },
            },
          ],
          headers: [],
          attachments: [],
        },
        faults: [],
        location: { file: 'service.wsdl', line: 15, column: 5 },
      },
    ]);
    expect(model.schema.elements.map((e) => e.name.localName)).toEqual(['GetUser', 'GetUserResponse']);
  });

  test('is plain data: it survives JSON', async () => {
    const { model } = await parseWsdlText(SERVICE);
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });

  test('exposes the port that is selected (OP-2)', async () => {
    const { model } = await parseWsdlText(SERVICE, { select: { soapVersion: '1.2' } });
    expect(model.exposed).toEqual([{ name: 'GetUser', service: 0, port: 1, operation: 0 }]);
  });
});

describe('a description in several documents', () => {
  const files = {
    'api/service.wsdl': SERVICE.replace(
      `<types>${TYPES}</types>`,
      `<types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
         <xs:import namespace="urn:users" schemaLocation="../schemas/users.xsd"/></xs:schema></types>`,
    ),
    'schemas/users.xsd': TYPES,
  };

  test('is read as one', async () => {
    const { model, diagnostics, documents } = await parseWsdl('api/service.wsdl', {
      resolve: bundleResolver(files),
    });
    expect(diagnostics).toEqual([]);
    expect(documents.map((d) => d.uri)).toEqual(['api/service.wsdl', 'schemas/users.xsd']);
    expect(model.schema.elements.map((e) => e.name.localName)).toEqual(['GetUser', 'GetUserResponse']);
  });

  test('degrades if a document is missing: the element keeps its name, untyped (MO-4)', async () => {
    const { model, diagnostics } = await parseWsdl('api/service.wsdl', {
      resolve: bundleResolver({ 'api/service.wsdl': files['api/service.wsdl'] }),
    });
    expect(diagnostics.map((d) => [d.code, d.line])).toEqual([
      ['LOAD_FAILED', 6],
      ['UNRESOLVED_ELEMENT', 7],
      ['UNRESOLVED_ELEMENT', 8],
    ]);
    expect(model.exposed).toHaveLength(1);
    expect(model.schema.elements.map((e) => [e.name.localName, e.type])).toEqual([
      ['GetUser', 'anyType'],
      ['GetUserResponse', 'anyType'],
    ]);
  });

  test('is rejected by strict if a document is missing', async () => {
    const parsing = parseWsdl('api/service.wsdl', {
      strict: true,
      resolve: bundleResolver({ 'api/service.wsdl': files['api/service.wsdl'] }),
    });
    const error = await parsing.catch((e: unknown) => e);
    expect(isWsdlError(error) && error.code).toBe('STRICT');
    expect(isWsdlError(error) && error.diagnostics).toHaveLength(3);
  });
});
