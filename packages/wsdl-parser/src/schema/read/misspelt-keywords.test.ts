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

test('commas between the names of a list are read as white space', () => {
  const union = '<xs:simpleType name="U"><xs:union memberTypes="xs:int, xs:date;xs:time"/></xs:simpleType>';
  const { set, diagnostics } = link([
    schemaDocument(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${union}</xs:schema>`,
    ),
  ]);
  expect(set.types[0]).toMatchObject({ variety: { memberTypes: ['int', 'date', 'time'] } });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'the items of memberTypes="xs:int, xs:date;xs:time" are separated by white space; read without commas',
  ]);
});

test.each(['∞', '1..*', '+', 'many', 'no limit'])('maxOccurs="%s" is unbounded', (maxOccurs) => {
  const result = read('', sequence(`<xs:element name="a" type="xs:int" maxOccurs="${maxOccurs}"/>`));
  expect(result.notation).toBe('(a:int+)');
  expect(result.codes.map(([code]) => code)).toEqual(['INVALID_OCCURRENCE']);
});

test.each(['Zero', 'optional', 'O', 'none', 'false', '0.0', '0;'])('minOccurs="%s" is 0', (minOccurs) => {
  const result = read('', sequence(`<xs:element name="a" type="xs:int" minOccurs="${minOccurs}"/>`));
  expect(result.notation).toBe('(a:int?)');
  expect(result.codes.map(([code]) => code)).toEqual(['INVALID_OCCURRENCE']);
});

test.each(['default', 'fixed'])('use="%s" of an attribute is of a draft, and reported', (use) => {
  const result = read('', P(`<xs:attribute name="a" type="xs:int" use="${use}" value="1"/>`));
  expect(result.codes.map(([code]) => code)).toEqual(['INVALID_SCHEMA_VALUE']);
});

test('xs:all that repeats is reported', () => {
  const result = read('', P('<xs:all maxOccurs="unbounded"><xs:element name="a" type="xs:int"/></xs:all>'));
  expect(result.codes.map(([code]) => code)).toEqual(['INVALID_OCCURRENCE']);
});
