import type { ExpandedName, SourceLocation } from './names.js';

/**
 * The linked XML Schema components of a service: every reference is resolved, derivation is flattened into effective content
 * (MO-5), and qualification is an expanded name on each use (MO-7). Plain, immutable, serialisable data.
 */
export interface SchemaSet {
  /** Every complex and simple type, named and anonymous. A `TypeIndex` is a position in this list. */
  readonly types: readonly SchemaType[];
  /** The global element declarations. */
  readonly elements: readonly ElementDeclaration[];
  /** The global attribute declarations, which wildcards with `processContents` other than `skip` can refer to. */
  readonly attributes: readonly AttributeDeclaration[];
}

export type SchemaType = ComplexType | SimpleType;

/** A position in `SchemaSet.types`. */
export type TypeIndex = number;

/** The type of an element, attribute or part: a built-in of XML Schema by its local name, or a type of this set. */
export type TypeReference = BuiltinTypeName | TypeIndex;

/** Built-in types of XML Schema 1.0 Part 2, including the two ur-types. The bundled soapenc:string and the like refer to these. */
export type BuiltinTypeName =
  | 'anyType'
  | 'anySimpleType'
  | 'string'
  | 'normalizedString'
  | 'token'
  | 'language'
  | 'Name'
  | 'NCName'
  | 'NMTOKEN'
  | 'NMTOKENS'
  | 'ID'
  | 'IDREF'
  | 'IDREFS'
  | 'ENTITY'
  | 'ENTITIES'
  | 'NOTATION'
  | 'QName'
  | 'anyURI'
  | 'boolean'
  | 'decimal'
  | 'float'
  | 'double'
  | 'integer'
  | 'nonPositiveInteger'
  | 'negativeInteger'
  | 'nonNegativeInteger'
  | 'positiveInteger'
  | 'long'
  | 'int'
  | 'short'
  | 'byte'
  | 'unsignedLong'
  | 'unsignedInt'
  | 'unsignedShort'
  | 'unsignedByte'
  | 'duration'
  | 'dateTime'
  | 'time'
  | 'date'
  | 'gYearMonth'
  | 'gYear'
  | 'gMonthDay'
  | 'gDay'
  | 'gMonth'
  | 'hexBinary'
  | 'base64Binary';

/** A bound on repetition; `'unbounded'` as in XML Schema. */
export type Occurs = number | 'unbounded';

export type DerivationMethod = 'extension' | 'restriction' | 'substitution';

/** A global element declaration (XML Schema Part 1 §3.3). */
export interface ElementDeclaration {
  readonly name: ExpandedName;
  readonly type: TypeReference;
  /** Set if the type is not declared: `type` is then anyType, but values have no `xsi:type` (MO-4). */
  readonly unknownType?: true;
  /** Set if the name of the type is misspelt: `type` is the built-in that is meant. If its values are texts, any text is one (MO-4). */
  readonly correctedType?: true;
  readonly nillable: boolean;
  readonly abstract: boolean;
  /** The lexical value of `default` or `fixed`; a QName value is in Clark notation. */
  readonly default?: string;
  readonly fixed?: string;
  /** The head of the substitution group that this element joins. */
  readonly substitutionGroup?: ExpandedName;
  /** Effective `block` (schema defaults applied). */
  readonly block: readonly DerivationMethod[];
  /** `xs:key`, `xs:unique` and `xs:keyref` of the declaration; absent if it has none. */
  readonly constraints?: readonly IdentityConstraint[];
  /** The media types of its binary value, as `xmime:expectedContentTypes` lists them (AT-5). */
  readonly mediaTypes?: readonly string[];
  readonly documentation?: string;
  readonly location?: SourceLocation;
}

/**
 * `xs:key`, `xs:unique` or `xs:keyref` (XML Schema Part 1 §3.11): a constraint on the values inside one element (MO-6).
 */
export interface IdentityConstraint {
  readonly kind: 'key' | 'unique' | 'keyref';
  readonly name: ExpandedName;
  /** For a keyref: the name of the key or unique constraint that it refers to. */
  readonly refer?: ExpandedName;
  /** The elements that the constraint applies to: those on any of these paths, from the element that declares it. */
  readonly selector: readonly IdentityPath[];
  /** The values that make up one key, each by any of its paths from a selected element. */
  readonly fields: readonly (readonly IdentityPath[])[];
}

/** A path of the XPath subset of identity constraints: child steps only. */
export interface IdentityPath {
  /** Whether it starts with `.//`, and so leads to any depth. */
  readonly descendant: boolean;
  readonly steps: readonly IdentityNameTest[];
  /** For a field whose path ends with `@name`: that name. */
  readonly attribute?: IdentityNameTest;
}

/** A name, `prefix:*` without a `localName`, or `*` without both. */
export interface IdentityNameTest {
  readonly namespace?: string;
  readonly localName?: string;
}

/** A complex type (XML Schema Part 1 §3.4) with its *effective* attributes and content. */
export interface ComplexType {
  readonly kind: 'complex';
  /** Absent for an anonymous type, and for one that xs:redefine has replaced: its `owner` is the new type. */
  readonly name?: ExpandedName;
  /** The target namespace of the declaring schema, also for anonymous types (it decides the bare key in KY-3). */
  readonly targetNamespace: string;
  /** For an anonymous type: the name of the element, attribute or named type that owns it. */
  readonly owner?: ExpandedName;
  /** The media types of its binary value, as `xmime:expectedContentTypes` lists them (AT-5). */
  readonly mediaTypes?: readonly string[];
  readonly documentation?: string;
  readonly location?: SourceLocation;
  readonly base?: TypeReference;
  readonly derivation?: 'extension' | 'restriction';
  readonly abstract: boolean;
  /** Effective `block` and `final` (schema defaults applied). */
  readonly block: readonly DerivationMethod[];
  readonly final: readonly DerivationMethod[];
  /** The base's attributes first; prohibited ones are removed. */
  readonly attributes: readonly AttributeUse[];
  readonly attributeWildcard?: Wildcard;
  readonly content: ContentType;
  /** Set if the type is a SOAP-encoded array (restricts soapenc:Array, or extends it with one repeatable element). */
  readonly soapArray?: SoapArray;
}

/** The content type of a complex type. `particle` is the effective one; absent if there are no child elements. */
export type ContentType =
  | { readonly kind: 'empty' }
  | { readonly kind: 'simple'; readonly type: TypeReference }
  | { readonly kind: 'element-only'; readonly particle: Particle }
  | { readonly kind: 'mixed'; readonly particle?: Particle };

/** A particle: a term with its occurrence. Groups are expanded, particles with `maxOccurs="0"` removed. */
export type Particle = ElementParticle | WildcardParticle | GroupParticle;

export interface ElementParticle {
  readonly kind: 'element';
  readonly minOccurs: number;
  readonly maxOccurs: Occurs;
  /** The name as written to XML; whether it is qualified is already decided. */
  readonly name: ExpandedName;
  readonly type: TypeReference;
  /** Set if the type is not declared: `type` is then anyType, but values have no `xsi:type` (MO-4). */
  readonly unknownType?: true;
  /** Set if the name of the type is misspelt, as for an element declaration. */
  readonly correctedType?: true;
  readonly nillable: boolean;
  /**
   * True for `ref=`: the element is global, so substitution groups apply, and `abstract` and `block` are those of the declaration.
   */
  readonly global: boolean;
  /** Effective `block` of a local element (schema defaults applied); absent if nothing is blocked. */
  readonly block?: readonly DerivationMethod[];
  readonly default?: string;
  readonly fixed?: string;
  /** `xs:key`, `xs:unique` and `xs:keyref` of the declaration; absent if it has none. */
  readonly constraints?: readonly IdentityConstraint[];
  /** The media types of its binary value, as `xmime:expectedContentTypes` lists them (AT-5). */
  readonly mediaTypes?: readonly string[];
  readonly documentation?: string;
}

export interface WildcardParticle {
  readonly kind: 'any';
  readonly minOccurs: number;
  readonly maxOccurs: Occurs;
  readonly wildcard: Wildcard;
}

export interface GroupParticle {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly minOccurs: number;
  readonly maxOccurs: Occurs;
  readonly particles: readonly Particle[];
}

/** `xs:any` / `xs:anyAttribute`: which namespaces are admitted (`''` means no namespace) and how content is processed. */
export interface Wildcard {
  readonly namespaces:
    | { readonly kind: 'any' }
    | { readonly kind: 'not'; readonly namespace: string }
    | { readonly kind: 'list'; readonly list: readonly string[] };
  readonly processContents: 'strict' | 'lax' | 'skip';
  /** It stands for components that no document declares (MO-4), so numbers and booleans below it have no `xsi:type`. */
  readonly unknown?: true;
}

export interface AttributeUse {
  readonly name: ExpandedName;
  readonly type: TypeReference;
  /** Set if the name of the type is misspelt, as for an element declaration. */
  readonly correctedType?: true;
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
  readonly documentation?: string;
}

export interface AttributeDeclaration {
  readonly name: ExpandedName;
  readonly type: TypeReference;
}

/** A simple type (XML Schema Part 1 §3.14). */
export interface SimpleType {
  readonly kind: 'simple';
  readonly name?: ExpandedName;
  readonly targetNamespace: string;
  readonly owner?: ExpandedName;
  /** The media types of its binary value, as `xmime:expectedContentTypes` lists them (AT-5). */
  readonly mediaTypes?: readonly string[];
  readonly documentation?: string;
  readonly location?: SourceLocation;
  /** The type that it restricts; absent for a list or union that is not derived. */
  readonly base?: TypeReference;
  readonly variety: SimpleVariety;
  /** The facets of each derivation step, the base's first (FA-1). Steps without facets are omitted. */
  readonly facets: readonly FacetStep[];
}

export type SimpleVariety =
  | { readonly kind: 'atomic' /** the nearest built-in ancestor */; readonly builtin: BuiltinTypeName }
  | { readonly kind: 'list'; readonly itemType: TypeReference }
  | { readonly kind: 'union'; readonly memberTypes: readonly TypeReference[] };

/** The facets of one derivation step (XML Schema Part 2 §4.3). Bounds are lexical; QName values are in Clark notation. */
export interface FacetStep {
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Alternatives: several patterns of one step are joined by "or". */
  readonly patterns?: readonly string[];
  readonly enumeration?: readonly string[];
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse';
  readonly minInclusive?: string;
  readonly maxInclusive?: string;
  readonly minExclusive?: string;
  readonly maxExclusive?: string;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
}

/** A SOAP-encoded array (SOAP 1.1 §5.4.2, SOAP 1.2 Part 2 §3.1.6): `T[]` is `[1]`, `T[,]` is `[2]`, `T[][]` is `[1, 1]` (outermost first). */
export interface SoapArray {
  readonly itemType: TypeReference;
  readonly dimensions: readonly number[];
}
