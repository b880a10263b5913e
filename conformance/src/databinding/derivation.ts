import { type Pattern, patternsOf, record, typed } from './pattern.js';

const v = '<xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence>';
const base = (attributes = '') => `<xs:complexType name="T"${attributes}>${v}</xs:complexType>`;
const derived = (name: string, content: string, attributes = '') =>
  `<xs:complexType name="${name}"${attributes}><xs:complexContent><xs:extension base="p:T">${content}</xs:extension></xs:complexContent></xs:complexType>`;
const w = '<xs:sequence><xs:element name="w" type="xs:int"/></xs:sequence>';
const one: Pattern['instances'] = [['<p:p><p:v>1</p:v></p:p>', '{"v":1}']];
const two: Pattern['instances'] = [['<p:p><p:v>1</p:v><p:w>2</p:w></p:p>', '{"v":1,"w":2}']];
const member = '<xs:element name="m" type="xs:int" substitutionGroup="p:h"/>';
const holder = record('<xs:sequence><xs:element ref="p:h" maxOccurs="unbounded"/></xs:sequence>');

/** Abstract, block, final, extension and substitution (PY, SG). */
export const DERIVATION: readonly Pattern[] = patternsOf([
  [
    'GlobalComplexTypeAbstract',
    typed(`${base(' abstract="true"')}${derived('D', w)}${derived('E', '')}`),
    [
      ['<p:p xsi:type="p:D"><p:v>1</p:v><p:w>2</p:w></p:p>', '{"$type":"D","v":1,"w":2}'],
      ['<p:p xsi:type="p:E"><p:v>1</p:v></p:p>', '{"$type":"E","v":1}'],
    ],
    [
      ['{"v":1}', 'abstract /$type'],
      ['{"$type":"T","v":1}', 'xsiType /$type'],
    ],
  ],
  [
    'GlobalElementAbstract',
    `<xs:element name="h" type="xs:int" abstract="true"/>${member}${holder}`,
    [
      [
        '<p:p><p:m>1</p:m><p:m>2</p:m></p:p>',
        '{"h":[{"$element":"m","$value":1},{"$element":"m","$value":2}]}',
      ],
    ],
    [['{"h":[1]}', 'abstract /h/0/$element']],
  ],
  [
    'GlobalElementBlock',
    `<xs:element name="h" type="xs:int" block="substitution"/>${member}${holder}`,
    [['<p:p><p:h>1</p:h></p:p>', '{"h":[1]}']],
    [['{"h":[{"$element":"m","$value":1}]}', 'type /h/0']],
  ],
  [
    'GlobalElementFinal',
    `<xs:element name="h" type="p:T" final="extension"/><xs:element name="m" type="p:R" substitutionGroup="p:h"/>${base()}<xs:complexType name="R"><xs:complexContent><xs:restriction base="p:T"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>${holder}`,
    [['<p:p><p:h><p:v>1</p:v></p:h><p:m><p:v>2</p:v></p:m></p:p>', '{"h":[{"v":1},{"$element":"m","v":2}]}']],
    [['{"h":[{"$element":"x","v":1}]}', 'substitution /h/0/$element']],
  ],
  [
    'GlobalComplexTypeBlock',
    typed(`${base(' block="extension"')}${derived('D', w)}`),
    one,
    [['{"$type":"D","v":1,"w":2}', 'additionalProperties /$type, additionalProperties /w']],
  ],
  [
    'ComplexTypeAttributeExtension',
    `<xs:element name="p" type="p:D"/>${base()}${derived('D', '<xs:attribute name="a" type="xs:int"/>')}`,
    [['<p:p a="2"><p:v>1</p:v></p:p>', '{"@a":2,"v":1}'], ...one],
  ],
  [
    'ComplexTypeSequenceExtension',
    `<xs:element name="p" type="p:D"/>${base()}${derived('D', w)}`,
    two,
    [['{"w":2}', 'required /v']],
  ],
  [
    'GlobalElementComplexTypeSequenceExtension',
    `<xs:element name="p"><xs:complexType><xs:complexContent><xs:extension base="p:T">${w}</xs:extension></xs:complexContent></xs:complexType></xs:element>${base()}`,
    two,
  ],
  [
    'GlobalElementComplexTypeEmptyExtension',
    `<xs:element name="p"><xs:complexType><xs:complexContent><xs:extension base="p:T"/></xs:complexContent></xs:complexType></xs:element>${base()}`,
    one,
  ],
  ['GlobalComplexTypeEmptyExtension', `<xs:element name="p" type="p:D"/>${base()}${derived('D', '')}`, one],
  [
    'SubstitutionGroup',
    `<xs:element name="h" type="p:T"/><xs:element name="m" type="p:D" substitutionGroup="p:h"/><xs:element name="n" type="p:T" substitutionGroup="p:m2"/><xs:element name="m2" type="p:T" substitutionGroup="p:h"/>${base()}${derived('D', w)}${holder}`,
    [
      [
        '<p:p><p:m><p:v>1</p:v><p:w>2</p:w></p:m><p:h><p:v>3</p:v></p:h><p:n><p:v>4</p:v></p:n></p:p>',
        '{"h":[{"$element":"m","v":1,"w":2},{"v":3},{"$element":"n","v":4}]}',
      ],
      ['<p:p><p:h xsi:type="p:D"><p:v>1</p:v><p:w>2</p:w></p:h></p:p>', '{"h":[{"$type":"D","v":1,"w":2}]}'],
    ],
    [['{"m":[{"v":1}]}', 'additionalProperties /m, required /h']],
  ],
]);
