import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { Loose, LooseObject } from '../../loosely-typed-values.js';
import { open, type Program } from '../judge.js';
import { services } from '../services.js';
import { ECHO, envelope } from './calls.js';

/** The parts of a WSDL with one operation `Do` that differ from program to program. */
interface Parts {
  readonly schema: string;
  readonly soap?: 'soap' | 'soap12';
  /** Further ports and services. */
  readonly more?: string;
}

const wsdlOf = ({ schema, soap = 'soap', more = '' }: Parts): string => `<?xml version="1.0"?>
<definitions name="W" targetNamespace="urn:w" xmlns:tns="urn:w" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
<types><xsd:schema targetNamespace="urn:w" xmlns:o="urn:other" elementFormDefault="qualified">${schema}</xsd:schema></types>
<message name="In"><part name="parameters" element="tns:Do"/></message><message name="Out"><part name="parameters" element="tns:DoResponse"/></message>
<portType name="T"><operation name="Do"><input message="tns:In"/><output message="tns:Out"/></operation></portType>
<binding name="B" type="tns:T"><${soap}:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Do"><${soap}:operation soapAction="urn:w/Do"/><input><${soap}:body use="literal"/></input><output><${soap}:body use="literal"/></output></operation></binding>
<service name="W"><port name="P" binding="tns:B"><${soap}:address location="http://localhost/w"/></port>${more}</service></definitions>`;

/** A schema whose operation takes these elements, and returns `ok` and others. */
const schemaOf = (input: string, types = '', output = ''): string =>
  `${types}<xsd:element name="Do"><xsd:complexType><xsd:sequence>${input}</xsd:sequence></xsd:complexType></xsd:element><xsd:element name="DoResponse"><xsd:complexType><xsd:sequence><xsd:element name="ok" type="xsd:string" minOccurs="0"/>${output}</xsd:sequence></xsd:complexType></xsd:element>`;

const DONE = envelope('<DoResponse xmlns="urn:w"><ok>yes</ok></DoResponse>');
const A_NUMBER = '<xsd:element name="a" type="xsd:int" minOccurs="0"/>';
const TEXTS = '<xsd:element name="a" type="xsd:string" minOccurs="0" maxOccurs="unbounded"/>';
const OTHER = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:other" elementFormDefault="qualified"><xsd:complexType name="Other"><xsd:sequence><xsd:element name="m" type="xsd:int"/></xsd:sequence></xsd:complexType></xsd:schema>`;
const imports = (location: string): string =>
  wsdlOf({
    schema: `<xsd:import namespace="urn:other" schemaLocation="${location}"/>${schemaOf('<xsd:element name="a" type="o:Other"/>')}`,
  });

/** A program that calls `Do`, and prints what it sends and gets. */
const does = (name: string, parts: Parts, args: () => Loose, answer: string = DONE): Program => ({
  name,
  async run({ soap, stub, print, printXml }) {
    const server = await stub(answer);
    const client = await soap.createClientAsync(wsdlOf(parts), { endpoint: server.url, disableCache: true });
    const [result] = await client.DoAsync(args());
    const [{ body, headers } = { body: '', headers: {} }] = server.received;
    print(headers['content-type'], headers['soapaction'], result);
    printXml(body);
  },
});

/** A program with files in a folder of its own. */
const withFiles = (
  name: string,
  files: LooseObject,
  run: (folder: string, stage: Parameters<Program['run']>[0]) => Promise<void>,
): Program => ({
  name,
  async run(stage) {
    const folder = mkdtempSync(join(tmpdir(), 'soapstone-compat-'));
    try {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(folder, path, '..'), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      await run(folder, stage);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

const outcome = async (call: Promise<Loose>): Promise<unknown> =>
  await call.then(
    ([result]: Loose) => result,
    (error: Loose) => [error.code, error.message, error.response?.status],
  );

/** Habits of programs that the README of node-soap does not show: other forms of WSDLs, values, files, connections and services. */
export const habits: readonly Program[] = [
  does(
    'a service of SOAP 1.2',
    { schema: schemaOf(A_NUMBER), soap: 'soap12' },
    () => ({ a: 1 }),
    DONE.replaceAll('http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'),
  ),
  does(
    'an xs:all',
    {
      schema: schemaOf(A_NUMBER).replace(
        /<xsd:sequence>.*?<\/xsd:sequence>/,
        `<xsd:all>${A_NUMBER}<xsd:element name="b" type="xsd:boolean" minOccurs="0"/></xsd:all>`,
      ),
    },
    () => ({ b: true, a: 1 }),
  ),
  does(
    'elements of a wildcard',
    { schema: schemaOf(`${A_NUMBER}<xsd:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>`) },
    () => ({ a: 1, extra: { deep: 'x' } }),
  ),
  does(
    'a type that extends another one',
    {
      schema: schemaOf(
        '<xsd:element name="a" type="tns:D"/>',
        '<xsd:complexType name="Base"><xsd:sequence><xsd:element name="x" type="xsd:int"/></xsd:sequence><xsd:attribute name="k" type="xsd:int"/></xsd:complexType><xsd:complexType name="D"><xsd:complexContent><xsd:extension base="tns:Base"><xsd:sequence><xsd:element name="y" type="xsd:int" maxOccurs="unbounded"/></xsd:sequence></xsd:extension></xsd:complexContent></xsd:complexType>',
        '<xsd:element name="a" type="tns:D" minOccurs="0"/>',
      ),
    },
    () => ({ a: { attributes: { k: 1 }, x: 1, y: [2, 3] } }),
    envelope('<DoResponse xmlns="urn:w"><a k="1"><x>1</x><y>2</y></a></DoResponse>'),
  ),
  does(
    'a choice that repeats',
    {
      schema: schemaOf(
        '<xsd:choice maxOccurs="unbounded"><xsd:element name="a" type="xsd:int"/><xsd:element name="b" type="xsd:int"/></xsd:choice>',
        '',
        '<xsd:choice minOccurs="0" maxOccurs="unbounded"><xsd:element name="a" type="xsd:int"/><xsd:element name="b" type="xsd:int"/></xsd:choice>',
      ),
    },
    () => ({ a: [1, 2], b: 3 }),
    envelope('<DoResponse xmlns="urn:w"><a>1</a><b>2</b><a>3</a></DoResponse>'),
  ),
  does('a list inside a list', { schema: schemaOf(TEXTS) }, () => ({ a: [[1, 2]] })),
  does('a function as a value', { schema: schemaOf(TEXTS) }, () => ({ a: () => 1 })),
  does('a bigint and an object with toString', { schema: schemaOf(TEXTS) }, () => ({
    a: [5n, new URL('http://example.com/')],
  })),
  does('arguments that inherit members', { schema: schemaOf(TEXTS) }, () =>
    Object.create({ a: 'inherited' }),
  ),
  {
    name: 'the texts of messages, byte for byte',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url, disableCache: true });
      const total = { attributes: { currency: 'EUR' }, $value: 5 };
      await client.PlaceOrderAsync({
        order: { customer: 'a & b', total, item: [{ sku: 'a', quantity: 1 }] },
      });
      print(client.lastRequest);
      await client.EchoAsync({ attributes: { xsi_type: { type: 'Ty', xmlns: 'urn:ty' } }, text: 'x' });
      print(client.lastMessage);
    },
  },
  {
    name: 'the texts of a server, byte for byte',
    async run({ serve, post, print }) {
      const url = await serve();
      const action = { soapaction: '"urn:example:shop/Echo"' };
      const echo = envelope('<Echo xmlns="urn:example:shop"><text>hi</text></Echo>');
      print((await post(url, echo, action)).text);
    },
  },
  {
    name: 'the texts of SOAP headers',
    async run({ soap, wsdl, print }) {
      const client = await soap.createClientAsync(wsdl, { disableCache: true });
      client.addSoapHeader({ plain: 'content' }, null, null, 'urn:plain');
      client.addSoapHeader({ a: { b: [1, 2] } }, 'name', 'ns', 'urn:ns');
      client.addSoapHeader({ Auth: { user: 'u' } }, '', 'tns', 'urn:example:shop');
      print(client.getSoapHeaders());
      print(client.wsdl.objectToDocumentXML('Made', { text: 'a<b' }, 'm', 'urn:made'));
      print(client.wsdl.objectToXML({ text: 'x' }, 'Made', 'tns', 'urn:example:shop', true));
    },
  },
  {
    name: 'several ports and services',
    async run({ soap, stub, print }) {
      const server = await stub(DONE);
      const port = '<soap:address location="http://localhost/other"/></port>';
      const more = `<port name="Q" binding="tns:B">${port}</service><service name="V"><port name="P" binding="tns:B">${port}`;
      const client = await soap.createClientAsync(wsdlOf({ schema: schemaOf(A_NUMBER), more }));
      print(Object.keys(client.describe()), Object.keys(client.W), Object.keys(client.V));
      client.setEndpoint(server.url);
      await new Promise<void>((done) => {
        client.V.P.Do({ a: 1 }, (error: Loose, result: Loose) => {
          print(error, result, client.lastEndpoint === server.url);
          done();
        });
      });
    },
  },
  withFiles(
    'imports by relative paths',
    { 'w.wsdl': imports('sub/other.xsd'), 'sub/other.xsd': OTHER },
    async (folder, { soap, stub, print, printXml }) => {
      const server = await stub(DONE);
      const options = { endpoint: server.url, disableCache: true };
      const client = await soap.createClientAsync(join(folder, 'w.wsdl'), options);
      print((await client.DoAsync({ a: { m: 1 } }))[0]);
      printXml(server.received[0]?.body ?? '');
    },
  ),
  withFiles(
    'option overrideImportLocation',
    { 'w.wsdl': imports('http://nowhere.invalid/other.xsd'), 'other.xsd': OTHER },
    async (folder, { soap, stub, print }) => {
      const seen: string[] = [];
      const overrideImportLocation = (location: string): string => {
        seen.push(location);
        return join(folder, 'other.xsd');
      };
      const server = await stub(DONE);
      const client = await soap.createClientAsync(join(folder, 'w.wsdl'), {
        endpoint: server.url,
        disableCache: true,
        wsdl_options: { overrideImportLocation },
      });
      print((await client.DoAsync({ a: { m: 1 } }))[0], seen);
    },
  ),
  withFiles(
    'listen with a text whose imports are beside its uri',
    { 'w.wsdl': imports('sub/other.xsd'), 'sub/other.xsd': OTHER },
    async (folder, { soap, post, printXml }) => {
      const server = createServer();
      const address = await open(server);
      await new Promise<void>((done) => {
        soap.listen(server, {
          path: '/w',
          services: { W: { P: { Do: ({ a }: Loose) => ({ ok: typeof a.m }) } } },
          // The program has changed the text.
          xml: imports('sub/other.xsd').replace('http://localhost/w', `${address}/w`),
          uri: join(folder, 'w.wsdl'),
          callback: () => done(),
        });
      });
      const call = envelope('<Do xmlns="urn:w"><a xmlns:o="urn:other"><o:m>5</o:m></a></Do>');
      printXml((await post(`${address}/w`, call, { soapaction: 'urn:w/Do' })).text);
    },
  ),
  {
    name: 'imports over HTTP',
    async run({ soap, stub, print }) {
      const files: LooseObject = { '/x/w?wsdl': imports('w?xsd=1'), '/x/w?xsd=1': OTHER };
      const server = await stub((_, { method, url = '' }) =>
        method === 'GET' ? { text: files[url] } : DONE,
      );
      const client = await soap.createClientAsync(`${server.url}/x/w?wsdl`, {
        endpoint: `${server.url}/x/w`,
      });
      print((await client.DoAsync({ a: { m: 1 } }))[0], server.received.length);
    },
  },
  {
    name: 'an import that is not there',
    async run({ soap, stub, print }) {
      const server = await stub((_, { url }) =>
        url === '/w?wsdl' ? imports('gone.xsd') : { status: 404, text: 'gone' },
      );
      const created = soap.createClientAsync(`${server.url}/w?wsdl`, { disableCache: true });
      print(
        await created.then(
          (client: Loose) => typeof client.Do,
          (error: Loose) => error.message.split('\n')[0],
        ),
      );
    },
  },
  {
    name: 'a WSDL that is redirected',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub((_, { url }) =>
        url === '/a?wsdl' ? { status: 302, text: '', fields: { location: '/b?wsdl' } } : wsdl,
      );
      print(typeof (await soap.createClientAsync(`${server.url}/a?wsdl`, { disableCache: true })).Echo);
    },
  },
  {
    name: 'a call that is redirected',
    async run({ soap, wsdl, stub, print }) {
      for (const status of [302, 307]) {
        const server = await stub((_, { url }) =>
          url === '/a' ? { status, text: '', fields: { location: '/b' } } : ECHO,
        );
        const client = await soap.createClientAsync(wsdl, { endpoint: `${server.url}/a` });
        print(
          await outcome(client.EchoAsync({ text: 'x' })),
          server.received.map(({ body }) => body.length > 0),
        );
      }
    },
  },
  {
    name: 'a call that is redirected to another host',
    async run({ soap, wsdl, stub, print }) {
      const other = await stub(ECHO);
      const location = other.url.replace('127.0.0.1', 'localhost');
      const server = await stub(() => ({ status: 307, text: '', fields: { location } }));
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      print(await outcome(client.EchoAsync({ text: 'x' })));
    },
  },
  {
    name: 'a connection that breaks off',
    async run({ soap, wsdl, print }) {
      const server = createServer((request) => void request.socket.destroy());
      const client = await soap.createClientAsync(wsdl, { endpoint: await open(server) });
      print(await outcome(client.EchoAsync({ text: 'x' })));
    },
  },
  {
    name: 'statuses without an envelope, and with one',
    async run({ soap, wsdl, stub, print }) {
      for (const [status, text] of [
        [401, '<h1>no</h1>'],
        [404, ''],
        [202, ''],
        [201, ECHO],
        [500, ECHO],
      ]) {
        const server = await stub(() => ({ status, text, fields: { 'content-type': 'text/xml' } }));
        const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
        print(status, await outcome(client.EchoAsync({ text: 'x' })));
      }
    },
  },
  {
    name: 'security that is replaced, and taken away',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      client.setSecurity(new soap.BasicAuthSecurity('a', 'b'));
      client.setSecurity(new soap.BearerSecurity('t'));
      await client.EchoAsync({ text: 'x' });
      client.setSecurity(null);
      await client.EchoAsync({ text: 'x' });
      print(server.received.map(({ headers }) => headers.authorization));
    },
  },
  {
    name: 'headers of a call before those of the client',
    async run({ soap, wsdl, stub, print }) {
      const server = await stub(ECHO);
      const client = await soap.createClientAsync(wsdl, { endpoint: server.url });
      client.addHttpHeader('SOAPAction', '"urn:mine"');
      client.addHttpHeader('Content-Type', 'text/xml');
      await client.EchoAsync({ text: 'x' }, undefined, { SOAPAction: '"urn:call"' });
      await client.EchoAsync({ text: 'x' });
      print(server.received.map(({ headers }) => [headers['soapaction'], headers['content-type']]));
      print(client.lastRequestHeaders.Host === new URL(server.url).host);
    },
  },
  {
    name: 'a service that is an instance of a class',
    async run({ serve, post, print }) {
      class Port {
        Echo({ text }: Loose) {
          return { text: `class ${text}` };
        }
      }
      const url = await serve({ services: { Shop: { ShopPort: new Port() } } });
      const echo = envelope('<Echo xmlns="urn:example:shop"><text>hi</text></Echo>');
      print((await post(url, echo, { soapaction: 'urn:example:shop/Echo' })).text.includes('class hi'));
    },
  },
  {
    name: 'a service over TLS',
    async run({ soap, wsdl, print }) {
      const { cert, private: key } = await generate([{ name: 'commonName', value: 'shop' }], {
        keySize: 2048,
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
      });
      const server = createTlsServer({ key, cert });
      const address = (await open(server as Loose)).replace('http:', 'https:');
      await new Promise<void>((done) => soap.listen(server, '/shop', services, wsdl, () => done()));
      const client = await soap.createClientAsync(wsdl, { endpoint: `${address}/shop` });
      client.setSecurity(new soap.ClientSSLSecurity(undefined, undefined, Buffer.from(cert)));
      print(await outcome(client.EchoAsync({ text: 'x' })));
    },
  },
  {
    name: 'a digest that authenticate checks',
    async run({ soap, serve, wsdl, print }) {
      const url = await serve({}, (server) => {
        server.authenticate = ({ UsernameToken: { Password, Nonce, Created } }: Loose) =>
          (Password.$value ?? Password) ===
          soap.passwordDigest(Nonce.$value ?? Nonce, Created.$value ?? Created, 'secret');
      });
      const client = await soap.createClientAsync(wsdl, { endpoint: url });
      for (const password of ['secret', 'wrong']) {
        client.setSecurity(new soap.WSSecurity('ada', password, { passwordType: 'PasswordDigest' }));
        print(
          await client.PingAsync({}).then(
            () => 'accepted',
            (error: Loose) => error.response?.status,
          ),
        );
      }
    },
  },
];
