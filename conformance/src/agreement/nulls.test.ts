import type { JsonObject } from '@soapstone/json-xml-mapper';
import { describe, expect, test } from 'vitest';
import { judges, judgesOf, type Kind, op, REFUSED, TAKEN } from './judges.js';

test('NL-2: null next to the branch of a choice means absent; the normal form, which the document describes, leaves it out', async () => {
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

describe('NL-2: the mapper and the schema of the message accept and reject the same null', () => {
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
