import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import type { Design } from '../../api/design.js';
import { checkDesign } from '../../designs.js';
import { isMappingError } from '../../errors.js';
import { createMapper } from '../../mapper.js';
import { encodeUtf8 } from '../../platform.js';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const MEMBERS = `<xs:sequence>
  <xs:element name="kind" type="xs:int"/>
  <xs:element name="xml" type="xs:string" minOccurs="0" nillable="true"/>
  <xs:element name="more" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="short" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="60"/></xs:restriction></xs:simpleType></xs:element>
  <xs:element name="token" type="xs:token" minOccurs="0"/>
  <xs:element name="preset" type="xs:string" minOccurs="0" default="x"/>
</xs:sequence><xs:attribute name="at" type="xs:string"/>`;

async function service(style: 'document' | 'rpc' = 'document') {
  const part = style === 'rpc' ? 'type="t:Members"' : 'element="t:Do"';
  const answer = style === 'rpc' ? 'type="t:Members"' : 'element="t:DoResponse"';
  const body =
    style === 'rpc'
      ? '<soap:body use="encoded" namespace="urn:t" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>'
      : '<soap:body use="literal"/>';
  const { model } =
    await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" xmlns:n="urn:nfe"><xs:import namespace="urn:nfe"/>
    <xs:complexType name="Members">${MEMBERS}</xs:complexType>
    <xs:element name="Do" type="t:Members"/><xs:element name="DoResponse" type="t:Members"/>
    <xs:element name="twice" type="xs:string"/>
  </xs:schema><xs:schema targetNamespace="urn:nfe" elementFormDefault="qualified">
    <xs:element name="NFe"><xs:complexType><xs:sequence>
      <xs:element name="value" type="xs:decimal"/>
      <xs:element name="note" type="xs:string" minOccurs="0" nillable="true"/>
      <xs:any minOccurs="0" processContents="lax" namespace="##other"/>
    </xs:sequence><xs:attribute name="Id" type="xs:string"/></xs:complexType></xs:element>
    <xs:element name="twice" type="xs:string"/>
  </xs:schema></types>
  <message name="in"><part name="p" ${part}/></message><message name="out"><part name="p" ${answer}/></message>
  <portType name="P"><operation name="Do"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Do"><input>${body}</input><output>${body}</output></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  return model;
}
const model = await service();

const designed = (documents: object, rest: object = {}, options: object = {}) =>
  createMapper(model, {
    design: {
      operations: { Do: { input: { documents }, result: { documents } } },
      ...rest,
    } as Design,
    prototypes: 'ordinary',
    warnings: 'all',
    ...options,
  }).compile('Do');
const problemsOf = (input: object) =>
  checkDesign(model, { operations: { Do: { input } } } as Design).problems.map(
    ({ at, message }) => `${at.slice(3).join(' > ')}: ${message}`,
  );
const sent = (operation: ReturnType<typeof designed>, input: object) => {
  const slow = new TextDecoder().decode(operation.toXml(input).body);
  const fast = new TextDecoder().decode(operation.encodeJson(encodeUtf8(JSON.stringify(input))).body);
  expect(fast).toBe(slow);
  return /<kind>.*(?=<\/ns1:Do>)/s.exec(slow)?.[0].replace('<kind>1</kind>', '');
};
const response = (members: string) =>
  encodeUtf8(
    `<s:Envelope xmlns:s="${SOAP}"><s:Body><t:DoResponse xmlns:t="urn:t"><kind>1</kind>${members}</t:DoResponse></s:Body></s:Envelope>`,
  );
const read = (operation: ReturnType<typeof designed>, members: string) => {
  const reply = operation.decodeXml(response(members));
  const json = new TextDecoder().decode(reply.kind === 'result' ? reply.result : undefined);
  return [json.replace(',"more":[]', ''), ...reply.warnings.map(({ code, path }) => `${code} ${path}`)];
};
const escaped = (xml: string) => xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const NFE = '<ns1:NFe xmlns:ns1="urn:nfe" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

describe('XM-12: a document that is the text of a member', () => {
  const operation = designed({
    xml: 'NFe',
    more: { element: '{urn:nfe}NFe', as: 'cdata', declaration: true },
  });

  test('is written as a document of its own, escaped or in CDATA sections', () => {
    const content = '<ns1:value>1.50</ns1:value><ns1:note>a &amp;lt; b ]]&gt;</ns1:note></ns1:NFe>';
    const value = { value: 1.5, note: 'a &lt; b ]]>' };
    const document = `${NFE}>${content.replace('1.50', '1.5')}`;
    expect(sent(operation, { kind: 1, xml: value })).toBe(
      `<xml>${document.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</xml>`,
    );
    expect(sent(operation, { kind: 1, more: [value, { value: 2 }] })).toBe(
      `<more><![CDATA[<?xml version="1.0" encoding="UTF-8"?>${document}]]></more>` +
        `<more><![CDATA[<?xml version="1.0" encoding="UTF-8"?>${NFE}><ns1:value>2</ns1:value></ns1:NFe>]]></more>`,
    );
    expect(sent(operation, { kind: 1, xml: null })).toBe('<xml xsi:nil="true"/>');
    expect(sent(operation, { kind: 1 })).toBe('');
  });

  test('the end of a CDATA section cannot be in one', () => {
    const raw = '<NFe xmlns="urn:nfe"><value>1</value><note><![CDATA[]]]]><![CDATA[>]]></note></NFe>';
    const xml = sent(operation, { kind: 1, more: [{ $xml: raw }] }) as string;
    expect(xml).toContain('<note><![CDATA[]]]]]]><![CDATA[><![CDATA[>]]]]><![CDATA[></note>');
    expect(read(operation, xml)[0]).toBe('{"kind":1,"more":[{"value":1,"note":"]]>"}]}');
  });

  test.each([
    [{ xml: { value: 'x' } }, 'type /xml/value'],
    [{ xml: {} }, 'required /xml/value'],
    [{ xml: '<NFe/>' }, 'type /xml'],
    [{ xml: { value: 1, other: 1 } }, 'additionalProperties /xml/other'],
    [{ more: [{ value: 1 }, { value: 1, '@Id': 3 }] }, 'type /more/1/@Id'],
    [{ xml: { value: 1, note: '\u0000' } }, 'xmlChar /xml/note'],
    [{ xml: { $xml: '<NFe xmlns="urn:other"/>' } }, 'content /xml/$xml'],
    [{ xml: { $xml: '<!DOCTYPE NFe><NFe xmlns="urn:nfe"><value>1</value></NFe>' } }, 'format /xml/$xml'],
    [{ xml: { $xml: '<NFe xmlns="urn:nfe"><value>x</value></NFe>' } }, 'format /xml/$xml'],
  ])('is checked by the declaration of its root: %j', (input, expected) => {
    expect(
      operation.validate({ kind: 1, ...input }).map(({ keyword, path }) => `${keyword} ${path}`),
    ).toEqual([expected]);
    try {
      operation.encodeJson(encodeUtf8(JSON.stringify({ kind: 1, ...input })));
      expect.unreachable();
    } catch (error) {
      expect(isMappingError(error) && error.errors.map(({ keyword, path }) => `${keyword} ${path}`)).toEqual([
        expected,
      ]);
    }
  });

  test('the facets of the text hold for it', () => {
    expect(
      designed({ short: 'NFe' })
        .validate({ kind: 1, short: { value: 1 } })
        .map(({ keyword, path }) => `${keyword} ${path}`),
    ).toEqual(['maxLength /short']);
  });

  test('XM-14: a finished element is the document, byte for byte', () => {
    const nfe = '<NFe xmlns=\'urn:nfe\' Id="a"><value>1.50</value><!-- signed --></NFe>';
    const operation = designed({ xml: 'NFe' });
    expect(sent(operation, { kind: 1, xml: { $xml: nfe } })).toBe(
      `<xml>${nfe.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</xml>`,
    );
    const raw = createMapper(model, {
      design: { operations: { Do: { input: { documents: { xml: 'NFe' }, raw: ['xml'] } } } },
    }).compile('Do');
    expect(raw.validate({ kind: 1, xml: { $xml: nfe } })).toEqual([]);
    expect(JSON.stringify(raw.jsonSchema('input'))).toContain('"required":["$xml"]');
  });

  test('any element: the value is that of a wildcard', () => {
    const operation = designed({ xml: { element: '*', as: 'cdata' } });
    const input = { kind: 1, xml: { $any: [{ '{urn:nfe}NFe': { value: 1 } }] } };
    expect(sent(operation, input)).toBe(
      `<xml><![CDATA[${NFE.replace('ns1:', 'ns2:').replace(':ns1', ':ns2')}><ns2:value>1</ns2:value></ns2:NFe>]]></xml>`,
    );
    expect(read(operation, '<xml><![CDATA[<a b="1"><c>2</c></a>]]></xml>')).toEqual([
      '{"kind":1,"xml":{"$any":[{"a":{"@b":"1","$content":[{"c":"2"}]}}]}}',
    ]);
    expect(
      operation.validate({ kind: 1, xml: { $any: [] } }).map(({ keyword, path }) => `${keyword} ${path}`),
    ).toEqual(['minItems /xml/$any']);
  });

  test('an rpc/encoded message has a literal document', async () => {
    const mapper = createMapper(await service('rpc'), {
      design: { operations: { Do: { input: { documents: { 'p/xml': 'NFe' } } } } },
    });
    const xml = new TextDecoder().decode(
      mapper.compile('Do').toXml({ p: { kind: 1, xml: { value: 1 } } }).body,
    );
    expect(xml).toContain(
      `<xml xsi:type="xsd:string">&lt;ns1:NFe xmlns:ns1="urn:nfe" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"&gt;&lt;ns1:value&gt;1&lt;/ns1:value&gt;`,
    );
  });
});

describe('XM-13: a document is read from the text of a result', () => {
  const operation = designed({ xml: 'NFe', more: 'NFe' });

  test.each([
    ['escaped', escaped('<NFe xmlns="urn:nfe" Id="a"><value>1.50</value></NFe>')],
    ['in CDATA', '<![CDATA[<q:NFe xmlns:q="urn:nfe" Id="a"><q:value>1.50</q:value></q:NFe>]]>'],
    [
      'with a declaration, a comment and spaces',
      escaped(
        '\n<?xml version="1.0" encoding="ISO-8859-1"?>\n<!-- -->\n<NFe xmlns="urn:nfe" Id="a"><value>1.50</value></NFe>\n',
      ).replace('\n', ''),
    ],
    ['in pieces', '&lt;NFe xmlns="urn:nfe"<![CDATA[ Id="a"><value>1.]]>50&lt;/value>&lt;/NFe>'],
    [
      'after a byte order mark',
      `\u{feff}${escaped('<NFe xmlns="urn:nfe" Id="a"><value>1.50</value></NFe>')}`,
    ],
  ])('%s', (_name, xml) => {
    expect(read(operation, `<xml>${xml}</xml>`)).toEqual(['{"kind":1,"xml":{"@Id":"a","value":1.5}}']);
  });

  test('its deviations are found at their places', () => {
    expect(
      read(operation, `<more>${escaped('<NFe xmlns="urn:nfe"><value>x</value><else/></NFe>')}</more>`),
    ).toEqual([
      '{"kind":1,"more":[{"value":"x"}]}',
      'INVALID_VALUE /more/0/value',
      'UNKNOWN_ELEMENT /more/0',
    ]);
    const strict = designed({ xml: 'NFe' }, {}, { strictResponses: true });
    expect(() => strict.decodeXml(response(`<xml>${escaped('<NFe xmlns="urn:nfe"/>')}</xml>`))).toThrow(
      'the response does not match the WSDL',
    );
  });

  test.each([
    ['no document', 'hello &lt; there', '"hello < there"', 'INVALID_VALUE'],
    ['an empty text', ' ', 'null', 'EMPTY_VALUE'],
    ['another document', escaped('<error>1</error>'), '"<error>1</error>"', 'INVALID_VALUE'],
    ['two roots', escaped('<a/><a/>'), '"<a/><a/>"', 'INVALID_VALUE'],
    [
      'a document type',
      escaped('<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'),
      '"<!DOCTYPE a [<!ENTITY e \\"x\\">]><a>&e;</a>"',
      'INVALID_VALUE',
    ],
    ['an undeclared prefix', escaped('<p:a/>'), '"<p:a/>"', 'INVALID_VALUE'],
    ['a prefix of the envelope', escaped('<t:NFe/>'), '"<t:NFe/>"', 'INVALID_VALUE'],
    ['an instruction', escaped('<?php ?><a/>'), '"<?php ?><a/>"', 'INVALID_VALUE'],
    ['an end tag that leaves the text', escaped('</holder><a/>'), '"</holder><a/>"', 'INVALID_VALUE'],
  ])('%s is the text itself, with a warning', (_name, xml, json, code) => {
    expect(read(operation, `<xml>${xml}</xml>`)).toEqual([`{"kind":1,"xml":${json}}`, `${code} /xml`]);
  });

  test('nil, absent and elements in place of the text', () => {
    expect(
      read(operation, '<xml xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>'),
    ).toEqual(['{"kind":1,"xml":null}']);
    expect(read(operation, '')).toEqual(['{"kind":1}']);
    expect(read(operation, '<xml><NFe/></xml>')).toEqual([
      '{"kind":1,"xml":null}',
      'UNEXPECTED_ELEMENT /xml',
      'EMPTY_VALUE /xml',
    ]);
  });

  test('a large one is within the limits of responses, and a deep one is not', () => {
    const rows = '<value>1</value>'.repeat(100_000);
    const many = read(operation, `<xml>${escaped(`<NFe xmlns="urn:nfe">${rows}</NFe>`)}</xml>`);
    expect(many.slice(1, 2)).toEqual(['TOO_MANY /xml/value']);
    const deep = escaped(
      `<NFe xmlns="urn:nfe"><value>1</value>${'<x xmlns="">'.repeat(3000)}${'</x>'.repeat(3000)}</NFe>`,
    );
    expect(() => operation.decodeXml(response(`<xml>${deep}</xml>`))).toThrow(/more than 128 open elements/);
  });

  test('what is read can be sent again, and names and streams are those of other members', () => {
    const camel = designed({ xml: 'NFe' }, { names: 'camel', rename: { xml: 'invoice' } });
    const reply = camel.fromXml(
      response(
        `<xml>${escaped('<NFe xmlns="urn:nfe" Id="a"><value>9007199254740993.10</value></NFe>')}</xml>`,
      ),
    );
    if (reply.kind !== 'result') throw new Error('expected a result');
    expect(reply.result).toMatchObject({ invoice: { '@id': 'a' } });
    expect(camel.fromXml(camel.responseToXml(reply.result).body)).toEqual(reply);
    const stream = camel.createStream();
    const bytes = response(`<xml>${escaped('<NFe xmlns="urn:nfe"><value>1</value></NFe>')}</xml>`);
    const parts: Uint8Array[] = [];
    for (const byte of bytes) parts.push(stream.write(Uint8Array.of(byte)));
    const end = stream.end();
    if (end.kind === 'result') parts.push(end.result);
    expect(parts.map((part) => new TextDecoder().decode(part)).join('')).toBe(
      '{"kind":1,"invoice":{"value":1},"more":[]}',
    );
  });
});

describe('XM-12: documents follow the Shapes, or the line is an error', () => {
  test('schema, example and query string', () => {
    const operation = designed({ xml: 'NFe' });
    expect(operation.jsonSchema('input')).toMatchObject({
      properties: { xml: { required: ['value'], properties: { '@Id': {}, value: { type: 'number' } } } },
    });
    const example = operation.example('input');
    expect(operation.validate(example)).toEqual([]);
    expect(operation.requestFromXml(operation.toXml(example).body).input).toEqual(example);
    expect(operation.fromQuery('kind=1&xml.value=2')).toEqual({ kind: 1, xml: { value: 2 } });
  });

  test.each([
    [{ documents: { kind: 'NFe' } }, 'documents > kind: cannot be a document: kind is no text'],
    [{ documents: { '@at': 'NFe' } }, 'documents > @at: cannot be a document: @at is an attribute'],
    [
      { documents: { token: 'NFe' } },
      'documents > token: cannot be a document: token has a type that changes white space',
    ],
    [
      { documents: { preset: 'NFe' } },
      'documents > preset: cannot be a document: preset has a default or a fixed value',
    ],
    [{ documents: { xml: 'Nfe' } }, 'documents > xml: the schema has no element "Nfe"; did you mean NFe?'],
    [
      { documents: { xml: 'twice' } },
      'documents > xml: the schema has several elements "twice": {urn:t}twice, {urn:nfe}twice',
    ],
    [
      { documents: { xlm: 'NFe' } },
      'documents > xlm: the input of Do has no member "xlm"; did you mean xml?',
    ],
    [
      { documents: { xml: { element: 'NFe', as: 'text' } } },
      'documents > xml > as: must be escaped or cdata, got string "text"',
    ],
    [
      { documents: { xml: { elment: 'NFe' } } },
      'documents > xml > elment: is not a part of a document: it has element, as and declaration; did you mean element?',
    ],
    [
      { documents: { xml: 3 } },
      'documents > xml: must be the name of an element, * or an object with it, got number 3',
    ],
  ])('%j', (input, expected) => {
    expect(problemsOf(input)[0]).toBe(expected);
  });
});
