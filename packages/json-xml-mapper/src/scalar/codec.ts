import type { BuiltinTypeName } from '@soapstone/soap-model';
import type { Digits } from '../api/operation.js';
import type { MapperLimits } from '../api/options.js';
import type { Keyword } from '../api/problems.js';
import type { JsonValue } from '../api/values.js';
import type { MarkedTexts } from '../json/json-parser.js';
import type { PatternCompiler } from '../pattern/pattern-facet.js';
import type { PointerSegment } from '../pointer.js';
import type { ListShape, ScalarShape, SimpleShape, UnionShape } from '../shape/simple-shape.js';
import type { FacetProblem } from './facets.js';
import type { LookupPrefix } from './spaces/qname.js';
import type { ValueSpace } from './spaces/value-space.js';

/** The context that compiling a simple type depends on. */
export type SimpleLimits = Pick<MapperLimits, 'numberDigits' | 'patternStates'> & {
  /** The digits of decimals and integers. Default `canonical`. */
  readonly digits?: Digits;
  /** Absent in a generated client whose types have no pattern, so that it need not carry the regular expression engine. */
  readonly compilePatterns: PatternCompiler | undefined;
  /** Absent in a generated client that has no unions. */
  readonly unions: UnionCodec | undefined;
  /** Lists, dates, durations, bytes and XML names. Throws `TypesNotLoaded` in a generated client that leaves them out. */
  readonly types: () => UncommonTypes;
};

/** The types that only some services have in requests, for code that receives them. */
export interface UncommonTypes {
  /** The value space of a built-in type for which `isUncommonType` is true. */
  spaceOf(builtin: BuiltinTypeName): ValueSpace;
  /** @param item the codec of the items */
  compileList(shape: ListShape, item: SimpleCodec, limits: SimpleLimits): SimpleCodec;
  compileAnySimpleType(): SimpleCodec;
}

/** The codec of unions, for code that receives it. */
export interface UnionCodec {
  /** @param codecs the codecs of the members, in their order */
  compileUnion(shape: UnionShape, codecs: readonly SimpleCodec[], limits: SimpleLimits): SimpleCodec;
}

/**
 * The purpose of a value's JSON text: to be sent, or to be parsed as values; then a number that becomes a `bigint` is followed by
 * `n` (NM-7), and a text that becomes an object is written as `@"…"`, with the letter of its form before the text.
 */
export type Notation = 'json' | 'values' | ValueForms;

/** The objects that texts become. */
export interface ValueForms extends MarkedTexts {
  /** The letter of a type's form; `undefined` if its values are those of JSON. */
  markOf(shape: ScalarShape): string | undefined;
  /** The codecs of types in these forms. */
  readonly codecs: Readonly<Record<Digits, KnownCodecs>>;
}

/** Codecs by shape, each with the limits that it was compiled with. */
export type KnownCodecs = WeakMap<
  SimpleShape,
  { readonly limits: SimpleLimits; readonly codec: SimpleCodec }
>;

/** The letter of a type's form in a notation. */
export function markIn(notation: Notation, shape: ScalarShape): string | undefined {
  return typeof notation === 'object' ? notation.markOf(shape) : undefined;
}

/** Where `print` reports problems and looks up prefixes for QName values. */
export interface PrintContext {
  /** True below `$headers`: values are not echoed (VE-5). */
  readonly secret: boolean;
  report(keyword: Keyword, message: string, expected?: unknown): void;
  /** Enters an item of a list; `leave` returns. */
  enter(segment: PointerSegment): void;
  leave(): void;
  /** A prefix that is bound to `namespace` where the value is written (QN-1). */
  declarePrefix(namespace: string): string;
}

/**
 * A compiled simple type: text of XML to JSON and back.
 *
 * Between the two is the *neutral text*: the lexical form after the whiteSpace facet, with QNames in Clark notation, so that it is
 * independent of the document. All facets apply to it (except `pattern` of QName, QN-1).
 */
export interface SimpleCodec {
  /** The JSON value of XML text. `undefined` if the text is not in the lexical space; facets do not matter (TR-6). */
  parse(text: string, lookupPrefix: LookupPrefix): JsonValue | undefined;
  /** The same as JSON text, with exact digits. */
  parseToJson(text: string, lookupPrefix: LookupPrefix): string | undefined;
  /** The first facet that XML text in the lexical space violates (TR-6). */
  facetProblem(text: string, lookupPrefix: LookupPrefix): FacetProblem | undefined;
  /** XML text of a JSON value, not escaped. `undefined` if a problem was reported. */
  print(value: unknown, context: PrintContext): string | undefined;

  /** XML text to neutral text. */
  read(text: string, lookupPrefix: LookupPrefix): string | undefined;
  /** Whether neutral text equals XML text: true for everything but QNames. */
  readonly isWrittenAsIs: boolean;
  /** Neutral text to XML text. */
  write(neutral: string, context: PrintContext): string;
  /** A JSON value to neutral text, with every check except the pattern of a QName. */
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
 * The prefix lookup for values from a schema, whose QNames are already in Clark notation (defaults, fixed values, enumerations):
 * pass it to `read` or `parse`.
 */
export const SCHEMA_NAMES: LookupPrefix = () => undefined;
