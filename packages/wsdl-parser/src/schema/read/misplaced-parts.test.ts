import { expect, test } from 'vitest';
import { parsePieces } from '../../wsdl/testing.js';
import { link, schema } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const BASE =
  '<xs:complexType name="Base"><xs:sequence><xs:element name="k" type="xs:int"/></xs:sequence></xs:complexType>';
const EXTENSION =
  '<xs:extension base="t:Base"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:extension>';

test.each([
  [
    'an attribute after complexContent, as gSOAP writes it',
    `<xs:complexContent>${EXTENSION}</xs:complexContent><xs:attribute name="f" type="xs:int"/>`,
    'extension of t:Base (t:k:int, t:v:int) @f:int',
    'xs:attribute is used in the wrong place of xs:complexType; read as part of the complex type',
  ],
  [
    'an attribute in complexContent',
    `<xs:complexContent>${EXTENSION}<xs:attribute name="f" type="xs:int"/></xs:complexContent>`,
    'extension of t:Base (t:k:int, t:v:int) @f:int',
    'xs:attribute is used in the wrong place of xs:complexContent; read as part of the complex type',
  ],
  [
    'an attribute in a sequence',
    '<xs:sequence><xs:attribute name="f" type="xs:int"/><xs:element name="v" type="xs:int"/></xs:sequence>',
    '(t:v:int) @f:int',
    'xs:attribute is used in the wrong place of xs:sequence; read as part of the complex type',
  ],
  [
    'an extension directly in the type',
    EXTENSION,
    'extension of t:Base (t:k:int, t:v:int)',
    'xs:extension is used directly in xs:complexType; read as inside xs:complexContent',
  ],
  [
    'an extension of a built-in directly in the type',
    '<xs:extension base="xs:decimal"><xs:attribute name="f" type="xs:int"/></xs:extension>',
    'extension of decimal simple decimal @f:int',
    'xs:extension is used directly in xs:complexType; read as inside xs:simpleContent',
  ],
])('a part in the wrong place is read where it can only belong: %s', (_, content, expected, message) => {
  const { set, diagnostics } = link([schema(`${BASE}<xs:complexType name="P">${content}</xs:complexType>`)]);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([['UNEXPECTED_SCHEMA_ELEMENT', message]]);
  expect(notation(set).of('P')).toBe(expected);
});

test('an attribute inside a named group is ignored, because no type has it', () => {
  const { diagnostics } = link([
    schema('<xs:group name="G"><xs:sequence><xs:attribute name="f"/></xs:sequence></xs:group>'),
  ]);
  expect(diagnostics).toMatchObject([{ code: 'UNEXPECTED_SCHEMA_ELEMENT' }]);
});

test('an xs:schema beside wsdl:types is read, with a finding', async () => {
  const { model, diagnostics } = await parsePieces({
    head: '<xs:schema targetNamespace="urn:t"><xs:complexType name="A"><xs:sequence/></xs:complexType></xs:schema>',
    schema: '<xs:element name="a" type="t:A"/>',
  });
  expect(model.schema.types.map(({ name }) => name?.localName)).toContain('A');
  expect(diagnostics.map((d) => d.message)).toEqual([
    'xs:schema is used outside wsdl:types; read as if it were inside',
  ]);
});
