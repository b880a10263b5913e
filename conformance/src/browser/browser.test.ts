import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import type * as Library from './library.js';

const WSDL = `<definitions name="S" targetNamespace="urn:b" xmlns:t="urn:b" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:b" elementFormDefault="qualified">
  <xs:element name="Find"><xs:complexType><xs:sequence><xs:element name="id" type="xs:long"/><xs:element name="tag" maxOccurs="unbounded"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="\\p{L}+"/></xs:restriction></xs:simpleType></xs:element><xs:element name="photo" type="xs:base64Binary" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="FindResponse"><xs:complexType><xs:sequence><xs:element name="id" type="xs:long"/><xs:element name="price" type="xs:decimal"/><xs:element name="day" type="xs:date"/><xs:element name="name" type="xs:string" nillable="true"/></xs:sequence></xs:complexType></xs:element>
</xs:schema></types>
<message name="I"><part name="p" element="t:Find"/></message><message name="O"><part name="p" element="t:FindResponse"/></message>
<portType name="P"><operation name="Find"><input message="t:I"/><output message="t:O"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Find"><soap:operation soapAction="urn:b#Find"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;

/** A page's use of the libraries, in its own realm: this text runs in the browser's context. */
const PAGE = `(async () => {
  const utf8 = (text) => new TextEncoder().encode(text);
  const resolve = soapstone.bundleResolver(new Map([['s.wsdl', utf8(wsdl)]]));
  const { model } = await soapstone.parseWsdl('s.wsdl', { resolve });
  const operation = soapstone.createMapper(model).compile('Find');
  const request = '{"id":9007199254740993,"tag":["é","日本"],"photo":"AP8="}';
  const encoded = new TextDecoder().decode(operation.encodeJson(utf8(request)).body);
  const decoder = operation.createDecoder();
  decoder.write(utf8(answer));
  const reply = decoder.end();
  return JSON.stringify({
    encoded,
    back: operation.requestFromXml(encoded).input,
    problems: operation.validate({ id: 'x', tag: ['1'] }).map(({ path }) => path),
    reply: new TextDecoder().decode(reply.result),
  });
})()`;

const ANSWER =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><e:Body><FindResponse xmlns="urn:b"><id>9007199254740993</id><price>1.10</price><day>2024-02-29</day><name i:nil="true"/></FindResponse></e:Body></e:Envelope>';

/** platform=browser: importing a Node built-in fails the build. */
const bundleFor = async (entry: string, external: string[] = []) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    conditions: ['@soapstone/source'],
    external,
    format: 'iife',
    globalName: 'soapstone',
    target: 'es2023',
    logLevel: 'silent',
  });
  return { text: outputFiles[0]!.text, inputs: Object.keys(metafile.inputs) };
};

let bundle: string;
beforeAll(async () => {
  // The parser loads its native engine only on request.
  bundle = (await bundleFor('library.ts', ['libxmljs2'])).text;
});

/** A realm with ECMAScript and the browser globals that the libraries use, without Node's. */
function browser(globals: Record<string, unknown> = {}) {
  const context = createContext({ TextEncoder, TextDecoder, ...globals });
  runInContext(bundle, context);
  return context as { soapstone: typeof Library };
}

test('browser: the mapper bundles only its own files, soap-model and options, no Node built-in and no other package', async () => {
  const { inputs } = await bundleFor('../../../packages/json-xml-mapper/src/index.ts');
  expect(inputs.length).toBeGreaterThan(100);
  expect(
    inputs.filter((file) => !/(^|\/)packages\/(json-xml-mapper|soap-model|options)\/src\//.test(file)),
  ).toEqual([]);
});

test('browser: the realm has no Node globals', () => {
  const missing = ['process', 'Buffer', 'require', 'module', 'global', 'setImmediate', 'fetch'];
  const context = browser();
  expect(missing.filter((name) => runInContext(`typeof ${name}`, context) !== 'undefined')).toEqual([]);
});

test('browser: parses a WSDL, encodes a request, explains an invalid one and decodes a response', async () => {
  const seen = JSON.parse(
    (await runInContext(PAGE, browser({ wsdl: WSDL, answer: ANSWER }))) as string,
  ) as Record<string, unknown>;
  expect(seen).toEqual({
    encoded: expect.stringMatching(
      /<(\w+:)?id>9007199254740993<\/.*<(\w+:)?tag>é<\/.*<(\w+:)?tag>日本<\/.*<(\w+:)?photo>AP8=<\//s,
    ),
    back: { id: expect.anything(), tag: ['é', '日本'], photo: 'AP8=' },
    problems: ['/id', '/tag/0'],
    reply: '{"id":9007199254740993,"price":1.1,"day":"2024-02-29","name":null}',
  });
});
