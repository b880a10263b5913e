import { describe, expect, test } from 'vitest';
import { element, judges, type Kind, op, REFUSED, TAKEN, type Verdicts, v } from './judges.js';

/** L5, kind by kind: compares the mapper, its JSON Schema and the OpenAPI document on the same requests. */

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
    what: 'CM-12: an empty array next to the branch of a choice',
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

describe('L5: a request that one side rejects, the others reject', () => {
  test.each(KINDS)('$what', async ({ schema, taken, refused }) => {
    const judge = await judges(schema);
    const told = (requests: readonly unknown[], verdicts?: Verdicts) =>
      requests.map((request) => [JSON.stringify(request), verdicts ?? judge(request)]);
    expect(told(taken)).toEqual(told(taken, TAKEN));
    expect(told(refused)).toEqual(told(refused, REFUSED));
  });
});
