import type { ExpandedName } from '@soapstone/soap-model';
import type { MapperLimits } from '../api/options.js';
import type { EncodingRun } from '../request/encoding-run.js';
import type { SimpleCodec, SimpleLimits } from '../scalar/simple-codec.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ElementMember, Shape } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';

/** The settings of the encoder besides the shapes. */
export interface EncoderSettings {
  readonly soapVersion: '1.1' | '1.2';
  readonly limits: MapperLimits & SimpleLimits;
  /** HD-4. */
  readonly allowUndeclaredHeaders: boolean;
  /** For messages. */
  readonly operationName: string;
}

/** Keys allowed at a place besides those of the shape, such as `$type`. */
export type ExtraKeys = readonly string[];

export const NO_EXTRA_KEYS: ExtraKeys = [];

/**
 * Writes the elements of one Shape. `start` is the start tag without its end (`<ns1:user`, possibly with declarations and
 * `xsi:type`), `end` the end tag; both are static if the schema knows the name.
 *
 * Problems are reported to the run; the text returned then is meaningless.
 */
export interface ValueEncoder {
  encode(start: string, end: string, value: unknown, run: EncodingRun, extraKeys: ExtraKeys): string;
  /**
   * For objects with attributes: writes `{ "$nil": true, "@a": … }` as a nil element (NL-5). Absent if the shape has no attributes;
   * then `$nil` is not a key.
   */
  readonly encodeNil?: (
    start: string,
    value: Readonly<Record<string, unknown>>,
    run: EncodingRun,
    extraKeys: ExtraKeys,
  ) => string;
}

/** A compiled element of the schema. */
export interface MemberEncoder {
  readonly member: ElementMember;
  /** Writes one element; `null` is nil (§9.1). */
  encode(value: unknown, run: EncodingRun): string;
  /** The same with another start and end tag: the Body itself, or an element with declarations. */
  encodeAs(start: string, end: string, value: unknown, run: EncodingRun, extraKeys: ExtraKeys): string;
  /** NL-3: the value that stands for an absent required element. */
  readonly inserted: unknown;
}

/**
 * Compiles shapes to encoders, each once. Shared shapes share an encoder, and objects are compiled on first use, so neither
 * recursion nor a schema of ten thousand types costs anything before it occurs.
 */
export interface EncoderCompiler {
  readonly settings: EncoderSettings;
  readonly operation: OperationShape;
  /** rpc/encoded (EN-1). */
  readonly encoded: boolean;
  /** The namespace of the prefix `soapenc`. */
  readonly encodingNamespace: string;
  valueEncoder(shape: Shape): ValueEncoder;
  codec(shape: SimpleShape): SimpleCodec;
  /** The name as written to XML. In rpc/encoded, names of members are unqualified. */
  elementName(name: ExpandedName): string;
  /** The name with its prefix, for attributes and for `xsi:type`. */
  qualifiedName(name: ExpandedName): string;
  /** ` xsi:type="…"` of a type in rpc/encoded, otherwise nothing. */
  typeAttribute(name: ExpandedName | undefined): string;
  /** A global element that a wildcard may contain, with the namespaces that it needs in scope. */
  globalElement(name: ExpandedName): Island<MemberEncoder> | undefined;
  /** Validates the text of a global attribute that a wildcard may contain; undefined if the schema has none of that name. */
  globalAttribute(name: ExpandedName): TextCheck | undefined;
  /** The same for a type that `$type` of an untyped value names (AN-6, PY-4). */
  namedType(key: string): Island<NamedType> | undefined;
}

/** Reports problems of a text. */
export type TextCheck = (text: string, run: EncodingRun) => void;

/** A schema component at a place that only the input chooses. */
export interface Island<T> {
  readonly content: T;
  /** Every namespace that its compiled names need. */
  readonly namespaces: ReadonlySet<string>;
}

/** A type that an untyped value can have. */
export interface NamedType {
  readonly name: ExpandedName;
  readonly shape: Shape;
  readonly encoder: ValueEncoder;
  /** The encoder writes the type itself, as everything does in rpc/encoded. */
  readonly writesType: boolean;
}
