import {
  WSDL11,
  WSDL11_MIME,
  WSDL11_SOAP11,
  WSDL11_SOAP12,
  WSDL20,
  XSD,
} from '@soapstone/soap-model/namespaces';
import { nearest } from './nearest.js';

/** The attributes that the elements of one namespace admit, by the local name of the element. */
export type Vocabulary = ReadonlyMap<string, readonly string[]>;

/** The vocabulary of a namespace, with the prefix that messages show. */
export interface NamedVocabulary {
  readonly prefix: string;
  readonly elements: Vocabulary;
}

/** `element element: attribute attribute` on each line; elements that have no attributes end with the colon. */
function vocabulary(lines: string): Vocabulary {
  const admitted = new Map<string, readonly string[]>();
  for (const line of lines.trim().split('\n')) {
    const [elements = '', attributes = ''] = line.split(':');
    const names = attributes.split(' ').filter((name) => name !== '');
    for (const element of elements.trim().split(' ')) admitted.set(element, names);
  }
  return admitted;
}

/** XML Schema 1.0, and what 1.1 adds. `base`, `type` and `derivedBy` of a type are from drafts or
 * belong to a derivation, and their reader reports them. */
const SCHEMA = vocabulary(`
schema: attributeFormDefault blockDefault elementFormDefault finalDefault id targetNamespace version defaultAttributes xpathDefaultNamespace
element: abstract block default final fixed form id maxOccurs minOccurs name nillable ref substitutionGroup type targetNamespace
attribute: default fixed form id name ref type use targetNamespace inheritable
complexType: abstract block final id mixed name defaultAttributesApply base type derivedBy content
simpleType: final id name base type itemType memberTypes
complexContent: id mixed
simpleContent annotation: id
extension restriction: base id
attributeGroup: id name ref
group: id maxOccurs minOccurs name ref order
all choice sequence: id maxOccurs minOccurs
any: id maxOccurs minOccurs namespace processContents notNamespace notQName
anyAttribute: id namespace processContents notNamespace notQName
import: id namespace schemaLocation
include redefine override: id schemaLocation
list: id itemType
union: id memberTypes
length minLength maxLength totalDigits fractionDigits whiteSpace: fixed id value
minInclusive maxInclusive minExclusive maxExclusive: fixed id value
enumeration pattern: id value
key unique: id name ref
keyref: id name refer ref
selector field: id xpath xpathDefaultNamespace
notation: id name public system
`);

/** WSDL 1.1. The reader of bindings reports `soapAction`. */
const WSDL_11 = vocabulary(`
definitions: name targetNamespace
types:
import: location namespace
message portType service: name
part: element name type
operation: name parameterOrder soapAction
input output fault: message name
binding: name type
port: binding name
`);

const SOAP = vocabulary(`
binding: style transport
operation: soapAction soapActionRequired style
body: encodingStyle namespace parts use
header headerfault: encodingStyle message namespace part use
fault: encodingStyle name namespace use
address: location
`);

const MIME = vocabulary(`
content: part type
mimeXml: part
multipartRelated:
part: name
`);

const WSDL_20 = vocabulary(`
description: targetNamespace
types:
import: location namespace
include: location
interface: extends name styleDefault
operation: name pattern ref safe style
input output: element messageLabel
infault outfault: messageLabel ref
fault: element name ref
binding: interface name type
service: interface name
endpoint: address binding name
`);

/** Elements whose attributes are not checked: their content is text, or they belong to XML Schema 1.1. */
const OTHER_ELEMENTS: readonly string[] = [
  'documentation',
  'appinfo',
  'alternative',
  'assert',
  'assertion',
  'defaultOpenContent',
  'explicitTimezone',
  'openContent',
];

/** The vocabularies whose attribute names are checked. The drafts of XML Schema differ from one another, and are not. */
export const VOCABULARIES: ReadonlyMap<string, NamedVocabulary> = new Map([
  [XSD, { prefix: 'xs', elements: SCHEMA }],
  [WSDL11, { prefix: 'wsdl', elements: WSDL_11 }],
  [WSDL11_SOAP11, { prefix: 'soap', elements: SOAP }],
  [WSDL11_SOAP12, { prefix: 'soap12', elements: SOAP }],
  [WSDL11_MIME, { prefix: 'mime', elements: MIME }],
  [WSDL20, { prefix: 'wsdl', elements: WSDL_20 }],
]);

/** Other words, in lower case, that authors write for an attribute, where only one can be meant. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['nullable', 'nillable'],
  ['isnillable', 'nillable'],
  ['isnullable', 'nillable'],
  ['nill', 'nillable'],
  ['nil', 'nillable'],
  ...[
    'min',
    'minimum',
    'minimumoccurs',
    'minoccurrence',
    'minoccurrences',
    'minoccurance',
    'minoccurence',
  ].map((word) => [word, 'minOccurs'] as const),
  ...[
    'max',
    'maximum',
    'maximumoccurs',
    'maxoccurrence',
    'maxoccurrences',
    'maxoccurance',
    'maxoccurence',
  ].map((word) => [word, 'maxOccurs'] as const),
  ['equivclass', 'substitutionGroup'],
  ['elementform', 'elementFormDefault'],
  ['defaultelementform', 'elementFormDefault'],
  ['elementdefaultform', 'elementFormDefault'],
  ['formdefault', 'elementFormDefault'],
  ['attributeform', 'attributeFormDefault'],
  ['defaultattributeform', 'attributeFormDefault'],
  ['attributedefaultform', 'attributeFormDefault'],
  ['targetns', 'targetNamespace'],
  ['target', 'targetNamespace'],
  ['tns', 'targetNamespace'],
  ['namespace', 'targetNamespace'],
  ['location', 'schemaLocation'],
  ['schemauri', 'schemaLocation'],
  ['action', 'soapAction'],
  ['actionuri', 'soapAction'],
  ['actionurl', 'soapAction'],
  ['schemalocation', 'location'],
  ['address', 'location'],
  ['endpoint', 'location'],
  ['loc', 'location'],
  ['uri', 'location'],
  ['url', 'location'],
  ['href', 'location'],
  ['elem', 'element'],
  ['ref', 'element'],
  ['elementname', 'element'],
  ['elementref', 'element'],
  ['messagename', 'message'],
  ['bindingname', 'binding'],
  ['porttypename', 'type'],
  ['datatype', 'type'],
  ['typename', 'type'],
  ['typeref', 'type'],
  ['msg', 'message'],
  ['porttype', 'type'],
  ['interface', 'type'],
]);

/** The same for elements. WSDL 1.1 gets words of WSDL 2.0. */
const ELEMENT_SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['extend', 'extension'],
  ['extends', 'extension'],
  ['enum', 'enumeration'],
  ['restrict', 'restriction'],
  ['restricts', 'restriction'],
  ['seq', 'sequence'],
  ['elem', 'element'],
  ['attr', 'attribute'],
  ['include', 'import'],
  ['msg', 'message'],
  ['interface', 'portType'],
  ['endpoint', 'port'],
]);

/**
 * The only attribute of `admitted` that `written` can mean: the same word in another case or with other punctuation, a synonym, or the
 * nearest word within one mistake (two in a word of at least seven letters). `undefined` if there is none, or if two are as near.
 */
export function meantAttribute(written: string, admitted: readonly string[]): string | undefined {
  if (written.length > 40) return undefined;
  const word = plain(written);
  const synonym = SYNONYMS.get(word);
  const same = admitted.find((name) => plain(name) === word);
  if (same !== undefined) return same;
  if (synonym !== undefined && admitted.includes(synonym)) return synonym;
  const words = new Map(admitted.map((name) => [plain(name), name]));
  return nearest(word, words, word.length < 3 ? 0 : word.length < 7 ? 1 : 2);
}

/**
 * The only element of a vocabulary that `written` can mean, as `meantAttribute` finds it; `undefined` if `written` is an element that
 * is known, or none is meant.
 */
export function meantElement(written: string, vocabulary: Vocabulary): string | undefined {
  if (OTHER_ELEMENTS.includes(written)) return undefined;
  const synonym = ELEMENT_SYNONYMS.get(plain(written));
  if (synonym !== undefined && vocabulary.has(synonym)) return synonym;
  const meant = meantAttribute(written, [...vocabulary.keys(), ...OTHER_ELEMENTS]);
  return meant === written ? undefined : meant;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '');
}
