import { type Instance, type Pattern, patternsOf, record } from './pattern.js';

/** The pattern, the base type, the enumeration, the JSON of its members in the same order, and a value that is not one. */
type Enumeration = readonly [name: string, base: string, values: string, json: string, refused: string];

const TABLE: readonly Enumeration[] = [
  ['StringEnumerationType', 'xs:string', 'north south', '["north","south"]', '"North"'],
  ['NMTOKENEnumerationType', 'xs:NMTOKEN', '1st -2nd', '["1st","-2nd"]', '"2nd"'],
  ['IntEnumerationType', 'xs:int', '-1 0 2147483647', '[-1,0,2147483647]', '1'],
  ['ShortEnumerationType', 'xs:short', '-32768 10', '[-32768,10]', '11'],
  ['LongEnumerationType', 'xs:long', '9007199254740993 1', '[9007199254740993,1]', '9007199254740992'],
  ['DoubleEnumerationType', 'xs:double', '1.5 1e300 INF', '[1.5,1e+300,"INF"]', '1.25'],
  [
    'IntegerEnumerationType',
    'xs:integer',
    '0 -123456789012345678901234',
    '[0,-123456789012345678901234]',
    '-123456789012345678901235',
  ],
  ['DecimalEnumerationType', 'xs:decimal', '0.1 10.50', '[0.1,10.5]', '10.51'],
  ['FloatEnumerationType', 'xs:float', '0.5 -INF', '[0.5,"-INF"]', '0.25'],
  ['NonNegativeIntegerEnumerationType', 'xs:nonNegativeInteger', '0 7', '[0,7]', '1'],
  ['PositiveIntegerEnumerationType', 'xs:positiveInteger', '1 7', '[1,7]', '2'],
  ['UnsignedIntEnumerationType', 'xs:unsignedInt', '4294967295 0', '[4294967295,0]', '1'],
  [
    'UnsignedLongEnumerationType',
    'xs:unsignedLong',
    '18446744073709551615 0',
    '[18446744073709551615,0]',
    '18446744073709551614',
  ],
  ['UnsignedShortEnumerationType', 'xs:unsignedShort', '65535 0', '[65535,0]', '1'],
  ['TokenEnumerationType', 'xs:token', 'a b', '["a","b"]', '"c"'],
  ['LanguageEnumerationType', 'xs:language', 'en de-CH', '["en","de-CH"]', '"de"'],
  ['SimpleTypeEnumerationType', 'p:Base', 'x y', '["x","y"]', '"z"'],
  ['NullEnumerationType', 'xs:string', '', '[""]', '" "'],
];

/** Enumerations (LU-3): each member of the enumeration in an element and, where it is not the first, in an attribute as well. */
export const ENUMERATIONS: readonly Pattern[] = patternsOf(
  TABLE.map(([name, base, values, json, refused]) => {
    const lexical = values.split(' ');
    const facets = lexical.map((value) => `<xs:enumeration value="${value}"/>`).join('');
    const declarations = `<xs:simpleType name="Base"><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType><xs:simpleType name="E"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>${record('<xs:sequence><xs:element name="v" type="p:E"/></xs:sequence>', '<xs:attribute name="a" type="p:E"/>')}`;
    const members = json.slice(1, -1).split(',');
    const instances = lexical.map((value, i): Instance => {
      // 10.50 is written as 10.5: a decimal has one form.
      const written = value === '10.50' ? '10.5' : value;
      const xml = (text: string) =>
        i === 0 ? `<p:p><p:v>${text}</p:v></p:p>` : `<p:p a="${text}"><p:v>${text}</p:v></p:p>`;
      const member = members[i] as string;
      return [xml(value), i === 0 ? `{"v":${member}}` : `{"@a":${member},"v":${member}}`, xml(written)];
    });
    return [name, declarations, instances, [[`{"v":${refused}}`, 'enum /v']]];
  }),
);
