import { describe, expect, test } from 'vitest';
import { link, schema, schemaDocument } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const SOAP11 = 'http://schemas.xmlsoap.org/soap/encoding/';
const SOAP12 = 'http://www.w3.org/2003/05/soap-encoding';
const BUNDLED = [SOAP11, SOAP12];
const NAMESPACES = `xmlns:soapenc="${SOAP11}" xmlns:enc="${SOAP12}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"`;

/** The start of the notation of `P`: the attributes of soapenc:Array, always the same, are cut off. */
function arrayOf(declarations: string): string {
  const { set, diagnostics } = link(
    [
      schema(
        `${declarations}<xs:complexType name="Row"/><xs:complexType name="ArrayOfInt"><xs:complexContent><xs:restriction base="soapenc:Array"><xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[]"/></xs:restriction></xs:complexContent></xs:complexType>`,
        NAMESPACES,
      ),
    ],
    { bundled: BUNDLED },
  );
  expect(diagnostics).toEqual([]);
  return /array of \S+ \[[\d,]*\]/.exec(notation(set).of('P'))?.[0] ?? 'no array';
}

const restriction = (content: string, base = 'soapenc:Array'): string =>
  `<xs:complexType name="P"><xs:complexContent><xs:restriction base="${base}">${content}</xs:restriction></xs:complexContent></xs:complexType>`;
const arrayType = (type: string): string =>
  `<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="${type}"/>`;
const items = (name: string, type: string): string =>
  `<xs:sequence><xs:element name="${name}" type="${type}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>`;

describe('EN-2: array types as tools write them', () => {
  test.each([
    ['wsdl:arrayType on the attribute', restriction(arrayType('xs:string[]')), 'array of string [1]'],
    ['of a complex type', restriction(arrayType('t:Row[]')), 'array of t:Row [1]'],
    ['with a size', restriction(arrayType('t:Row[10]')), 'array of t:Row [1]'],
    ['two dimensions', restriction(arrayType('xs:int[,]')), 'array of int [2]'],
    ['two dimensions with sizes', restriction(arrayType('xs:int[2,3]')), 'array of int [2]'],
    ['an array of arrays', restriction(arrayType('xs:int[][]')), 'array of int [1,1]'],
    [
      'five two-dimensional arrays: the last pair is the outermost',
      restriction(arrayType('xs:int[,][5]')),
      'array of int [1,2]',
    ],
    [
      'an array of a type that is an array',
      restriction(arrayType('t:ArrayOfInt[]')),
      'array of t:ArrayOfInt [1]',
    ],
    ['a name without brackets', restriction(arrayType('t:Row')), 'array of t:Row [1]'],
    ['white space', restriction(arrayType(' t:Row [ ] ')), 'array of t:Row [1]'],
    [
      'a prefix of the attribute only',
      restriction('<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="q:Row[]" xmlns:q="urn:t"/>'),
      'array of t:Row [1]',
    ],
    [
      'an arrayType in no namespace',
      restriction('<xs:attribute ref="soapenc:arrayType" arrayType="xs:int[]"/>'),
      'array of int [1]',
    ],
    [
      'an arrayType in the encoding namespace',
      restriction('<xs:attribute ref="soapenc:arrayType" soapenc:arrayType="xs:int[]"/>'),
      'array of int [1]',
    ],
    [
      'the default of the attribute',
      restriction('<xs:attribute ref="soapenc:arrayType" default="xs:int[]"/>'),
      'array of int [1]',
    ],
    [
      'on the restriction',
      '<xs:complexType name="P"><xs:complexContent><xs:restriction base="soapenc:Array" wsdl:arrayType="xs:int[]"/></xs:complexContent></xs:complexType>',
      'array of int [1]',
    ],
    ['only the one repeatable element', restriction(items('item', 't:Row')), 'array of t:Row [1]'],
    [
      'the attribute takes precedence over the element',
      restriction(items('item', 'xs:anyType') + arrayType('t:Row[]')),
      'array of t:Row [1]',
    ],
    [
      'an attribute that says nothing, and the element',
      restriction(`${items('item', 't:Row')}<xs:attribute ref="soapenc:arrayType"/>`),
      'array of t:Row [1]',
    ],
    [
      'a repeating sequence of one element',
      restriction('<xs:sequence maxOccurs="unbounded"><xs:element name="item" type="t:Row"/></xs:sequence>'),
      'array of t:Row [1]',
    ],
    ['nothing at all', restriction(''), 'array of anyType [1]'],
    [
      'two elements are not an item',
      restriction('<xs:sequence><xs:element name="a" maxOccurs="2"/><xs:element name="b"/></xs:sequence>'),
      'array of anyType [1]',
    ],
    [
      'an extension by one repeatable element',
      `<xs:complexType name="P"><xs:complexContent><xs:extension base="soapenc:Array">${items('item', 't:Row')}</xs:extension></xs:complexContent></xs:complexType>`,
      'array of t:Row [1]',
    ],
    ['a type derived from an array type', restriction('', 't:ArrayOfInt'), 'array of int [1]'],
    ['that narrows the items', restriction(arrayType('xs:short[]'), 't:ArrayOfInt'), 'array of short [1]'],
    ['SOAP 1.2', restriction(arrayType('xs:int[]'), 'enc:Array'), 'array of int [1]'],
    [
      'an anonymous type',
      `<xs:element name="P"><xs:complexType><xs:complexContent><xs:restriction base="soapenc:Array">${arrayType('xs:int[]')}</xs:restriction></xs:complexContent></xs:complexType></xs:element>`,
      'array of int [1]',
    ],
    [
      'a literal ArrayOfX is not a SOAP array (CM-10)',
      `<xs:complexType name="P">${items('item', 't:Row')}</xs:complexType>`,
      'no array',
    ],
  ])('%s', (_, declarations, expected) => {
    expect(arrayOf(declarations)).toBe(expected);
  });

  test('soapenc:Array itself is an array of anything', () => {
    const { set, type } = link([], { bundled: BUNDLED });
    for (const namespace of BUNDLED) {
      const array = type({ namespace, localName: 'Array' });
      expect(set.types[array as number]).toMatchObject({
        soapArray: { itemType: 'anyType', dimensions: [1] },
      });
    }
  });

  test('an array is known by its name if no encoding schema is loaded', () => {
    const { set, diagnostics } = link([schema(restriction(arrayType('xs:int[]')), NAMESPACES)]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['UNRESOLVED_BASE_TYPE', 'UNRESOLVED_ATTRIBUTE']);
    expect(set.types[0]).toMatchObject({ soapArray: { itemType: 'int', dimensions: [1] } });
  });

  test.each([
    ['xs:int[', 'INVALID_ARRAY_TYPE', 'array of anyType [1]'],
    ['[]', 'INVALID_ARRAY_TYPE', 'array of anyType [1]'],
    [`xs:int[${','.repeat(40)}]`, 'INVALID_ARRAY_TYPE', 'array of anyType [1]'],
    [`xs:int${'[]'.repeat(40)}`, 'INVALID_ARRAY_TYPE', 'array of anyType [1]'],
    ['t:Gone[]', 'UNRESOLVED_TYPE', 'array of anyType [1]'],
    ['nope:Row[]', 'UNBOUND_PREFIX', 'array of anyType [1]'],
  ])('arrayType="%s"', (text, code, expected) => {
    const { set, diagnostics } = link([schema(restriction(arrayType(text)), NAMESPACES)], {
      bundled: BUNDLED,
    });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    expect(notation(set).of('P')).toContain(expected);
  });
});

describe('SC-1: the simple types of an encoding are those of XML Schema', () => {
  const OWN = schemaDocument(
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${SOAP11}"><xs:complexType name="string"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="id" type="xs:ID"/></xs:extension></xs:simpleContent></xs:complexType></xs:schema>`,
  );
  test.each([
    ['bundled', []],
    ['supplied', [OWN]],
  ])('with a %s encoding schema', (_, documents) => {
    const { set, diagnostics, type } = link(
      [
        schema(
          '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="soapenc:string"/><xs:element name="b" type="soapenc:base64"/><xs:element ref="soapenc:int"/></xs:sequence></xs:complexType>',
          NAMESPACES,
        ),
        ...documents,
      ],
      { bundled: BUNDLED },
    );
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe(`(t:a:string, t:b:base64Binary, ^{${SOAP11}}int~:int)`);
    expect(type({ namespace: SOAP12, localName: 'dateTime' })).toBe('dateTime');
  });
});
