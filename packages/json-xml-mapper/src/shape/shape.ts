import type { DerivationMethod, ExpandedName, IdentityConstraint } from '@soapstone/soap-model';
import type { Fill } from './fill.js';
import type { SimpleShape } from './simple-shape.js';
import type { WildcardShape } from './wildcard-shape.js';

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
  | LiftedShape
  | AnyTypeShape
  | AttachmentShape;

/** The encoding of types in a message: as the schema says, or by SOAP's section 5 rules (§12). */
export type Use = 'literal' | 'encoded';

/** A JSON object: attributes, then content (VO-6). */
export interface ObjectShape extends Scope {
  readonly kind: 'object';
  /** The named complex type; absent for anonymous types and for the virtual records of parts and headers. */
  readonly name?: ExpandedName;
  /** For an anonymous type: names from the nearest named component down, for component names (OA-3, SC-5). */
  readonly path?: readonly string[];
  readonly documentation?: string;
  /** Whether requests have another form of the type (CM-8). */
  readonly ofResults?: true;
  readonly attributes: readonly AttributeMember[];
  /** `$anyAttributes` (AN-4). */
  readonly anyAttributes?: WildcardShape;
  /** `$value` (SC-1): simple content with attributes. Then there are no members. */
  readonly value?: SimpleShape;
  /** The source of `value`, if a design fills it. */
  readonly valueFill?: Fill;
  /** The attributes that a design leaves out (DF-8). */
  readonly omittedAttributes?: readonly ExpandedName[];
}

/** The content of one JSON object: its keys and the plan that orders them (KY-1, §8.1). */
export interface Scope {
  /** `plain`: one key per element name. `ordered`: `$content` because order matters (MX-2). `mixed`: `$content` with text (MX-1). */
  readonly form: 'plain' | 'ordered' | 'mixed';
  /** For a result whose keys do not determine the order of the elements (CM-8): the writer looks for an order that the plan allows. */
  readonly openOrder?: true;
  /** Every element key of the scope in schema order, each once. In `$content` forms: the keys of its entries. */
  readonly members: readonly ElementMember[];
  /** The normalised content model (CM-1 to CM-5). The root is a sequence that occurs once. */
  readonly content: SequenceNode;
  /** The elements that a design leaves out (DF-8): a reader passes over them. */
  readonly omitted?: readonly ExpandedName[];
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
  /** Whether the JSON value is always an array: `max > 1`. */
  readonly array: boolean;
  /**
   * Whether it is inside a choice or an optional group: an absent array is then omitted instead of `[]` (CM-11), and null is absent
   * (NL-2).
   */
  readonly conditional: boolean;
  readonly default?: string;
  readonly fixed?: string;
  /** The text that is written if the JSON has no value, by a design (DF-10). */
  readonly whenLeftOut?: string;
  /**
   * For a simple type and anyType: the derivation methods by which no type named with `xsi:type` may be derived (`block`, PY-3). The variants
   * of a polymorphic shape show it themselves.
   */
  readonly block?: readonly DerivationMethod[];
  /** Set if the element is the head of a substitution group with members (SG-1). */
  readonly substitution?: Substitution;
  /** Identity constraints inside the element: validation checks them, and examples satisfy them (MO-6). */
  readonly constraints?: readonly IdentityConstraint[];
  /** The media types that the schema declares for its binary value (AT-5). */
  readonly mediaTypes?: readonly string[];
  readonly documentation?: string;
  /** The source of the value, if a design fills the element. Only in `MessageShape.written`. */
  readonly fill?: Fill;
}

/** One attribute key (`@name`). */
export interface AttributeMember {
  readonly key: string;
  readonly name: ExpandedName;
  readonly shape: SimpleShape;
  readonly required: boolean;
  readonly default?: string;
  readonly fixed?: string;
  /** See `ElementMember.whenLeftOut`. */
  readonly whenLeftOut?: string;
  readonly documentation?: string;
  /** The source of the value, if a design fills the attribute. Only in `MessageShape.written`. */
  readonly fill?: Fill;
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
  'key' | 'name' | 'shape' | 'nillable' | 'default' | 'fixed' | 'whenLeftOut' | 'block' | 'constraints'
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

/** An object in whose place JSON has the value of its only member, by a design (DF-14). It has no attributes and no other content. */
export interface LiftedShape {
  readonly kind: 'lifted';
  readonly object: ObjectShape;
  /** The member. Unless it is an array, it is required, and its value is never null. */
  readonly member: ElementMember;
  /** Markup that is written before the member, with namespaces of its own, if a design determines it (DS-2). */
  readonly lead?: string;
  /** How the object is written, if it is a document that is the text of its element (XM-12). */
  readonly inText?: DocumentText;
}

/** The text that an XML document is in. */
export interface DocumentText {
  /** The type of the text. */
  readonly text: SimpleShape;
  readonly as: 'escaped' | 'cdata';
  /** Whether the document begins with an XML declaration. */
  readonly declaration: boolean;
  /** Whether its root is any element: `member` then stands for what is around it. */
  readonly isAny: boolean;
  /** Whether `member` is not as its name declares it, because signatures are put in later (XM-15). */
  readonly isSigned?: true;
}

/** xs:anyType and elements without a type (AN-6, AN-7). */
export interface AnyTypeShape {
  readonly kind: 'anyType';
  /** Set for a type that no schema declares: values have no `xsi:type`, because another type may forbid it (MO-4). */
  readonly unknown?: true;
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
