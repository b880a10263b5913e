import { describe, test } from 'vitest';
import { type DatabindingPattern, expectPattern } from './testing/databinding-pattern.js';

/** Declarations, references, particles and attributes. */
const PATTERNS: readonly DatabindingPattern[] = [
  // Global and local declarations, references.
  ['GlobalElement', '<xs:element name="P" type="xs:int"/>', 'element t:P:int'],
  [
    'GlobalElementUnqualifiedType',
    '<xs:element name="P" type="int" xmlns="http://www.w3.org/2001/XMLSchema"/>',
    'element t:P:int',
  ],
  ['GlobalAttribute', '<xs:attribute name="P" type="xs:int"/>', 'attribute t:P:int'],
  [
    'GlobalAttributeSimpleType',
    '<xs:attribute name="P"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:attribute>',
    'attribute t:P:#t:P',
  ],
  [
    'GlobalSimpleType',
    '<xs:simpleType name="P"><xs:restriction base="xs:string"/></xs:simpleType>',
    'string < string',
  ],
  [
    'SimpleTypeRenamed',
    '<xs:simpleType name="A"><xs:restriction base="xs:string"/></xs:simpleType><xs:simpleType name="P"><xs:restriction base="t:A"/></xs:simpleType>',
    'string < t:A',
  ],
  [
    'ElementTypeReference',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="t:A"/></xs:sequence></xs:complexType><xs:complexType name="A"/>',
    '(t:a:t:A)',
  ],
  [
    'ElementTypeDefaultNamespace',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="A" xmlns="urn:t"/></xs:sequence></xs:complexType><xs:complexType name="A"/>',
    '(t:a:t:A)',
  ],
  [
    'ElementReference',
    '<xs:complexType name="P"><xs:sequence><xs:element ref="t:a"/></xs:sequence></xs:complexType><xs:element name="a" type="xs:int"/>',
    '(^t:a:int)',
  ],
  [
    'ElementReferenceUnqualified',
    '<xs:complexType name="P"><xs:sequence><xs:element ref="a" xmlns="urn:t"/></xs:sequence></xs:complexType><xs:element name="a" type="xs:int"/>',
    '(^t:a:int)',
  ],
  [
    'AttributeReference',
    '<xs:complexType name="P"><xs:attribute ref="t:a"/></xs:complexType><xs:attribute name="a" type="xs:int"/>',
    'empty @t:a:int',
  ],
  [
    'AttributeTypeReferenceUnqualified',
    '<xs:complexType name="P"><xs:attribute name="a" type="A" xmlns="urn:t"/></xs:complexType><xs:simpleType name="A"><xs:restriction base="xs:int"/></xs:simpleType>',
    'empty @a:t:A',
  ],
  [
    'LocalElementSimpleType',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:element></xs:sequence></xs:complexType>',
    '(t:a:#t:a)',
  ],
  [
    'LocalElementComplexType',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a"><xs:complexType/></xs:element></xs:sequence></xs:complexType>',
    '(t:a:#t:a)',
  ],
  [
    'LocalAttributeSimpleType',
    '<xs:complexType name="P"><xs:attribute name="a"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:attribute></xs:complexType>',
    'empty @a:#a',
  ],
  [
    'AttributeGroup',
    '<xs:attributeGroup name="G"><xs:attribute name="a" type="xs:int"/></xs:attributeGroup><xs:complexType name="P"><xs:attributeGroup ref="t:G"/></xs:complexType>',
    'empty @a:int',
  ],
  [
    'ElementGroup',
    '<xs:group name="G"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:group><xs:complexType name="P"><xs:group ref="t:G"/></xs:complexType>',
    '(t:a:int)',
  ],
  // Form.
  [
    'QualifiedLocalElements',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
    '(t:a:int)',
  ],
  [
    'ElementFormUnqualified',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" form="unqualified" type="xs:int"/></xs:sequence></xs:complexType>',
    '(a:int)',
  ],
  [
    'AttributeFormQualified',
    '<xs:complexType name="P"><xs:attribute name="a" form="qualified" type="xs:int"/></xs:complexType>',
    'empty @t:a:int',
  ],
  [
    'UnqualifiedLocalAttributes',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:int"/></xs:complexType>',
    'empty @a:int',
  ],
  // Mixed.
  [
    'NotMixed',
    '<xs:complexType name="P" mixed="false"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
    '(t:a:int)',
  ],
  [
    'MixedContentType',
    '<xs:complexType name="P" mixed="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>',
    'mixed (t:a:int)',
  ],
  [
    'MixedComplexContent',
    '<xs:complexType name="A"/><xs:complexType name="P"><xs:complexContent mixed="true"><xs:extension base="t:A"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
    'extension of t:A mixed (t:a:int)',
  ],
  // Occurrence.
  [
    'ElementMinOccurs0',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>',
    '(t:a:int?)',
  ],
  [
    'ElementMinOccurs0MaxOccursUnbounded',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
    '(t:a:int*)',
  ],
  [
    'ElementMinOccurs1MaxOccursUnbounded',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
    '(t:a:int+)',
  ],
  [
    'ElementMinOccursFinite',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="3" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
    '(t:a:int{3,})',
  ],
  [
    'ElementMaxOccursFinite',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="10"/></xs:sequence></xs:complexType>',
    '(t:a:int{1,10})',
  ],
  // Default, fixed, use.
  [
    'ElementDefault',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" default="7"/></xs:sequence></xs:complexType>',
    '(t:a:int="7")',
  ],
  [
    'ElementFixed',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" fixed="7"/></xs:sequence></xs:complexType>',
    '(t:a:int=="7")',
  ],
  [
    'AttributeOptional',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:int" use="optional"/></xs:complexType>',
    'empty @a:int',
  ],
  [
    'AttributeRequired',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:int" use="required"/></xs:complexType>',
    'empty @a:int!',
  ],
  [
    'AttributeFixed',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:int" fixed="7"/></xs:complexType>',
    'empty @a:int=="7"',
  ],
  [
    'AttributeDefault',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:int" default="7"/></xs:complexType>',
    'empty @a:int="7"',
  ],
];

describe('XML Schema Patterns for Databinding', () => {
  test.each(PATTERNS)('%s', (_, declarations, expected) => expectPattern(declarations, expected));
});
