import { OLD_XSD, XSD } from '@soapstone/soap-model/namespaces';
import {
  KEYWORDS,
  type KeywordValues,
  meansUnbounded,
  meansZero,
  readKeyword,
} from '@soapstone/wsdl-parser/internal';

/** The part of XML Schema's grammar that authors break most often: the attributes and the order of children of an element. */

/** Working drafts that are read as the Recommendation. */
export const XSD_NAMESPACES: ReadonlySet<string> = new Set([XSD, ...OLD_XSD]);

const OCCURRENCE = ['minOccurs', 'maxOccurs'];
const GLOBAL_ELEMENT = 'name type substitutionGroup default fixed nillable abstract final block';
const LOCAL_ELEMENT = 'name type minOccurs maxOccurs default fixed nillable block form';

/** Attributes by the name of the element; global declarations have different ones. */
const GLOBAL: Readonly<Record<string, readonly string[]>> = {
  element: words(GLOBAL_ELEMENT),
  attribute: words('name type default fixed'),
  complexType: words('name mixed abstract final block'),
  simpleType: words('name final'),
  group: ['name'],
  attributeGroup: ['name'],
  notation: words('name public system'),
};
const LOCAL: Readonly<Record<string, readonly string[]>> = {
  schema: words('targetNamespace finalDefault blockDefault attributeFormDefault elementFormDefault'),
  redefine: ['schemaLocation'],
  include: ['schemaLocation'],
  element: words(LOCAL_ELEMENT),
  attribute: words('name type default fixed use form'),
  complexType: ['mixed'],
  simpleType: [],
  group: ['ref', ...OCCURRENCE],
  attributeGroup: ['ref'],
  sequence: OCCURRENCE,
  choice: OCCURRENCE,
  all: OCCURRENCE,
  any: [...OCCURRENCE, 'namespace', 'processContents'],
  anyAttribute: ['namespace', 'processContents'],
  simpleContent: [],
  complexContent: ['mixed'],
  restriction: ['base'],
  extension: ['base'],
  list: ['itemType'],
  union: ['memberTypes'],
  key: ['name'],
  unique: ['name'],
  keyref: ['name', 'refer'],
  selector: ['xpath'],
  field: ['xpath'],
  pattern: ['value'],
  enumeration: ['value'],
};
const LOCAL_REFERENCE: Readonly<Record<string, readonly string[]>> = {
  element: ['ref', ...OCCURRENCE],
  attribute: ['ref', 'default', 'fixed', 'use'],
};
const FACETS: ReadonlySet<string> = new Set(
  words(
    'length minLength maxLength pattern enumeration whiteSpace minInclusive maxInclusive minExclusive maxExclusive totalDigits fractionDigits',
  ),
);

/** The enumerated attributes. */
const WORDS: Readonly<Record<string, KeywordValues<string>>> = {
  use: KEYWORDS.attributeUse,
  form: KEYWORDS.form,
  elementFormDefault: KEYWORDS.form,
  attributeFormDefault: KEYWORDS.form,
  processContents: KEYWORDS.processContents,
  nillable: KEYWORDS.boolean,
  abstract: KEYWORDS.boolean,
  mixed: KEYWORDS.boolean,
};

/** The attributes that are lists of words. */
const LISTS: Readonly<Record<string, KeywordValues<string>>> = {
  block: KEYWORDS.derivation,
  final: KEYWORDS.derivation,
  blockDefault: KEYWORDS.derivation,
  finalDefault: KEYWORDS.derivation,
};

/** The position of a child among its siblings. Names missing here are not part of a schema. */
const RANK: Readonly<Record<string, number>> = {
  include: 0,
  redefine: 0,
  simpleType: 1,
  complexType: 1,
  simpleContent: 2,
  complexContent: 2,
  element: 3,
  any: 3,
  group: 3,
  all: 3,
  choice: 3,
  sequence: 3,
  attribute: 4,
  attributeGroup: 4,
  anyAttribute: 5,
  key: 6,
  keyref: 6,
  unique: 6,
};

/** The attributes that an element may have. `isReference`: it has a usable `ref`. */
export function attributesOf(name: string, isGlobal: boolean, isReference: boolean): readonly string[] {
  if (isGlobal) return GLOBAL[name] ?? [];
  if (isReference) return LOCAL_REFERENCE[name] ?? LOCAL[name] ?? [];
  return LOCAL[name] ?? (FACETS.has(name) ? ['value', 'fixed'] : []);
}

/** The value of an attribute in the spelling of the Recommendation, as the parser reads it; `undefined` if none is meant. */
export function legalValue(attribute: string, value: string): string | undefined {
  if (attribute === 'minOccurs' || attribute === 'maxOccurs') {
    if (/^\d+$/.test(value)) return value;
    if (attribute === 'minOccurs') return meansZero(value) ? '0' : undefined;
    return meansUnbounded(value) ? 'unbounded' : undefined;
  }
  if (attribute === 'namespace') return legalList(value, KEYWORDS.wildcardNamespace, isWildcardWord);
  const list = LISTS[attribute];
  if (list !== undefined) return legalList(value, list, () => true) ?? '';
  const keyword = WORDS[attribute];
  return keyword === undefined ? value : (readKeyword(keyword, value).value ?? FALLBACKS[attribute]);
}

/** The value that the parser reads where none is meant, if it differs from the effect of a missing attribute. */
const FALLBACKS: Readonly<Record<string, string>> = { form: 'unqualified', processContents: 'lax' };

/** The value of an attribute of a facet, as the parser reads it; `undefined` if none is meant. */
export function legalFacet(facet: string, attribute: string, value: string): string | undefined {
  if (attribute === 'fixed') return readKeyword(KEYWORDS.boolean, value).value;
  return facet === 'whiteSpace' ? readKeyword(KEYWORDS.whiteSpace, value).value : value;
}

/** A list whose words are in the spelling of the Recommendation, and whose other items are as they were. */
function legalList(
  value: string,
  keyword: KeywordValues<string>,
  isWord: (item: string) => boolean,
): string | undefined {
  const items = value.split(/[\s,;]+/).filter((item) => item !== '');
  const legal = items.flatMap((item) => (isWord(item) ? (readKeyword(keyword, item).value ?? []) : item));
  // These stand alone.
  const whole = legal.find((item) => item === '#all' || item === '##any' || item === '##other');
  return whole ?? (legal.length === 0 ? undefined : legal.join(' '));
}

function isWildcardWord(item: string): boolean {
  return /^#|^(?:any|other|local|targetNamespace)$/i.test(item);
}

/** Whether elements of this name are part of a schema; annotations and imports are not needed. */
export function isKnown(name: string): boolean {
  return name in LOCAL || name in GLOBAL || FACETS.has(name);
}

export function isFacet(name: string): boolean {
  return FACETS.has(name);
}

/** Whether text can have the facet, too. */
export function isFacetOfText(name: string): boolean {
  return FACETS.has(name) && !/Inclusive|Exclusive|Digits/.test(name);
}

/** Whether such a child must be inside a group. */
export function isParticle(name: string): boolean {
  return name === 'element' || name === 'any';
}

/** Whether a child is part of a content model. */
export function isModel(name: string): boolean {
  return isParticle(name) || RANK[name] === 3;
}

/** Children in grammar order; those of a content model, and globals, keep their order. */
export function inOrder<T>(
  parent: string,
  children: readonly T[],
  nameOf: (child: T) => string,
): readonly T[] {
  if (parent === 'sequence' || parent === 'choice' || parent === 'all') return children;
  const rank = (child: T): number => {
    const name = nameOf(child);
    if (parent === 'schema') return name === 'include' || name === 'redefine' ? 0 : 1;
    return FACETS.has(name) ? 2 : (RANK[name] ?? 2);
  };
  return [...children].sort((left, right) => rank(left) - rank(right));
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
