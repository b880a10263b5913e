/**
 * What one built-in type knows about its lexical forms (XML Schema Part 2 §3). Every text given to these functions has
 * had the whiteSpace facet applied; all but `accepts` and `rangeProblem` may rely on `accepts`.
 */
export interface ValueSpace {
  /** Is `text` in the lexical space? A range that the built-in type adds (xs:int) is not looked at. */
  accepts(text: string): boolean;
  /** For integers: which bound of the built-in type the value violates. */
  rangeProblem?(text: string): RangeProblem | undefined;
  /** The lexical form that is written to XML and, for text-valued JSON, to JSON (§10.1). */
  canonical(text: string): string;
  /** Equal values have equal identities: what enumeration and `fixed` compare. */
  identity(text: string): string;
  /** Order of the value space; `undefined` where XML Schema leaves two values without order (FA-3). */
  compare?(left: string, right: string): number | undefined;
  /** What length facets count: code points, or octets of binary types. */
  length?(text: string): number;
}

/** A value outside its built-in type's range. */
export interface RangeProblem {
  readonly keyword: 'minimum' | 'maximum';
  readonly bound: string;
}
