import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { CompiledOperation } from '../../api/operation.js';
import { createMapper } from '../../mapper.js';

/** An operation whose response is one document/literal part `result`, declared by type. */
async function returning(type: string, schema = ''): Promise<CompiledOperation> {
  const { model } =
    await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
    <types><xs:schema targetNamespace="urn:t"><xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>${schema}<xs:element name="Op"><xs:complexType/></xs:element></xs:schema></types>
    <message name="in"><part name="p" element="t:Op"/></message><message name="out"><part name="result" type="${type}"/></message>
    <portType name="P"><operation name="Op"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Op"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  return createMapper(model, { unwrap: 'payload' }).compile('Op');
}

const envelope = (body: string) =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
  `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body>${body}</s:Body></s:Envelope>`;

const record = (members: string, more = '') =>
  `<xs:complexType name="R"><xs:sequence>${members}</xs:sequence>${more}</xs:complexType>`;
const A = '<xs:element name="a" type="xs:int"/>';
const B = '<xs:element name="b" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>';
const ARRAY =
  '<xs:complexType name="R"><xs:complexContent><xs:restriction base="soapenc:Array"><xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType>';
const DERIVED =
  '<xs:complexType name="D"><xs:complexContent><xs:extension base="t:R"><xs:sequence><xs:element name="c" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>';

describe('BD-6: an accessor around a document/literal part by type', () => {
  test.each<[what: string, type: string, schema: string, bare: string, attributes: string]>([
    ['text', 'xs:string', '', 'hello', ''],
    ['empty text', 'xs:string', '', '', ''],
    ['a number', 'xs:int', '', '5', ''],
    ['a record', 't:R', record(A + B), '<a>1</a><b>x</b><b>y</b>', ''],
    ['an empty record', 't:R', record(B), '', ''],
    [
      'a record with attributes',
      't:R',
      record(A, '<xs:attribute name="k" type="xs:int"/>'),
      '<a>1</a>',
      ' k="7"',
    ],
    [
      'text with attributes',
      't:R',
      '<xs:complexType name="R"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="k" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>',
      '5',
      ' k="7"',
    ],
    [
      'mixed content',
      't:R',
      '<xs:complexType name="R" mixed="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
      'x<a>1</a>y',
      '',
    ],
    ['a derived type', 't:R', record(A) + DERIVED, '<a>1</a><c>2</c>', ' xsi:type="t:D"'],
    ['an array', 't:R', ARRAY, '<item>1</item><item>2</item>', ''],
    ['a list', 't:R', '<xs:simpleType name="R"><xs:list itemType="xs:int"/></xs:simpleType>', '1 2', ''],
  ])('%s is decoded as without the accessor', async (_, type, schema, bare, attributes) => {
    const operation = await returning(type, schema);
    const plain = operation.fromXml(envelope(bare).replace('<s:Body>', `<s:Body${attributes}>`));
    expect(plain).toMatchObject({ kind: 'result', warnings: [] });
    for (const name of ['result', 't:result']) {
      for (const space of ['', '\n  ']) {
        const wrapped = `${space}<${name}${attributes}>${bare}</${name}>${space}`;
        const reply = operation.fromXml(envelope(wrapped));
        expect(reply).toMatchObject({ ...plain, warnings: [{ code: 'WRAPPER_NAME' }] });
        expect(reply.warnings).toHaveLength(1);
      }
    }
  });

  test('can be nil like the element of a part', async () => {
    const reply = (await returning('xs:int')).fromXml(envelope('<result xsi:nil="true"/>'));
    expect(reply).toMatchObject({ result: { result: null } });
  });

  test('elements after the accessor are reported and ignored, and a fault is still a fault', async () => {
    const operation = await returning('xs:int');
    const reply = operation.fromXml(envelope('<result>1</result><more/><result>2</result>'));
    expect(reply).toMatchObject({ result: { result: 1 } });
    expect(reply.warnings.map(({ code }) => code)).toEqual([
      'WRAPPER_NAME',
      'EXTRA_BODY_CHILD',
      'EXTRA_BODY_CHILD',
    ]);
    const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>';
    expect(operation.fromXml(envelope(fault)).kind).toBe('fault');
  });

  test('an element is not an accessor if the type itself may have such a child', async () => {
    const own = await returning('t:R', record('<xs:element name="result" type="xs:int"/>'));
    expect(own.fromXml(envelope('<result>1</result>'))).toMatchObject({
      result: { result: 1 },
      warnings: [],
    });
    const open = await returning('t:R', record('<xs:any maxOccurs="unbounded" processContents="lax"/>'));
    expect(open.fromXml(envelope('<result>1</result>'))).toMatchObject({
      result: { $any: [{ result: '1' }] },
      warnings: [],
    });
    const any = await returning('xs:anyType');
    expect(any.fromXml(envelope('<result>1</result>'))).toMatchObject({
      result: { result: { $content: [{ result: '1' }] } },
      warnings: [],
    });
    const repeated = await returning(
      't:R',
      `<xs:complexType name="R"><xs:choice maxOccurs="unbounded">${A}<xs:element name="result" type="xs:int"/></xs:choice></xs:complexType>`,
    );
    expect(repeated.fromXml(envelope('<result>1</result><a>2</a>'))).toMatchObject({
      result: { $items: [{ result: 1 }, { a: 2 }] },
      warnings: [],
    });
  });

  test('survives any split of the input', async () => {
    const operation = await returning('t:R', record(A + B));
    const bytes = new TextEncoder().encode(envelope('\n<result>\n<a>1</a><b>x</b></result>\n'));
    const whole = operation.decodeXml(bytes);
    for (let at = 1; at < bytes.length; at += 7) {
      const decoder = operation.createDecoder();
      decoder.write(bytes.slice(0, at));
      decoder.write(bytes.slice(at));
      expect(decoder.end()).toEqual(whole);
    }
  });
});
