import type { BuiltinTypeName, ExpandedName, IdentityConstraint } from '@soapstone/soap-model';

/**
 * The intermediate form. A `Shape` describes how one XML value (an element's content, an attribute, a message) looks in JSON: keys,
 * array-ness, nullability, choice, scalar representation. Validator, encoder, decoder, query-string reader, examples and the
 * OpenAPI document are all projections of it, so they cannot disagree.
 *
 * A Shape is type-driven, never data-driven (P1), immutable once built, and *cyclic*: a recursive type refers to itself. Never
 * recurse over it without a visited set or a work list.
 */
export type Shape =
  | SimpleShape
  | ObjectShape
  | PolymorphicShape
  | SoapArrayShape
  | AnyTypeShape
  | AttachmentShape;

/** How a message writes its types: as the schema says, or by SOAP's section 5 rules (§12). */
export type Use = 'literal' | 'encoded';

/** Shapes whose XML is text: the possible types of attributes, simple elements, list items and union members. */
export type SimpleShape = ScalarShape | ListShape | UnionShape | AnySimpleTypeShape;

/** An atomic simple value. */
export interface ScalarShape {
  readonly kind: 'scalar';
  /** The nearest built-in ancestor, which determines the lexical grammar. */
  readonly builtin: BuiltinTypeName;
  /** The type of the JSON value (NM-2, NM-5 applied). A float or double is `number`, plus `"NaN"`, `"INF"`, `"-INF"` (NM-4). */
  readonly json: 'string' | 'number' | 'boolean';
  /** If the JSON value is a number: whether its JavaScript value is always a `bigint` (NM-7). */
  readonly bigint?: true;
  /** True if a numeric or date type keeps its lexical text because of a `pattern` facet (NM-5). */
  readonly lexical: boolean;
  readonly facets: Facets;
  /** The named simple type, if it has a name. */
  readonly name?: ExpandedName;
  readonly documentation?: string;
}

/** A list (LU-1): a JSON array of item values, separated by white space in XML. */
export interface ListShape {
  readonly kind: 'list';
  readonly item: SimpleShape;
  readonly facets: Facets;
  readonly name?: ExpandedName;
  readonly documentation?: string;
}

/** A union (LU-2): the first member that accepts decides. */
export interface UnionShape {
  readonly kind: 'union';
  readonly members: readonly SimpleShape[];
  readonly facets: Facets;
  readonly name?: ExpandedName;
  readonly documentation?: string;
}

/** xs:anySimpleType (AN-8): a string, or `{ $type, $value }` in element position. */
export interface AnySimpleTypeShape {
  readonly kind: 'anySimpleType';
}

/** Effective facets: every derivation step applies (FA-1). Bounds are lexical; QName values are in Clark notation. */
export interface Facets {
  readonly whiteSpace: 'preserve' | 'replace' | 'collapse';
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** At least one pattern of every inner list must match. */
  readonly patterns: readonly (readonly string[])[];
  /** White-space-normalised, schema order, no duplicates (LU-3). */
  readonly enumeration?: readonly string[];
  readonly minInclusive?: string;
  readonly maxInclusive?: string;
  readonly minExclusive?: string;
  readonly maxExclusive?: string;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
}

/** A JSON object: attributes, then content (VO-6). */
export interface ObjectShape extends Scope {
  readonly kind: 'object';
  /** The named complex type; absent for anonymous types and for the virtual records of parts and headers. */
  readonly name?: ExpandedName;
  /** For an anonymous type: names from the nearest named component down, for component names (OA-3, SC-5). */
  readonly path?: readonly string[];
  readonly documentation?: string;
  readonly attributes: readonly AttributeMember[];
  /** `$anyAttributes` (AN-4). */
  readonly anyAttributes?: WildcardShape;
  /** `$value` (SC-1): simple content with attributes. Then there are no members. */
  readonly value?: SimpleShape;
}

/** The content of one JSON object: its keys and the plan that orders them (KY-1, §8.1). */
export interface Scope {
  /** `plain`: one key per element name. `ordered`: `$content` because order matters (MX-2). `mixed`: `$content` with text (MX-1). */
  readonly form: 'plain' | 'ordered' | 'mixed';
  /** Every element key of the scope in schema order, each once. In `$content` forms: the keys of its entries. */
  readonly members: readonly ElementMember[];
  /** The normalised content model (CM-1 to CM-5). The root is a sequence that occurs once. */
  readonly content: SequenceNode;
}

/** One element key of a scope. The same expanded name at several places of the plan shares one member (CM-8). */
export interface ElementMember {
  readonly key: string;
  readonly name: ExpandedName;
  readonly shape: Shape;
  readonly nillable: boolean;
  /** Total bounds of the key in the scope (CM-6); `max` may be `Infinity`. */
  readonly min: number;
  readonly max: number;
  /** `max > 1`: the JSON value is always an array. */
  readonly array: boolean;
  /** Inside a choice or an optional group: an absent array is omitted instead of `[]` (CM-11), and null is absent (NL-2). */
  readonly conditional: boolean;
  readonly default?: string;
  readonly fixed?: string;
  /** Set if the element is the head of a substitution group with members (SG-1). */
  readonly substitution?: Substitution;
  /** Keys and uniqueness inside the element: examples keep them, validation does not look at them (MO-6). */
  readonly constraints?: readonly IdentityConstraint[];
  readonly documentation?: string;
}

/** One attribute key (`@name`). */
export interface AttributeMember {
  readonly key: string;
  readonly name: ExpandedName;
  readonly shape: SimpleShape;
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
  readonly documentation?: string;
}

/** The possible substitutes for a substitution-group head (SG-1 to SG-5). */
export interface Substitution {
  /** Whether the head itself is not allowed: `$element` is required. */
  readonly abstract: boolean;
  /** `key` is the value of `$element`. Nothing of the head's declaration applies to them. */
  readonly members: readonly DeclaredElement[];
}

/** An element as its own declaration describes it, independent of its place. */
export type DeclaredElement = Pick<
  ElementMember,
  'key' | 'name' | 'shape' | 'nillable' | 'default' | 'fixed' | 'constraints'
>;

/** A declared type with derived types (PY-2): the object may carry `$type`. */
export interface PolymorphicShape {
  readonly kind: 'polymorphic';
  /** The declared type's own shape (used when `$type` is absent). */
  readonly declared: ObjectShape;
  /** `$type` of the declared type. */
  readonly declaredKey: string;
  /** Whether the declared type itself is not allowed: `$type` is required (PY-3). */
  readonly abstract: boolean;
  /** The allowed concrete derived types; `key` is the value of `$type` (PY-4). */
  readonly variants: readonly {
    readonly key: string;
    readonly name: ExpandedName;
    readonly shape: ObjectShape;
  }[];
}

/** A SOAP-encoded array (EN-2): a JSON array, nested per dimension. */
export interface SoapArrayShape {
  readonly kind: 'soapArray';
  readonly item: Shape;
  /** The type that `arrayType` names, with `dimensions` as in the model. */
  readonly itemType: ExpandedName;
  readonly dimensions: readonly number[];
  /** The item element that the type itself declares, if any; otherwise items are named `item`. */
  readonly itemName?: ExpandedName;
  readonly name?: ExpandedName;
}

/** xs:anyType and elements without a type (AN-6, AN-7). */
export interface AnyTypeShape {
  readonly kind: 'anyType';
}

/** wsi:swaRef (AT-2). */
export interface AttachmentShape {
  readonly kind: 'attachment';
}

/** The normalised content model (§8.1). `min`/`max` are occurrences; `max` may be `Infinity`. */
export type ContentNode = ElementNode | AnyNode | ItemsNode | SequenceNode | ChoiceNode;

/** One place of `member`. */
export interface ElementNode {
  readonly kind: 'element';
  readonly member: ElementMember;
  readonly min: number;
  readonly max: number;
}

/** A wildcard: `$any`, `$any2`… (AN-1, AN-2). */
export interface AnyNode {
  readonly kind: 'any';
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly wildcard: WildcardShape;
}

/** A repeating group: `$items`, `$items2`… with one object per repetition (CM-17). */
export interface ItemsNode {
  readonly kind: 'items';
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly body: Scope;
}

/** A group that occurs at most once. `unordered` is xs:all: any order on input (CM-2). */
export interface SequenceNode {
  readonly kind: 'sequence';
  readonly optional: boolean;
  readonly unordered: boolean;
  readonly children: readonly ContentNode[];
}

/** A choice that occurs at most once (CM-12). */
export interface ChoiceNode {
  readonly kind: 'choice';
  readonly optional: boolean;
  readonly branches: readonly ContentNode[];
}

/** A wildcard's admission rule (AN-3); `''` is no namespace. */
export interface WildcardShape {
  readonly namespaces:
    | { readonly kind: 'any' }
    | { readonly kind: 'not'; readonly namespace: string }
    | { readonly kind: 'list'; readonly list: readonly string[] };
  readonly processContents: 'strict' | 'lax' | 'skip';
  /** For a strict wildcard: the namespaces whose names must be declared. Absent: all of them. */
  readonly described?: ReadonlySet<string>;
}

/**
 * One message (§4.1): the position of the JSON root in the Body.
 * - `element`: the Body contains one element `name`, and the JSON root is its object (document with an object-valued element; rpc
 *   wrappers).
 * - `parts`: the Body's children are the members of a virtual record (simple, anyType, several or no parts).
 * - `content`: the Body itself has the type of a `type=` part (document style, one part by complex type).
 * - `value`: the Body's own content is the value of the only member of the root (document style, one part by simple type, anyType
 *   or array type).
 */
export interface MessageShape {
  readonly kind: 'element' | 'parts' | 'content' | 'value';
  /** The Body child, for `element`. */
  readonly name?: ExpandedName;
  /** The keys and uniqueness that its declaration asks for inside it. */
  readonly constraints?: readonly IdentityConstraint[];
  /** The name of the part, for `content` and `value`: some stacks wrap an element of this name around the value (BD-6). */
  readonly part?: string;
  /** True if the Body child is an rpc wrapper (BD-3 is lenient with its name), also if `unwrap: none` shows it (UW-7). */
  readonly rpc: boolean;
  /** Whether the Body child may be `xsi:nil`; then the result is `{"$nil": true}`. */
  readonly nillable: boolean;
  readonly encoded: boolean;
  readonly root: ObjectShape | PolymorphicShape;
  /** The record element that results omit (UW-4); its shape is the shape of `result`. Outputs only. */
  readonly record?: ElementMember;
  /** Declared header blocks (HD-1, HD-6). */
  readonly headers?: HeadersShape;
  /** Parts bound by MIME (AT-3): `$attachments`. */
  readonly attachments: readonly { readonly name: string; readonly contentTypes: readonly string[] }[];
}

/** Header blocks as a virtual record, each with its own `use`, independent of the Body's (WSDL 1.1 §3.7). */
export interface HeadersShape extends ObjectShape {
  /** Keys of the blocks that are written by the rules of SOAP's encoding (EN-9). */
  readonly encodedBlocks: ReadonlySet<string>;
}

/** A declared fault (FL-2): its detail element, mapped by its declaration. */
export interface FaultShape {
  readonly name: string;
  readonly detail: ElementMember;
  readonly documentation?: string;
}

/** Everything about one exposed operation that does not depend on a call. */
export interface OperationShape {
  readonly input: MessageShape;
  readonly output?: MessageShape;
  readonly faults: readonly FaultShape[];
  /** Header blocks that accompany a fault (`soap:headerfault`, HD-7). */
  readonly headerFaults?: HeadersShape;
  /** Global elements by Clark name, for wildcards and fault details (AN-1, FL-2). Built on demand. */
  globalElement(name: ExpandedName, use: Use): ElementMember | undefined;
  /** The names of all global elements that are not abstract, in model order. */
  globalElementNames(): readonly ExpandedName[];
  /** The type of a global attribute, for wildcards (AN-4). */
  globalAttribute(name: ExpandedName): SimpleShape | undefined;
  /** Named and built-in types, for `xsi:type` in anyType positions (AN-6). Built on demand. */
  namedType(name: ExpandedName, use: Use): Shape | undefined;
  /** The value of `$type` for a named type: its local name, or its Clark name if that is not unique; `xs:int` (PY-4). */
  typeKey(name: ExpandedName): string;
  /** The type that a `$type` value names, in either spelling of PY-4. Undefined if there is none. */
  typeOfKey(key: string): ExpandedName | undefined;
  /** Every namespace that the schema names, in model order, which keeps the prefixes of wildcard content stable (XO-2). */
  namespaces(): readonly string[];
}
