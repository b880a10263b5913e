import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import type { SignatureDesign } from '../../api/xml-design.js';
import { checkDesign } from '../../designs.js';
import { createMapper } from '../../mapper.js';

const { model } =
  await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
  <types><xs:schema targetNamespace="http://www.w3.org/2000/09/xmldsig#"><xs:element name="Signature"><xs:complexType><xs:sequence>
    <xs:element name="SignedInfo" type="xs:string"/></xs:sequence></xs:complexType></xs:element></xs:schema>
  <xs:schema targetNamespace="urn:t" elementFormDefault="qualified"><xs:import namespace="http://www.w3.org/2000/09/xmldsig#"/>
    <xs:complexType name="TNFe"><xs:sequence>
      <xs:element name="infNFe"><xs:complexType><xs:sequence><xs:element name="total" type="xs:int"/></xs:sequence><xs:attribute name="Id" type="xs:ID"/></xs:complexType></xs:element>
      <xs:element ref="ds:Signature"/><xs:element name="after" type="xs:string" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:element name="NFe" type="t:TNFe"/>
    <xs:element name="Send"><xs:complexType><xs:sequence>
      <xs:element name="NFe" type="t:TNFe" minOccurs="0" maxOccurs="50"/>
      <xs:element name="Invoice" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="Ext" minOccurs="0"><xs:complexType><xs:sequence><xs:any processContents="skip"/></xs:sequence></xs:complexType></xs:element>
        <xs:element name="Note" type="xs:string" maxOccurs="9"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="xml" type="xs:string" minOccurs="0"/>
      <xs:element name="flat" type="xs:string" minOccurs="0"/>
      <xs:element name="Either" minOccurs="0"><xs:complexType><xs:choice><xs:element ref="ds:Signature"/><xs:element name="no" type="xs:int"/></xs:choice></xs:complexType></xs:element>
      <xs:any minOccurs="0" maxOccurs="3" namespace="##other" processContents="lax"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="SendResponse"><xs:complexType/></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Send"/></message><message name="out"><part name="p" element="t:SendResponse"/></message>
  <portType name="P"><operation name="Send"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Send"><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);

const designWith = (sign: Record<string, SignatureDesign>, input: object = {}): Design => ({
  operations: { Send: { input: { sign, ...input } } },
});
const signing = (sign: Record<string, SignatureDesign>, input: object = {}, rest: Design = {}) =>
  createMapper(model, { design: { ...rest, ...designWith(sign, input) }, prototypes: 'ordinary' }).compile(
    'Send',
  );
const problemsOf = (sign: unknown, input: object = {}) =>
  checkDesign(model, designWith(sign as Record<string, SignatureDesign>, input)).problems.map(
    ({ at, message }) => `${at.slice(4).join(' > ')}: ${message}`,
  );
const DS = '{http://www.w3.org/2000/09/xmldsig#}Signature';
const bodyOf = (xml: Uint8Array) => /<ns1:Send[^>]*>(.*)<\/ns1:Send>/s.exec(Buffer.from(xml).toString())?.[1];

describe('XM-15: a signature is no member, and what is signed has its ID', () => {
  test('of an element with a list of others', () => {
    const operation = signing({ NFe: 'infNFe/@Id' });
    const NFe = [{ infNFe: { '@Id': 'N1', total: 1 }, after: 'x' }];
    expect(operation.validate({ NFe })).toEqual([]);
    expect(operation.validate({ NFe: [{ infNFe: { total: 1 } }] })).toMatchObject([
      { path: '/NFe/0/infNFe/@Id', keyword: 'required' },
    ]);
    expect(operation.validate({ NFe: [{ ...NFe[0], Signature: { SignedInfo: 'x' } }] })).toMatchObject([
      { path: '/NFe/0/Signature', keyword: 'additionalProperties' },
    ]);
    expect(bodyOf(operation.toXml({ NFe }).body)).toBe(
      '<ns1:NFe><ns1:infNFe Id="N1"><ns1:total>1</ns1:total></ns1:infNFe><ns1:after>x</ns1:after></ns1:NFe>',
    );
    expect(operation.info.signed).toEqual([
      {
        path: ['{urn:t}Send', '{urn:t}NFe'],
        reference: { path: ['{urn:t}infNFe'], attribute: 'Id' },
        into: [],
        before: ['{urn:t}after'],
        canonical: 'exclusive',
        scope: 'document',
      },
    ]);
    const { $defs } = operation.jsonSchema('input') as { $defs: { TNFe: object } };
    expect(JSON.stringify($defs.TNFe)).not.toContain('Signature');
    expect(operation.validate(operation.example('input'))).toEqual([]);
    // Without the design, the signature is required.
    const plain = createMapper(model).compile('Send');
    expect(plain.validate({ NFe })).toMatchObject([{ path: '/NFe/0/Signature', keyword: 'required' }]);
    expect(plain.info.signed).toBeUndefined();
  });

  test('of a document, in the wildcard of one of its elements', () => {
    const operation = signing({ Invoice: { into: 'Ext', canonical: 'inclusive' } });
    expect(operation.validate({ Invoice: { Ext: {}, Note: ['n'] } })).toEqual([]);
    expect(operation.validate({ Invoice: { Ext: { $any: [{ a: '1' }] }, Note: ['n'] } })).toHaveLength(1);
    expect(operation.info.signed).toEqual([
      {
        path: ['{urn:t}Send', '{urn:t}Invoice'],
        into: ['{urn:t}Ext'],
        before: [],
        canonical: 'inclusive',
        scope: 'document',
      },
    ]);
  });

  test('of a document in a text, whose keys a design spells otherwise', () => {
    const operation = signing(
      { xml: 'infNFe/@Id' },
      { documents: { xml: { element: 'NFe', as: 'cdata' } } },
      { names: 'camel', rename: { total: 'sum' } },
    );
    const xml = { infNFe: { '@id': 'N1', sum: 1 } };
    expect(operation.validate({ xml })).toEqual([]);
    expect(operation.validate({ xml: { infNFe: { sum: 1 } } })).toMatchObject([{ path: '/xml/infNFe/@id' }]);
    expect(bodyOf(operation.toXml({ xml }).body)).toBe(
      '<ns1:xml><![CDATA[<ns1:NFe xmlns:ns1="urn:t"><ns1:infNFe Id="N1"><ns1:total>1</ns1:total></ns1:infNFe></ns1:NFe>]]></ns1:xml>',
    );
    expect(operation.info.signed).toEqual([
      {
        path: ['{urn:t}Send', '{urn:t}xml', '{urn:t}NFe'],
        text: { at: 1, as: 'cdata' },
        reference: { path: ['{urn:t}infNFe'], attribute: 'Id' },
        into: [],
        before: ['{urn:t}after'],
        canonical: 'exclusive',
        scope: 'document',
      },
    ]);
  });

  test('of a finished element, of content that no schema describes, and of any document', () => {
    const operation = signing(
      {
        '.': { into: 'Invoice/Ext' },
        NFe: 'infNFe/@Id',
        '$any/{urn:x}lot/{urn:x}bill': '@Id',
        'xml/$any/{urn:x}bill': 'document',
      },
      { documents: { xml: '*' } },
    );
    const $xml = '<t:NFe xmlns:t="urn:t"><t:infNFe Id="N1"><t:total>1</t:total></t:infNFe></t:NFe>';
    const signed = $xml.replace(
      '</t:NFe>',
      `<Signature xmlns="${DS.slice(1, -10)}"><SignedInfo>x</SignedInfo></Signature></t:NFe>`,
    );
    expect(operation.validate({ NFe: [{ $xml }] })).toEqual([]);
    expect(operation.validate({ NFe: [{ $xml: signed }] })).toMatchObject([{ path: '/NFe/0/$xml' }]);
    expect(operation.info.signed?.map(({ path, text }) => [path.slice(1), text?.at])).toEqual([
      [[], undefined],
      [['{urn:t}NFe'], undefined],
      [['{urn:x}lot', '{urn:x}bill'], undefined],
      [['{urn:t}xml', '{urn:x}bill'], 1],
    ]);
  });

  test('with the line among the changes of the design', () => {
    expect(checkDesign(model, designWith({ NFe: 'infNFe/@Id' }))).toMatchObject({
      problems: [],
      changed: [{ operation: 'Send', message: 'input', keys: ['NFe'], change: 'sign' }],
    });
  });
});

test.each([
  [{ NFE: 'infNFe/@Id' }, 'NFE: cannot be signed: the input has no element "NFE"; did you mean NFe?'],
  [{ NFe: 'infNfe/@Id' }, 'NFe: cannot be signed: NFe has no element "infNfe"; did you mean infNFe?'],
  [{ NFe: 'infNFe/@ID' }, 'NFe: cannot be signed: what is signed has no attribute "@ID"; did you mean @Id?'],
  [{ NFe: 'infNFe' }, 'NFe: must end with the attribute that has the ID: infNFe/@Id'],
  [{ NFe: 3 }, 'NFe: must be document, the path of an ID or an object with it, got number 3'],
  [
    { Invoice: 'document' },
    'Invoice: cannot be signed: the schema has no place for ds:Signature there; name its parent with into',
  ],
  [{ Either: 'document' }, 'Either: cannot be signed: ds:Signature is in a choice there'],
  [
    { flat: 'document' },
    'flat: cannot be signed: the signature cannot be there: it is no object of elements in the order of the schema',
  ],
  [{ NFe: { canonical: 'exc' } }, 'NFe > canonical: must be exclusive or inclusive, got string "exc"'],
  [
    { NFe: { scope: 'message' } },
    'NFe > scope: must be document: URI="" of the message would be the whole message',
  ],
  [
    { NFe: { refrence: 'x' } },
    'NFe > refrence: is not a part of a signature: it has reference, into, canonical and scope; did you mean reference?',
  ],
])('XM-16: a line that does not fit is an error at its place: %j', (sign, problem) => {
  // Without another line, the operation has none.
  expect(problemsOf(sign).filter((each) => !each.startsWith(': changes nothing'))).toEqual([problem]);
});

test('XM-16: lines inside documents in texts are checked, too', () => {
  const documents = { xml: 'NFe' };
  expect(problemsOf({ xml: 'infNFe/@id' }, { documents })).toEqual([
    'xml: cannot be signed: what is signed has no attribute "@id"; did you mean @Id?',
  ]);
  expect(problemsOf({ xml: 'document' }, { documents: { xml: '*' } })).toEqual([
    'xml: cannot be signed: name an element of the document: $any/{urn:x}invoice',
  ]);
});
