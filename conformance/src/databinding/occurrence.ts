import { type Pattern, patternsOf, record } from './pattern.js';

const sequence = (occurs: string, type = 'xs:int') =>
  record(`<xs:sequence><xs:element name="v" type="${type}"${occurs}/></xs:sequence>`);
const attribute = (use: string) => record('<xs:sequence/>', `<xs:attribute name="a" type="xs:int"${use}/>`);
const v = (...values: number[]) => `<p:p>${values.map((value) => `<p:v>${value}</p:v>`).join('')}</p:p>`;
const one: Pattern['instances'] = [[v(1), '{"v":1}']];
const lists: Pattern['instances'] = [
  [v(1), '{"v":[1]}'],
  [v(1, 2, 3), '{"v":[1,2,3]}'],
];
const none: Pattern['instances'] = [['<p:p/>', '{"v":[]}']];
const notAnArray: Pattern['refused'] = [['{"v":1}', 'type /v']];
const tooMany: Pattern['refused'] = [['{"v":[1,2,3,4]}', 'maxItems /v']];

/** Mixed content, occurrence, form, default, fixed and use (MX, CM-3 to CM-11, KY-5, NL-3, NL-4, SC-2). */
export const OCCURRENCE: readonly Pattern[] = patternsOf([
  [
    'NotMixed',
    '<xs:element name="p"><xs:complexType mixed="false"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType></xs:element>',
    one,
    [['{"$content":["text",{"v":1}]}', 'additionalProperties /$content, required /v']],
  ],
  [
    'MixedComplexContent',
    '<xs:element name="p"><xs:complexType><xs:complexContent mixed="true"><xs:extension base="p:B"><xs:sequence><xs:element name="w" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:element><xs:complexType name="B" mixed="true"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:complexType>',
    [
      [
        '<p:p>one <p:v>1</p:v> two <p:w>2</p:w> three</p:p>',
        '{"$content":["one ",{"v":1}," two ",{"w":2}," three"]}',
      ],
    ],
    [['{"$content":[{"w":2},{"v":1}]}', 'content /$content/0']],
  ],
  [
    'MixedContentType',
    '<xs:element name="p"><xs:complexType mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="b" type="xs:string"/><xs:element name="i" type="xs:string"/></xs:choice><xs:attribute name="lang" type="xs:language"/></xs:complexType></xs:element>',
    [
      [
        '<p:p lang="en">a <p:b>bold</p:b><p:i/> &amp; <![CDATA[<more>]]></p:p>',
        '{"@lang":"en","$content":["a ",{"b":"bold"},{"i":""}," & <more>"]}',
      ],
      ['<p:p/>', '{"$content":[]}'],
    ],
    [['{"$content":[{"u":"x"}]}', 'content /$content/0']],
  ],
  ['MinOccurs1', sequence(' minOccurs="1"'), one, [['{}', 'required /v']]],
  ['MaxOccurs1', sequence(' maxOccurs="1"'), one, [['{"v":[1]}', 'type /v']]],
  [
    'Id',
    '<xs:element name="p" id="element-p"><xs:complexType id="type-of-p"><xs:sequence id="content-of-p"><xs:element name="v" type="xs:int" id="element-v"/></xs:sequence></xs:complexType></xs:element>',
    one,
  ],
  ['ElementMinOccurs0', sequence(' minOccurs="0"'), [...one, ['<p:p/>', '{}']]],
  ['ElementMinOccurs1', sequence(' minOccurs="1" maxOccurs="1"'), one, [['{"v":null}', 'nullable /v']]],
  ['ElementMaxOccurs1', sequence(' minOccurs="0" maxOccurs="1"'), [...one, ['<p:p/>', '{}']]],
  [
    'ElementMinOccurs0MaxOccursUnbounded',
    sequence(' minOccurs="0" maxOccurs="unbounded"'),
    [...lists, ...none],
    notAnArray,
  ],
  [
    'ElementMinOccurs1MaxOccursUnbounded',
    sequence(' minOccurs="1" maxOccurs="unbounded"'),
    lists,
    [
      ['{"v":[]}', 'minItems /v'],
      ['{}', 'required /v'],
    ],
  ],
  [
    'ElementMinOccursFinite',
    sequence(' minOccurs="3" maxOccurs="unbounded"'),
    [[v(1, 2, 3, 4), '{"v":[1,2,3,4]}']],
    [['{"v":[1,2]}', 'minItems /v']],
  ],
  [
    'ElementMinOccurs0MaxOccursFinite',
    sequence(' minOccurs="0" maxOccurs="3"'),
    [...lists, ...none],
    tooMany,
  ],
  ['ElementMaxOccursFinite', sequence(' minOccurs="1" maxOccurs="3"'), lists, tooMany],
  [
    'SequenceSingleRepeatedElement',
    record(
      '<xs:sequence><xs:element name="item" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>',
    ),
    [
      ['<p:p><p:item>only</p:item></p:p>', '{"item":["only"]}'],
      ['<p:p><p:item/><p:item> </p:item></p:p>', '{"item":[""," "]}'],
      ['<p:p/>', '{"item":[]}'],
    ],
    [['{"item":"only"}', 'type /item']],
  ],
  [
    'ElementFormQualified',
    sequence(' form="qualified"'),
    one,
    [],
    { schemaAttributes: 'targetNamespace="urn:p" xmlns:p="urn:p"' },
  ],
  ['ElementFormUnqualified', sequence(' form="unqualified"'), [['<p:p><v>1</v></p:p>', '{"v":1}']]],
  ['AttributeFormQualified', attribute(' form="qualified"'), [['<p:p p:a="1"/>', '{"@a":1}']]],
  [
    'AttributeFormUnqualified',
    attribute(' form="unqualified"'),
    [['<p:p a="1"/>', '{"@a":1}']],
    [],
    { schemaAttributes: 'targetNamespace="urn:p" xmlns:p="urn:p" attributeFormDefault="qualified"' },
  ],
  [
    'ElementDefault',
    sequence(' default="7"'),
    [
      [v(7), '{"v":7}'],
      [v(1), '{"v":1}'],
      ['<p:p><p:v/></p:p>', '{"v":7}', v(7)],
    ],
    [['{"v":""}', 'type /v']],
  ],
  [
    'AttributeOptional',
    attribute(' use="optional"'),
    [
      ['<p:p/>', '{}'],
      ['<p:p a="1"/>', '{"@a":1}'],
    ],
  ],
  [
    'AttributeRequired',
    attribute(' use="required"'),
    [['<p:p a="1"/>', '{"@a":1}']],
    [['{}', 'required /@a']],
  ],
  [
    'AttributeFixed',
    attribute(' fixed="7"'),
    [
      ['<p:p a="7"/>', '{"@a":7}'],
      ['<p:p/>', '{"@a":7}', '<p:p a="7"/>'],
    ],
    [['{"@a":8}', 'const /@a']],
  ],
  [
    'AttributeDefault',
    attribute(' default="7"'),
    [
      ['<p:p a="8"/>', '{"@a":8}'],
      ['<p:p/>', '{"@a":7}', '<p:p a="7"/>'],
    ],
  ],
  [
    'ElementFixed',
    sequence(' fixed="7"'),
    [
      [v(7), '{"v":7}'],
      ['<p:p><p:v/></p:p>', '{"v":7}', v(7)],
    ],
    [['{"v":8}', 'const /v']],
  ],
]);
