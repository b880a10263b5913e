import { describe, expect, test } from 'vitest';
import { parseWsdlText } from '../parse-wsdl.js';
import { operationsOf, parsePieces, wsdl11 } from '../wsdl/testing/wsdl-pieces.js';

// The expectations follow from the tables of attributes in XML Schema Part 1 and in WSDL 1.1.

const findings = ({ diagnostics }: Awaited<ReturnType<typeof parsePieces>>) =>
  diagnostics.map(({ code, message, component }) => [code, message, component]);

/** The particle of the type `T`, whose sequence is `content`. */
async function read(content: string, attributes = '') {
  const schema = `<xs:complexType name="T" ${attributes}><xs:sequence>${content}</xs:sequence></xs:complexType>`;
  const parsed = await parsePieces({ schema });
  const type = parsed.model.schema.types.find(({ name }) => name?.localName === 'T');
  const first =
    type?.kind === 'complex' &&
    type.content.kind === 'element-only' &&
    type.content.particle?.kind === 'sequence'
      ? type.content.particle.particles[0]
      : undefined;
  return { first, findings: findings(parsed) };
}

describe('a misspelt attribute of an element is read as the one that is meant', () => {
  test.each([
    ['minOccur="0"', 'minOccur', 'minOccurs', { minOccurs: 0 }],
    ['minoccurs="0"', 'minoccurs', 'minOccurs', { minOccurs: 0 }],
    ['min-occurs="0"', 'min-occurs', 'minOccurs', { minOccurs: 0 }],
    ['minOccurence="0"', 'minOccurence', 'minOccurs', { minOccurs: 0 }],
    ['max="unbounded"', 'max', 'maxOccurs', { maxOccurs: 'unbounded' }],
    ['minOccurrences="0"', 'minOccurrences', 'minOccurs', { minOccurs: 0 }],
    ['maxOcurs="unbounded"', 'maxOcurs', 'maxOccurs', { maxOccurs: 'unbounded' }],
    ['nillabe="true"', 'nillabe', 'nillable', { nillable: true }],
    ['Nillable="true"', 'Nillable', 'nillable', { nillable: true }],
    ['nullable="true"', 'nullable', 'nillable', { nillable: true }],
    ['xs:nillable="true"', 'xs:nillable', 'nillable', { nillable: true }],
    // As near to minOccurs as to maxOccurs.
    ['mixOccurs="0"', 'mixOccurs', undefined, { minOccurs: 1, maxOccurs: 1 }],
    ['foo="0"', 'foo', undefined, { minOccurs: 1 }],
  ])('%s', async (attribute, written, meant, want) => {
    const result = await read(`<xs:element name="a" type="xs:int" ${attribute}/>`);
    expect(result.first).toMatchObject(want);
    const what = `${written} is not an attribute of xs:element`;
    expect(result.findings).toEqual([
      meant === undefined
        ? ['UNKNOWN_ATTRIBUTE', what, 'complexType {urn:t}T']
        : ['INVALID_SCHEMA_VALUE', `${what}; read as ${meant}`, 'complexType {urn:t}T'],
    ]);
  });

  test('the right one takes precedence', async () => {
    const result = await read('<xs:element name="a" type="xs:int" minOccur="0" minOccurs="1"/>');
    expect(result.first).toMatchObject({ minOccurs: 1 });
    expect(result.findings).toEqual([
      [
        'UNKNOWN_ATTRIBUTE',
        'minOccur is not an attribute of xs:element; its minOccurs is used',
        'complexType {urn:t}T',
      ],
    ]);
  });

  test('attributes of other vocabularies are theirs', async () => {
    const own = '<xs:element name="a" type="xs:int" q:minOccur="0" wsdl:nillable="x" xmlns:q="urn:q"/>';
    expect((await read(own)).findings).toEqual([]);
  });

  test('documentation and extensions may contain anything', async () => {
    const note = '<xs:annotation><xs:appinfo><xs:element nam="x"/></xs:appinfo></xs:annotation>';
    expect((await read(`${note}<xs:element name="a" type="xs:int"/>`)).findings).toEqual([]);
  });
});

test.each([
  'elementFormdefault',
  'elementFormDefaut',
  'elementformdefault',
  'ElementFormDefault',
  'elementForm',
])('the form default of a schema: %s', async (name) => {
  const text = wsdl11({
    schema: '<xs:complexType name="T"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>',
  });
  const { model, diagnostics } = await parseWsdlText(text.replace('elementFormDefault', name));
  const [type] = model.schema.types;
  expect(type).toMatchObject({
    content: { particle: { particles: [{ name: { namespace: 'urn:t', localName: 'a' } }] } },
  });
  expect(diagnostics).toMatchObject([
    {
      code: 'INVALID_SCHEMA_VALUE',
      message: `${name} is not an attribute of xs:schema; read as elementFormDefault`,
      component: 'schema urn:t',
    },
  ]);
});

describe('WSDL', () => {
  test.each([
    [
      'part elemnt="t:In"',
      { messages: '<message name="In"><part name="p" elemnt="t:In"/></message>' },
      'message {urn:t}In',
    ],
    ['address Location', { port: '<soap:address Location="http://h.example/"/>' }, 'port Port'],
    [
      'operation soapaction',
      {
        binding:
          '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapaction="urn:op"/><input><soap:body use="literal"/></input></operation>',
      },
      'operation Op',
    ],
  ])('%s', async (_, pieces, component) => {
    const portType = '<operation name="Op"><input message="t:In"/></operation>';
    const parsed = await parsePieces({ portType, ...pieces });
    expect(parsed.diagnostics).toMatchObject([{ code: 'BAD_EXTENSION_VALUE', component }]);
    expect(operationsOf(parsed)[0]).toMatchObject({ input: { parts: [{ kind: 'element' }] } });
    if (component === 'operation Op') expect(operationsOf(parsed)[0]?.soapAction).toBe('urn:op');
    if (component === 'port Port')
      expect(parsed.model.services[0]?.ports[0]?.address).toBe('http://h.example/');
  });

  test('soapAction on the operation itself', async () => {
    const parsed = await parsePieces({
      portType: '<operation name="Op"><input message="t:In"/></operation>',
      binding:
        '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op" soapAction="urn:op"><input><soap:body use="literal"/></input></operation>',
    });
    expect(operationsOf(parsed)[0]?.soapAction).toBe('urn:op');
    expect(parsed.codes).toEqual(['BAD_EXTENSION_VALUE']);
  });

  test('soapAction on the operation of the portType counts where the binding has none', async () => {
    const portType = '<operation name="Op" soapAction="urn:op"><input message="t:In"/></operation>';
    const parsed = await parsePieces({ portType });
    expect(operationsOf(parsed)[0]).toMatchObject({ soapAction: 'urn:op', input: { action: 'urn:op' } });
    expect(parsed.codes).toEqual(['BAD_EXTENSION_VALUE']);
    const binding =
      '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction="urn:own"/><input><soap:body use="literal"/></input></operation>';
    expect(operationsOf(await parsePieces({ portType, binding }))[0]?.soapAction).toBe('urn:own');
  });

  test.each([
    ['<part name="body" element="t:In"/>', '<part name="body" elementName="t:In"/>'],
    ['<soap:address location=', '<soap:address address='],
    ['targetNamespace="urn:t" elementFormDefault', 'namespace="urn:t" elementFormDefault'],
    ['elementFormDefault', 'formDefault'],
    ['name="In" type=', 'name="In" datatype='],
  ])('another word for an attribute: %s as %s', async (right, wrong) => {
    const text = wsdl11({});
    const { model, diagnostics } = await parseWsdlText(text.replace(right, wrong));
    expect(model.services).toEqual((await parseWsdlText(text)).model.services);
    expect(diagnostics).toMatchObject([{ message: expect.stringContaining('read as') }]);
  });

  test('a misspelt target namespace is the one that counts', async () => {
    const { model } = await parseWsdlText(
      wsdl11({}).replace('targetNamespace="urn:t" xmlns=', 'targetNameSpace="urn:t" xmlns='),
    );
    expect(model.targetNamespace).toBe('urn:t');
    expect(model.exposed).toHaveLength(1);
  });

  test('the rest of the tree stays as it was', async () => {
    const text = wsdl11({ schema: '<xs:element name="X" type="xs:int"/>' });
    const right = await parseWsdlText(text);
    const { model } = await parseWsdlText(
      text.replace('<xs:element name="X" type', '<xs:element name="X" typ '),
    );
    expect(model).toEqual(right.model);
  });
});

test('a name in WSDL that is no NCName is reported and used', async () => {
  const text = wsdl11({}).replaceAll('"Op"', '"Get User"').replace('service name="S"', 'service name="My S"');
  const { model, diagnostics } = await parseWsdlText(text);
  expect(model.services[0]?.name.localName).toBe('My S');
  expect(model.services[0]?.ports[0]?.operations[0]?.name).toBe('Get User');
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['UNUSUAL_NAME', 'name="Get User" of wsdl:operation is not an NCName'],
    ['UNUSUAL_NAME', 'name="Get User" of wsdl:operation is not an NCName'],
    ['UNUSUAL_NAME', 'name="My S" of wsdl:service is not an NCName'],
  ]);
});

describe('white space in a reference', () => {
  test.each([
    ['element="t:In"', 'element="t: In"'],
    ['message="t:In"', 'message="t :In"'],
    ['type="t:P"', 'type=" t&#10;:\tP"'],
    ['binding="t:B"', 'Binding="t : B"'],
    ['element="t:In"', 'element="t::In"'],
  ])('%s as %s', async (right = '', wrong = '') => {
    const right11 = await parseWsdlText(wsdl11({}));
    const { model, diagnostics } = await parseWsdlText(wsdl11({}).replace(right, wrong));
    expect(model.services[0]?.ports[0]?.operations).toEqual(right11.model.services[0]?.ports[0]?.operations);
    expect(diagnostics.at(-1)).toMatchObject({
      code: 'BAD_EXTENSION_VALUE',
      message: expect.stringMatching(/has white space or a colon too many in a name; read as t:\w+$/),
    });
  });

  test.each([
    ['<xs:element name="a" type="xs: int"/>', { type: 'int' }],
    [
      '<xs:element name="a"><xs:simpleType><xs:union memberTypes="xs: int xs :string"/></xs:simpleType></xs:element>',
      { type: 1 },
    ],
    ['<xs:element ref="t: In"/>', { global: true }],
  ])('%s', async (particle, want) => {
    const result = await read(particle);
    expect(result.first).toMatchObject(want);
    expect(result.findings).toEqual([
      [
        'INVALID_SCHEMA_VALUE',
        expect.stringContaining('white space or a colon too many in a name'),
        'complexType {urn:t}T',
      ],
    ]);
  });

  test('beside a name, or in a media type, it is right', async () => {
    const parsed = await parsePieces({
      schema: '<xs:element name="a" type=" xs:int&#10;"/>',
      binding:
        '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><mime:content part="body" type="text/plain; x: y"/></input></operation>',
    });
    expect(findings(parsed).filter(([, message]) => /white space/.test(message ?? ''))).toEqual([]);
  });
});

test('the walk is iterative and bounded by the document', async () => {
  const deep = `${'<xs:sequence>'.repeat(60)}<xs:element name="a" typ="xs:int"/>${'</xs:sequence>'.repeat(60)}`;
  const { codes } = await parsePieces({ schema: `<xs:complexType name="T">${deep}</xs:complexType>` });
  expect(codes).toEqual(['INVALID_SCHEMA_VALUE']);
});

test.each([
  [
    'xs:Sequence',
    '<xs:complexType name="T"><xs:Sequence><xs:element name="a" type="xs:int"/></xs:Sequence></xs:complexType>',
    'xs:sequence',
    'complexType {urn:t}T',
  ],
  [
    'xs:complextype',
    '<xs:complextype name="T"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complextype>',
    'xs:complexType',
    'complexType {urn:t}T',
  ],
  [
    'xs:elemnt',
    '<xs:complexType name="T"><xs:sequence><xs:elemnt name="a" typ="xs:int"/></xs:sequence></xs:complexType>',
    'xs:element',
    'complexType {urn:t}T',
  ],
])(
  'a misspelt element of a schema is read as the one that is meant: %s',
  async (written, schema, meant, component) => {
    const parsed = await parsePieces({ schema });
    expect(findings(parsed)[0]).toEqual([
      'INVALID_SCHEMA_VALUE',
      `there is no element ${written}; read as ${meant}`,
      component,
    ]);
    const type = parsed.model.schema.types.find(({ name }) => name?.localName === 'T');
    expect(type).toMatchObject({
      content: { particle: { kind: 'sequence', particles: [{ name: { localName: 'a' }, type: 'int' }] } },
    });
  },
);

test.each([
  ['<Definitions', 'wsdl:Definitions', 'wsdl:definitions'],
  ['<porttype', 'wsdl:porttype', 'wsdl:portType'],
  ['<mesage', 'wsdl:mesage', 'wsdl:message'],
  ['<soap:Body', 'soap:Body', 'soap:body'],
])('a misspelt element of WSDL is read as the one that is meant: %s', async (tag, written, meant) => {
  const right = `<${meant.replace('wsdl:', '')}`;
  const text = wsdl11({}).replaceAll(right, tag).replaceAll(right.replace('<', '</'), tag.replace('<', '</'));
  const { model, diagnostics } = await parseWsdlText(text);
  expect(new Set(diagnostics.map(({ message }) => message))).toEqual(
    new Set([`there is no element ${written}; read as ${meant}`]),
  );
  expect(model.services[0]?.ports[0]?.operations).toMatchObject([{ name: 'Op' }]);
});

test('elements of XML Schema 1.1, and names that are near two elements, are not taken for others', async () => {
  const { diagnostics } = await parsePieces({
    schema: '<xs:complexType name="T"><xs:sequence/><xs:assert test="true()"/></xs:complexType><xs:aly/>',
  });
  expect(diagnostics.map(({ code }) => code).sort()).toEqual(['UNEXPECTED_SCHEMA_ELEMENT', 'XSD_1_1']);
});

test('a schema without the prefix of XML Schema is in the namespace of WSDL, and read as one', async () => {
  const wsdl = wsdl11({}).replace(
    /<types>.*<\/types>/s,
    `<types><schema targetNamespace="urn:t" elementFormDefault="qualified"><documentation>x</documentation>
     <element name="In"><complexType><sequence><element name="a" type="string"/></sequence></complexType></element>
     <element name="Out" type="xs:int"/></schema></types>`,
  );
  const { model, diagnostics } = await parseWsdlText(wsdl);
  expect(model.schema.elements.map(({ name }) => name.localName)).toEqual(['In', 'Out']);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'INVALID_SCHEMA_VALUE schema is in the namespace of WSDL; read as xs:schema',
    expect.stringContaining('REFERENCE_CORRECTED'),
  ]);
});
