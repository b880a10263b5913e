import { type Instance, type Pattern, patternsOf, record } from './pattern.js';

const known = '<xs:element name="known" type="xs:int"/><xs:attribute name="flag" type="xs:boolean"/>';
const anyAttribute = (attributes: string) =>
  known + record('<xs:sequence/>', `<xs:anyAttribute${attributes}/>`);
const extended = (attributes: string) =>
  known +
  record(
    `<xs:sequence><xs:element name="v" type="xs:int"/><xs:any minOccurs="0" maxOccurs="unbounded"${attributes}/></xs:sequence>`,
  );
const none: Instance = ['<p:p><p:v>1</p:v></p:p>', '{"v":1}'];
const declared: Instance = [
  '<p:p><p:v>1</p:v><p:known>5</p:known><p:known>6</p:known></p:p>',
  '{"v":1,"$any":[{"{urn:p}known":5},{"{urn:p}known":6}]}',
];
const untyped: Instance = [
  '<p:p><p:v>1</p:v><p:known>5</p:known></p:p>',
  '{"v":1,"$any":[{"{urn:p}known":"5"}]}',
];
const foreign: Instance = [
  '<p:p><p:v>1</p:v><x:e xmlns:x="urn:x" k="1">a<x:f/>b</x:e></p:p>',
  '{"v":1,"$any":[{"{urn:x}e":{"@k":"1","$content":["a",{"{urn:x}f":""},"b"]}}]}',
];
const other: Instance = [
  '<p:p><p:v>1</p:v><q:size xmlns:q="urn:q">3</q:size></p:p>',
  '{"v":1,"$any":[{"{urn:q}size":3}]}',
];
const otherUntyped: Instance = [
  '<p:p><p:v>1</p:v><q:size xmlns:q="urn:q">3</q:size></p:p>',
  '{"v":1,"$any":[{"{urn:q}size":"3"}]}',
];
/** AN-3: a namespace that the service has a schema of. */
const unknownElement: Pattern['refused'] = [
  ['{"v":1,"$any":[{"{urn:p}unknown":"a"}]}', 'wildcard /$any/0/{urn:p}unknown'],
];
const otherUnknownElement: Pattern['refused'] = [
  ['{"v":1,"$any":[{"{urn:q}unknown":"a"}]}', 'wildcard /$any/0/{urn:q}unknown'],
];
const ownElement: Pattern['refused'] = [
  ['{"v":1,"$any":[{"{urn:p}known":5}]}', 'wildcard /$any/0/{urn:p}known'],
];
/** Another schema that the service knows: what `strict` finds in other namespaces. */
const sizes: Partial<Pattern> = {
  inline: [
    '<xs:schema targetNamespace="urn:q" xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="size" type="xs:int"/><xs:attribute name="unit" type="xs:string"/></xs:schema>',
  ],
};
const flag: Instance = ['<p:p p:flag="true"/>', '{"$anyAttributes":{"{urn:p}flag":"true"}}'];
const anything: Instance = [
  '<p:p x:a="1" b="2" xmlns:x="urn:x"/>',
  '{"$anyAttributes":{"{urn:x}a":"1","b":"2"}}',
];
const unit: Instance = ['<p:p q:unit="kg" xmlns:q="urn:q"/>', '{"$anyAttributes":{"{urn:q}unit":"kg"}}'];
const foreignAttribute: Instance = ['<p:p x:a="1" xmlns:x="urn:x"/>', '{"$anyAttributes":{"{urn:x}a":"1"}}'];
const bare: Instance = ['<p:p/>', '{}'];
const ownAttribute: Pattern['refused'] = [
  ['{"$anyAttributes":{"{urn:p}flag":"true"}}', 'wildcard /$anyAttributes/{urn:p}flag'],
];

/** Attributes only, wildcards for attributes and elements, clashes of names (SC, AN, KY-4). */
export const WILDCARDS: readonly Pattern[] = patternsOf([
  [
    'ComplexTypeAttribute',
    '<xs:element name="p" type="p:T"/><xs:complexType name="T"><xs:sequence><xs:element name="v" type="xs:int"/></xs:sequence><xs:attribute name="a" type="xs:string"/></xs:complexType>',
    [
      ['<p:p a="&quot;&lt;&#10;"><p:v>1</p:v></p:p>', '{"@a":"\\"<\\n","v":1}'],
      ['<p:p><p:v>1</p:v></p:p>', '{"v":1}'],
    ],
  ],
  [
    'ComplexTypeOnlyAttributes',
    '<xs:element name="p" type="p:T"/><xs:complexType name="T"><xs:attribute name="a" type="xs:int"/><xs:attribute name="b" type="xs:int"/></xs:complexType>',
    [['<p:p b="2" a="1"/>', '{"@a":1,"@b":2}'], bare],
  ],
  [
    'ComplexTypeOnlyAttributeGroup',
    '<xs:element name="p" type="p:T"/><xs:complexType name="T"><xs:attributeGroup ref="p:G"/></xs:complexType><xs:attributeGroup name="G"><xs:attribute name="a" type="xs:int"/></xs:attributeGroup>',
    [['<p:p a="1"/>', '{"@a":1}'], bare],
  ],
  ['ComplexTypeAnyAttribute', anyAttribute(' processContents="lax"'), [flag, anything, bare]],
  [
    'SimpleContentAnyAttribute',
    '<xs:element name="p"><xs:complexType><xs:simpleContent><xs:extension base="xs:int"><xs:anyAttribute processContents="skip"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>',
    [
      ['<p:p x:a="1" xmlns:x="urn:x">5</p:p>', '{"$value":5,"$anyAttributes":{"{urn:x}a":"1"}}'],
      ['<p:p>5</p:p>', '{"$value":5}'],
    ],
    [['5', 'type']],
  ],
  ['AnyAttributeStrict', anyAttribute(' namespace="##any" processContents="strict"'), [flag, bare], []],
  ['AnyAttributeLax', anyAttribute(' namespace="##any" processContents="lax"'), [flag, anything, bare]],
  ['AnyAttributeSkip', anyAttribute(' namespace="##any" processContents="skip"'), [flag, anything, bare]],
  [
    'AnyAttributeOtherStrict',
    anyAttribute(' namespace="##other" processContents="strict"'),
    [unit, bare],
    ownAttribute,
    sizes,
  ],
  [
    'AnyAttributeOtherLax',
    anyAttribute(' namespace="##other" processContents="lax"'),
    [foreignAttribute, bare],
    ownAttribute,
  ],
  [
    'AnyAttributeOtherSkip',
    anyAttribute(' namespace="##other" processContents="skip"'),
    [foreignAttribute],
    ownAttribute,
  ],
  [
    'AttributeElementNameClash',
    record(
      '<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>',
      '<xs:attribute name="a" type="xs:string"/>',
    ),
    [['<p:p a="x"><p:a>1</p:a></p:p>', '{"@a":"x","a":1}']],
  ],
  ['ExtendedSequenceStrict', extended(' processContents="strict"'), [none, declared], unknownElement],
  ['ExtendedSequenceLax', extended(' processContents="lax"'), [none, declared, foreign]],
  ['ExtendedSequenceSkip', extended(' processContents="skip"'), [none, untyped, foreign]],
  [
    'ExtendedSequenceStrictAny',
    extended(' namespace="##any" processContents="strict"'),
    [none, declared],
    unknownElement,
  ],
  ['ExtendedSequenceLaxAny', extended(' namespace="##any" processContents="lax"'), [declared, foreign]],
  ['ExtendedSequenceSkipAny', extended(' namespace="##any" processContents="skip"'), [untyped, foreign]],
  [
    'ExtendedSequenceStrictOther',
    extended(' namespace="##other" processContents="strict"'),
    [none, other],
    [...otherUnknownElement, ...ownElement],
    sizes,
  ],
  [
    'ExtendedSequenceLaxOther',
    extended(' namespace="##other" processContents="lax"'),
    [other, foreign],
    ownElement,
    sizes,
  ],
  [
    'ExtendedSequenceSkipOther',
    extended(' namespace="##other" processContents="skip"'),
    [otherUntyped, foreign],
    ownElement,
    sizes,
  ],
  [
    'SequenceAnyStrict',
    `${known}${record('<xs:sequence><xs:any namespace="##targetNamespace" processContents="strict"/></xs:sequence>')}`,
    [['<p:p><p:known>5</p:known></p:p>', '{"$any":[{"{urn:p}known":5}]}']],
    [
      ['{"$any":[]}', 'minItems /$any'],
      ['{"$any":[{"{urn:p}known":5},{"{urn:p}known":5}]}', 'maxItems /$any'],
      ['{"$any":[{"{urn:p}unknown":5}]}', 'wildcard /$any/0/{urn:p}unknown'],
    ],
  ],
]);
