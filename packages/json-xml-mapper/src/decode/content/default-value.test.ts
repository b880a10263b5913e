import { parseWsdlText } from '@soapstone/wsdl-parser';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { stringify } from '../../json/stringify.js';
import { createMapper } from '../../mapper.js';
import { decodeUtf8, encodeUtf8 } from '../../platform.js';

const DECLARATIONS = `
  <xs:simpleType name="Sizes"><xs:list itemType="xs:int"/></xs:simpleType>
  <xs:simpleType name="SomeSizes"><xs:restriction base="t:Sizes"><xs:minLength value="1"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Either"><xs:union memberTypes="xs:int xs:token"/></xs:simpleType>
  <xs:element name="Ask"><xs:complexType><xs:choice>
    <xs:element name="string" type="xs:string" default="a"/>
    <xs:element name="token" type="xs:token" default="a"/>
    <xs:element name="name" type="xs:NCName" default="a"/>
    <xs:element name="sizes" type="t:Sizes" default="1 2"/>
    <xs:element name="someSizes" type="t:SomeSizes" default="1 2"/>
    <xs:element name="names" type="xs:NMTOKENS" default="a b"/>
    <xs:element name="either" type="t:Either" default="7"/>
    <xs:element name="hex" type="xs:hexBinary" default="0A"/>
    <xs:element name="int" type="xs:int" default="5"/>
    <xs:element name="many" type="t:Many" default="1 2"/>
  </xs:choice></xs:complexType></xs:element>
  <xs:complexType name="Many"><xs:simpleContent><xs:extension base="t:Sizes"><xs:attribute name="of"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:element name="AskResponse"><xs:complexType/></xs:element>`;

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${DECLARATIONS}</xs:schema>`;

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
  <types>${SCHEMA}</types>
  <message name="in"><part name="p" element="t:Ask"/></message><message name="out"><part name="p" element="t:AskResponse"/></message>
  <portType name="P"><operation name="Ask"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;

const payload = (name: string, content: string) =>
  `<t:Ask xmlns:t="urn:t"><t:${name}>${content}</t:${name}></t:Ask>`;

/** Whether libxml2, which knows nothing of us, finds the payload valid. */
function isValid(text: string): boolean {
  const schema = XmlDocument.fromString(SCHEMA);
  const document = XmlDocument.fromString(text);
  const validator = XsdValidator.fromDoc(schema);
  try {
    validator.validate(document);
    return true;
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return false;
  } finally {
    for (const each of [validator, document, schema]) each.dispose();
  }
}

async function read(name: string, content: string, strictResponses: boolean): Promise<string> {
  const { model } = await parseWsdlText(WSDL);
  const operation = createMapper(model, { strictResponses }).compile('Ask');
  const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${payload(name, content)}</e:Body></e:Envelope>`;
  return stringify((operation.requestFromXml(envelope).input as Record<string, never>)[name]);
}

/**
 * A default is the value of an element that has "neither element nor character children"; white space is character children, and is
 * then normalised like any value (XML Schema 1.0 Part 1, §3.3.4, cvc-elt 5.1 and 5.2; Part 2, §4.3.6). The Xerces of Java finds the
 * same elements valid, and fills in the same defaults.
 */
describe('defaults of elements', () => {
  test.each([
    ['string', '"a"', '"  "'],
    ['token', '"a"', '""'],
    ['name', '"a"', undefined],
    ['sizes', '[1,2]', '[]'],
    ['someSizes', '[1,2]', undefined],
    ['names', '["a","b"]', undefined],
    ['either', '7', '""'],
    ['hex', '"0A"', '""'],
    ['int', '5', undefined],
    ['many', '{"$value":[1,2]}', '{"$value":[]}'],
  ])('%s', async (name, ofEmpty, ofSpace) => {
    for (const strict of [true, false]) expect(await read(name, '', strict)).toBe(ofEmpty);
    // libxml2 does not know that NMTOKENS has at least one item (Part 2, §3.3.5).
    expect(isValid(payload(name, '  '))).toBe(ofSpace !== undefined || name === 'names');
    // Text that is not a value of the type is rejected if the message is checked, and otherwise read as an empty element.
    expect(await read(name, '  ', false)).toBe(ofSpace ?? ofEmpty);
    const strict = read(name, '  ', true);
    if (ofSpace === undefined) await expect(strict).rejects.toThrow('does not match the WSDL');
    else expect(await strict).toBe(ofSpace);
  });

  test.each([
    ['string', '""', ''],
    ['token', '""', ' '],
    ['sizes', '[]', ' '],
    ['either', '""', ' '],
    ['hex', '""', ' '],
    ['many', '{"$value":[]}', ' '],
    ['many', '{"$value":[],"@of":">"}', ' '],
    ['token', '">"', '&gt;'],
  ])('%s %s is written so that it is not read as the default', async (name, json, content) => {
    const { model } = await parseWsdlText(WSDL);
    const operation = createMapper(model).compile('Ask');
    const text = `{"${name}":${json}}`;
    const { body } = operation.encodeJson(encodeUtf8(text));
    // By the fast path, and by the one that takes values.
    expect(operation.toXml(JSON.parse(text)).body).toEqual(body);
    expect(decodeUtf8(body)).toContain(`>${content}</ns1:${name}>`);
    // A string that keeps white space has no such way.
    if (name !== 'string') expect(operation.requestFromXml(body).input).toEqual(JSON.parse(text));
  });
});
