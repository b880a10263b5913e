import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from './api/operation.js';
import type { MapperOptions } from './api/options.js';
import { JsonNumber } from './json/json-number.js';
import { createMapper } from './mapper.js';
import { encodeUtf8 } from './platform.js';

/** An operation whose request and response are a record with an attribute, a text and a number. */
async function echo(options: MapperOptions = {}): Promise<CompiledOperation> {
  const { model } = await parseWsdlText(`<definitions name="S" targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
      <xs:complexType name="Record"><xs:sequence><xs:element name="text" type="xs:string"/><xs:element name="id" type="xs:long" minOccurs="0"/></xs:sequence>
        <xs:attribute name="kind" type="xs:string"/></xs:complexType>
      <xs:element name="Echo" type="t:Record"/><xs:element name="EchoResponse" type="t:Record"/></xs:schema></types>
    <message name="in"><part name="p" element="t:Echo"/></message><message name="out"><part name="p" element="t:EchoResponse"/></message>
    <portType name="P"><operation name="Echo"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Echo"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return createMapper(model, { unwrap: 'payload', ...options }).compile('Echo');
}

const message = (element: string, attributes: string, content: string): Uint8Array =>
  encodeUtf8(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:x="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:${element}${attributes}>${content}</t:${element}></s:Body></s:Envelope>`,
  );

describe('TR-1: attributes that the schema does not know', () => {
  const xml = message(
    'EchoResponse',
    ' kind="k" source="s" x:language="de" xsi:schemaLocation="urn:t t.xsd" xml:lang="de"',
    '<t:text status="new">a</t:text>',
  );

  test('are reported with warnings: "all", except attributes of XML itself', async () => {
    const reply = (await echo({ warnings: 'all' })).fromXml(xml);
    expect(reply).toMatchObject({ kind: 'result', result: { '@kind': 'k', text: 'a' } });
    expect(reply.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'UNKNOWN_ATTRIBUTE /@source',
      'UNKNOWN_ATTRIBUTE /@{urn:x}language',
      expect.stringMatching(/^UNKNOWN_ATTRIBUTE \/text/),
    ]);
  });

  test('are reported if the element is nil', async () => {
    const reply = (await echo({ warnings: 'all' })).fromXml(
      message('EchoResponse', '', '<t:text>a</t:text><t:id why="gone" xsi:nil="true"/>'),
    );
    expect(reply.warnings.map(({ code, path }) => `${code} ${path}`)).toContain('UNKNOWN_ATTRIBUTE /id/@why');
  });

  /** An rpc response with a header block and a result whose wrapper is omitted, an array and an attachment. */
  async function rpc(use: string): Promise<CompiledOperation> {
    const { model } =
      await parseWsdlText(`<definitions name="S" targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
      xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsi="http://ws-i.org/profiles/basic/1.1/xsd">
      <types><xs:schema targetNamespace="urn:t"><xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/><xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>
        <xs:element name="H" type="xs:string"/>
        <xs:complexType name="Ints"><xs:complexContent><xs:restriction base="enc:Array"><xs:attribute ref="enc:arrayType" wsdl:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType>
        <xs:complexType name="Result"><xs:sequence><xs:element name="ids" type="t:Ints"/><xs:element name="file" type="wsi:swaRef" minOccurs="0"/></xs:sequence></xs:complexType></xs:schema></types>
      <message name="in"/><message name="out"><part name="r" type="t:Result"/></message><message name="h"><part name="h" element="t:H"/></message>
      <portType name="P"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType>
      <binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
        <operation name="Get"><input><soap:body use="${use}" namespace="urn:t"/></input><output><soap:header message="t:h" part="h" use="literal"/><soap:body use="${use}" namespace="urn:t"/></output></operation></binding>
      <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
    return createMapper(model, { warnings: 'all' }).compile('Get');
  }

  test.each(['literal', 'encoded'])(
    'are reported on wrappers, arrays and attachments, except those of SOAP: %s',
    async (use) => {
      const reply = (await rpc(use)).fromXml(
        encodeUtf8(`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
          <s:Header><t:H s:mustUnderstand="1" s:actor="urn:a" in-header="">h</t:H></s:Header>
          <s:Body><t:GetResponse s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" on-wrapper=""><r on-result=""><ids enc:arrayType="xsd:int[1]" on-array=""><item on-item="">1</item></ids><file on-file="">cid:none</file></r></t:GetResponse></s:Body></s:Envelope>`),
      );
      expect(reply).toMatchObject({ kind: 'result', result: { ids: [1], file: null }, headers: { H: 'h' } });
      expect(
        reply.warnings.flatMap(({ code, path }) => (code === 'UNKNOWN_ATTRIBUTE' ? [path] : [])),
      ).toEqual([
        '/$headers/H/@in-header',
        '/@on-wrapper',
        '/@on-result',
        '/ids/@on-array',
        '/ids/0/@on-item',
        '/file/@on-file',
      ]);
    },
  );

  test('are not reported by default', async () => {
    expect((await echo()).fromXml(xml).warnings).toEqual([]);
  });
});

test('TR-7: requests get the same warnings as responses', async () => {
  const operation = await echo();
  const read = operation.requestFromXml(message('Echo', '', '<t:text>a</t:text><t:more/><t:id>x</t:id>'));
  expect(read.input).toEqual({ text: 'a', id: 'x' });
  expect(read.warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'UNKNOWN_ELEMENT ',
    'INVALID_VALUE /id',
  ]);
});

describe('NM-1: a number that a double cannot hold', () => {
  test('has all of its digits if JSON.stringify prints the result', async () => {
    const reply = (await echo()).fromXml(
      message('EchoResponse', '', '<t:text>a</t:text><t:id>9007199254740993</t:id>'),
    );
    if (reply.kind !== 'result') throw new Error('a fault');
    expect(reply.result['id']).toBeInstanceOf(JsonNumber);
    const canPrint = 'rawJSON' in JSON;
    expect(JSON.stringify(reply.result)).toBe(
      `{"text":"a","id":${canPrint ? '9007199254740993' : '"9007199254740993"'}}`,
    );
  });
});
