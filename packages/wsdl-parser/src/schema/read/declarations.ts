import type {
  DerivationMethod,
  DiagnosticCode,
  ExpandedName,
  FacetStep,
  IdentityConstraint,
  Occurs,
  SourceLocation,
  TypeIndex,
  Wildcard,
} from '@soapstone/soap-model';
import type { SchemaDocument } from '../../schema-document.js';
import type { NamespaceScope, XmlElement } from '../../xml/element.js';
import type { NameTable } from './name-table.js';

/**
 * Schema components as declared: names expanded, schema defaults applied, numbers parsed, references to other components still
 * unresolved. Linking turns them into the `SchemaSet` of the service model.
 */

/** A QName that refers to a component. Resolved once; its identity is the cache key of the result. */
export interface Reference {
  readonly name: ExpandedName;
  /**
   * The same local name in the target namespace, if the name is unprefixed and in no namespace, or in that of XML Schema or WSDL
   * because it is the default namespace. If the document declares that name, it is used, with a diagnostic.
   */
  readonly ownNamespace?: ExpandedName;
  /** The name has a prefix that is not declared. Only the local name can lead anywhere. */
  readonly unbound: boolean;
  /** The text is not a QName, but has the namespace in it. */
  readonly spelledOut?: true;
  /** The name as written, if the prefix is unbound or the text is not a QName. */
  readonly text?: string;
  readonly location: SourceLocation;
  /** A description of the enclosing global component. */
  readonly component: string;
}

/** The context of reading one `xs:schema`: its defaults, the diagnostics, and the anonymous types encountered. */
export interface SchemaReader {
  readonly document: SchemaDocument;
  readonly targetNamespace: string;
  readonly names: NameTable;
  /** `elementFormDefault="qualified"`, `attributeFormDefault="qualified"` (MO-7). */
  readonly elementsQualified: boolean;
  readonly attributesQualified: boolean;
  readonly blockDefault: string;
  readonly finalDefault: string;
  /** The schema uses a draft of 1999 or 2000, so that vocabulary is understood too (Annex A). */
  readonly obsolete: boolean;
  /** A description of the global component being read. */
  component: string;
  /** While a complex type is read: attributes found where none may be. */
  misplaced?: XmlElement[];
  /** The anonymous types encountered in it, in document order. */
  inlineTypes: TypeSlot[];
  report(code: DiagnosticCode, location: SourceLocation, message: string): void;
}

/** A value whose meaning may depend on prefixes: QName values are rewritten once the type is known. */
export interface ScopedText {
  readonly text: string;
  readonly scope: NamespaceScope;
  readonly location: SourceLocation;
}

/** The target of `type=`, or an anonymous type. */
export type TypeUse =
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'inline'; readonly slot: TypeSlot };

/**
 * The slot of a type definition: created when the type is encountered, filled later. Types nest without bound, so reading one never
 * reads another.
 */
export interface TypeSlot {
  /** `xs:complexType`, `xs:simpleType`, or the `xs:restriction` of a simple content that narrows. */
  readonly node: XmlElement;
  readonly reader: SchemaReader;
  readonly name?: ExpandedName;
  /** For an anonymous type: the element, attribute or named type that it belongs to. */
  readonly owner?: ExpandedName;
  /** For the simple type of the facets of a simple-content restriction: the base whose content they narrow. */
  readonly narrows?: Reference;
  /** The position in the model, in document order; absent until it is assigned, and for a type over the limit. */
  index?: TypeIndex;
  definition?: TypeDefinition;
  /** Inside xs:redefine: the type's own name, and the type that a reference to it means here, if it was found. */
  redefines?: { readonly name: ExpandedName; readonly original?: TypeSlot };
}

export type TypeDefinition = ComplexTypeDefinition | SimpleTypeDefinition;

export interface ComplexTypeDefinition {
  readonly kind: 'complex';
  readonly abstract: boolean;
  readonly block: readonly DerivationMethod[];
  readonly final: readonly DerivationMethod[];
  readonly documentation?: string;
  readonly body: ComplexTypeBody;
  readonly attributes: AttributeContent;
  /** `wsdl:arrayType` where it is written. */
  readonly arrayType?: ScopedText;
}

/** The content of a complex type, without its attributes. `content` is the short form: a restriction of xs:anyType. */
export type ComplexTypeBody =
  | { readonly form: 'content'; readonly mixed: boolean; readonly particle?: ParticleDeclaration }
  | {
      readonly form: 'complex-content';
      readonly derivation: 'extension' | 'restriction';
      readonly base: Reference;
      readonly mixed: boolean;
      readonly particle?: ParticleDeclaration;
    }
  | {
      readonly form: 'simple-content';
      readonly derivation: 'extension' | 'restriction';
      readonly base: Reference;
      /** A restriction that narrows: the anonymous simple type of its facets. */
      readonly narrowed?: TypeSlot;
    };

export interface SimpleTypeDefinition {
  readonly kind: 'simple';
  readonly documentation?: string;
  readonly step:
    | { readonly kind: 'restriction'; readonly base: TypeUse; readonly facets: FacetDeclarations | undefined }
    /** The facets of a simple-content restriction: they restrict the content of the complex type `base`. */
    | {
        readonly kind: 'content-of';
        readonly base: Reference;
        readonly facets: FacetDeclarations | undefined;
      }
    | { readonly kind: 'list'; readonly item: TypeUse }
    | { readonly kind: 'union'; readonly members: readonly TypeUse[] };
}

/** The facets of one step; enumeration values keep their prefixes until the base is known. */
export interface FacetDeclarations extends Omit<FacetStep, 'enumeration'> {
  readonly enumeration?: readonly ScopedText[];
}

/** An element, global or local. */
export interface ElementDefinition {
  readonly name: ExpandedName;
  readonly type?: TypeUse;
  readonly nillable: boolean;
  readonly abstract: boolean;
  readonly default?: ScopedText;
  readonly fixed?: ScopedText;
  readonly substitutionGroup?: Reference;
  readonly block: readonly DerivationMethod[];
  readonly constraints?: readonly IdentityConstraint[];
  readonly mediaTypes?: readonly string[];
  readonly documentation?: string;
  readonly location: SourceLocation;
}

/** A particle as written: with group references and `maxOccurs="0"`. */
export type ParticleDeclaration =
  | ElementParticleDeclaration
  | ElementReferenceDeclaration
  | GroupReferenceDeclaration
  | WildcardParticleDeclaration
  | ModelGroupDeclaration;

interface Occurrence {
  readonly minOccurs: number;
  readonly maxOccurs: Occurs;
}

export interface ElementParticleDeclaration extends Occurrence {
  readonly kind: 'element';
  readonly element: ElementDefinition;
}

export interface ElementReferenceDeclaration extends Occurrence {
  readonly kind: 'element-reference';
  readonly reference: Reference;
  /** The name beside the reference, which counts if this names a type. */
  readonly name?: ExpandedName;
  readonly documentation?: string;
}

export interface GroupReferenceDeclaration extends Occurrence {
  readonly kind: 'group-reference';
  readonly reference: Reference;
}

export interface WildcardParticleDeclaration extends Occurrence {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
}

export interface ModelGroupDeclaration extends Occurrence {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly ParticleDeclaration[];
}

/** The attribute declarations of a type or attribute group, in document order. */
export interface AttributeContent {
  readonly uses: readonly AttributeUseDeclaration[];
  readonly wildcard?: Wildcard;
}

export type AttributeUseDeclaration =
  | { readonly kind: 'attribute'; readonly use: AttributeUsage; readonly attribute: AttributeDefinition }
  | {
      readonly kind: 'attribute-reference';
      readonly use: AttributeUsage;
      readonly reference: Reference;
      /** As for an element. */
      readonly name?: ExpandedName;
      readonly default?: ScopedText;
      readonly fixed?: ScopedText;
      readonly documentation?: string;
    }
  | { readonly kind: 'attribute-group-reference'; readonly reference: Reference };

export type AttributeUsage = 'optional' | 'required' | 'prohibited';

/** An attribute, global or local. */
export interface AttributeDefinition {
  readonly name: ExpandedName;
  readonly type?: TypeUse;
  readonly default?: ScopedText;
  readonly fixed?: ScopedText;
  readonly documentation?: string;
  readonly location: SourceLocation;
}
