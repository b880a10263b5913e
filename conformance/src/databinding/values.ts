import { type Pattern, patternsOf, record } from './pattern.js';

const sequence = (content: string) => record(`<xs:sequence>${content}</xs:sequence>`);
const one: Pattern['instances'] = [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']];
const simple = (declaration: string) =>
  `<xs:element name="p" type="p:S"/><xs:simpleType name="S">${declaration}</xs:simpleType>`;
const tokens = (...values: string[]) =>
  `<xs:simpleType><xs:restriction base="xs:token">${values.map((value) => `<xs:enumeration value="${value}"/>`).join('')}</xs:restriction></xs:simpleType>`;

/** Simple content, empty types, nil, lists, unions and the any types (SC, NL, LU, AN-6 to AN-8). */
export const VALUES: readonly Pattern[] = patternsOf([
  [
    'ExtendedSimpleContent',
    '<xs:element name="p"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>',
    [
      ['<p:p currency="EUR">10.5</p:p>', '{"@currency":"EUR","$value":10.5}'],
      ['<p:p currency="">-0.00</p:p>', '{"@currency":"","$value":0}', '<p:p currency="">0</p:p>'],
    ],
    [
      ['10.5', 'type'],
      ['{"$value":10.5}', 'required /@currency'],
    ],
  ],
  ['ElementEmptySequence', sequence(''), [['<p:p/>', '{}']], [['{"v":1}', 'additionalProperties /v']]],
  [
    'ElementEmptyComplexType',
    '<xs:element name="p"><xs:complexType/></xs:element>',
    [['<p:p/>', '{}']],
    [
      ['null', 'nullable'],
      ['""', 'type'],
    ],
  ],
  [
    'NillableElement',
    sequence('<xs:element name="v" type="xs:int" nillable="true"/>'),
    [...one, ['<p:p><p:v xsi:nil="true"/></p:p>', '{"v":null}']],
    [['{}', 'required /v']],
  ],
  [
    'NillableOptionalElement',
    sequence('<xs:element name="v" type="xs:string" nillable="true" minOccurs="0"/>'),
    [
      ['<p:p/>', '{}'],
      ['<p:p><p:v xsi:nil="true"/></p:p>', '{"v":null}'],
      ['<p:p><p:v/></p:p>', '{"v":""}'],
      ['<p:p><p:v>x</p:v></p:p>', '{"v":"x"}'],
    ],
  ],
  [
    'NotNillableElement',
    sequence('<xs:element name="v" type="xs:int" nillable="false"/>'),
    one,
    [['{"v":null}', 'nullable /v']],
  ],
  [
    'UnionMemberTypes',
    simple('<xs:union memberTypes="xs:boolean xs:int xs:NMTOKEN"/>'),
    [
      ['<p:p>true</p:p>', 'true'],
      ['<p:p>17</p:p>', '17'],
      ['<p:p>seventeen</p:p>', '"seventeen"'],
    ],
    [['"two words"', 'format']],
  ],
  [
    'UnionSimpleTypes',
    simple(
      `<xs:union>${tokens('small', 'large')}<xs:simpleType><xs:restriction base="xs:int"><xs:minInclusive value="0"/></xs:restriction></xs:simpleType></xs:union>`,
    ),
    [
      ['<p:p>small</p:p>', '"small"'],
      ['<p:p>38</p:p>', '38'],
    ],
    [
      ['-1', 'minimum'],
      ['"medium"', 'enum'],
    ],
  ],
  [
    'UnionSimpleAndMemberTypes',
    simple(`<xs:union memberTypes="xs:positiveInteger">${tokens('unbounded')}</xs:union>`),
    [
      ['<p:p>12</p:p>', '12'],
      ['<p:p>unbounded</p:p>', '"unbounded"'],
    ],
    [['0', 'minimum']],
  ],
  [
    'List',
    `${record('<xs:sequence><xs:element name="v" type="p:L"/></xs:sequence>', '<xs:attribute name="a" type="p:L"/>')}<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType>`,
    [
      ['<p:p a="3"><p:v>1 2</p:v></p:p>', '{"@a":[3],"v":[1,2]}'],
      ['<p:p><p:v/></p:p>', '{"v":[]}'],
    ],
    [
      ['{"v":1}', 'type /v'],
      ['{"v":[1,"x"]}', 'type /v/1'],
    ],
  ],
  [
    'AnySimpleTypeElement',
    sequence('<xs:element name="v" type="xs:anySimpleType"/>'),
    [
      ['<p:p><p:v>007</p:v></p:p>', '{"v":"007"}', '<p:p><p:v xsi:type="xs:string">007</p:v></p:p>'],
      ['<p:p><p:v xsi:type="xs:int">7</p:v></p:p>', '{"v":{"$type":"xs:int","$value":7}}'],
    ],
    [['{"v":{"w":1}}', 'xsiType /v/$type']],
  ],
  [
    'AnySimpleTypeAttribute',
    record('', '<xs:attribute name="a" type="xs:anySimpleType"/>'),
    [['<p:p a="007"/>', '{"@a":"007"}']],
    [['{"@a":[]}', 'type /@a']],
  ],
  [
    'AnyTypeElement',
    sequence('<xs:element name="v" type="xs:anyType"/>'),
    [
      ['<p:p><p:v>plain</p:v></p:p>', '{"v":"plain"}', '<p:p><p:v xsi:type="xs:string">plain</p:v></p:p>'],
      [
        '<p:p><p:v xsi:type="xs:dateTime">2026-01-01T00:00:00Z</p:v></p:p>',
        '{"v":{"$type":"xs:dateTime","$value":"2026-01-01T00:00:00Z"}}',
      ],
      [
        '<p:p><p:v k="1"><x:a xmlns:x="urn:x">1</x:a>and<b/></p:v></p:p>',
        '{"v":{"@k":"1","$content":[{"{urn:x}a":"1"},"and",{"b":""}]}}',
      ],
    ],
  ],
  [
    'PrecisionDecimal',
    simple(`<xs:union memberTypes="xs:decimal">${tokens('NaN', 'INF', '-INF')}</xs:union>`),
    [
      ['<p:p>12345678901234567890.125</p:p>', '12345678901234567890.125'],
      ['<p:p>-INF</p:p>', '"-INF"'],
      ['<p:p>NaN</p:p>', '"NaN"'],
    ],
    [['"+INF"', 'enum']],
  ],
]);
