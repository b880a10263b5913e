import { describe, expect, test } from 'vitest';
import { createMessageValidator } from './message-validator.js';
import { exampleMessages, judge, read } from './testing/judge.js';

/** A service with one operation and one request part. */
function wsdl(schema: string, part: string, style = 'document', namespace = 'urn:t'): string {
  return `<definitions targetNamespace="urn:m" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:m="urn:m" xmlns:t="${namespace}"
  xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <types><xs:schema targetNamespace="${namespace}" elementFormDefault="qualified">${schema}</xs:schema></types>
  <message name="in"><part name="p" ${part}/></message>
  <portType name="P"><operation name="op"><input message="m:in"/><output message="m:in"/></operation></portType>
  <binding name="B" type="m:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="op"><soap:operation soapAction=""/><input><soap:body use="literal" namespace="${namespace}"/></input>
      <output><soap:body use="literal" namespace="${namespace}"/></output></operation></binding>
  <service name="S"><port name="P" binding="m:B"><soap:address location="http://x/"/></port></service>
</definitions>`;
}

/** The arrays of WSDL 1.1 §2.2: by an attribute only, with another one, and with explicit content. */
const ARRAYS = `<xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
  <xs:complexType name="Numbers"><xs:complexContent><xs:restriction base="soapenc:Array">
    <xs:annotation><xs:documentation>numbers</xs:documentation></xs:annotation>
    <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[]" use="required"/></xs:restriction></xs:complexContent></xs:complexType>
  <xs:complexType name="Small"><xs:complexContent><xs:restriction base="soapenc:Array">
    <xs:sequence><xs:element name="n" type="xs:byte" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:byte[]"/></xs:restriction></xs:complexContent></xs:complexType>
  <xs:element name="numbers" type="t:Numbers"/><xs:element name="small" type="t:Small"/>`;
const WILDCARD = `<xs:element name="box"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/><xs:any/></xs:sequence>
  <xs:anyAttribute/></xs:complexType></xs:element>`;
const PAIR = `<xs:complexType name="Pair"><xs:sequence><xs:element name="left" type="xs:int"/><xs:element name="right" type="xs:int"/></xs:sequence></xs:complexType>`;

const SMALL_ARRAY = wsdl(ARRAYS, 'element="t:small"');
const OPEN = wsdl(WILDCARD, 'element="t:box"');
const BY_TYPE = wsdl(PAIR, 'type="t:Pair"');
const ODD_NAMESPACE = wsdl(
  '<xs:element name="n" type="xs:int"/>',
  'element="t:n"',
  'document',
  'urn:{{host}}',
);

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

test.each([
  ['an array', wsdl(ARRAYS, 'element="t:numbers"')],
  ['an array with explicit content', SMALL_ARRAY],
  ['an array as an rpc part', wsdl(ARRAYS, 'type="t:Numbers"', 'rpc')],
  ['a wildcard', OPEN],
  ['a part by type', BY_TYPE],
  ['an rpc namespace that is not a URI', wsdl(PAIR, 'type="t:Pair"', 'rpc', 'http://{{host}}/a b')],
  ['a namespace that is not a URI', ODD_NAMESPACE],
])('message validator: accepts the generated request and response with %s', async (_, service) => {
  const description = await read(service);
  const messages = exampleMessages(description);
  expect(messages.map((message) => judge(description, message).messages)).toEqual([[], []]);
});

test('message validator: validates array items that the schema describes', async () => {
  const { messages } = judge(await read(SMALL_ARRAY), envelope('<small xmlns="urn:t"><n>300</n></small>'));
  expect(messages[0]).toMatch(/'300' is not a valid value/);
});

test('message validator: lists wildcard content of namespaces without a schema as unjudged (AN-3)', async () => {
  const description = await read(OPEN);
  const box = (content: string, attribute = ''): string =>
    envelope(`<t:box xmlns:t="urn:t" xmlns:o="urn:other" ${attribute}><t:id>1</t:id>${content}</t:box>`);
  expect(judge(description, box('<o:x/>', 'o:a="1"'))).toEqual({
    messages: [],
    unjudged: ['Body/{urn:t}box/{urn:other}a', 'Body/{urn:t}box/{urn:other}x'],
  });
  const undeclared = judge(description, box('<t:nobody/>'));
  expect(undeclared.messages[0]).toMatch(/demanded by the strict wildcard/);
  const invalid = judge(description, box('<o:x/>').replace('>1<', '>one<'));
  expect(invalid.messages[0]).toMatch(/'one' is not a valid value/);
});

test('message validator: lists a Body whose type is that of the part as unjudged', async () => {
  expect(judge(await read(BY_TYPE), envelope('<left>1</left><right>x</right>'))).toMatchObject({
    messages: [],
    unjudged: ['Body/left', 'Body/right'],
  });
});

test('message validator: validates messages in namespaces whose names are not URIs', async () => {
  const description = await read(ODD_NAMESPACE);
  const message = (value: string): string => envelope(`<n xmlns="urn:{{host}}">${value}</n>`);
  expect(judge(description, message('1')).messages).toEqual([]);
  expect(judge(description, message('x')).messages[0]).toMatch(/'x' is not a valid value/);
});

test('message validator: lists each unjudged component once', async () => {
  const description = await read(BY_TYPE);
  const { unjudged } = judge(description, envelope('<left>1</left><left>2</left>'));
  expect(unjudged).toEqual(['Body/left']);
});

test('message validator: validates many messages with the schemas compiled once', async () => {
  const validator = createMessageValidator(await read(SMALL_ARRAY));
  try {
    const counts = [1, 300, 2].map((n) => {
      const message = envelope(`<small xmlns="urn:t"><n>${n}</n></small>`);
      return validator.validate(new TextEncoder().encode(message)).problems.length;
    });
    expect(counts).toEqual([0, 1, 0]);
  } finally {
    validator.dispose();
  }
});

test.each([
  [
    'a facet that is no value of its type',
    '<xs:element name="n"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="x"/></xs:restriction></xs:simpleType></xs:element>',
    /maxInclusive/,
  ],
  [
    'an attribute that globals do not have',
    '<xs:element name="n" type="xs:int" minOccurs="1"/>',
    /minOccurs.* is not allowed/,
  ],
  [
    'a default that is no value of its type',
    '<xs:element name="n" type="xs:int" default="x"/>',
    /'x' is not a valid value of the atomic type/,
  ],
  ['an undeclared type', '<xs:element name="n" type="t:Nothing"/>', /Nothing/],
])('message validator: rejects schemas with %s, and says where', async (_, schema, said) => {
  const description = await read(wsdl(schema, 'element="t:n"'));
  expect(() => createMessageValidator(description)).toThrow(
    expect.objectContaining({
      name: 'MessageValidatorError',
      code: 'SCHEMA_INVALID',
      message: expect.stringMatching(/^libxml2 rejects the schemas of the WSDL: service\.wsdl: /),
    }),
  );
  expect(() => createMessageValidator(description)).toThrow(said);
});

test.each([
  ['text', '{"a": 1}', /^cannot read the message: line 1: /],
  ['a DOCTYPE', '<!DOCTYPE a><a/>', /no DOCTYPE/],
  ['an HTML page after comments', `${'<!---->'.repeat(100)} <html>`, /HTML page, not a SOAP envelope/],
  ['an HTML page', '<!doctype html><html><br></html>', /HTML page, not a SOAP envelope/],
])('message validator: rejects a message that is %s', async (_, message, said) => {
  const description = await read(BY_TYPE);
  expect(() => judge(description, message)).toThrow(
    expect.objectContaining({ code: 'NOT_XML', message: expect.stringMatching(said) }),
  );
});

test.each<[string, string, readonly RegExp[]]>([
  ['different xml:id', '<t:i xml:id="x"/><t:i xml:id="y"/>', []],
  [
    'equal xml:id',
    '<t:i xml:id="x"/><t:i xml:id="x"/>',
    [/attribute '\{[^}]*\}id': 'x' is not a valid value of the atomic type 'xs:ID'/],
  ],
  [
    'an xml:id that is no name',
    '<t:i xml:id="1x"/>',
    [/'1x' is not a valid value of the atomic type 'xs:ID'/],
  ],
  [
    'equal identifiers by two names',
    '<t:i xml:id="x"/><t:j id="x"/>',
    [/attribute 'id': 'x' is not a valid value of the atomic type 'xs:ID'/],
  ],
  ['equal xml:id where the schema knows none', '<t:open xml:id="x"/><t:open xml:id="x"/>', []],
])('message validator: judges %s by the schema', async (_, body, expected) => {
  const empty = (name: string, attributes: string) =>
    `<xs:element name="${name}"><xs:complexType>${attributes}</xs:complexType></xs:element>`;
  const elements = [
    empty('i', '<xs:attribute ref="xml:id"/>'),
    empty('j', '<xs:attribute name="id" type="xs:ID"/>'),
    empty('open', '<xs:anyAttribute processContents="skip"/>'),
  ];
  const schema = `<xs:import namespace="http://www.w3.org/XML/1998/namespace"/><xs:element name="a"><xs:complexType>
    <xs:choice maxOccurs="9">${elements.join('')}</xs:choice></xs:complexType></xs:element>`;
  const { messages } = judge(
    await read(wsdl(schema, 'element="t:a"')),
    envelope(`<t:a xmlns:t="urn:t">${body}</t:a>`),
  );
  expect(messages).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(messages[index]).toMatch(pattern);
});

describe('a content model that is not deterministic', () => {
  const AMBIGUOUS = `<xs:complexType name="Status"><xs:choice><xs:sequence><xs:element name="code" type="xs:int"/><xs:element name="text" type="xs:string" minOccurs="0"/></xs:sequence>
    <xs:sequence><xs:element name="code" type="xs:int"/><xs:element name="message" type="xs:string"/></xs:sequence></xs:choice><xs:attribute name="n" type="xs:int"/></xs:complexType>
    <xs:complexType name="Base"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
    <xs:complexType name="More"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:element name="anonymous"><xs:complexType><xs:sequence><xs:element name="x" minOccurs="0"/><xs:element name="x" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="status" type="t:Status"/><xs:element name="more" type="t:More"/><xs:element name="plain" type="xs:int"/>`;
  const service = wsdl(AMBIGUOUS, 'element="t:status"');

  test.each<[string, string, readonly string[]]>([
    ['an element that does not use it', '<t:plain>5</t:plain>', []],
    ['an invalid one', '<t:plain>x</t:plain>', ['xs:int']],
    ['its own content', '<t:status n="1"><t:code>1</t:code></t:status>', []],
    ['its attributes', '<t:status n="x"/>', ["attribute 'n'"]],
    ['a derived type', '<t:more><t:a>1</t:a><t:a>2</t:a></t:more>', []],
  ])('message validator: judges %s', async (_, body, problems) => {
    const description = await read(service);
    const { messages } = judge(
      description,
      envelope(body).replace('<s:Envelope', '<s:Envelope xmlns:t="urn:t"'),
    );
    expect(messages).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(messages[index]).toContain(problem);
  });

  test('message validator: lists the types that it does not judge', async () => {
    const validator = createMessageValidator(await read(service));
    expect(new Set(validator.unjudgedTypes)).toEqual(
      new Set(['type {urn:t}Status', 'type {urn:t}More', 'type {urn:t}Base', 'the type of {urn:t}anonymous']),
    );
    validator.dispose();
  });
});

test('message validator: a schema in wsdl:documentation is text', async () => {
  const documented = wsdl('', 'element="t:n"').replace(
    '<types>',
    '<documentation><xs:schema targetNamespace="urn:t"><xs:element name="n" type="xs:int"/></xs:schema></documentation><types>',
  );
  expect(judge(await read(documented), envelope('<n xmlns="urn:t">text</n>')).messages).toEqual([]);
});
