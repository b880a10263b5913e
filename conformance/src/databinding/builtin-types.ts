import { type Instance, type Pattern, patternsOf, type Refusal, type Row, record } from './pattern.js';

/** A lexical form, its JSON, and the lexical form written for it if different. */
type Sample = readonly [lexical: string, json: string, written?: string];

/** The built-in type, sample values, and rejected JSON with its keyword. */
type BuiltinType = readonly [name: string, samples: readonly Sample[], refused: readonly Refusal[]];

const text = (...values: string[]): Sample[] => values.map((value) => [value, JSON.stringify(value)]);
const range = (low: string, high: string): Sample[] => [
  [low, low],
  [high, high],
  ['007', '7', '7'],
];

const TABLE: readonly BuiltinType[] = [
  ['string', [...text('', ' two  words '), ['&lt;&#xD;&amp;', '"<\\r&"']], [['5', 'type']]],
  [
    'boolean',
    [
      ['true', 'true'],
      ['false', 'false'],
      ['1', 'true', 'true'],
      [' 0 ', 'false', 'false'],
    ],
    [
      ['1', 'type'],
      ['"true"', 'type'],
    ],
  ],
  [
    'decimal',
    [
      ['-3.14', '-3.14'],
      ['123456789012345678.000001', '123456789012345678.000001'],
      ['+.50', '0.5', '0.5'],
    ],
    [['"1e3"', 'type']],
  ],
  [
    'float',
    [
      ['3.4028235E38', '3.4028235e+38', '3.4028235e38'],
      ['-INF', '"-INF"'],
      ['NaN', '"NaN"'],
      ['-0', '-0'],
    ],
    [
      ['1e39', 'maximum'],
      ['"infinity"', 'type'],
    ],
  ],
  [
    'double',
    [
      ['1.7976931348623157E308', '1.7976931348623157e+308', '1.7976931348623157e308'],
      ['INF', '"INF"'],
      ['0.1', '0.1'],
    ],
    [['true', 'type']],
  ],
  ['duration', text('-P1Y2M3DT4H5M6.789S', 'PT0S'), [['"P1W"', 'format']]],
  [
    'dateTime',
    text('2026-02-28T23:59:59.999999999999+14:00', '-0044-03-15T00:00:00', '2000-02-29T12:00:00Z'),
    [['"2026-02-29T00:00:00"', 'format']],
  ],
  ['time', text('13:20:00-05:00', '00:00:00.5'), [['"24:00:01"', 'format']]],
  ['date', text('2026-12-31', '12026-01-01Z'), [['"2026-04-31"', 'format']]],
  ['gYearMonth', text('1999-05', '-0001-12Z'), [['"1999-13"', 'format']]],
  ['gYear', text('1999', '12026+01:00'), [['"99"', 'format']]],
  ['gMonthDay', text('--02-29', '--12-25Z'), [['"--02-30"', 'format']]],
  ['gDay', text('---31', '---01Z'), [['"---32"', 'format']]],
  ['gMonth', text('--05', '--12Z'), [['"--5"', 'format']]],
  [
    'hexBinary',
    [
      ['', '""'],
      ['0AFF', '"0AFF"'],
      ['0aff', '"0AFF"', '0AFF'],
    ],
    [['"0AF"', 'format']],
  ],
  [
    'base64Binary',
    [
      ['AQID', '"AQID"'],
      [' A QI= ', '"AQI="', 'AQI='],
    ],
    [['"AQI"', 'format']],
  ],
  ['anyURI', text('http://example.com/a?b=c#d', 'urn:x', '../relative', ''), [['7', 'type']]],
  [
    'QName',
    [
      ['x:local', '"{urn:x}local"'],
      ['xs:int', '"{http://www.w3.org/2001/XMLSchema}int"'],
      ['local', '"local"'],
    ],
    [['"x:local"', 'format']],
  ],
  ['normalizedString', text('', ' two  words '), [['null', 'nullable']]],
  ['token', [...text('two words'), ['  two \t words ', '"two words"', 'two words']], [['[]', 'type']]],
  ['language', text('en', 'de-CH-1996'), [['"de_CH"', 'format']]],
  ['NMTOKEN', text('-1.a:b'), [['"a b"', 'format']]],
  [
    'NMTOKENS',
    [
      ['a 1', '["a","1"]'],
      [' single ', '["single"]', 'single'],
    ],
    [
      ['[]', 'minItems'],
      ['"a 1"', 'type'],
      ['["a 1"]', 'format /0'],
    ],
  ],
  ['Name', text('_a:b.c-1'), [['"1a"', 'format']]],
  ['NCName', text('_a.b-1', 'été'), [['"a:b"', 'format']]],
  ['ID', text('id-1'), [['"1"', 'format']]],
  ['IDREF', text('id-1'), [['""', 'type']]],
  ['IDREFS', [['id-1', '["id-1"]']], [['[]', 'minItems']]],
  ['ENTITY', text('cat'), [['"a cat"', 'format']]],
  ['ENTITIES', [['cat dog', '["cat","dog"]']], [['[]', 'minItems']]],
  [
    'integer',
    [
      ['-123456789012345678901234', '-123456789012345678901234'],
      ['+007', '7', '7'],
      ['-0', '0', '0'],
    ],
    [['1.5', 'type']],
  ],
  [
    'nonPositiveInteger',
    [
      ['-5', '-5'],
      ['0', '0'],
    ],
    [['1', 'maximum']],
  ],
  ['negativeInteger', [['-1', '-1']], [['0', 'maximum']]],
  ['long', range('-9223372036854775808', '9223372036854775807'), [['9223372036854775808', 'maximum']]],
  ['int', range('-2147483648', '2147483647'), [['2147483648', 'maximum']]],
  ['short', range('-32768', '32767'), [['-32769', 'minimum']]],
  ['byte', range('-128', '127'), [['128', 'maximum']]],
  [
    'nonNegativeInteger',
    [...range('0', '5'), ['18446744073709551616', '18446744073709551616']],
    [['-1', 'minimum']],
  ],
  ['unsignedLong', range('0', '18446744073709551615'), [['18446744073709551616', 'maximum']]],
  ['unsignedInt', range('0', '4294967295'), [['4294967296', 'maximum']]],
  ['unsignedShort', range('0', '65535'), [['65536', 'maximum']]],
  ['unsignedByte', range('0', '255'), [['256', 'maximum']]],
  ['positiveInteger', range('1', '5'), [['0', 'minimum']]],
];

/** libxml2 accepts only unparsed entities that the document declares, and only in attributes. */
const prolog =
  '<!DOCTYPE any [<!NOTATION pet SYSTEM "pet"><!ENTITY cat SYSTEM "cat" NDATA pet><!ENTITY dog SYSTEM "dog" NDATA pet>]>';

/** Each built-in type of XML Schema in an element and in an attribute (TY, NM, DT, QN). */
export const BUILTIN_TYPES: readonly Pattern[] = patternsOf(
  TABLE.flatMap(([type, samples, refused]): Row[] => {
    const name = type[0]?.toUpperCase() + type.slice(1);
    const entity = type.startsWith('ENTIT');
    const at = (path: string) => refused.map(([json, error]): Refusal => place(json, error, path));
    return [
      [
        `${name}Element`,
        record(`<xs:sequence><xs:element name="v" type="xs:${type}"/></xs:sequence>`),
        samples.map(([lexical, json, written = lexical]): Instance => {
          const xml = (value: string) => `<p:p xmlns:x="urn:x"><p:v>${value}</p:v></p:p>`;
          return [xml(lexical), `{"v":${json}}`, xml(written)];
        }),
        at('v'),
        entity ? { notForLibxml2: 'it knows entities in attributes only' } : {},
      ],
      [
        `${name}Attribute`,
        record('', `<xs:attribute name="v" type="xs:${type}"/>`),
        samples.map(([lexical, json, written = lexical]): Instance => {
          const xml = (value: string) => `<p:p xmlns:x="urn:x" v="${value}"/>`;
          return [xml(lexical), `{"@v":${json}}`, xml(written)];
        }),
        // `null` for an optional attribute means that it is absent (NL-2).
        at('@v').filter(([json]) => !json.endsWith(':null}')),
        entity ? { prolog } : {},
      ],
    ];
  }),
);

/** The problem of a value as reported for the member that contains it: `format /0` becomes `format /v/0`. */
function place(json: string, error: string, member: string): Refusal {
  const [keyword = '', path = ''] = error.split(' ');
  return [`{"${member}":${json}}`, `${keyword} /${member}${path}`];
}
