import { expect, test } from 'vitest';
import { parseWsdlText } from '../../parse-wsdl.js';
import { notation } from '../../schema/testing/notation.js';

const COMPONENTS = `<xs:complexType name="Own"><xs:sequence><xs:element name="k" type="xs:int"/></xs:sequence></xs:complexType>
<xs:element name="Named"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:group name="Group"><xs:sequence><xs:element name="g" type="xs:int"/></xs:sequence></xs:group>
<xs:attributeGroup name="Attributes"><xs:attribute name="b" type="xs:int"/></xs:attributeGroup>`;

const DOCUMENT = `<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
 xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:t">${COMPONENTS}<xs:element name="In"><xs:complexType><xs:sequence><!-- particles --></xs:sequence></xs:complexType></xs:element></xs:schema></types>
<message name="Message"><part name="Part" element="t:In"/></message>
<portType name="PortType"><operation name="Op"><input message="t:Message"/></operation></portType>
<binding name="Binding" type="t:PortType"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Op"><soap:operation soapAction=""/><input><soap:body use="literal" parts="Part"/></input></operation></binding>
<service name="S"><port name="P" binding="t:Binding"><soap:address location="http://h.example/"/></port></service></definitions>`;

/** The parts of the only operation, the content of its element, and the findings. */
async function readingOf(wsdl: string) {
  const { model, diagnostics } = await parseWsdlText(wsdl);
  const input = model.services[0]?.ports[0]?.operations[0]?.input;
  return {
    parts: input?.parts,
    content: notation(model.schema).of('In'),
    found: diagnostics.map(({ code, message }) => `${code} ${message}`),
  };
}

const IN = [{ kind: 'element', name: 'Part', element: { namespace: 'urn:t', localName: 'In' } }];

test.each([
  [
    'message="t:Message"',
    'message="t:message"',
    'message "t:message" is not declared as {urn:t}message; {urn:t}Message is meant',
  ],
  [
    'type="t:PortType"',
    'type="t:porttype"',
    'portType "t:porttype" is not declared as {urn:t}porttype; {urn:t}PortType is meant',
  ],
  [
    'binding="t:Binding"',
    'binding="t:BINDING"',
    'binding "t:BINDING" is not declared as {urn:t}BINDING; {urn:t}Binding is meant',
  ],
  ['element="t:In"', 'element="t:in"', 'element {urn:t}in is not declared; {urn:t}In is meant'],
  ['binding="t:Binding"', 'binding="t:PortType"', '"t:PortType" is no binding; {urn:t}Binding is meant'],
  ['binding="t:Binding"', '', 'no binding is named; {urn:t}Binding is meant'],
  ['parts="Part"', 'parts="part"', 'message Message has no part "part"; part "Part" is meant'],
  ['parts="Part"', 'parts="parameters"', 'message Message has no part "parameters"; part "Part" is meant'],
])(
  'a reference that differs in case, or can mean one component only: %s as %s',
  async (right, wrong, message) => {
    const { parts, found } = await readingOf(DOCUMENT.replace(right, wrong));
    expect(parts).toEqual(IN);
    expect(found).toEqual([`REFERENCE_CORRECTED ${message}`]);
  },
);

test.each([
  ['element="t:In"', 'element="{urn:t}In"', '"{urn:t}In" is no QName; read as {urn:t}In'],
  ['element="t:In"', 'element="Q{urn:t}In"', '"Q{urn:t}In" is no QName; read as {urn:t}In'],
  ['element="t:In"', 'element="{t}In"', '"{t}In" is no QName; read as {urn:t}In'],
  ['element="t:In"', 'element="urn:t:In"', '"urn:t:In" is no QName; read as {urn:t}In'],
  ['element="t:In"', 'element="urn:t#In"', '"urn:t#In" is no QName; read as {urn:t}In'],
  [
    'message="t:Message"',
    'message="{urn:t}Message"',
    'message "{urn:t}Message" is no QName; {urn:t}Message is meant',
  ],
  [
    'message="t:Message"',
    'message="urn:t:Message"',
    'message "urn:t:Message" is no QName; {urn:t}Message is meant',
  ],
  [
    'type="t:PortType"',
    'type="{urn:t}PortType"',
    'portType "{urn:t}PortType" is no QName; {urn:t}PortType is meant',
  ],
  [
    'binding="t:Binding"',
    'binding="urn:t:Binding"',
    'binding "urn:t:Binding" is no QName; {urn:t}Binding is meant',
  ],
])('a name that spells out its namespace: %s as %s', async (right, wrong, message) => {
  const { parts, found } = await readingOf(DOCUMENT.replace(right, wrong));
  expect(parts).toEqual(IN);
  expect(found).toEqual([`REFERENCE_CORRECTED ${message}`]);
});

test('a name that spells out a namespace of no schema keeps it, because elements are on the wire', async () => {
  const wsdl = DOCUMENT.replace('element="t:In"', 'element="{urn:other}Elsewhere"');
  const { parts, found } = await readingOf(wsdl);
  expect(parts).toMatchObject([{ element: { namespace: 'urn:other', localName: 'Elsewhere' } }]);
  expect(found).toEqual([
    'UNRESOLVED_ELEMENT element {urn:other}Elsewhere is not declared',
    'REFERENCE_CORRECTED "{urn:other}Elsewhere" is no QName; read as {urn:other}Elsewhere',
  ]);
});

test.each([
  ['<xs:element name="a" type="{urn:t}Own"/>', '(a:t:Own)', '"{urn:t}Own" is no QName; read as {urn:t}Own'],
  ['<xs:element name="a" type="urn:t:Own"/>', '(a:t:Own)', '"urn:t:Own" is no QName; read as {urn:t}Own'],
  [
    '<xs:element ref="{urn:t}Named"/>',
    '(^t:Named:#t:Named)',
    '"{urn:t}Named" is no QName; read as {urn:t}Named',
  ],
  ['<xs:group ref="{t}Group"/>', '((g:int))', '"{t}Group" is no QName; read as {urn:t}Group'],
  [
    '<xs:element name="a" type="http://www.w3.org/2001/XMLSchema#int"/>',
    '(a:int)',
    '"http://www.w3.org/2001/XMLSchema#int" is no QName; read as {http://www.w3.org/2001/XMLSchema}int',
  ],
  [
    '<xs:element name="a" type="{http://www.w3.org/2001/XMLSchema}int"/>',
    '(a:int)',
    '"{http://www.w3.org/2001/XMLSchema}int" is no QName; read as {http://www.w3.org/2001/XMLSchema}int',
  ],
])('a name of a schema that spells out its namespace: %s', async (particle, content, message) => {
  const reading = await readingOf(DOCUMENT.replace('<!-- particles -->', particle));
  expect(reading.content).toBe(content);
  expect(reading.found).toEqual([`REFERENCE_CORRECTED ${message}`]);
});

test('a part of a type that only a draft has is read as its equivalent, and reported', async () => {
  const { parts, found } = await readingOf(DOCUMENT.replace('element="t:In"', 'type="xs:real"'));
  expect(parts).toEqual([{ kind: 'type', name: 'Part', type: 'double', correctedType: true }]);
  expect(found).toEqual([
    'REFERENCE_CORRECTED type {http://www.w3.org/2001/XMLSchema}real is not declared; xs:double is meant',
  ]);
});

test.each([
  ['without soap:body', '<input/>'],
  ['that is missing', ''],
])('the parts of an input %s are in the body, with a finding', async (_, input) => {
  const wsdl = DOCUMENT.replace('<input><soap:body use="literal" parts="Part"/></input>', input);
  const { parts, found } = await readingOf(wsdl);
  expect(parts).toEqual(IN);
  expect(found).toEqual([
    'SOAP_BODY_MISSING the input has parts in the body, and the binding has no soap:body for it',
  ]);
});

test.each([
  [
    '<xs:element name="a" type="t:own"/>',
    '(a:t:Own)',
    'type {urn:t}own is not declared; {urn:t}Own is meant',
  ],
  [
    '<xs:element ref="t:named"/>',
    '(^t:Named:#t:Named)',
    'element {urn:t}named is not declared; {urn:t}Named is meant',
  ],
  ['<xs:group ref="t:GROUP"/>', '((g:int))', 'group {urn:t}GROUP is not declared; {urn:t}Group is meant'],
  [
    '<xs:element name="a" type="t:Named"/>',
    '(a:#t:Named)',
    'type {urn:t}Named is not declared; the type of the element of this name is meant',
  ],
  [
    '<xs:element ref="t:Own"/>',
    '(t:Own:t:Own)',
    'element {urn:t}Own is not declared; element "Own" of the type of this name is meant',
  ],
  [
    '<xs:element name="a" ref="t:Own" minOccurs="0"/>',
    '(a:t:Own?)',
    'element {urn:t}Own is not declared; element "a" of the type of this name is meant',
  ],
  [
    '<xs:element name="a" ref="xs:int"/>',
    '(a:int)',
    'element {http://www.w3.org/2001/XMLSchema}int is not declared; element "a" of the type of this name is meant',
  ],
  [
    '<xs:element name="a" type="xs:date_time"/>',
    '(a:dateTime)',
    'type {http://www.w3.org/2001/XMLSchema}date_time is not declared; xs:dateTime is meant',
  ],
])('a reference of a schema: %s', async (particle, content, message) => {
  const reading = await readingOf(DOCUMENT.replace('<!-- particles -->', particle));
  expect(reading.content).toBe(content);
  expect(reading.found).toEqual([`REFERENCE_CORRECTED ${message}`]);
});

test('a reference in another case is not corrected if several components have such a name', async () => {
  const wsdl = DOCUMENT.replace('<!-- particles -->', '<xs:element name="a" type="t:own"/>').replace(
    COMPONENTS,
    `${COMPONENTS}<xs:complexType name="OWN"/>`,
  );
  const { found } = await readingOf(wsdl);
  expect(found).toEqual(['UNRESOLVED_TYPE type {urn:t}own is not declared in any schema']);
});

test('a reference in another case is not corrected while a document of its namespace is missing', async () => {
  const wsdl = DOCUMENT.replace('<!-- particles -->', '<xs:element name="a" type="t:own"/>').replace(
    COMPONENTS,
    `<xs:include schemaLocation="gone.xsd"/>${COMPONENTS}`,
  );
  const { found } = await readingOf(wsdl);
  expect(found).toContain('UNRESOLVED_TYPE type {urn:t}own is not declared in any schema');
});

test('elements that name each other in place of types have no type', async () => {
  const pair = '<xs:element name="A" type="t:B"/><xs:element name="B" type="t:A"/>';
  const wsdl = DOCUMENT.replace(COMPONENTS, `${COMPONENTS}${pair}`).replace(
    '<!-- particles -->',
    '<xs:element name="a" type="t:A"/>',
  );
  const { found, content } = await readingOf(wsdl);
  expect(content).toBe('(a:anyType)');
  expect(new Set(found.map((each) => each.split(' ')[0]))).toEqual(new Set(['UNRESOLVED_TYPE']));
});

test('a long row of elements that name each other in place of types is not followed', async () => {
  const row = Array.from(
    { length: 5_000 },
    (_, at) => `<xs:element name="R${at}" type="t:R${at + 1}"/>`,
  ).join('');
  const { found } = await readingOf(DOCUMENT.replace(COMPONENTS, `${COMPONENTS}${row}`));
  expect(found.length).toBeGreaterThan(0);
});

test('a part of rpc names a built-in type without its prefix, or a type in another case', async () => {
  const wsdl = DOCUMENT.replace('<soap:binding ', '<soap:binding style="rpc" ').replace(
    'use="literal"',
    '$& namespace="urn:t"',
  );
  const unprefixed = await readingOf(wsdl.replace('element="t:In"', 'type="string"'));
  expect(unprefixed.parts).toEqual([{ kind: 'type', name: 'Part', type: 'string', correctedType: true }]);
  expect(unprefixed.found).toEqual([
    'REFERENCE_CORRECTED type {http://schemas.xmlsoap.org/wsdl/}string is not declared; xs:string is meant',
  ]);
  const { parts, found } = await readingOf(wsdl.replace('element="t:In"', 'type="t:OWN"'));
  expect(parts).toEqual([{ kind: 'type', name: 'Part', type: 0 }]);
  expect(found).toEqual(['REFERENCE_CORRECTED type {urn:t}OWN is not declared; {urn:t}Own is meant']);
});

test.each(['http', 'HTTPS'])('a transport that is called %s is HTTP, and reported', async (transport) => {
  const wsdl = DOCUMENT.replace('http://schemas.xmlsoap.org/soap/http"/>', `${transport}"/>`);
  const { parts, found } = await readingOf(wsdl);
  expect(parts).toEqual(IN);
  expect(found).toEqual([
    `BAD_EXTENSION_VALUE transport="${transport}" is no transport that has a name; read as HTTP`,
  ]);
});

test('maxOccurs="*" is unbounded, and reported where XML Schema is not a draft', async () => {
  const particle = '<xs:element name="a" type="xs:int" maxOccurs="*"/>';
  const { content, found } = await readingOf(DOCUMENT.replace('<!-- particles -->', particle));
  expect(content).toBe('(a:int+)');
  expect(found).toEqual([expect.stringMatching(/^INVALID_OCCURRENCE maxOccurs="\*".*read as unbounded$/)]);
});

test('a port that names a portType with two bindings, or none where two are free, means neither', async () => {
  const binding = DOCUMENT.slice(DOCUMENT.indexOf('<binding'), DOCUMENT.indexOf('<service'));
  const two = DOCUMENT.replace('<service', `${binding.replace('"Binding"', '"Other"')}<service`);
  for (const wrong of ['binding="t:PortType"', '']) {
    const { found } = await readingOf(two.replace('binding="t:Binding"', wrong));
    expect(found.filter((text) => !text.startsWith('OPERATION_NOT_OFFERED'))).toEqual([
      `UNRESOLVED_BINDING binding "${wrong === '' ? '' : 't:PortType'}" is not declared`,
      'NO_SOAP_OPERATION no operation can be offered',
    ]);
  }
});

test.each([
  ['http://schemas.xmlsoap.org/wsdl/', 'https://schemas.xmlsoap.org/wsdl/'],
  ['http://schemas.xmlsoap.org/wsdl/soap/', 'http://schemas.xmlsoap.org/wsdl/soap'],
  ['http://www.w3.org/2001/XMLSchema', 'https://www.w3.org/2001/XMLSchema'],
  ['http://www.w3.org/2001/XMLSchema', 'http://www.w3.org/2001/xmlschema'],
  ['http://www.w3.org/2001/XMLSchema', 'http://www.w3.org/2001/XMLSchema/'],
  ['http://www.w3.org/2001/XMLSchema', 'http://www.w3.org/2001/XMLShema'],
  ['http://www.w3.org/2001/XMLSchema', 'http://www.w3c.org/2001/XMLSchema'],
  ['http://www.w3.org/2001/XMLSchema', 'http://www.w3.org/XMLSchema'],
  ['http://schemas.xmlsoap.org/wsdl/soap/', 'http://schemas.xmlsoap.org/wsdl/soap11/'],
])('the namespace %s is meant by %s', async (right, wrong) => {
  const { parts, found } = await readingOf(DOCUMENT.replace(`"${right}"`, `"${wrong}"`));
  expect(parts).toEqual(IN);
  expect(found).toEqual([
    `BAD_EXTENSION_VALUE "${wrong}" is no namespace of a description; read as ${right}`,
  ]);
});

test.each(['p,q', 'p, q', 'p;q'])(
  'commas between the names of parts are read as white space: %s',
  async (parts) => {
    const wsdl = DOCUMENT.replace(
      '<part name="Part"',
      '<part name="p" element="t:In"/><part name="q"',
    ).replace('parts="Part"', `parts="${parts}"`);
    const reading = await readingOf(wsdl);
    expect(reading.parts?.map(({ name }) => name)).toEqual(['p', 'q']);
    expect(reading.found).toContain(
      `BAD_EXTENSION_VALUE the names in parts="${parts}" are separated by white space; read without commas`,
    );
  },
);

test.each([
  ['document/literal', 'document'],
  ['rpc/literal', 'rpc'],
  ['RPC-Encoded', 'rpc'],
])('style="%s" is %s', async (written, style) => {
  const wsdl = DOCUMENT.replace('<soap:binding', `<soap:binding style="${written}"`);
  const { model } = await parseWsdlText(wsdl);
  expect(model.services[0]?.ports[0]?.operations[0]?.style).toBe(style);
});

test('a type of SOAP encoding that differs in case alone is that type, in a part and in a schema (MO-4)', async () => {
  const wsdl = DOCUMENT.replace('xmlns:xs=', 'xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xs=');
  const { parts, content, found } = await readingOf(
    wsdl
      .replace('element="t:In"', 'type="e:DateTime"')
      .replace(
        '<!-- particles -->',
        '<xs:element name="n" type="e:INT"/><xs:element name="b" type="e:Base64"/>',
      ),
  );
  expect(parts).toEqual([{ kind: 'type', name: 'Part', type: 'dateTime', correctedType: true }]);
  expect(content).toBe('(n:int, b:base64Binary)');
  expect(found.toSorted()).toEqual(
    [
      'type {http://schemas.xmlsoap.org/soap/encoding/}DateTime is not declared; xs:dateTime is meant',
      'type {http://schemas.xmlsoap.org/soap/encoding/}INT is not declared; xs:int is meant',
      'type {http://schemas.xmlsoap.org/soap/encoding/}Base64 is not declared; xs:base64Binary is meant',
    ]
      .map((each) => `REFERENCE_CORRECTED ${each}`)
      .toSorted(),
  );
});
