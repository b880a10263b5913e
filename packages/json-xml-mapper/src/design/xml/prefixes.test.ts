import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import type { MapperOptions } from '../../api/options.js';
import { checkDesign } from '../../designs.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const wsdlOf = (
  form = 'qualified',
  more = '',
) => `<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns:u="urn:u" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:u" elementFormDefault="qualified" xmlns:u="urn:u">
    <xs:complexType name="User"><xs:sequence><xs:element name="Name" type="xs:string" minOccurs="0" nillable="true"/></xs:sequence></xs:complexType>
    <xs:complexType name="Admin"><xs:complexContent><xs:extension base="u:User"><xs:sequence><xs:element name="Level" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  </xs:schema><xs:schema targetNamespace="urn:t" elementFormDefault="${form}"><xs:import namespace="urn:u"/>
    <xs:element name="Get"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int"/><xs:element name="User" type="u:User" minOccurs="0"/>${more}</xs:sequence></xs:complexType></xs:element>
    <xs:element name="GetResponse"><xs:complexType><xs:sequence><xs:element name="Id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Auth"><xs:complexType><xs:sequence><xs:element name="Key" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Get"/><part name="h" element="t:Auth"/></message><message name="out"><part name="p" element="t:GetResponse"/></message>
  <portType name="P"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Get"><input><soap:body use="literal" parts="p"/><soap:header message="t:in" part="h" use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`;
const { model } = await parseWsdlText(wsdlOf());

const INPUT = { Id: 1, User: { Name: null } };
/** The message from values and from bytes, which are the same. */
async function sent(
  design: Design,
  input: object,
  wsdl = model,
  options: MapperOptions = {},
): Promise<string> {
  const operation = createMapper(wsdl, { ...options, design }).compile('Get');
  const slow = new TextDecoder().decode(operation.toXml(input).body);
  expect(new TextDecoder().decode(operation.encodeJson(encodeUtf8(JSON.stringify(input))).body)).toBe(slow);
  const plain = createMapper(wsdl, options).compile('Get');
  // The message is the same with other prefixes.
  expect(operation.requestFromXml(slow)).toEqual(plain.requestFromXml(plain.toXml(input).body));
  return slow.slice('<?xml version="1.0" encoding="UTF-8"?>'.length);
}
const problemsOf = (design: object, wsdl = model) =>
  checkDesign(wsdl, design as Design).problems.map(({ at, message }) => `${at.join(' > ')}: ${message}`);
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

describe('XO-7: prefixes that a design chooses', () => {
  test('are declared where they are needed, and others are numbered as always', async () => {
    const prefixes = { S: SOAP, web: 'urn:t' };
    expect(await sent({ prefixes }, INPUT)).toBe(
      `<S:Envelope xmlns:S="${SOAP}"><S:Body><web:Get ${XSI} xmlns:web="urn:t" xmlns:ns1="urn:u"><web:Id>1</web:Id><web:User><ns1:Name xsi:nil="true"/></web:User></web:Get></S:Body></S:Envelope>`,
    );
  });

  test('with declare: root, the Envelope has every declaration', async () => {
    const prefixes = { soap: SOAP, web: 'urn:t', usr: 'urn:u' };
    const input = { ...INPUT, $headers: { Auth: { Key: 'k' } } };
    expect(await sent({ prefixes, declare: 'root' }, input)).toBe(
      `<soap:Envelope xmlns:soap="${SOAP}" xmlns:web="urn:t" xmlns:usr="urn:u"><soap:Header><web:Auth><web:Key>k</web:Key></web:Auth></soap:Header>` +
        `<soap:Body><web:Get ${XSI}><web:Id>1</web:Id><web:User><usr:Name xsi:nil="true"/></web:User></web:Get></soap:Body></soap:Envelope>`,
    );
  });

  test('the default namespace is declared on the child of the Body and on header blocks', async () => {
    const input = { ...INPUT, $headers: { Auth: { Key: 'k' } } };
    expect(await sent({ prefixes: { '': 'urn:t', u: 'urn:u' }, declare: 'root' }, input)).toBe(
      `<soapenv:Envelope xmlns:soapenv="${SOAP}" xmlns:u="urn:u"><soapenv:Header><Auth xmlns="urn:t"><Key>k</Key></Auth></soapenv:Header>` +
        `<soapenv:Body><Get xmlns="urn:t" ${XSI}><Id>1</Id><User><u:Name xsi:nil="true"/></User></Get></soapenv:Body></soapenv:Envelope>`,
    );
  });

  test('names that only the input knows get prefixes of their own', async () => {
    const design: Design = { prefixes: { '': 'urn:t' } };
    const input = { Id: 1, $headers: { '{urn:t}Other': { $content: [{ plain: 'x' }] } } };
    const xml = await sent(design, input, model, { allowUndeclaredHeaders: true });
    expect(xml).toContain('<x1:Other xmlns:x1="urn:t"><plain>x</plain></x1:Other>');
  });

  test('types and finished elements keep their meaning', async () => {
    const input = { Id: 1, User: { $type: 'Admin', Level: 3 } };
    expect(await sent({ prefixes: { '': 'urn:u', web: 'urn:t' } }, input)).toContain(
      '<web:User xsi:type="Admin"><Level>3</Level></web:User>',
    );
    const raw = '<User xmlns="urn:t"><Name xmlns="urn:u">a</Name></User>';
    const operation = createMapper(model, { design: { prefixes: { '': 'urn:t' } } }).compile('Get');
    expect(new TextDecoder().decode(operation.toXml({ Id: 1, User: { $xml: raw } }).body)).toContain(
      `<Id>1</Id>${raw}`,
    );
    // Without a declaration of its own, the name is in no namespace.
    expect(operation.validate({ Id: 1, User: { $xml: '<User/>' } })).toMatchObject([{ keyword: 'content' }]);
  });

  test('responses and documents in texts have those of XO-2', () => {
    const operation = createMapper(model, { design: { prefixes: { web: 'urn:t' } } }).compile('Get');
    expect(new TextDecoder().decode(operation.responseToXml({ Id: 1 }).body)).toContain(
      '<ns1:GetResponse xmlns:ns1',
    );
  });
});

describe('XO-8: prefixes that cannot be are errors of the file', () => {
  test.each<[object, string]>([
    [
      { prefixes: { ns1: 'urn:t' } },
      'prefixes > ns1: must not be xml…, xsi, xsd, soapenc, or ns or x with a number: these have a meaning',
    ],
    [{ prefixes: { xmlfoo: 'urn:t' } }, 'prefixes > xmlfoo: must not be xml…'],
    [
      { prefixes: { 'a:b': 'urn:t' } },
      'prefixes > a:b: must be a name of at most 64 characters without a colon',
    ],
    [{ prefixes: { 'a" onload="': 'urn:t' } }, 'prefixes > a" onload=": must be a name'],
    [{ prefixes: { a: 'urn:t', b: 'urn:t' } }, 'prefixes > b: must not be the namespace of "a" too'],
    [{ prefixes: { a: '' } }, 'prefixes > a: must be the name of a namespace, got string ""'],
    [{ prefixes: { a: 3 } }, 'prefixes > a: must be the name of a namespace, got number 3'],
    [
      { prefixes: { a: 'http://www.w3.org/2001/XMLSchema' } },
      'prefixes > a: must not be a namespace whose prefix is always the same',
    ],
    [{ prefixes: { '': SOAP } }, 'prefixes > : must not be the namespace of the envelope'],
    [
      { prefixes: { a: 'urn:tt' } },
      'prefixes > a: no message has the namespace "urn:tt"; did you mean urn:t?',
    ],
    [{ prefixes: [] }, 'prefixes: must be an object of namespaces by prefix, got an array'],
    [{ declare: 'root' }, 'declare: changes nothing: no prefixes are given'],
    [{ declare: 'Envelope' }, 'declare: must be root or element, got string "Envelope"'],
  ])('%j', (design, expected) => {
    expect(problemsOf(design)[0]).toContain(expected);
  });

  test.each([
    [wsdlOf('unqualified'), 'Key has no namespace'],
    [
      wsdlOf('qualified', '<xs:any minOccurs="0" processContents="lax" namespace="##other"/>'),
      'it has elements of any name',
    ],
    [
      wsdlOf('qualified', '<xs:element name="Any" type="xs:anyType" minOccurs="0"/>'),
      'it has elements of any name',
    ],
  ])('a default namespace that would reach other names', async (text, reason) => {
    const { model: other } = await parseWsdlText(text);
    const design = { prefixes: { '': 'urn:t' } };
    expect(problemsOf(design, other)).toEqual([
      `prefixes > : cannot be the default namespace of Get: ${reason}; give it a prefix`,
    ]);
    expect(() => createMapper(other, { design })).toThrow(reason);
  });
});
