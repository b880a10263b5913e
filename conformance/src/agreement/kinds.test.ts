import { gatewayContract } from '@soapstone/http-contract';
import { type CompiledOperation, createMapper, type JsonObject } from '@soapstone/json-xml-mapper';
import { generateOpenApi, toOpenApi30 } from '@soapstone/openapi-generator';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { publishedSchemas } from './published-schema.js';

/** L5, kind by kind: compares the mapper, its JSON Schema and the OpenAPI document on the same requests. */

interface Verdicts {
  readonly mapper: boolean;
  readonly schema: boolean;
  readonly document: boolean;
}

async function judges(schema: string): Promise<(request: unknown) => Verdicts> {
  return (await judgesOf(schema)).judge;
}

async function judgesOf(
  schema: string,
): Promise<{ readonly operation: CompiledOperation; readonly judge: (request: unknown) => Verdicts }> {
  const { model } =
    await parseWsdlText(`<definitions targetNamespace="urn:t" xmlns:t="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsi="http://ws-i.org/profiles/basic/1.1/xsd">
    <types><xs:schema targetNamespace="urn:t"><xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd"/>${schema}</xs:schema></types>
    <message name="in"><part name="p" element="t:Op"/></message>
    <portType name="P"><operation name="Op"><input message="t:in"/></operation></portType>
    <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body use="literal"/></input></operation></binding>
    <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service></definitions>`);
  const mapper = createMapper(model);
  const operation = mapper.compile('Op');
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(
    operation.jsonSchema('input'),
  );
  const document = generateOpenApi(
    mapper,
    gatewayContract({ baseUrl: 'https://gateway.example', accountId: 'a', serviceSlug: 's' }),
  );
  const published = publishedSchemas(toOpenApi30(document), document);
  const { request: described } = published.operation('Op');
  const judge = (request: unknown): Verdicts => ({
    mapper: operation.validate(request).length === 0,
    schema: isValid(request) === true,
    document: published.judge(described, request) === undefined,
  });
  return { operation, judge };
}

const TAKEN: Verdicts = { mapper: true, schema: true, document: true };
const REFUSED: Verdicts = { mapper: false, schema: false, document: false };

/** The request element with this content. */
const op = (content: string, attributes = '') =>
  `<xs:element name="Op"><xs:complexType><xs:sequence>${content}</xs:sequence>${attributes}</xs:complexType></xs:element>`;
const element = (type: string, more = '') => op(`<xs:element name="v" type="${type}" ${more}/>`);
const v = (...values: readonly unknown[]) => values.map((value) => ({ v: value }));

interface Kind {
  readonly what: string;
  readonly schema: string;
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];
}

const KINDS: readonly Kind[] = [
  {
    what: 'NL-1: null for a required anyType',
    schema: element('xs:anyType'),
    taken: v('x', 1, false, {}, { $nil: true }, { $type: 'xs:int', $value: 1 }, { '@a': '1', $content: [] }),
    refused: [...v(null), {}],
  },
  {
    what: 'NL-1: null among several anyType',
    schema: element('xs:anyType', 'maxOccurs="3"'),
    taken: v(['x'], [{}, { $nil: true }]),
    refused: v([null], ['x', null], []),
  },
  {
    what: 'NL-1: null for a nillable anyType',
    schema: element('xs:anyType', 'nillable="true"'),
    taken: v(null, 'x', {}),
    refused: [{}],
  },
  {
    what: 'QN-1: texts of QName',
    schema: element('xs:QName'),
    taken: v('a', '{urn:x}b', 'ä-1', '{urn:{x}b'),
    refused: v('1 2', 'p:x', '{}x', '', '{urn:x}1', '{urn:x', '{http://www.w3.org/2000/xmlns/}a', 1),
  },
  ...['NCName', 'ID', 'IDREF', 'ENTITY'].map((type) => ({
    what: `TY-1: texts of ${type}`,
    schema: element(`xs:${type}`),
    taken: v('a', '_', 'ä-1', 'a.b', '\u05d0'),
    refused: v('1', '-', '.', '1 2', 'p:x', '', 'a b', 'a/b', '{urn:x}b', null),
  })),
  {
    what: 'TY-1: texts of Name',
    schema: element('xs:Name'),
    taken: v('a', ':', 'p:x', ':a:1'),
    refused: v('1', '1 2', '', 'a b', 'a;b'),
  },
  {
    what: 'TY-1: texts of NMTOKEN',
    schema: element('xs:NMTOKEN'),
    taken: v('1', '-', 'p:x', '.'),
    refused: v('1 2', '', 'a;b', 'a,b'),
  },
  {
    what: 'TY-1: texts of language',
    schema: element('xs:language'),
    taken: v('en', 'de-CH-1996'),
    refused: v('1 2', '', 'e_n', 'abcdefghi'),
  },
  {
    what: '10.1: base64 with white space',
    schema: element('xs:base64Binary'),
    taken: v('AQID', 'AQ ID', ' A Q = = ', 'AQID\n', 'AQ\tI=', '', ' '),
    refused: v(1, null),
  },
  {
    what: 'AT-2: members of a swaRef',
    schema: element('wsi:swaRef'),
    taken: v(
      { data: 'AQID' },
      { data: '', contentType: 'text/xml; charset=utf-8', filename: 'ä b.xml' },
      { data: 'AQ==', filename: '' },
    ),
    refused: v(
      {},
      { data: 1 },
      { data: 'AQID', contentType: '' },
      { data: 'AQID', contentType: 'image' },
      { data: 'AQID', contentType: 'image/png\r\nX: y' },
      { data: 'AQID', filename: 'a\nb' },
      { data: 'AQID', filename: '\u007f' },
      { data: 'AQID', name: 'x' },
      'cid:x',
      null,
    ),
  },
  {
    what: 'CM-12: an empty array beside the branch of a choice',
    schema: op(
      '<xs:choice><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:int" maxOccurs="unbounded"/><xs:element name="c" type="xs:string" nillable="true"/>' +
        '<xs:any namespace="##other" processContents="lax" maxOccurs="2"/></xs:choice>',
    ),
    taken: [
      { a: 'x' },
      { a: 'x', b: [] },
      { b: [1] },
      { b: [1], $any: [] },
      { c: null, b: [], $any: [] },
      { $any: [{ '{urn:x}y': '' }], b: [] },
    ],
    refused: [
      {},
      { b: [] },
      { $any: [] },
      { b: [], $any: [] },
      { a: 'x', b: [1] },
      { a: 'x', c: null },
      { a: null },
      { a: null, b: [] },
    ],
  },
  {
    what: 'CM-13: an empty array in a choice whose branches share a key',
    schema: op(
      '<xs:choice><xs:sequence><xs:element name="k" type="xs:string"/><xs:element name="a" type="xs:int" maxOccurs="9"/></xs:sequence>' +
        '<xs:sequence><xs:element name="k" type="xs:string"/><xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="9"/></xs:sequence></xs:choice>',
    ),
    taken: [{ k: 'x' }, { k: 'x', a: [] }, { k: 'x', a: [1], b: [] }, { k: 'x', a: [], b: [1] }],
    refused: [{ a: [1] }, { k: 'x', a: [1], b: [1] }, { a: [], b: [] }, {}],
  },
  {
    what: 'CM-14: an empty array in an optional group',
    schema: op(
      '<xs:sequence minOccurs="0"><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:int" maxOccurs="9"/><xs:element name="c" type="xs:int" minOccurs="0" maxOccurs="9"/></xs:sequence>',
    ),
    taken: [{}, { b: [] }, { c: [] }, { b: [], c: [] }, { a: 'x', b: [1], c: [] }],
    refused: [{ a: 'x' }, { a: 'x', b: [] }, { c: [1] }, { b: [1] }],
  },
  {
    what: 'MX-3: $content that ends too early',
    schema:
      '<xs:element name="Op"><xs:complexType><xs:choice><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence>' +
      '<xs:sequence><xs:element name="b" type="xs:int"/><xs:element name="a" type="xs:int" minOccurs="2" maxOccurs="2"/></xs:sequence></xs:choice></xs:complexType></xs:element>',
    taken: [{ $content: [{ a: 1 }, { b: 1 }] }, { $content: [{ b: 1 }, { a: 1 }, { a: 2 }] }],
    refused: [{}, { $content: [] }, { $content: [{ a: 1 }] }, { $content: ['x', { a: 1 }] }],
  },
  {
    what: 'MX-3: mixed $content that ends too early',
    schema:
      '<xs:element name="Op"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/>' +
      '<xs:element name="d" type="xs:int" default="1"/></xs:sequence></xs:complexType></xs:element>',
    taken: [{ $content: ['x', { a: 1 }, 'y', { d: 2 }] }],
    refused: [{}, { $content: [] }],
  },
];

test('NL-2: null beside the branch of a choice means absent; the normal form, which the document describes, leaves it out', async () => {
  const { operation, judge } = await judgesOf(
    op(
      '<xs:choice><xs:element name="a" type="xs:string"/><xs:element name="b" type="xs:int" maxOccurs="unbounded"/>' +
        '<xs:sequence><xs:element name="c" type="xs:int"/><xs:element name="d" type="xs:date"/></xs:sequence></xs:choice>' +
        '<xs:element name="e" type="xs:int" minOccurs="0"/>',
    ),
  );
  for (const [request, normal] of [
    [{ a: 'x', b: null, c: null, d: null, e: null }, { a: 'x' }],
    [
      { a: null, b: [1], e: 5 },
      { b: [1], e: 5 },
    ],
    [
      { a: null, b: [], c: 1, d: '2024-02-29' },
      { c: 1, d: '2024-02-29' },
    ],
  ]) {
    expect(judge(request)).toEqual({ mapper: true, schema: true, document: false });
    expect(operation.normalise(request as JsonObject)).toEqual(normal);
    expect(judge(normal)).toEqual(TAKEN);
  }
  for (const request of [{ a: null, b: null }, { c: 1, d: null }, { a: null }, { a: 'x', b: [null] }])
    expect(judge(request)).toEqual(REFUSED);
});

/** The mapper and the schema of the message judge alike; the document describes the normal form (OA-9). */
const NULLS: readonly Kind[] = [
  {
    what: 'arrays, groups, wildcards and attributes',
    schema: op(
      '<xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="2"/><xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="k" type="xs:int" default="1"/><xs:element name="d" type="xs:int" minOccurs="0"/></xs:sequence>' +
        '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="3"/>',
      '<xs:attribute name="at" type="xs:int"/><xs:attribute name="rq" type="xs:int" use="required"/><xs:anyAttribute/>',
    ),
    taken: [
      { '@rq': 1, a: null, $items: null, $any: null, $anyAttributes: null, '@at': null },
      { '@rq': 1, $items: [{ d: null }] },
      { '@rq': 1, $any: [{ '{urn:x}y': null }] },
    ],
    refused: [
      { '@rq': null },
      { '@rq': 1, a: [null] },
      { '@rq': 1, $items: [{ k: null }] },
      { '@rq': 1, $items: [null] },
      { '@rq': 1, $any: [null] },
      { '@rq': 1, $anyAttributes: { '{urn:x}y': null } },
      { '@rq': 1, unknown: null },
      { '@rq': 1, $value: null },
      { '@rq': 1, $content: null },
      { '@rq': 1, $type: null },
      { '@rq': 1, $attachments: null },
    ],
  },
  {
    what: 'a key that a wildcard may hold as surplus',
    schema:
      '<xs:element name="Op"><xs:complexType><xs:sequence><xs:element ref="t:item" minOccurs="0"/><xs:any maxOccurs="3" minOccurs="0"/></xs:sequence></xs:complexType></xs:element><xs:element name="item" type="xs:string"/>',
    taken: [{ item: 'x', $any: [{ '{urn:t}item': 'y' }] }, { item: null }],
    refused: [{ item: null, $any: [{ '{urn:t}item': 'y' }] }, { $any: [{ '{urn:t}item': 'y' }] }],
  },
  {
    what: 'heads of substitution groups',
    schema:
      '<xs:element name="h" type="xs:string" abstract="true"/><xs:element name="m" type="xs:string" substitutionGroup="t:h"/><xs:element name="h2" type="xs:string"/><xs:element name="m2" type="xs:string" nillable="true" substitutionGroup="t:h2"/>' +
      op(
        '<xs:element ref="t:h" minOccurs="0"/><xs:choice><xs:element ref="t:h2"/><xs:element name="x" type="xs:int"/></xs:choice>',
      ),
    taken: [{ x: 1, h: null, h2: null }, { h2: 'a', x: null }, { h2: { $element: 'm2', $nil: true } }],
    refused: [
      { h2: null },
      { x: null },
      { h2: { $element: 'm2', $value: null } },
      { x: 1, h: { $element: null, $value: 'x' } },
      { x: 1, h: { $element: 'm', $value: null } },
    ],
  },
  {
    what: 'derived types and values of any type',
    schema:
      '<xs:complexType name="B"><xs:sequence><xs:element name="i" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType><xs:complexType name="D"><xs:complexContent><xs:extension base="t:B"><xs:sequence><xs:element name="j" type="xs:int" minOccurs="0" nillable="true"/></xs:sequence><xs:attribute name="q" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>' +
      op(
        '<xs:element name="b" type="t:B" minOccurs="0"/><xs:element name="n" type="t:B" nillable="true" minOccurs="0"/><xs:element name="u" type="xs:anyType" minOccurs="0"/><xs:element name="s" type="xs:anySimpleType" minOccurs="0"/>',
      ),
    taken: [
      { b: null, n: null, u: null, s: null },
      { b: { $type: 'D', i: null, j: null, '@q': null } },
      { n: { $type: 'D', $nil: true, '@q': null } },
    ],
    refused: [
      { b: { $type: null } },
      { n: { $nil: true, i: null } },
      { n: { $nil: null } },
      { s: { $type: 'xs:int', $value: null } },
      { s: { $type: null, $value: 'x' } },
    ],
  },
  {
    what: 'a nil element whose types have no attributes',
    schema:
      '<xs:complexType name="B"><xs:sequence><xs:element name="i" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="D"><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType>' +
      op('<xs:element name="n" type="t:B" nillable="true"/><xs:element name="b" type="t:B" minOccurs="0"/>'),
    taken: [
      { n: null },
      { n: { $nil: true } },
      { n: { $nil: true, $type: 'B' } },
      { n: { $type: 'D', $nil: true } },
    ],
    refused: [{ n: { $nil: false } }, { n: { $nil: true, i: 1 } }, { n: null, b: { $nil: true } }],
  },
  {
    what: 'a nil root of an abstract type',
    schema:
      '<xs:complexType name="B" abstract="true"><xs:sequence><xs:element name="i" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="D"><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType><xs:element name="Op" type="t:B" nillable="true"/>',
    taken: [
      { $nil: true, $type: 'D' },
      { $type: 'D', i: 1 },
    ],
    refused: [{ $nil: true }, { i: 1 }, {}],
  },
  {
    what: 'SOAP arrays of arrays, and of two dimensions',
    schema:
      ['xs:int[][]', 'xs:int[,]']
        .map(
          (type, index) =>
            `<xs:complexType name="A${index}"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><xs:attribute ref="e:arrayType" w:arrayType="${type}" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></xs:restriction></xs:complexContent></xs:complexType>`,
        )
        .join('') +
      op(
        '<xs:element name="jagged" type="t:A0" minOccurs="0"/><xs:element name="rows" type="t:A1" minOccurs="0"/>',
      ),
    taken: [
      { jagged: [[1, null], null, []] },
      {
        rows: [
          [1, null],
          [2, 3],
        ],
      },
      { jagged: null, rows: null },
    ],
    refused: [{ jagged: [1] }, { rows: [[1], null] }, { rows: [1] }],
  },
  {
    what: 'ordered content, lists and attachments',
    schema: op(
      '<xs:element name="mx" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:element name="o" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>' +
        '<xs:choice><xs:element name="l" type="xs:NMTOKENS"/><xs:element name="file" type="wsi:swaRef"/></xs:choice>',
      '<xs:attribute name="f" fixed="7" type="xs:int"/>',
    ),
    taken: [
      { mx: null, l: ['a'], file: null, '@f': null },
      { l: null, file: { data: 'AQID', contentType: null, filename: null } },
    ],
    refused: [
      { l: ['a'], mx: { $content: null } },
      { l: ['a'], mx: { $content: [null] } },
      { l: null },
      { l: [null] },
      { l: [], file: { data: 'AQID' } },
      { file: { data: null } },
    ],
  },
];

describe('NL-2: the mapper and the schema of the message take and refuse the same null', () => {
  test.each(NULLS)('$what', async ({ schema, taken, refused }) => {
    const judge = await judges(schema);
    const told = (requests: readonly unknown[]) =>
      requests.map((request) => {
        const { mapper, schema } = judge(request);
        return [JSON.stringify(request), mapper, schema];
      });
    expect(told(taken)).toEqual(taken.map((request) => [JSON.stringify(request), true, true]));
    expect(told(refused)).toEqual(refused.map((request) => [JSON.stringify(request), false, false]));
  });
});

describe('L5: a request that one side rejects, the others reject', () => {
  test.each(KINDS)('$what', async ({ schema, taken, refused }) => {
    const judge = await judges(schema);
    const told = (requests: readonly unknown[], verdicts?: Verdicts) =>
      requests.map((request) => [JSON.stringify(request), verdicts ?? judge(request)]);
    expect(told(taken)).toEqual(told(taken, TAKEN));
    expect(told(refused)).toEqual(told(refused, REFUSED));
  });
});
