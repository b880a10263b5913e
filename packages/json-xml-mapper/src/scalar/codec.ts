import type { JsonValue, Limits } from '../api.js';
import type { PointerSegment } from '../pointer.js';
import type { Keyword } from '../validation-error.js';
import type { FacetProblem } from './facets.js';
import type { LookupPrefix } from './qname.js';

/** The limits that simple values are bounded by. */
export type SimpleLimits = Pick<Limits, 'numberDigits' | 'patternStates'>;

/**
 * What the JSON text of a value is for: to be sent, or to be read as values, where a number that is to be a `bigint` has an `n`
 * behind it (NM-7).
 */
export type Notation = 'json' | 'values';

/** Where `print` reports problems, and where it finds prefixes for QName values. */
export interface PrintContext {
  /** True below `$headers`: values are not echoed (VE-5). */
  readonly secret: boolean;
  report(keyword: Keyword, message: string, expected?: unknown): void;
  /** Go to an item of a list; `leave` goes back. */
  enter(segment: PointerSegment): void;
  leave(): void;
  /** A prefix that is bound to `namespace` where the value is written (QN-1). */
  declarePrefix(namespace: string): string;
}

/**
 * A simple type, compiled: text of XML to JSON and back.
 *
 * Between the two stands the *neutral text*: the lexical form after the whiteSpace facet, with QNames in Clark notation,
 * so that it depends on no document. All facets look at it (but see `pattern` of QName, QN-1).
 */
export interface SimpleCodec {
  /** The JSON value of XML text. `undefined` where the text is not in the lexical space; facets do not matter (TR-6). */
  parse(text: string, lookupPrefix: LookupPrefix): JsonValue | undefined;
  /** The same as JSON text: numbers by their digits. */
  parseToJson(text: string, lookupPrefix: LookupPrefix): string | undefined;
  /** The first facet that XML text in the lexical space violates (TR-6). */
  facetProblem(text: string, lookupPrefix: LookupPrefix): FacetProblem | undefined;
  /** XML text of a JSON value, not escaped. `undefined` where a problem was reported. */
  print(value: unknown, context: PrintContext): string | undefined;

  /** XML text to neutral text. */
  read(text: string, lookupPrefix: LookupPrefix): string | undefined;
  /** Whether neutral text is XML text: of everything but QNames. */
  readonly isWrittenAsIs: boolean;
  /** Neutral text to XML text. */
  write(neutral: string, context: PrintContext): string;
  /** A JSON value to neutral text, with every check but the pattern of a QName. */
  toText(value: unknown, context: PrintContext): string | undefined;
  /** Neutral text to its JSON value. */
  toValue(neutral: string): JsonValue;
  /** The same for an error, which is printed as JSON: no `bigint`. */
  toShown(neutral: string): JsonValue;
  /** Neutral text to JSON text. */
  toJsonText(neutral: string): string;
  /** Every facet that a neutral text violates. */
  facetProblems(neutral: string): FacetProblem[];
  /** Equal values of the type have equal identities (NL-4). */
  identity(neutral: string): string;
}

/**
 * The prefix lookup for values out of a schema, where QNames are in Clark notation already (defaults, fixed values,
 * enumerations): pass it to `read` or `parse`.
 */
export const SCHEMA_NAMES: LookupPrefix = () => undefined;
