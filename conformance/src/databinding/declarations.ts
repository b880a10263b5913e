import { type Pattern, patternsOf, record, typed } from './pattern.js';

const one: Pattern['instances'] = [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']];
const notANumber: Pattern['refused'] = [['{"v":"one"}', 'type /v']];
const ofInt = '<xs:restriction base="xs:int"/>';
const small = '<xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction>';
const attributed: Pattern['instances'] = [
  ['<p:p a="5"/>', '{"@a":5}'],
  ['<p:p/>', '{}'],
];
const referred: Pattern['instances'] = [['<p:p p:a="5"/>', '{"@a":5}']];
const tooLarge: Pattern['refused'] = [['{"@a":10}', 'maximum /@a']];

/** Global and local declarations, and references to them (MO-5, MO-7, KY-1 to KY-4). */
export const DECLARATIONS: readonly Pattern[] = patternsOf([
  ['GlobalElement', '<xs:element name="p" type="xs:int"/>', [['<p:p>5</p:p>', '5']], [['"x"', 'type']]],
  [
    'GlobalElementUnqualifiedType',
    '<xs:element name="p" type="int" xmlns="http://www.w3.org/2001/XMLSchema"/>',
    [['<p:p>5</p:p>', '5']],
  ],
  [
    'GlobalAttribute',
    `<xs:attribute name="a" type="xs:int"/>${record('', '<xs:attribute ref="p:a"/>')}`,
    referred,
  ],
  [
    'GlobalAttributeUnqualifiedType',
    `<xs:attribute name="a" type="int" xmlns="http://www.w3.org/2001/XMLSchema"/>${record('', '<xs:attribute ref="p:a"/>')}`,
    referred,
  ],
  [
    'GlobalAttributeSimpleType',
    `<xs:attribute name="a"><xs:simpleType>${small}</xs:simpleType></xs:attribute>${record('', '<xs:attribute ref="p:a"/>')}`,
    referred,
    tooLarge,
  ],
  [
    'ElementTypeDefaultNamespace',
    `${record('<xs:sequence><xs:element name="v" type="V" xmlns="urn:p"/></xs:sequence>')}<xs:simpleType name="V">${small}</xs:simpleType>`,
    one,
    [['{"v":10}', 'maximum /v']],
  ],
  [
    'GlobalSimpleType',
    `<xs:element name="p" type="p:V"/><xs:simpleType name="V">${small}</xs:simpleType>`,
    [['<p:p>9</p:p>', '9']],
    [['10', 'maximum']],
  ],
  [
    'GlobalComplexType',
    typed(
      '<xs:complexType name="T"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType>',
    ),
    one,
    notANumber,
  ],
  [
    'ComplexTypeConcrete',
    typed(
      '<xs:complexType name="T" abstract="false"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType>',
    ),
    one,
  ],
  [
    'GlobalElementConcrete',
    '<xs:element name="p" type="xs:string" abstract="false"/>',
    [['<p:p>concrete</p:p>', '"concrete"']],
  ],
  [
    'ElementTypeReference',
    `${record('<xs:sequence><xs:element name="v" type="p:V"/></xs:sequence>')}<xs:simpleType name="V">${ofInt}</xs:simpleType>`,
    one,
    notANumber,
  ],
  [
    'ElementTypeReferenceUnqualified',
    `${record('<xs:sequence><xs:element name="v" type="V"/></xs:sequence>').replace('<xs:element', '<xs:element xmlns="urn:p"')}<xs:simpleType name="V">${ofInt}</xs:simpleType>`,
    one,
    notANumber,
  ],
  [
    'ElementReference',
    `${record('<xs:sequence><xs:element ref="p:v"/></xs:sequence>')}<xs:element name="v" type="xs:int"/>`,
    one,
    notANumber,
  ],
  [
    'ElementReferenceUnqualified',
    `${record('<xs:sequence><xs:element ref="v" xmlns="urn:p"/></xs:sequence>')}<xs:element name="v" type="xs:int"/>`,
    one,
  ],
  [
    'AttributeReference',
    `${record('', '<xs:attribute ref="p:a" use="required"/>')}<xs:attribute name="a" type="xs:int"/>`,
    referred,
    [['{}', 'required /@a']],
  ],
  [
    'AttributeReferenceUnqualified',
    `${record('', '<xs:attribute ref="a" xmlns="urn:p"/>')}<xs:attribute name="a" type="xs:int"/>`,
    referred,
  ],
  [
    'AttributeTypeReference',
    `${record('', '<xs:attribute name="a" type="p:A"/>')}<xs:simpleType name="A">${small}</xs:simpleType>`,
    attributed,
    tooLarge,
  ],
  [
    'AttributeTypeReferenceUnqualified',
    `${record('', '<xs:attribute name="a" type="A" xmlns="urn:p"/>')}<xs:simpleType name="A">${small}</xs:simpleType>`,
    attributed,
    tooLarge,
  ],
  [
    'SimpleTypeRenamed',
    `<xs:element name="p" type="p:New"/><xs:simpleType name="New"><xs:restriction base="p:Old"/></xs:simpleType><xs:simpleType name="Old">${small}</xs:simpleType>`,
    [['<p:p>9</p:p>', '9']],
    [['10', 'maximum']],
  ],
  [
    'LocalElementSimpleType',
    record(
      `<xs:sequence><xs:element name="v"><xs:simpleType>${small}</xs:simpleType></xs:element></xs:sequence>`,
    ),
    one,
    [['{"v":10}', 'maximum /v']],
  ],
  [
    'LocalElementComplexType',
    record(
      '<xs:sequence><xs:element name="v"><xs:complexType><xs:sequence><xs:element name="w" type="xs:int"/></xs:sequence></xs:complexType></xs:element></xs:sequence>',
    ),
    [['<p:p><p:v><p:w>1</p:w></p:v></p:p>', '{"v":{"w":1}}']],
    [['{"v":{"W":1}}', 'additionalProperties /v/W, required /v/w']],
  ],
  [
    'LocalAttributeSimpleType',
    record('', `<xs:attribute name="a"><xs:simpleType>${small}</xs:simpleType></xs:attribute>`),
    attributed,
    tooLarge,
  ],
  [
    'AttributeGroup',
    `${record('', '<xs:attributeGroup ref="p:G"/>')}<xs:attributeGroup name="G"><xs:attribute name="a" type="xs:int"/><xs:attribute name="b" type="xs:boolean" use="required"/></xs:attributeGroup>`,
    [['<p:p b="true" a="1"/>', '{"@a":1,"@b":true}']],
    [['{"@a":1}', 'required /@b']],
  ],
  [
    'ElementGroup',
    `${record('<xs:group ref="p:G"/>')}<xs:group name="G"><xs:sequence><xs:element name="v" type="xs:int"/><xs:element name="w" type="xs:int" minOccurs="0"/></xs:sequence></xs:group>`,
    [...one, ['<p:p><p:v>1</p:v><p:w>2</p:w></p:p>', '{"v":1,"w":2}']],
    [['{"w":2}', 'required /v']],
  ],
]);
