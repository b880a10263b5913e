import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../../api/operation.js';
import type { MapperLimits } from '../../api/options.js';
import { type DecodeError, isDecodeError } from '../../errors.js';
import { createMapper } from '../../mapper.js';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';

const MIB = 1 << 20;
const XOP = 'xmlns:xop="http://www.w3.org/2004/08/xop/include"';

/** An operation `op` whose response has these members (document) or this return type (rpc/encoded). */
async function operation(
  { types = '', members = '', encoded = '' }: { types?: string; members?: string; encoded?: string },
  limits: Partial<MapperLimits> = {},
): Promise<CompiledOperation> {
  const use = encoded === '' ? 'use="literal"' : 'use="encoded" namespace="urn:t"';
  const style = encoded === '' ? 'document' : 'rpc';
  const output = encoded === '' ? 'element="t:opResponse"' : `type="${encoded}"`;
  const input = encoded === '' ? '<part name="p" element="t:op"/>' : '';
  const { model } = await parseWsdlText(`<definitions name="S" targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:r="http://ws-i.org/profiles/basic/1.1/xsd"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">
    <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified"><xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>${types}
      <xs:element name="op"><xs:complexType/></xs:element>
      <xs:element name="opResponse"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>
    </xs:schema></types>
    <message name="op">${input}</message><message name="opResponse"><part name="p" ${output}/></message>
    <portType name="P"><operation name="op"><input message="t:op"/><output message="t:opResponse"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="op"><soap:operation soapAction=""/><input><soap:body ${use}/></input><output><soap:body ${use}/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return createMapper(model, { limits }).compile('op');
}

const many = (type: string): string =>
  `<xs:element name="v" type="${type}" minOccurs="0" maxOccurs="unbounded"/>`;

function respond(content: string, rest = ''): Uint8Array {
  return encodeUtf8(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:opResponse>${content}</t:opResponse>${rest}</s:Body></s:Envelope>`,
  );
}

function refusal(work: () => unknown): DecodeError {
  try {
    work();
  } catch (error) {
    if (isDecodeError(error)) return error;
    throw error;
  }
  throw new Error('nothing was rejected');
}

describe('JSON of a response: is bounded by the bytes received (SE-7)', () => {
  test('one part included often: is rejected at the limit, and is encoded once', async () => {
    const compiled = await operation({ members: many('xs:base64Binary') });
    const part = { contentId: '<p>', contentType: 'application/octet-stream', data: new Uint8Array(2 * MIB) };
    const include = `<t:v><xop:Include ${XOP} href="cid:p"/></t:v>`;
    const error = refusal(() => compiled.decodeXml(respond(include.repeat(500)), { attachments: [part] }));
    expect(error).toMatchObject({ code: 'RESPONSE_TOO_COMPLEX', path: '/v/3' });
    expect(error.message).toMatch(/10485760 are allowed \(limits "outputBytes"/);
    const three = compiled.fromXml(respond(include.repeat(3)), { attachments: [part] });
    expect(three).toMatchObject({ kind: 'result', warnings: [] });
  });

  test('one attachment referred to often: is rejected at the limit', async () => {
    const compiled = await operation({ members: many('r:swaRef') });
    const part = { contentId: '<p>', contentType: 'text/plain', data: new Uint8Array(2 * MIB) };
    const error = refusal(() =>
      compiled.decodeXml(respond('<t:v>cid:p</t:v>'.repeat(500)), { attachments: [part] }),
    );
    expect(error.code).toBe('RESPONSE_TOO_COMPLEX');
  });

  test('default values of attributes: are rejected if they outweigh the response', async () => {
    const attributes = Array.from(
      { length: 200 },
      (_, i) => `<xs:attribute name="a${i}" type="xs:string" default="${'d'.repeat(1000)}"/>`,
    );
    const types = `<xs:complexType name="R"><xs:sequence/>${attributes.join('')}</xs:complexType>`;
    const compiled = await operation({ types, members: many('t:R') });
    // The first MiB is free, then 50 bytes for each byte received. 60 KB of elements therefore allow 4 MB of
    // defaults, and each element has 202 KB of them.
    expect(compiled.decodeXml(respond('<t:v/>'.repeat(5))).kind).toBe('result');
    expect(refusal(() => compiled.decodeXml(respond('<t:v/>'.repeat(10_000))))).toMatchObject({
      code: 'RESPONSE_TOO_COMPLEX',
      path: '/v/20',
    });
  });

  test('long namespaces of untyped elements: are rejected if they outweigh the response', async () => {
    const compiled = await operation({ members: '<xs:element name="v" type="xs:anyType"/>' });
    const content = `<t:v xmlns:p="urn:${'x'.repeat(50_000)}">${'<p:a/>'.repeat(20_000)}</t:v>`;
    expect(refusal(() => compiled.decodeXml(respond(content))).code).toBe('RESPONSE_TOO_COMPLEX');
  });

  test('references that repeat a text or double it: are rejected', async () => {
    const types =
      '<xs:complexType name="A"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" wsdl:arrayType="xs:anyType[]"/></xs:restriction></xs:complexContent></xs:complexType>';
    const compiled = await operation({ types, encoded: 't:A' });
    const repeated = respond(
      `<p>${'<i href="#s"/>'.repeat(2000)}</p>`,
      `<x id="s" xsi:type="xs:string">${'y'.repeat(60_000)}</x>`,
    );
    expect(refusal(() => compiled.decodeXml(repeated)).code).toBe('RESPONSE_TOO_COMPLEX');
    const doubling = Array.from(
      { length: 25 },
      (_, i) =>
        `<a id="a${i + 1}" xsi:type="e:Array" e:arrayType="xs:anyType[2]"><i href="#a${i}"/><i href="#a${i}"/></a>`,
    );
    const rest = `${doubling.join('')}<a id="a0" xsi:type="xs:string">x</a>`;
    expect(refusal(() => compiled.decodeXml(respond('<p href="#a25"/>', rest))).code).toBe(
      'RESPONSE_TOO_COMPLEX',
    );
  });

  test('a streamed response: counts the output that was already returned', async () => {
    const compiled = await operation(
      { members: many('xs:string') },
      { responseBytes: 8 * MIB, outputBytes: MIB },
    );
    const stream = compiled.createStream();
    const chunk = encodeUtf8(`<t:v>${'x'.repeat(60_000)}</t:v>`);
    const whole = decodeUtf8(respond('#'));
    let flushed = stream.write(encodeUtf8(whole.slice(0, whole.indexOf('#')))).length;
    const error = refusal(() => {
      for (;;) flushed += stream.write(chunk).length;
    });
    expect(error.code).toBe('RESPONSE_TOO_COMPLEX');
    expect(flushed).toBeLessThanOrEqual(MIB + 2 * chunk.length);
  });

  test('an honest response of 10 MB: passes, and uses less than a tenth of the work budget', async () => {
    const types =
      '<xs:complexType name="R"><xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="amount" type="xs:decimal"/><xs:element name="when" type="xs:dateTime"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType>';
    const compiled = await operation({ types, members: many('t:R') }, { work: 500_000 });
    const row =
      '<t:v id="1"><t:name>Some &amp; name</t:name><t:amount>12345.67</t:amount><t:when>2026-01-31T10:00:00Z</t:when></t:v>';
    const xml = respond(row.repeat(Math.floor((10 * MIB - 1000) / row.length)));
    const reply = compiled.decodeXml(xml);
    expect(reply.kind === 'result' && reply.result.length).toBeGreaterThan(5 * MIB);
  });

  test('the detail of a fault: is omitted if it is larger than 256 KiB, and the rest of the fault is kept', async () => {
    const compiled = await operation({});
    const fault = (detail: string): string =>
      decodeUtf8(respond('#')).replace(
        /<t:opResponse>.*<\/t:opResponse>/,
        `<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail>${detail}</detail></s:Fault>`,
      );
    const large = compiled.fromXml(fault('<b>c</b>'.repeat(50_000)));
    expect(large).toMatchObject({ kind: 'fault', fault: { reason: 'no' } });
    expect(large.kind === 'fault' && large.fault.detail).toBeUndefined();
    expect(large.kind === 'fault' && large.fault.detailOmitted).toBeGreaterThan(1 << 18);
    const small = compiled.fromXml(fault('<b>c</b>'.repeat(5)));
    expect(small.kind === 'fault' && small.fault.detail).toBeDefined();
  });
});
