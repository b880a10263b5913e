import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { gradeOperations } from './grade-operations.js';

// Every enumerated and boolean attribute of XML Schema 1.0 Part 1, WSDL 1.1 with its SOAP bindings, WSDL 2.0 with its SOAP extensions,
// WS-Policy 1.5, WS-Addressing Metadata and WS-SecurityPolicy. The values are those of these specifications.

const NAMESPACES = `xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:x="urn:x"
 xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"
 xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"
 xmlns:sp11="http://schemas.xmlsoap.org/ws/2005/07/securitypolicy"`;

interface Pieces {
  /** Attributes of xs:schema. */
  readonly schema?: string;
  /** Components beside the element In, whose type is `In` of these. */
  readonly types?: string;
  readonly soap?: '11' | '12';
  /** Attributes of soap:binding, soap:operation and soap:body. */
  readonly binding?: string;
  readonly operation?: string;
  readonly body?: string;
  /** Elements of the binding, the input and the operation. */
  readonly extensions?: string;
  readonly headers?: string;
  readonly fault?: string;
  readonly documents?: string;
}

const IN =
  '<xs:complexType name="In"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>';

function wsdl11(pieces: Pieces): string {
  const namespace =
    pieces.soap === '12'
      ? 'http://schemas.xmlsoap.org/wsdl/soap12/'
      : 'http://schemas.xmlsoap.org/wsdl/soap/';
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="${namespace}" targetNamespace="urn:t" ${NAMESPACES}>
  ${pieces.documents ?? ''}
  <types><xs:schema targetNamespace="urn:t" ${pieces.schema ?? ''}><xs:element name="In" type="t:In"/><xs:element name="H" type="xs:int"/>${pieces.types ?? IN}</xs:schema></types>
  <message name="In"><part name="p" element="t:In"/></message><message name="H"><part name="h" element="t:H"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/><output message="t:In"/><fault name="F" message="t:H"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" ${pieces.binding ?? ''}/>${pieces.extensions ?? ''}
    <operation name="Op"><soap:operation soapAction="urn:t/Op" ${pieces.operation ?? ''}/><input><soap:body ${pieces.body ?? 'use="literal"'}/>${pieces.headers ?? ''}</input>
    <output><soap:body use="literal"/></output><fault name="F"><soap:fault name="F" ${pieces.fault ?? 'use="literal"'}/></fault></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`;
}

function wsdl20(operation: string, input: string, binding: string, bound: string): string {
  return `<description xmlns="http://www.w3.org/ns/wsdl" xmlns:wsdl="http://www.w3.org/ns/wsdl" targetNamespace="urn:t" ${NAMESPACES}
  xmlns:wsoap="http://www.w3.org/ns/wsdl/soap" xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions">
  <types><xs:schema targetNamespace="urn:t"><xs:element name="In" type="xs:int"/><xs:element name="H" type="xs:int"/></xs:schema></types>
  <interface name="I"><operation name="Op" ${operation}><input ${input}/><output element="t:In"/></operation></interface>
  <binding name="B" interface="t:I" type="http://www.w3.org/ns/wsdl/soap" wsoap:protocol="http://www.w3.org/2003/05/soap/bindings/HTTP/" ${binding}>
  <operation ref="t:Op"><input>${bound}</input></operation></binding>
  <service name="S" interface="t:I"><endpoint name="E" binding="t:B" address="http://localhost/"/></service></description>`;
}

const IN_OUT = 'pattern="http://www.w3.org/ns/wsdl/in-out"';
const sequence = (content: string): string =>
  `<xs:complexType name="In"><xs:sequence>${content}</xs:sequence></xs:complexType>`;
const simple = (attributes: string, facets = ''): string =>
  `${sequence('<xs:element name="a" type="t:S"/>')}<xs:simpleType name="S" ${attributes}><xs:restriction base="xs:string">${facets}</xs:restriction></xs:simpleType>`;
const policy = (assertion: string): string => `<wsp:Policy>${assertion}</wsp:Policy>`;

/** A description with the value in its place; a right value; a misspelling of it by which only it can be meant; a text that means none. */
type Row = readonly [
  name: string,
  write: (value: string) => string,
  value: string,
  misspelt: string,
  /** Default: a word. */
  wrong?: string,
];

const SCHEMA: readonly Row[] = [
  ['elementFormDefault', (v) => wsdl11({ schema: `elementFormDefault="${v}"` }), 'qualified', 'Qualified'],
  [
    'attributeFormDefault',
    (v) => wsdl11({ schema: `attributeFormDefault="${v}"` }),
    'qualified',
    'QUALIFIED',
  ],
  ['blockDefault', (v) => wsdl11({ schema: `blockDefault="${v}"` }), 'extension', 'Extension'],
  ['finalDefault', (v) => wsdl11({ schema: `finalDefault="${v}"` }), 'restriction', 'Restriction'],
  [
    'form of xs:element',
    (v) => wsdl11({ types: sequence(`<xs:element name="a" type="xs:int" form="${v}"/>`) }),
    'qualified',
    'Qualified',
  ],
  [
    'nillable',
    (v) => wsdl11({ types: sequence(`<xs:element name="a" type="xs:int" nillable="${v}"/>`) }),
    'true',
    'True',
  ],
  [
    'abstract of xs:element',
    (v) =>
      wsdl11({
        types: `${sequence('<xs:element ref="t:A"/>')}<xs:element name="A" type="xs:int" abstract="${v}"/><xs:element name="B" type="xs:int" substitutionGroup="t:A"/>`,
      }),
    'true',
    'TRUE',
  ],
  [
    'block of xs:element',
    (v) =>
      wsdl11({
        types: `${sequence('<xs:element ref="t:A"/>')}<xs:element name="A" type="xs:int" block="${v}"/>`,
      }),
    'substitution',
    'Substitution',
  ],
  [
    'final of xs:element',
    (v) =>
      wsdl11({
        types: `${sequence('<xs:element ref="t:A"/>')}<xs:element name="A" type="xs:int" final="${v}"/>`,
      }),
    '#all',
    '#All',
  ],
  [
    'maxOccurs',
    (v) => wsdl11({ types: sequence(`<xs:element name="a" type="xs:int" maxOccurs="${v}"/>`) }),
    'unbounded',
    'Unbounded',
  ],
  [
    'form of xs:attribute',
    (v) =>
      wsdl11({
        types: `<xs:complexType name="In"><xs:attribute name="a" type="xs:int" form="${v}"/></xs:complexType>`,
      }),
    'qualified',
    'Qualified',
  ],
  [
    'use of xs:attribute',
    (v) =>
      wsdl11({
        types: `<xs:complexType name="In"><xs:attribute name="a" type="xs:int" use="${v}"/></xs:complexType>`,
      }),
    'required',
    'Required',
  ],
  [
    'abstract of xs:complexType',
    (v) =>
      wsdl11({
        types: sequence('<xs:element name="a" type="xs:int"/>').replace(
          'name="In"',
          `name="In" abstract="${v}"`,
        ),
      }),
    'false',
    'False',
  ],
  [
    'mixed of xs:complexType',
    (v) => wsdl11({ types: IN.replace('name="In"', `name="In" mixed="${v}"`) }),
    'true',
    'True',
  ],
  [
    'block of xs:complexType',
    (v) => wsdl11({ types: IN.replace('name="In"', `name="In" block="${v}"`) }),
    '#all',
    'all',
  ],
  [
    'final of xs:complexType',
    (v) => wsdl11({ types: IN.replace('name="In"', `name="In" final="${v}"`) }),
    'extension',
    'Extension',
  ],
  [
    'mixed of xs:complexContent',
    (v) =>
      wsdl11({
        types: `<xs:complexType name="In"><xs:complexContent mixed="${v}"><xs:extension base="t:E"/></xs:complexContent></xs:complexType><xs:complexType name="E" mixed="true"/>`,
      }),
    'true',
    'True',
  ],
  [
    'mixed beside that of xs:complexContent',
    (v) =>
      wsdl11({
        types: `<xs:complexType name="In" mixed="${v}"><xs:complexContent mixed="true"><xs:extension base="t:E"/></xs:complexContent></xs:complexType><xs:complexType name="E" mixed="true"/>`,
      }),
    'false',
    'False',
  ],
  ['final of xs:simpleType', (v) => wsdl11({ types: simple(`final="${v}"`) }), 'list', 'List'],
  [
    'fixed of a facet',
    (v) => wsdl11({ types: simple('', `<xs:maxLength value="3" fixed="${v}"/>`) }),
    'true',
    'True',
  ],
  [
    'xs:whiteSpace',
    (v) => wsdl11({ types: simple('', `<xs:whiteSpace value="${v}"/>`) }),
    'collapse',
    'Collapse',
  ],
  [
    'processContents of xs:any',
    (v) => wsdl11({ types: sequence(`<xs:any processContents="${v}"/>`) }),
    'skip',
    'Skip',
  ],
  [
    'namespace of xs:any',
    (v) => wsdl11({ types: sequence(`<xs:any namespace="${v}"/>`) }),
    '##other',
    '##Other',
    '##blurb',
  ],
  [
    'processContents of xs:anyAttribute',
    (v) =>
      wsdl11({
        types: `<xs:complexType name="In"><xs:anyAttribute processContents="${v}"/></xs:complexType>`,
      }),
    'lax',
    'Lax',
  ],
  [
    'namespace of xs:anyAttribute',
    (v) =>
      wsdl11({ types: `<xs:complexType name="In"><xs:anyAttribute namespace="${v}"/></xs:complexType>` }),
    '##local',
    '##Local',
    '##blurb',
  ],
];

const WSDL_1_1: readonly Row[] = (['11', '12'] as const).flatMap((soap): Row[] => [
  [
    `soap${soap}: style of soap:binding`,
    (v) => wsdl11({ soap, binding: `style="${v}"` }),
    'document',
    'Document',
  ],
  [
    `soap${soap}: style of soap:operation`,
    (v) => wsdl11({ soap, operation: `style="${v}"` }),
    'document',
    'DOCUMENT',
  ],
  [
    `soap${soap}: soapActionRequired`,
    (v) => wsdl11({ soap, operation: `soapActionRequired="${v}"` }),
    'true',
    'True',
  ],
  [`soap${soap}: use of soap:body`, (v) => wsdl11({ soap, body: `use="${v}"` }), 'literal', 'Literal'],
  [
    `soap${soap}: use of soap:header`,
    (v) => wsdl11({ soap, headers: `<soap:header message="t:H" part="h" use="${v}"/>` }),
    'literal',
    'LITERAL',
  ],
  [
    `soap${soap}: use of soap:headerfault`,
    (v) =>
      wsdl11({
        soap,
        headers: `<soap:header message="t:H" part="h" use="literal"><soap:headerfault message="t:H" part="h" use="${v}"/></soap:header>`,
      }),
    'literal',
    'Literal',
  ],
  [`soap${soap}: use of soap:fault`, (v) => wsdl11({ soap, fault: `use="${v}"` }), 'literal', 'Literal'],
  [
    `soap${soap}: wsdl:required of UsingAddressing`,
    (v) => wsdl11({ soap, extensions: `<wsaw:UsingAddressing wsdl:required="${v}"/>` }),
    'true',
    'True',
  ],
  [
    `soap${soap}: wsdl:required of an extension`,
    (v) => wsdl11({ soap, extensions: `<x:y wsdl:required="${v}"/>` }),
    'false',
    'False',
  ],
]);

const WSDL_2_0: readonly Row[] = [
  ['wsoap:version', (v) => wsdl20(IN_OUT, 'element="t:In"', `wsoap:version="${v}"`, ''), '1.1', 'SOAP 1.1'],
  [
    'pattern',
    (v) => wsdl20(`pattern="http://www.w3.org/ns/wsdl/${v}"`, 'element="t:In"', '', ''),
    'in-out',
    'In-Out',
  ],
  ['wsdlx:safe', (v) => wsdl20(`${IN_OUT} wsdlx:safe="${v}"`, 'element="t:In"', '', ''), 'true', 'True'],
  ['element of an input', (v) => wsdl20(IN_OUT, `element="${v}"`, '', ''), '#none', '#None', '#blurb'],
  [
    'required of wsoap:header',
    (v) => wsdl20(IN_OUT, 'element="t:In"', '', `<wsoap:header element="t:H" required="${v}"/>`),
    'true',
    'True',
  ],
  [
    'mustUnderstand of wsoap:header',
    (v) => wsdl20(IN_OUT, 'element="t:In"', '', `<wsoap:header element="t:H" mustUnderstand="${v}"/>`),
    'true',
    'True',
  ],
  [
    'required of wsoap:module',
    (v) => wsdl20(IN_OUT, 'element="t:In"', '', `<wsoap:module ref="http://x.example/m" required="${v}"/>`),
    'false',
    'False',
  ],
  [
    'wsdl:required of an extension',
    (v) => wsdl20(IN_OUT, 'element="t:In"', '', `<x:y wsdl:required="${v}"/>`),
    'false',
    'False',
  ],
];

const POLICIES: readonly Row[] = [
  [
    'wsp:Optional',
    (v) => wsdl11({ extensions: policy(`<wsam:Addressing wsp:Optional="${v}"/>`) }),
    'true',
    'True',
  ],
  [
    'wsp:Ignorable',
    (v) => wsdl11({ extensions: policy(`<wsam:Addressing wsp:Ignorable="${v}"/>`) }),
    'true',
    'True',
  ],
  [
    'sp:IncludeToken',
    (v) =>
      wsdl11({
        extensions: policy(
          `<sp:SupportingTokens><wsp:Policy><sp:UsernameToken sp:IncludeToken="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702/IncludeToken/${v}"/></wsp:Policy></sp:SupportingTokens>`,
        ),
      }),
    'AlwaysToRecipient',
    'alwaysToRecipient',
  ],
  [
    'RequireClientCertificate',
    (v) =>
      wsdl11({
        extensions: policy(
          `<sp11:TransportBinding><wsp:Policy><sp11:TransportToken><wsp:Policy><sp11:HttpsToken RequireClientCertificate="${v}"/></wsp:Policy></sp11:TransportToken></wsp:Policy></sp11:TransportBinding>`,
        ),
      }),
    'true',
    'True',
  ],
  [
    'an optional assertion of a policy that is referred to',
    (v) =>
      wsdl11({
        documents: `<wsp:Policy xml:id="A"><wsam:Addressing wsp:Optional="${v}"/></wsp:Policy>`,
        extensions: '<wsp:PolicyReference URI="#A"/>',
      }),
    'true',
    'TRUE',
  ],
];

/** The description, without the columns of the text. */
async function read(text: string) {
  const { model, diagnostics } = await parseWsdlText(text);
  const grades = new Set(gradeOperations(model, diagnostics).map(({ grade }) => grade));
  const said = JSON.stringify(model, (key, value: unknown) => (key === 'location' ? undefined : value));
  return { said, grades: [...grades], codes: diagnostics.map(({ code }) => code) };
}

const ROWS = [...SCHEMA, ...WSDL_1_1, ...WSDL_2_0, ...POLICIES].map(
  ([name, write, value, misspelt, wrong = 'blurb']) => ({
    name,
    write,
    value,
    misspelt,
    wrong,
  }),
);

describe.each(ROWS)('$name', ({ write, value, misspelt, wrong }) => {
  test('white space around a value means nothing, another spelling is read and reported, and no value is a finding', async () => {
    const right = await read(write(value));
    expect(right).toMatchObject({ grades: ['exact'], codes: [] });
    expect(await read(write(`\n ${value} `))).toEqual(right);
    const meant = await read(write(misspelt));
    expect(meant.said).toBe(right.said);
    expect(meant.grades).toEqual(['degraded']);
    for (const { grades, codes } of [meant, await read(write(wrong))]) {
      expect(grades).not.toContain('exact');
      expect(codes).toContainEqual(
        expect.stringMatching(
          /^(?:BAD_EXTENSION_VALUE|INVALID_SCHEMA_VALUE|INVALID_OCCURRENCE|INVALID_FACET|MESSAGE_PATTERN_UNSUPPORTED)$/,
        ),
      );
    }
  });
});

test.each([
  ['wsdl:Required="true"', '<wsaw:UsingAddressing wsdl:Required="true"/>', 'required'],
  ['required without its prefix', '<wsaw:UsingAddressing required="true"/>', 'required'],
  ['wsp:optional="true"', policy('<wsam:Addressing wsp:optional="true"/>'), 'optional'],
  ['Optional without its prefix', policy('<wsam:Addressing Optional="true"/>'), 'optional'],
])(
  'a misspelt name of an attribute of an extension is read and reported: %s',
  async (_, extensions, addressing) => {
    const { model, diagnostics } = await parseWsdlText(wsdl11({ extensions }));
    expect(model.services[0]?.ports[0]?.addressing).toBe(addressing);
    expect(diagnostics.map(({ code }) => code)).toEqual(['BAD_EXTENSION_VALUE']);
    expect(gradeOperations(model, diagnostics).map(({ grade }) => grade)).toEqual(['degraded']);
  },
);
