import { expect, test } from 'vitest';
import { link, schemaDocument } from '../testing/link.js';
import { notation } from '../testing/notation.js';

const read = (attributes: string, content: string) => {
  const { set, diagnostics } = link([
    schemaDocument(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" ${attributes}>${content}</xs:schema>`,
    ),
  ]);
  return { notation: notation(set).of('P'), codes: diagnostics.map(({ code, message }) => [code, message]) };
};
const P = (content: string) => `<xs:complexType name="P">${content}</xs:complexType>`;
const sequence = (content: string) => P(`<xs:sequence>${content}</xs:sequence>`);

test.each([
  [
    'elementFormDefault="Qualified"',
    sequence('<xs:element name="a" type="xs:int"/>'),
    '(t:a:int)',
    'elementFormDefault="Qualified" is not qualified or unqualified; read as qualified',
  ],
  [
    'attributeFormDefault="TRUE"',
    P('<xs:attribute name="a" type="xs:int"/>'),
    'empty @t:a:int',
    'attributeFormDefault="TRUE" is not qualified or unqualified; read as qualified',
  ],
  [
    '',
    sequence('<xs:element name="a" type="xs:int" form="QUALIFIED"/>'),
    '(t:a:int)',
    'form="QUALIFIED" is not qualified or unqualified; read as qualified',
  ],
  [
    'elementFormDefault="qualified"',
    sequence('<xs:element name="a" type="xs:int" form="Unqualified"/>'),
    '(a:int)',
    'form="Unqualified" is not qualified or unqualified; read as unqualified',
  ],
  [
    '',
    P('<xs:attribute name="a" type="xs:int" use="Required"/>'),
    'empty @a:int!',
    'use="Required" is not optional or required or prohibited; read as required',
  ],
  [
    '',
    sequence('<xs:any processContents="Skip" namespace="##Other"/>'),
    '(any not(urn:t) skip)',
    'namespace="##Other" is not ##any or ##other or ##targetNamespace or ##local; read as ##other',
    'processContents="Skip" is not strict or lax or skip; read as skip',
  ],
])('the keyword is read as it is meant: %s %s', (attributes, content, expected, ...messages) => {
  const result = read(attributes, content);
  expect(result.codes).toEqual(messages.map((message) => ['INVALID_SCHEMA_VALUE', message]));
  expect(result.notation).toBe(expected);
});
