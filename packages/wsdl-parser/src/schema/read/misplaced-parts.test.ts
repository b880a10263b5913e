import { expect, test } from 'vitest';
import { parseWsdlText } from '../../parse-wsdl.js';
import { parsePieces, wsdl11 } from '../../wsdl/testing/wsdl-pieces.js';
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

const CONTENT = '<xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence>';
test.each([
  [
    'a model group directly in an element',
    CONTENT,
    '(t:v:int)',
    'xs:sequence is used directly in xs:element; read as inside xs:complexType',
  ],
  [
    'an attribute beside the complex type of an element',
    `<xs:complexType>${CONTENT}</xs:complexType><xs:attribute name="f" type="xs:int"/>`,
    '(t:v:int) @f:int',
    'xs:attribute is used beside xs:complexType; read as part of the complex type',
  ],
  [
    'a restriction directly in an element',
    '<xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction>',
    'simple',
    'xs:restriction is used directly in xs:element; read as inside xs:simpleType',
  ],
])('a type without its own element is read: %s', (_, content, expected, message) => {
  const { set, diagnostics } = link([schema(`<xs:element name="E">${content}</xs:element>`)]);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([['UNEXPECTED_SCHEMA_ELEMENT', message]]);
  const { type } = set.elements.find(({ name }) => name.localName === 'E') ?? {};
  const found = typeof type === 'number' ? set.types[type] : undefined;
  if (expected === 'simple') expect(found).toMatchObject({ kind: 'simple', facets: [{ maxLength: 3 }] });
  else {
    // The same notation as of a type that is written as it should be.
    const attribute = expected.includes('@') ? '<xs:attribute name="f" type="xs:int"/>' : '';
    const right = link([
      schema(`<xs:element name="E"><xs:complexType>${CONTENT}${attribute}</xs:complexType></xs:element>`),
    ]);
    const plain = (type: unknown) =>
      JSON.parse(JSON.stringify(type, (key, value) => (key === 'location' ? undefined : value)));
    expect(plain(found)).toEqual(plain(right.set.types[0]));
  }
});

test.each([
  ['type', '<xs:complexType name="P" type="t:Base"/>', 'extension of t:Base (t:k:int)'],
  ['base', '<xs:complexType name="P" base="t:Base"/>', 'extension of t:Base (t:k:int)'],
])('%s on xs:complexType is the base of an extension', (name, declaration, expected) => {
  const { set, diagnostics } = link([schema(`${BASE}${declaration}`)]);
  expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
    [
      'INVALID_SCHEMA_VALUE',
      `${name} is not an attribute of xs:complexType; read as the base of an extension`,
    ],
  ]);
  expect(notation(set).of('P')).toBe(expected);
});

test.each([
  [
    '<xs:schema targetNamespace="urn:t"><xs:element name="X" type="xs:int"/></xs:schema>',
    'xs:schema is used inside another; read as if it were beside it',
  ],
])('a schema in a schema is read beside it', async (inner, message) => {
  const { model, diagnostics } = await parsePieces({ schema: inner });
  expect(diagnostics.map((d) => [d.code, d.message, d.component])).toEqual([
    ['UNEXPECTED_SCHEMA_ELEMENT', message, 'schema urn:t'],
  ]);
  expect(model.schema.elements.map(({ name }) => name.localName)).toContain('X');
});

test('components directly in wsdl:types are read in the target namespace of the WSDL', async () => {
  const text = wsdl11({}).replace('<types>', '<types><xs:element name="X" type="xs:int"/>');
  const { model, diagnostics } = await parseWsdlText(text);
  expect(diagnostics.map((d) => [d.code, d.message, d.component])).toEqual([
    [
      'UNEXPECTED_SCHEMA_ELEMENT',
      'schema components are used directly in wsdl:types; read as inside an xs:schema',
      'schema urn:t',
    ],
  ]);
  expect(model.schema.elements.find(({ name }) => name.localName === 'X')).toMatchObject({
    name: { namespace: 'urn:t' },
    type: 'int',
  });
});
