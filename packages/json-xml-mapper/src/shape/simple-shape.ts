import type { BuiltinTypeName, ExpandedName } from '@soapstone/soap-model';

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
  /** Set if every text is a value, because the name of the type had to be corrected (MO-4). The value is a string in JSON. */
  readonly anyText?: true;
  readonly facets: Facets;
  /** The texts in XML, if a design gives values other names in JSON (DF-12). The scalar is then an enumeration of the names. */
  readonly wire?: WireTexts;
  /** The named simple type, if it has a name. */
  readonly name?: ExpandedName;
  readonly documentation?: string;
}

/** The texts in XML of values that have other names in JSON. */
export interface WireTexts {
  /** The type of the texts. */
  readonly shape: ScalarShape | UnionShape;
  /** The text of a name. */
  write(name: string): string;
  /** The codec of the texts, from that of the enumeration. It comes with the design, so that programs without one do not bundle it. */
  codecOf<C>(ofNames: C): C;
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
  /** Whether a type of the schema is not known better, because its base is missing or derived from it (MO-4). */
  readonly unknown?: true;
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
