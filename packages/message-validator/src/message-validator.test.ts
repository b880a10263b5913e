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
    corrections: [],
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

test('message validator: corrects a schema that libxml2 rejects, and says why', async () => {
  const description = await read(wsdl('<xs:element name="n" type="xs:int" minOccurs="1"/>', 'element="t:n"'));
  const { messages, corrections } = judge(description, envelope('<n xmlns="urn:t">x</n>'));
  expect(corrections[0]).toMatch(/^service\.wsdl: .*minOccurs.* is not allowed/);
  expect(messages[0]).toMatch(/'x' is not a valid value/);
});

test('message validator: reads misspelt keywords as the parser does (MO-7)', async () => {
  const box = `<xs:element name="n"><xs:complexType><xs:sequence>
    <xs:element name="a" type="xs:int" form="QUALIFIED" maxOccurs="Unbounded"/></xs:sequence></xs:complexType></xs:element>`;
  const description = await read(wsdl(box, 'element="t:n"'));
  const messages = (a: string) => judge(description, envelope(`<t:n xmlns:t="urn:t">${a}</t:n>`)).messages;
  expect(messages('<t:a>1</t:a><t:a>2</t:a>')).toEqual([]);
  expect(messages('<a>1</a>')[0]).toMatch(/This element is not expected/);
});

test.each([
  ['minOccurs="zero"', ''],
  ['minOccur="0"', ''],
  ['maxOccurs="many"', '<t:a>1</t:a><t:a>2</t:a>'],
  ['nillable="True"', '<t:a xsi:nil="true"/>'],
  ['nullable="true"', '<t:a xsi:nil="true"/>'],
  ['block="Extension"', '<t:a>1</t:a>'],
])('message validator: reads %s as the parser does (MO-7)', async (attribute, content) => {
  const schema = `<xs:element name="n"><xs:complexType><xs:sequence><xs:element form="qualified" name="a" type="xs:int" ${attribute}/></xs:sequence></xs:complexType></xs:element>`;
  const description = await read(wsdl(schema, 'element="t:n"'));
  const message = envelope(
    `<t:n xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</t:n>`,
  );
  expect(judge(description, message).messages).toEqual([]);
});

test('message validator: reads misspelt names of elements and attributes of a schema as the parser does', async () => {
  const schema = `<xs:element name="Y" type="xs:int"/><xs:Element Name="n"><xs:complextype><xs:Sequence>
    <xs:element Ref="t:Y"/><xs:element name="a" Type="xs:int" xs:minOccurs="0"/></xs:Sequence></xs:complextype></xs:Element>`;
  const description = await read(wsdl(schema, 'element="t:n"'));
  const messages = (content: string) =>
    judge(description, envelope(`<n xmlns="urn:t">${content}</n>`)).messages;
  expect(messages('<Y>1</Y>')).toEqual([]);
  expect(messages('<Y>1</Y><a>x</a>')).toEqual([expect.stringContaining("'x' is not a valid value")]);
  expect(messages('<a>1</a>')).toEqual([expect.stringContaining('is not expected')]);
});

test('message validator: reads misspelt keywords of wildcards, facets and derivations as the parser does (MO-7)', async () => {
  const schema = `<xs:simpleType name="S" final="Restriction"><xs:restriction base="xs:string"><xs:whiteSpace value="Collapse"/><xs:maxLength value="3" fixed="True"/></xs:restriction></xs:simpleType>
    <xs:complexType name="C" block="All"><xs:sequence><xs:any namespace="##Other" processContents="Skip"/></xs:sequence><xs:anyAttribute namespace="##LOCAL" processContents="Lax"/></xs:complexType>
    <xs:element name="n"><xs:complexType><xs:sequence><xs:element name="s" type="t:S" minOccur="1"/><xs:element name="c" type="t:C"/></xs:sequence></xs:complexType></xs:element>`;
  const description = await read(wsdl(schema, 'element="t:n"'));
  const messages = (s: string, namespace: string) =>
    judge(description, envelope(`<n xmlns="urn:t"><s>${s}</s><c k="1"><o xmlns="${namespace}"/></c></n>`))
      .messages;
  expect(messages(' a b ', 'urn:o')).toEqual([]);
  expect(messages('abcd', 'urn:o')).toEqual([expect.stringContaining('maxLength')]);
  expect(messages('a', 'urn:t')).toEqual([expect.stringContaining('is not expected')]);
});

test.each(['{urn:t}Y', '{t}Y', 'urn:t:Y', 't:y'])(
  'message validator: reads the reference %s as the parser does (MO-4)',
  async (reference) => {
    const schema = `<xs:element name="Y" type="xs:int"/><xs:element name="n"><xs:complexType><xs:sequence><xs:element ref="${reference}"/></xs:sequence></xs:complexType></xs:element>`;
    const description = await read(wsdl(schema, 'element="t:n"'));
    const messages = (text: string) =>
      judge(description, envelope(`<t:n xmlns:t="urn:t"><t:Y>${text}</t:Y></t:n>`)).messages;
    expect(messages('1')).toEqual([]);
    expect(messages('x')[0]).toMatch(/'x' is not a valid value/);
  },
);

test('message validator: reads misplaced parts of a schema, odd names of types and patterns that are none as the parser does', async () => {
  const sequence = (inside: string): string => `<xs:sequence>${inside}</xs:sequence>`;
  const n = '<xs:element name="n" type="xs:int"/>';
  const attribute = (name: string): string => `<xs:attribute name="${name}" type="xs:int"/>`;
  const schema = `<xs:complexType name="Base">${sequence(n + attribute('in'))}</xs:complexType>
    <xs:complexType name="After"><xs:complexContent><xs:extension base="t:Base"/></xs:complexContent>${attribute('after')}</xs:complexType>
    <xs:complexType name="Direct"><xs:extension base="t:Base">${attribute('direct')}</xs:extension></xs:complexType>
    <xs:complexType name="Simple"><xs:simpleContent><xs:extension base="xs:int"/>${attribute('unit')}</xs:simpleContent></xs:complexType>
    <xs:complexType name="List&lt;int&gt;[]">${sequence(n)}</xs:complexType>
    <xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:maxLength value="3"/><xs:pattern value="[a-"/></xs:restriction></xs:simpleType>
    <xs:element name="In">${sequence(
      ['After', 'Direct', 'Simple', 'List&lt;int&gt;[]', 'Code']
        .map((type, at) => `<xs:element name="e${at}" type="t:${type}"/>`)
        .join(''),
    )}</xs:element>`;
  const request = (n4: string): string =>
    envelope(
      `<t:In xmlns:t="urn:t"><t:e0 in="1" after="2"><t:n>1</t:n></t:e0><t:e1 direct="1"><t:n>1</t:n></t:e1><t:e2 unit="1">5</t:e2><t:e3><t:n>1</t:n></t:e3><t:e4>${n4}</t:e4></t:In>`,
    );
  const description = await read(wsdl(schema, 'element="t:In"'));
  const found = (message: string) => judge(description, message).messages;
  expect(found(request('abc'))).toEqual([]);
  expect(found(request('abcd'))).toEqual([expect.stringContaining('maxLength')]);
  expect(found(request('abc').replace('after="2"', 'after="x"'))).toEqual([expect.stringContaining("'x'")]);
});

test('message validator: rejects schemas that no correction makes valid', async () => {
  const unusable =
    '<xs:element name="n"><xs:simpleType><xs:restriction base="xs:int"><xs:maxInclusive value="x"/></xs:restriction></xs:simpleType></xs:element>';
  const description = await read(wsdl(unusable, 'element="t:n"'));
  expect(() => createMessageValidator(description)).toThrow(
    expect.objectContaining({
      name: 'MessageValidatorError',
      code: 'SCHEMA_INVALID',
      message: expect.stringMatching(
        /libxml2 rejects the schemas of the WSDL: service\.wsdl: .*maxInclusive/,
      ),
    }),
  );
});

test('message validator: a default that is no value of its type does not keep the rest from being judged', async () => {
  const schema =
    '<xs:element name="n"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" default="x"/></xs:sequence><xs:attribute name="b" type="xs:int" fixed="y"/></xs:complexType></xs:element>';
  const description = await read(wsdl(schema, 'element="t:n"'));
  const found = (a: string) => judge(description, envelope(`<n xmlns="urn:t"><a>${a}</a></n>`));
  expect(found('1').messages).toEqual([]);
  expect(found('z').messages).toEqual([expect.stringContaining("'z'")]);
  const validator = createMessageValidator(description);
  expect(validator.corrections).toEqual(
    expect.arrayContaining([expect.stringContaining('The value of the value constraint is not valid')]),
  );
  validator.dispose();
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

test.each([
  [
    'a union with a member that no schema declares',
    '<xs:element name="n"><xs:simpleType><xs:union memberTypes="t:Gone xs:int"/></xs:simpleType></xs:element>',
    'x',
    undefined,
  ],
  [
    'a form that means nothing',
    '<xs:element name="n"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int" form=""/></xs:sequence></xs:complexType></xs:element>',
    '<a xmlns="">1</a>',
    '<a>1</a>',
  ],
  [
    'a complex type in a complex type',
    '<xs:element name="n"><xs:complexType><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:complexType></xs:element>',
    '<a>1</a>',
    '<a>x</a>',
  ],
  [
    'a restriction in an element',
    '<xs:element name="n"><xs:restriction base="xs:string"><xs:maxLength value="2"/></xs:restriction></xs:element>',
    'ab',
    'abc',
  ],
  [
    'facets beside a type',
    '<xs:element name="n" type="xs:string"><xs:enumeration value="a"/></xs:element>',
    'a',
    'b',
  ],
  [
    'xs:all that repeats',
    '<xs:element name="n"><xs:complexType><xs:all maxOccurs="unbounded"><xs:element name="a" type="xs:int"/></xs:all></xs:complexType></xs:element>',
    '<a>1</a><a>2</a>',
    '<a>x</a>',
  ],
])('message validator: reads %s as the parser does', async (_, schema, valid, invalid) => {
  const description = await read(wsdl(schema, 'element="t:n"'));
  const messages = (content: string) =>
    judge(description, envelope(`<n xmlns="urn:t">${content}</n>`)).messages;
  expect(messages(valid)).toEqual([]);
  if (invalid !== undefined) expect(messages(invalid)).not.toEqual([]);
});

test('message validator: a schema in wsdl:documentation is text', async () => {
  const documented = wsdl('', 'element="t:n"').replace(
    '<types>',
    '<documentation><xs:schema targetNamespace="urn:t"><xs:element name="n" type="xs:int"/></xs:schema></documentation><types>',
  );
  expect(judge(await read(documented), envelope('<n xmlns="urn:t">text</n>')).messages).toEqual([]);
});
