import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentity } from '../../../ws-security/src/testing/certificates.js';
import { createGeneratedClient } from '../generated.js';
import { createClient, elementSignature, OptionError } from '../index.js';
import { envelope, type HttpServer, startHttpServer } from '../testing/echo-server.js';

const wsdl = (address: string): string => `<definitions targetNamespace="urn:d" xmlns:t="urn:d"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:d" elementFormDefault="qualified">
    <xs:element name="Find"><xs:complexType><xs:sequence>
      <xs:element name="password" type="xs:string"/><xs:element name="requestId" type="xs:string"/>
      <xs:element name="sentAt" type="xs:dateTime"/><xs:element name="id" type="xs:int"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="FindResponse"><xs:complexType><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="Find"><part name="parameters" element="t:Find"/></message>
  <message name="FindResponse"><part name="parameters" element="t:FindResponse"/></message>
  <portType name="D"><operation name="Find"><input message="t:Find"/><output message="t:FindResponse"/></operation></portType>
  <binding name="D" type="t:D"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Find"><soap:operation soapAction="urn:d#Find"/><input><soap:body use="literal"/></input>
      <output><soap:body use="literal"/></output></operation></binding>
  <service name="D"><port name="D" binding="t:D"><soap:address location="${address}"/></port></service>
</definitions>`;
const design = {
  fill: {
    '*/password': { secret: 'directory' },
    'Find/requestId': { generate: 'uuid' },
    'Find/sentAt': { generate: 'timestamp' },
  },
} as const;

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer(() => ({
    body: envelope('<t:FindResponse xmlns:t="urn:d"><t:name>Ada</t:name></t:FindResponse>'),
  }));
});
afterAll(() => server.stop());

test('a design fills members of the request, which the input must not have', async () => {
  const secrets = new Map([['directory', 'letmein']]);
  await using client = await createClient(wsdl(server.address), {
    design,
    fills: { secret: (name) => secrets.get(name), now: () => 0 },
  });
  const find = client.$operation('Find');
  expect(await find({ id: 7 })).toEqual({ name: 'Ada' });
  expect(String(server.received.at(-1)?.body)).toMatch(
    /<(\w+):password>letmein<\/\1:password><\1:requestId>[0-9a-f-]{36}<\/\1:requestId><\1:sentAt>1970-01-01T00:00:00(?:\.000)?Z<\/\1:sentAt><\1:id>7</,
  );
  await expect(find({ id: 7, password: 'mine' })).rejects.toMatchObject({
    name: 'ValidationError',
    problems: [{ path: '/password' }],
  });
});

test('a design names members, and a hidden operation is not there', async () => {
  await using client = await createClient(wsdl(server.address), {
    design: { rename: { name: 'fullName' }, fill: { 'Find/password': 'x' } },
  });
  expect(await client.$operation('Find')({ id: 7, requestId: 'r', sentAt: '2001-02-03T04:05:06Z' })).toEqual({
    fullName: 'Ada',
  });
  await using other = await createClient(wsdl(server.address), {
    design: { operations: { Find: { hidden: true } } },
  });
  expect(other.$operations).toEqual([]);
  expect(() => other.$operation('Find')).toThrow('no operation "Find"');
});

test('a secret that is missing is an error of the call that names it', async () => {
  await using client = await createClient(wsdl(server.address), { design });
  await expect(client.$operation('Find')({ id: 7 })).rejects.toMatchObject({
    name: 'FillError',
    secret: 'directory',
  });
});

test('a design that does not fit the service is an error when the client is created', async () => {
  await expect(
    createClient(wsdl(server.address), { design: { fill: { 'Find/pasword': 'x' } } }),
  ).rejects.toMatchObject({ name: 'DesignError', problems: [{ at: ['fill', 'Find/pasword'] }] });
});

test('a generated client refuses a design', async () => {
  await using client = await createClient(wsdl(server.address));
  const service = { model: client.$model, ports: [] };
  expect(() => createGeneratedClient(service, { design } as object)).toThrow(OptionError);
});

test('XM-15: a signed element leaves by the connections of Node, and needs a key', async () => {
  const signed = wsdl(server.address).replace(
    'name="id" type="xs:int"/>',
    `name="id" type="xs:int"/><xs:element name="invoice"><xs:complexType><xs:sequence>
      <xs:any namespace="http://www.w3.org/2000/09/xmldsig#" processContents="lax" minOccurs="0"/></xs:sequence>
      <xs:attribute name="Id" type="xs:ID"/></xs:complexType></xs:element>`,
  );
  const options = { design: { operations: { Find: { input: { sign: { invoice: '@Id' } } } } } };
  const security = elementSignature(await createIdentity('signer'));
  const input = {
    password: 'x',
    requestId: '1',
    sentAt: '2026-01-01T00:00:00Z',
    id: 7,
    invoice: { '@Id': 'i1' },
  };
  await using client = await createClient(signed, { ...options, security });
  expect(await client.$operation('Find')(input)).toEqual({ name: 'Ada' });
  expect(String(server.received.at(-1)?.body)).toContain('<Reference URI="#i1">');
  await using keyless = await createClient(signed, options);
  await expect(keyless.$operation('Find')(input)).rejects.toThrow('elementSignature');
});
