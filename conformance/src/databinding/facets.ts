import { type Instance, type Pattern, patternsOf, record } from './pattern.js';

const simple = (base: string, facets: string) =>
  `<xs:element name="p" type="p:S"/><xs:simpleType name="S"><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`;

/** The pattern, the base type, the expression, a lexical form that fits as it is in JSON (NM-5), and one that does not. */
type SimpleTypePattern = readonly [
  name: string,
  base: string,
  pattern: string,
  fits: string,
  refused: string,
];

const PATTERN_FACETS: readonly SimpleTypePattern[] = [
  ['StringSimpleTypePattern', 'string', '[A-Z]{2}\\d{4}', 'AB1234', 'AB123'],
  ['IntSimpleTypePattern', 'int', '\\d{5}', '01234', '1234'],
  ['IntegerSimpleTypePattern', 'integer', '[+-]?0*[1-9]\\d{20,}', '+0123456789012345678901', '123'],
  ['LongSimpleTypePattern', 'long', '-?\\d{19}', '-9223372036854775808', '922'],
  ['DecimalSimpleTypePattern', 'decimal', '\\d+\\.\\d{2}', '10.50', '10.5'],
  ['FloatSimpleTypePattern', 'float', '\\d\\.\\d+E\\d', '1.50E3', '1500'],
  ['DoubleSimpleTypePattern', 'double', '0\\.\\d{3}|INF', '0.250', '0.25'],
  ['ShortSimpleTypePattern', 'short', '\\+\\d+', '+12', '12'],
  ['ByteSimpleTypePattern', 'byte', '[0-9]{3}', '007', '7'],
  ['NonNegativeIntegerSimpleTypePattern', 'nonNegativeInteger', '(\\d\\d)+', '0042', '042'],
  ['PositiveIntegerSimpleTypePattern', 'positiveInteger', '[1-9]0*', '1000', '1001'],
  ['UnsignedLongSimpleTypePattern', 'unsignedLong', '1\\d{19}', '18446744073709551615', '1844'],
  ['UnsignedIntSimpleTypePattern', 'unsignedInt', '\\d{10}', '4294967295', '429496729'],
  ['UnsignedShortSimpleTypePattern', 'unsignedShort', '0\\d{4}', '01234', '12345'],
  ['DateSimpleTypePattern', 'date', '\\d{4}-\\d{2}-\\d{2}', '2026-11-21', '2026-11-21Z'],
  ['GYearSimpleTypePattern', 'gYear', '20\\d\\d', '2026', '1999'],
  ['GMonthSimpleTypePattern', 'gMonth', '--0[1-6]', '--06', '--07'],
  ['GDaySimpleTypePattern', 'gDay', '---[12]\\d', '---15', '---31'],
  ['GYearMonthSimpleTypePattern', 'gYearMonth', '\\d{4}-1[0-2]', '2026-11', '2026-09'],
  ['GMonthDaySimpleTypePattern', 'gMonthDay', '--\\d{2}-01', '--05-01', '--05-02'],
  ['TokenSimpleTypePattern', 'token', '[\\i-[:]][\\c-[:]]*( \\w+)?', 'a-1 b', 'a:1'],
];

/** Pattern facets, the other facets, SOAP arrays and identity constraints (RX, NM-5, FA, EN-2, MO-6). */
export const FACETS: readonly Pattern[] = patternsOf([
  ...PATTERN_FACETS.map(
    ([name, base, pattern, fits, refused]) =>
      [
        name,
        simple(base, `<xs:pattern value="${pattern}"/>`),
        [[`<p:p>${fits}</p:p>`, JSON.stringify(fits)]] satisfies readonly Instance[],
        [[JSON.stringify(refused), 'pattern']],
      ] as const,
  ),
  [
    'RestrictedStringMinLength',
    simple('string', '<xs:minLength value="2"/>'),
    [['<p:p>\u{1F600}\u{1F600}</p:p>', '"\u{1F600}\u{1F600}"']],
    [['"\u{1F600}"', 'minLength']],
  ],
  [
    'RestrictedStringMaxLength',
    simple('string', '<xs:maxLength value="2"/>'),
    [
      ['<p:p>\u{1F600}\u{1F600}</p:p>', '"\u{1F600}\u{1F600}"'],
      ['<p:p/>', '""'],
    ],
    [['"abc"', 'maxLength']],
  ],
  [
    'RestrictedStringMinMaxLength',
    simple('string', '<xs:minLength value="1"/><xs:maxLength value="2"/>'),
    [['<p:p>a</p:p>', '"a"']],
    [
      ['""', 'minLength'],
      ['"abc"', 'maxLength'],
    ],
  ],
  [
    'RestrictedMinInclusive',
    simple('decimal', '<xs:minInclusive value="0.1"/>'),
    [['<p:p>0.1</p:p>', '0.1']],
    [['0.09999999999999999999', 'minimum']],
  ],
  [
    'RestrictedMaxInclusive',
    simple('long', '<xs:maxInclusive value="9007199254740993"/>'),
    [['<p:p>9007199254740993</p:p>', '9007199254740993']],
    [['9007199254740994', 'maximum']],
  ],
  [
    'RestrictedMinExclusive',
    simple('double', '<xs:minExclusive value="0"/>'),
    [
      ['<p:p>5e-324</p:p>', '5e-324'],
      ['<p:p>INF</p:p>', '"INF"'],
    ],
    [['0', 'exclusiveMinimum']],
  ],
  [
    'RestrictedMaxExclusive',
    simple('date', '<xs:maxExclusive value="2026-01-01"/>'),
    [['<p:p>2025-12-31</p:p>', '"2025-12-31"']],
    [['"2026-01-01"', 'exclusiveMaximum']],
  ],
  [
    'RestrictedLength',
    simple('hexBinary', '<xs:length value="2"/>'),
    [['<p:p>0AFF</p:p>', '"0AFF"']],
    [['"0A"', 'length']],
  ],
  [
    'RestrictedMaxLength',
    simple('base64Binary', '<xs:maxLength value="3"/>'),
    [['<p:p>AQID</p:p>', '"AQID"']],
    [['"AQIDBA=="', 'maxLength']],
  ],
  [
    'RestrictedMinLength',
    `<xs:element name="p" type="p:S"/><xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="S"><xs:restriction base="p:L"><xs:minLength value="2"/></xs:restriction></xs:simpleType>`,
    [['<p:p>1 2</p:p>', '[1,2]']],
    [['[1]', 'minItems']],
  ],
  [
    'DecimalSimpleTypeTotalDigits',
    simple('decimal', '<xs:totalDigits value="3"/>'),
    [
      ['<p:p>1.25</p:p>', '1.25'],
      ['<p:p>0012.50</p:p>', '12.5', '<p:p>12.5</p:p>'],
    ],
    [['12.345', 'totalDigits']],
  ],
  [
    'DecimalSimpleTypeFractionDigits',
    simple('decimal', '<xs:fractionDigits value="2"/>'),
    [['<p:p>1234.56</p:p>', '1234.56']],
    [['0.001', 'fractionDigits']],
  ],
  [
    'SOAPEncodedArray',
    `<xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/><xs:element name="p" type="p:Names"/><xs:complexType name="Names"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><xs:attribute ref="e:arrayType" w:arrayType="xs:string[]" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></xs:restriction></xs:complexContent></xs:complexType>`,
    [
      [
        '<p:p e:arrayType="xs:string[2]" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><item>a</item><item>b</item></p:p>',
        '["a","b"]',
        // Literal messages have no arrayType (WS-I R2113).
        '<p:p><item>a</item><item>b</item></p:p>',
      ],
    ],
    [['"a"', 'type']],
    { notForLibxml2: 'it has no schema of the SOAP encoding' },
  ],
  [
    'Unique',
    `${record('<xs:sequence><xs:element name="v" type="xs:int" maxOccurs="unbounded"/></xs:sequence>').replace('</xs:complexType>', '</xs:complexType><xs:unique name="values"><xs:selector xpath="p:v"/><xs:field xpath="."/></xs:unique>')}`,
    [['<p:p><p:v>1</p:v><p:v>2</p:v></p:p>', '{"v":[1,2]}']],
  ],
]);
