import { type Instance, type Pattern, patternsOf, record, typed } from './pattern.js';

const element = (name: string, occurs = '') => `<xs:element name="${name}" type="xs:int"${occurs}/>`;
const sequence = (content: string, occurs = '') => `<xs:sequence${occurs}>${content}</xs:sequence>`;
const choice = (content: string, occurs = '') => `<xs:choice${occurs}>${content}</xs:choice>`;
const ab = element('a') + element('b');
const optional = ' minOccurs="0"';
const type = (content: string) => typed(`<xs:complexType name="T">${content}</xs:complexType>`);
/** `a1 b2` is `<p:p><p:a>1</p:a><p:b>2</p:b></p:p>`. */
const xml = (children: string) => `<p:p>${children.replace(/([a-z])(\d+) ?/g, '<p:$1>$2</p:$1>')}</p:p>`;
const instance = (children: string, json: string): Instance => [xml(children), json];

const both = [instance('a1 b2', '{"a":1,"b":2}')];
const either = [instance('a1', '{"a":1}'), instance('b2', '{"b":2}')];
const notBoth: Pattern['refused'] = [
  ['{"a":1,"b":2}', 'choice'],
  ['{}', 'choice'],
];
const pairs = [
  instance('a1 b2', '{"$items":[{"a":1,"b":2}]}'),
  instance('a1 b2 a3 b4', '{"$items":[{"a":1,"b":2},{"a":3,"b":4}]}'),
];
const picks = [
  instance('a1 b2 a3', '{"$items":[{"a":1},{"b":2},{"a":3}]}'),
  instance('b1', '{"$items":[{"b":1}]}'),
];
const halfPair: Pattern['refused'] = [['{"$items":[{"a":1}]}', 'required /$items/0/b']];

/** Content models (CM). */
export const CONTENT_MODELS: readonly Pattern[] = patternsOf([
  [
    'ComplexTypeAll',
    type(`<xs:all>${element('a')}${element('b', optional)}</xs:all>`),
    [...both, [xml('b2 a1'), '{"a":1,"b":2}', xml('a1 b2')], instance('a1', '{"a":1}')],
    [['{"b":2}', 'required /a']],
  ],
  ['ComplexTypeChoice', type(choice(ab)), either, notBoth],
  [
    'ComplexTypeSequenceChoice',
    type(sequence(element('c') + choice(ab))),
    [instance('c3 a1', '{"c":3,"a":1}'), instance('c3 b2', '{"c":3,"b":2}')],
    [['{"c":3,"a":1,"b":2}', 'choice']],
  ],
  ['ComplexTypeSequence', type(sequence(ab)), both, [['{"a":1}', 'required /b']]],
  ['SequenceSequenceElement', record(sequence(element('a') + sequence(element('b')))), both],
  [
    'SequenceMinOccurs0',
    record(sequence(ab, optional)),
    [...both, ['<p:p/>', '{}']],
    [['{"a":1}', 'required /b']],
  ],
  ['SequenceMinOccurs1', record(sequence(ab, ' minOccurs="1"')), both, [['{}', 'required /a, required /b']]],
  ['SequenceMaxOccurs1', record(sequence(ab, ' maxOccurs="1"')), both],
  [
    'SequenceMinOccurs0MaxOccursUnbounded',
    record(sequence(ab, ' minOccurs="0" maxOccurs="unbounded"')),
    [...pairs, ['<p:p/>', '{}']],
    halfPair,
  ],
  [
    'SequenceMinOccurs1MaxOccursUnbounded',
    record(sequence(ab, ' minOccurs="1" maxOccurs="unbounded"')),
    pairs,
    [['{"$items":[]}', 'minItems /$items'], ...halfPair],
  ],
  [
    'SequenceMinOccursFinite',
    record(sequence(ab, ' minOccurs="2" maxOccurs="unbounded"')),
    [instance('a1 b2 a3 b4', '{"$items":[{"a":1,"b":2},{"a":3,"b":4}]}')],
    [['{"$items":[{"a":1,"b":2}]}', 'minItems /$items']],
  ],
  [
    'SequenceMaxOccursFinite',
    record(sequence(ab, ' maxOccurs="2"')),
    pairs,
    [['{"$items":[{"a":1,"b":2},{"a":1,"b":2},{"a":1,"b":2}]}', 'maxItems /$items']],
  ],
  ['GlobalElementSequence', record(sequence(ab)), both],
  [
    'GlobalElementAll',
    record(`<xs:all>${ab}</xs:all>`),
    [...both, [xml('b2 a1'), '{"a":1,"b":2}', xml('a1 b2')]],
  ],
  ['GlobalElementChoice', record(choice(ab)), either, notBoth],
  [
    'GlobalElementSimpleType',
    '<xs:element name="p"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType></xs:element>',
    [['<p:p>short</p:p>', '"short"']],
    [['"longer"', 'maxLength']],
  ],
  [
    'GlobalElementSequenceAny',
    record(
      sequence(
        `${element('a')}<xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax" namespace="##other"/>`,
      ),
    ),
    [
      instance('a1', '{"a":1}'),
      ['<p:p><p:a>1</p:a><x:e xmlns:x="urn:x">text</x:e></p:p>', '{"a":1,"$any":[{"{urn:x}e":"text"}]}'],
    ],
    [['{"a":1,"$any":[{"{urn:p}e":"text"}]}', 'wildcard /$any/0/{urn:p}e']],
  ],
  [
    'ChoiceSequence',
    record(choice(sequence(ab) + element('c'))),
    [...both, instance('c3', '{"c":3}')],
    [
      ['{"a":1}', 'required /b'],
      ['{"a":1,"c":3}', 'choice'],
    ],
  ],
  [
    'SequenceChoice',
    record(sequence(choice(ab) + element('c'))),
    [instance('a1 c3', '{"a":1,"c":3}'), instance('b2 c3', '{"b":2,"c":3}')],
    [['{"c":3}', 'choice']],
  ],
  [
    'ChoiceChoice',
    record(choice(choice(ab) + element('c'))),
    [...either, instance('c3', '{"c":3}')],
    [['{"a":1,"c":3}', 'choice']],
  ],
  ['ChoiceElement', record(choice(ab)), either, notBoth],
  ['SequenceElement', record(sequence(ab)), both],
  ['AllElement', record(`<xs:all>${ab}</xs:all>`), both],
  [
    'ChoiceMaxOccursUnbounded',
    record(choice(ab, ' maxOccurs="unbounded"')),
    picks,
    [
      ['{"$items":[]}', 'minItems /$items'],
      ['{"$items":[{"a":1,"b":2}]}', 'choice /$items/0'],
    ],
  ],
  [
    'ChoiceMaxOccursFinite',
    record(choice(ab, ' maxOccurs="3"')),
    picks,
    [['{"$items":[{"a":1},{"a":1},{"a":1},{"a":1}]}', 'maxItems /$items']],
  ],
  [
    'ChoiceMinOccurs0',
    record(choice(ab, optional)),
    [...either, ['<p:p/>', '{}']],
    [['{"a":1,"b":2}', 'choice']],
  ],
  [
    'ChoiceMinOccursFinite',
    record(choice(ab, ' minOccurs="2" maxOccurs="unbounded"')),
    [instance('a1 b2 a3', '{"$items":[{"a":1},{"b":2},{"a":3}]}')],
    [['{"$items":[{"a":1}]}', 'minItems /$items']],
  ],
]);
