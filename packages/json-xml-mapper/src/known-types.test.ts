import { parseWsdlText } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from './api/operation.js';
import { createMapper } from './mapper.js';
import { decodeUtf8 } from './platform.js';

const NAMESPACES = {
  apache: 'http://xml.apache.org/xml-soap',
  ser: 'http://schemas.microsoft.com/2003/10/Serialization/',
  types: 'http://microsoft.com/wsdl/types/',
  xmime: 'http://www.w3.org/2005/05/xmlmime',
  xmime0: 'http://www.w3.org/2004/11/xmlmime',
  xmime1: 'http://www.w3.org/2004/06/xmlmime',
  enc: 'http://schemas.xmlsoap.org/soap/encoding/',
  wsi: 'http://ws-i.org/profiles/basic/1.1/xsd',
};
const declarations = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** An operation whose input and output hold one `v` of any type. */
async function open(imports = ''): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <types><xs:schema targetNamespace="urn:t">${imports}<xs:complexType name="Any"><xs:sequence><xs:element name="v" type="xs:anyType" nillable="true"/></xs:sequence></xs:complexType>
      <xs:element name="Op" type="t:Any"/><xs:element name="OpResponse" type="t:Any"/></xs:schema></types>
    <message name="in"><part name="p" element="t:Op"/></message><message name="out"><part name="p" element="t:OpResponse"/></message>
    <portType name="P"><operation name="Op"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return createMapper(model, { unwrap: 'payload' }).compile('Op');
}

const imported = Object.values(NAMESPACES)
  .map((uri) => `<xs:import namespace="${uri}"/>`)
  .join('');

const envelope = (element: string, content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:x="urn:x" ${declarations} ` +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema">' +
  `<s:Body><t:${element}>${content}</t:${element}></s:Body></s:Envelope>`;

const GUID = '01234567-89ab-cdef-0123-456789abcdef';
const VALUES = [
  '<v xsi:type="apache:Map"><item><key xsi:type="xs:string">a</key><value xsi:type="xs:int">1</value></item><item><key xsi:nil="true"/><value xsi:type="apache:Map"/></item></v>',
  '<v xsi:type="apache:mapItem"><key xsi:type="xs:string">a</key><value xsi:nil="true"/></v>',
  '<v xsi:type="apache:Vector"><item xsi:type="xs:int">1</item><item xsi:nil="true"/></v>',
  '<v xsi:type="apache:Document"><x:a>1</x:a></v>',
  '<v xsi:type="apache:Element"><x:a>1</x:a><x:b/></v>',
  ...['DataHandler', 'Image', 'Multipart', 'Source', 'octet-stream'].map(
    (name) => `<v xsi:type="apache:${name}">AQID</v>`,
  ),
  '<v xsi:type="apache:PlainText">text</v>',
  `<v xsi:type="ser:guid">${GUID}</v>`,
  '<v xsi:type="ser:char">65</v>',
  '<v xsi:type="ser:duration">P1DT2H</v>',
  `<v xsi:type="types:guid">${GUID}</v>`,
  '<v xsi:type="types:char">65</v>',
  ...['xmime', 'xmime0', 'xmime1'].flatMap((prefix) => [
    `<v xsi:type="${prefix}:base64Binary" ${prefix}:contentType="image/png">AQID</v>`,
    `<v xsi:type="${prefix}:hexBinary">0A</v>`,
  ]),
  '<v xsi:type="enc:base64">AQID</v>',
  '<v xsi:type="enc:unsignedLong">18446744073709551615</v>',
  '<v xsi:type="enc:Array"/>',
  '<v xsi:type="enc:Array"><x:a xsi:type="xs:int">1</x:a><b xsi:nil="true"/><c xsi:type="enc:Array"><d xsi:type="xs:string">2</d></c></v>',
];

describe('MO-3: a type of Annex A without an import', () => {
  test.each(VALUES)('%s reads and writes as if it were imported', async (xml) => {
    const [without, withImport] = await Promise.all([open(), open(imported)]);
    const read = without.requestFromXml(envelope('Op', xml));
    expect(read.warnings).toEqual([]);
    expect(read.input).toEqual(withImport.requestFromXml(envelope('Op', xml)).input);
    expect(read.input['v']).toMatchObject({ $type: expect.any(String) });
    const { body } = without.toXml(read.input);
    expect(without.requestFromXml(body)).toEqual({ ...read, headers: {} });
  });

  test('leaves wildcards as they are: its elements are not declared', async () => {
    const { shape } = await open();
    expect(
      shape.globalElement({ namespace: NAMESPACES.apache, localName: 'Map' }, 'literal'),
    ).toBeUndefined();
    expect(shape.namespaces()[0]).toBe('urn:t');
    expect(shape.globalElementNames().map(({ namespace }) => namespace)).toEqual(['urn:t', 'urn:t']);
  });
});

test.each(['anyType', 'anySimpleType'])(
  'AN-8: xs:%s adds nothing: it produces no $type, and is not accepted as one in a request',
  async (name) => {
    const operation = await open();
    const xml = envelope('Op', `<v xsi:type="xs:${name}">text</v>`);
    expect(operation.requestFromXml(xml)).toMatchObject({ input: { v: 'text' }, warnings: [] });
    const problems = operation.validate({ v: { $type: `xs:${name}`, $value: 'text' } });
    expect(problems.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(['/v/$type xsiType']);
  },
);

describe('types of SOAP encoding in a literal message', () => {
  const soapArray = '{http://schemas.xmlsoap.org/soap/encoding/}Array';

  test('an array carries its $type, and the published schema accepts it', async () => {
    const operation = await open();
    const xml = '<v xsi:type="enc:Array" enc:arrayType="xs:int[2]"><a>1</a><a xsi:type="xs:string">2</a></v>';
    const { input } = operation.requestFromXml(envelope('Op', xml));
    expect(input).toEqual({
      v: {
        $type: soapArray,
        $value: [
          { $type: 'xs:int', $value: 1 },
          { $type: 'xs:string', $value: '2' },
        ],
      },
    });
    expect(new Ajv2020({ strict: false }).validate(operation.jsonSchema('input'), input)).toBe(true);
    expect(decodeUtf8(operation.toXml(input).body)).toContain(
      'xsi:type="soapenc:Array"><item xsi:type="xsd:int">1</item><item xsi:type="xsd:string">2</item>',
    );
  });

  test('a struct keeps its type without a warning', async () => {
    const operation = await open();
    const xml = '<v xsi:type="enc:Struct"><a xsi:type="xs:int">1</a></v>';
    expect(operation.requestFromXml(envelope('Op', xml))).toMatchObject({
      input: {
        v: {
          $type: '{http://schemas.xmlsoap.org/soap/encoding/}Struct',
          $content: [{ a: { $type: 'xs:int', $value: 1 } }],
        },
      },
      warnings: [],
    });
  });

  test('an swaRef attachment carries its $type', async () => {
    const operation = await open();
    const data = new Uint8Array([1, 2, 3]);
    const reply = operation.fromXml(envelope('OpResponse', '<v xsi:type="wsi:swaRef">cid:a@b</v>'), {
      attachments: [{ contentId: 'a@b', contentType: 'image/png', data }],
    });
    const v = {
      $type: '{http://ws-i.org/profiles/basic/1.1/xsd}swaRef',
      $value: { contentType: 'image/png', data: 'AQID' },
    };
    expect(reply).toMatchObject({ result: { v }, warnings: [] });
    expect(operation.toXml({ v }).attachments).toMatchObject([{ contentType: 'image/png', data }]);
  });
});

describe('PY-7: a $type that decoding wrote', () => {
  test.each([
    '<v xsi:type="x:Point" a="1"><x>1</x><y>2</y></v>',
    '<v xsi:type="t:Hidden">text</v>',
    '<v xsi:type="t:Hidden"/>',
    '<v xsi:type="t:Hidden"> </v>',
    '<v xsi:type="Bare"><x:a xsi:type="x:Inner"><b xsi:type="xs:int">1</b></x:a></v>',
  ])('of %s goes back as it came', async (xml) => {
    const operation = await open();
    const { input, warnings } = operation.requestFromXml(envelope('Op', xml));
    expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(['UNKNOWN_XSI_TYPE']));
    expect(input['v']).toMatchObject({ $type: expect.any(String), $content: expect.any(Array) });
    expect(operation.validate(input)).toEqual([]);
    expect(operation.requestFromXml(operation.toXml(input).body).input).toEqual(input);
  });

  test('does not apply if the prefix is not bound', async () => {
    const operation = await open();
    const { input } = operation.requestFromXml(envelope('Op', '<v xsi:type="nowhere:Point"><a>1</a></v>'));
    expect(input).toEqual({ v: { $content: [{ a: '1' }] } });
  });

  test('is still rejected if the value is not what decoding writes', async () => {
    const operation = await open();
    const problems = (v: unknown) =>
      operation.validate({ v }).map(({ path, keyword }) => `${keyword} ${path}`);
    expect(problems({ $type: '{urn:t}Usr', id: 1 })).toEqual(['xsiType /v/$type']);
    expect(problems({ $type: '{urn:t}Usr', $value: '1' })).toEqual(['xsiType /v/$type']);
    expect(problems({ $type: 'no name', $content: [] })).toEqual(['xsiType /v/$type']);
    expect(problems({ $type: 'xs:nothing', $content: [] })).toEqual(['xsiType /v/$type']);
  });

  test('is written with its own prefix', async () => {
    const operation = await open();
    const body = decodeUtf8(operation.toXml({ v: { $type: '{urn:x}AB', $content: ['1'] } }).body);
    expect(body).toContain('<v xmlns:x1="urn:x" xsi:type="x1:AB">1</v>');
  });
});
