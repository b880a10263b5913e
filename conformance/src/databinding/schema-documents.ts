import { type Pattern, patternsOf, record, typed } from './pattern.js';

const XSD = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const plain = record('<xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence>');
const schemaOf = (attributes: string) => `targetNamespace="urn:p" xmlns:p="urn:p" ${attributes}`;
const qualified = 'elementFormDefault="qualified"';
/** A schema of the namespace `urn:q`, which patterns import. */
const other = `<xs:schema targetNamespace="urn:q" ${XSD} ${qualified}><xs:simpleType name="Size"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType><xs:element name="size" type="q:Size" xmlns:q="urn:q"/></xs:schema>`;
const imports = (location: string) =>
  `<xs:import namespace="urn:q"${location}/>${record('<xs:sequence><xs:element ref="q:size" xmlns:q="urn:q"/><xs:element name="v" type="q:Size" xmlns:q="urn:q"/></xs:sequence>')}`;
const imported: Pattern['instances'] = [
  ['<p:p><q:size xmlns:q="urn:q">3</q:size><p:v>4</p:v></p:p>', '{"size":3,"v":4}'],
];
const tooLarge: Pattern['refused'] = [['{"size":10,"v":4}', 'maximum /size']];

/** Schema documents, their imports, and names (MO-1 to MO-7, KY-6). */
export const SCHEMA_DOCUMENTS: readonly Pattern[] = patternsOf([
  ['TargetNamespace', plain, [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']], [['{}', 'required /v']]],
  [
    'NoTargetNamespace',
    plain,
    [['<p><v>1</v></p>', '{"v":1}']],
    [['{"v":"x"}', 'type /v']],
    { schemaAttributes: qualified },
  ],
  [
    'QualifiedLocalElements',
    plain,
    [['<p:p><p:v>-1</p:v></p:p>', '{"v":-1}']],
    [],
    { schemaAttributes: schemaOf(qualified) },
  ],
  [
    'UnqualifiedLocalElements',
    plain,
    [['<p:p><v>-1</v></p:p>', '{"v":-1}']],
    [],
    { schemaAttributes: schemaOf('elementFormDefault="unqualified"') },
  ],
  [
    'QualifiedLocalAttributes',
    record('<xs:sequence/>', '<xs:attribute name="a" type="xs:int"/>'),
    [['<p:p p:a="7"/>', '{"@a":7}']],
    [['{"a":7}', 'additionalProperties /a']],
    { schemaAttributes: schemaOf('attributeFormDefault="qualified"') },
  ],
  [
    'UnqualifiedLocalAttributes',
    record('<xs:sequence/>', '<xs:attribute name="a" type="xs:int"/>'),
    [['<p:p a="7"/>', '{"@a":7}']],
    [],
    { schemaAttributes: schemaOf('attributeFormDefault="unqualified"') },
  ],
  [
    'SchemaVersion',
    plain,
    [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']],
    [],
    { schemaAttributes: schemaOf(`version="2.1" ${qualified}`) },
  ],
  [
    'FinalDefault',
    typed(
      '<xs:complexType name="T"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="D"><xs:complexContent><xs:extension base="p:T"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>',
    ),
    [
      ['<p:p><p:v>1</p:v></p:p>', '{"v":1}'],
      ['<p:p xsi:type="p:D" a="2"><p:v>1</p:v></p:p>', '{"$type":"D","@a":2,"v":1}'],
    ],
    [['{"@a":2,"v":1}', 'additionalProperties /@a']],
    { schemaAttributes: schemaOf(`finalDefault="restriction" ${qualified}`) },
  ],
  [
    'BlockDefault',
    typed(
      '<xs:complexType name="T"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="D"><xs:complexContent><xs:extension base="p:T"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>',
    ),
    [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']],
    [['{"$type":"D","@a":2,"v":1}', 'additionalProperties /$type, additionalProperties /@a']],
    { schemaAttributes: schemaOf(`blockDefault="extension" ${qualified}`) },
  ],
  [
    'DocumentationElement',
    `<xs:annotation><xs:documentation xml:lang="en">Says <b>what</b> it is.</xs:documentation></xs:annotation>${plain}`,
    [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']],
  ],
  [
    'AppinfoElement',
    record(
      '<xs:annotation><xs:appinfo source="urn:tool"><hint xmlns="urn:tool">x</hint></xs:appinfo></xs:annotation><xs:sequence><xs:element name="v" type="xs:int"><xs:annotation><xs:appinfo/></xs:annotation></xs:element></xs:sequence>',
    ),
    [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']],
  ],
  [
    'IdentifierName',
    record('<xs:sequence><xs:element name="_identifier_Name1" type="xs:int"/></xs:sequence>'),
    [['<p:p><p:_identifier_Name1>1</p:_identifier_Name1></p:p>', '{"_identifier_Name1":1}']],
    [['{"_Identifier_Name1":1}', 'additionalProperties /_Identifier_Name1, required /_identifier_Name1']],
  ],
  [
    'NonIdentifierName',
    record(
      '<xs:sequence><xs:element name="non-identifier.Näme" type="xs:int"/></xs:sequence>',
      '<xs:attribute name="次.の-値" type="xs:int"/>',
    ),
    [
      [
        '<p:p 次.の-値="2"><p:non-identifier.Näme>1</p:non-identifier.Näme></p:p>',
        '{"@次.の-値":2,"non-identifier.Näme":1}',
      ],
    ],
  ],
  ['ImportTypesNamespace', imports(''), imported, tooLarge, { inline: [other], inTypes: true }],
  ['ImportNamespace', imports(''), imported, tooLarge, { inline: [other] }],
  [
    'ImportSchema',
    imports(' schemaLocation="other.xsd"'),
    imported,
    tooLarge,
    { documents: { 'other.xsd': other } },
  ],
  [
    'ImportSchemaNamespace',
    `<xs:import namespace="http://www.w3.org/2001/XMLSchema"/>${plain}`,
    [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']],
  ],
  [
    'Include',
    `<xs:include schemaLocation="part.xsd"/>${record('<xs:sequence><xs:element ref="p:v"/></xs:sequence>')}`,
    [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']],
    [],
    {
      documents: {
        'part.xsd': `<xs:schema targetNamespace="urn:p" ${XSD}><xs:element name="v" type="xs:int"/></xs:schema>`,
      },
    },
  ],
]);
