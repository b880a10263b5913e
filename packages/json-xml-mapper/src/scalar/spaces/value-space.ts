/**
 * The lexical forms of one built-in type (XML Schema Part 2 §3). The whiteSpace facet has been applied to every text passed to
 * these functions; all but `accepts` and `rangeProblem` may rely on `accepts`.
 */
export interface ValueSpace {
  /** Whether `text` is in the lexical space, without the range that the built-in type adds (xs:int). */
  accepts(text: string): boolean;
  /** For integers: which bound of the built-in type the value violates. */
  rangeProblem?(text: string): RangeProblem | undefined;
  /** The lexical form that is written to XML and, for text-valued JSON, to JSON (§10.1). */
  canonical(text: string): string;
  /** Equal values have equal identities, which enumeration and `fixed` compare. */
  identity(text: string): string;
  /** The order of the value space; `undefined` if XML Schema defines no order for two values (FA-3). */
  compare?(left: string, right: string): number | undefined;
  /** The text of an object that stands for a value: a date, bytes. Any other object is returned as it is. */
  textOf?(value: object): unknown;
  /** The unit of length facets: code points, or octets of binary types. */
  length?(text: string): number;
}

/** A value outside its built-in type's range. */
export interface RangeProblem {
  readonly keyword: 'minimum' | 'maximum';
  readonly bound: string;
}
