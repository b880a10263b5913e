import { describe, expect, test } from 'vitest';
import { type DatabindingPattern, expectPattern } from './testing/databinding-pattern.js';
import { link, schema } from './testing/link.js';
import { notation } from './testing/notation.js';

/** Derivation, simple types, and what else a type can be. */
const PATTERNS: readonly DatabindingPattern[] = [
  // Extension.
  [
    'ComplexTypeSequenceExtension',
    '<xs:complexType name="A"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="P"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
    'extension of t:A (t:a:int, t:b:int)',
  ],
  [
    'ComplexTypeAttributeExtension',
    '<xs:complexType name="A"><xs:attribute name="a" type="xs:int"/></xs:complexType><xs:complexType name="P"><xs:complexContent><xs:extension base="t:A"><xs:attribute name="b" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>',
    'extension of t:A empty @a:int @b:int',
  ],
  [
    'GlobalComplexTypeEmptyExtension',
    '<xs:complexType name="A"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="P"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>',
    'extension of t:A (t:a:int)',
  ],
  // Enumerations and facets.
  [
    'StringEnumerationType',
    '<xs:simpleType name="P"><xs:restriction base="xs:string"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType>',
    'string < string {"enumeration":["a","b"]}',
  ],
  [
    'NullEnumerationType',
    '<xs:simpleType name="P"><xs:restriction base="xs:string"><xs:enumeration value=""/></xs:restriction></xs:simpleType>',
    'string < string {"enumeration":[""]}',
  ],
  [
    'SimpleTypeEnumerationType',
    '<xs:simpleType name="A"><xs:restriction base="xs:int"/></xs:simpleType><xs:simpleType name="P"><xs:restriction base="t:A"><xs:enumeration value="1"/></xs:restriction></xs:simpleType>',
    'int < t:A {"enumeration":["1"]}',
  ],
  [
    'StringSimpleTypePattern',
    '<xs:simpleType name="P"><xs:restriction base="xs:string"><xs:pattern value="\\d+"/></xs:restriction></xs:simpleType>',
    'string < string {"patterns":["\\\\d+"]}',
  ],
  [
    'RestrictedStringMinMaxLength',
    '<xs:simpleType name="P"><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="9"/></xs:restriction></xs:simpleType>',
    'string < string {"minLength":1,"maxLength":9}',
  ],
  [
    'RestrictedMinInclusive',
    '<xs:simpleType name="P"><xs:restriction base="xs:int"><xs:minInclusive value="1"/></xs:restriction></xs:simpleType>',
    'int < int {"minInclusive":"1"}',
  ],
  [
    'RestrictedMaxExclusive',
    '<xs:simpleType name="P"><xs:restriction base="xs:int"><xs:maxExclusive value="1"/></xs:restriction></xs:simpleType>',
    'int < int {"maxExclusive":"1"}',
  ],
  [
    'RestrictedLength',
    '<xs:simpleType name="P"><xs:restriction base="xs:string"><xs:length value="1"/></xs:restriction></xs:simpleType>',
    'string < string {"length":1}',
  ],
  [
    'DecimalSimpleTypeTotalDigits',
    '<xs:simpleType name="P"><xs:restriction base="xs:decimal"><xs:totalDigits value="5"/></xs:restriction></xs:simpleType>',
    'decimal < decimal {"totalDigits":5}',
  ],
  [
    'DecimalSimpleTypeFractionDigits',
    '<xs:simpleType name="P"><xs:restriction base="xs:decimal"><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>',
    'decimal < decimal {"fractionDigits":2}',
  ],
  // Content models.
  [
    'ComplexTypeAll',
    '<xs:complexType name="P"><xs:all><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/></xs:all></xs:complexType>',
    '(t:a:int & t:b:int?)',
  ],
  [
    'ComplexTypeChoice',
    '<xs:complexType name="P"><xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice></xs:complexType>',
    '(t:a:int | t:b:int)',
  ],
  [
    'SequenceSequenceElement',
    '<xs:complexType name="P"><xs:sequence><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:sequence></xs:complexType>',
    '((t:a:int))',
  ],
  [
    'SequenceMinOccurs0MaxOccursUnbounded',
    '<xs:complexType name="P"><xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>',
    '(t:a:int, t:b:int)*',
  ],
  [
    'SequenceMaxOccursFinite',
    '<xs:complexType name="P"><xs:sequence maxOccurs="4"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>',
    '(t:a:int, t:b:int){1,4}',
  ],
  [
    'ChoiceSequence',
    '<xs:complexType name="P"><xs:choice><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence><xs:element name="c" type="xs:int"/></xs:choice></xs:complexType>',
    '((t:a:int, t:b:int) | t:c:int)',
  ],
  [
    'SequenceChoice',
    '<xs:complexType name="P"><xs:sequence><xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice><xs:element name="c" type="xs:int"/></xs:sequence></xs:complexType>',
    '((t:a:int | t:b:int), t:c:int)',
  ],
  [
    'ChoiceChoice',
    '<xs:complexType name="P"><xs:choice><xs:choice><xs:element name="a" type="xs:int"/></xs:choice><xs:element name="b" type="xs:int"/></xs:choice></xs:complexType>',
    '((|t:a:int) | t:b:int)',
  ],
  [
    'ChoiceMaxOccursUnbounded',
    '<xs:complexType name="P"><xs:choice maxOccurs="unbounded"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice></xs:complexType>',
    '(t:a:int | t:b:int)+',
  ],
  [
    'ChoiceMinOccurs0',
    '<xs:complexType name="P"><xs:choice minOccurs="0"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice></xs:complexType>',
    '(t:a:int | t:b:int)?',
  ],
  [
    'GlobalElementSequence',
    '<xs:element name="P"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:element>',
    'element t:P:#t:P',
  ],
  // Wildcards.
  [
    'ExtendedSequenceLax',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"/><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:complexType>',
    '(t:a:int, any ##any lax*)',
  ],
  [
    'ExtendedSequenceStrictOther',
    '<xs:complexType name="P"><xs:sequence><xs:any namespace="##other"/></xs:sequence></xs:complexType>',
    '(any not(urn:t))',
  ],
  [
    'ExtendedSequenceSkipAny',
    '<xs:complexType name="P"><xs:sequence><xs:any namespace="##any" processContents="skip"/></xs:sequence></xs:complexType>',
    '(any ##any skip)',
  ],
  [
    'ComplexTypeAnyAttribute',
    '<xs:complexType name="P"><xs:anyAttribute/></xs:complexType>',
    'empty @any ##any',
  ],
  [
    'AnyAttributeOtherLax',
    '<xs:complexType name="P"><xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>',
    'empty @any not(urn:t) lax',
  ],
  [
    'AttributeElementNameClash',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence><xs:attribute name="a" type="xs:int"/></xs:complexType>',
    '(t:a:int) @a:int',
  ],
  [
    'ComplexTypeOnlyAttributes',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:int"/><xs:attribute name="b" type="xs:int"/></xs:complexType>',
    'empty @a:int @b:int',
  ],
  // Simple content, empty types, nil.
  [
    'ExtendedSimpleContent',
    '<xs:complexType name="P"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>',
    'extension of string simple string @a:int',
  ],
  [
    'SimpleContentAnyAttribute',
    '<xs:complexType name="P"><xs:simpleContent><xs:extension base="xs:string"><xs:anyAttribute/></xs:extension></xs:simpleContent></xs:complexType>',
    'extension of string simple string @any ##any',
  ],
  ['ElementEmptyComplexType', '<xs:complexType name="P"/>', 'empty'],
  ['ElementEmptySequence', '<xs:complexType name="P"><xs:sequence/></xs:complexType>', 'empty'],
  [
    'NillableElement',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" nillable="true"/></xs:sequence></xs:complexType>',
    '(t:a~:int)',
  ],
  [
    'NillableOptionalElement',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:int" nillable="true" minOccurs="0"/></xs:sequence></xs:complexType>',
    '(t:a~:int?)',
  ],
  // Lists, unions, any types.
  ['List', '<xs:simpleType name="P"><xs:list itemType="xs:int"/></xs:simpleType>', 'list of int'],
  [
    'UnionMemberTypes',
    '<xs:simpleType name="P"><xs:union memberTypes="xs:int xs:string"/></xs:simpleType>',
    'union of int string',
  ],
  [
    'UnionSimpleTypes',
    '<xs:simpleType name="P"><xs:union><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:union></xs:simpleType>',
    'union of #t:P',
  ],
  [
    'UnionSimpleAndMemberTypes',
    '<xs:simpleType name="P"><xs:union memberTypes="xs:int"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:union></xs:simpleType>',
    'union of int #t:P',
  ],
  [
    'AnyTypeElement',
    '<xs:complexType name="P"><xs:sequence><xs:element name="a" type="xs:anyType"/><xs:element name="b"/></xs:sequence></xs:complexType>',
    '(t:a:anyType, t:b:anyType)',
  ],
  [
    'AnySimpleTypeAttribute',
    '<xs:complexType name="P"><xs:attribute name="a" type="xs:anySimpleType"/><xs:attribute name="b"/></xs:complexType>',
    'empty @a:anySimpleType @b:anySimpleType',
  ],
  // Identity (MO-6).
  [
    'Unique',
    '<xs:element name="P" type="xs:int"><xs:unique name="u"><xs:selector xpath="x"/><xs:field xpath="@y"/></xs:unique></xs:element>',
    'element t:P:int',
  ],
];

describe('XML Schema Patterns for Databinding', () => {
  test.each(PATTERNS)('%s', (_, declarations, expected) => expectPattern(declarations, expected));

  const BUILTIN_TYPES =
    'string normalizedString token language Name NCName NMTOKEN NMTOKENS ID IDREF IDREFS ENTITY ENTITIES NOTATION QName anyURI boolean decimal float double integer nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long int short byte unsignedLong unsignedInt unsignedShort unsignedByte duration dateTime time date gYearMonth gYear gMonthDay gDay gMonth hexBinary base64Binary anySimpleType';
  test.each(BUILTIN_TYPES.split(' '))('%sElement, %sAttribute', (name) => {
    const { set, diagnostics } = link([
      schema(
        `<xs:complexType name="P"><xs:sequence><xs:element name="e" type="xs:${name}"/></xs:sequence><xs:attribute name="a" type="xs:${name}"/></xs:complexType>`,
      ),
    ]);
    expect(diagnostics).toEqual([]);
    expect(notation(set).of('P')).toBe(`(t:e:${name}) @a:${name}`);
  });
});
