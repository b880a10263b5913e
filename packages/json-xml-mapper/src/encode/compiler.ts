import type { ExpandedName } from '@soapstone/soap-model';
import type { Limits } from '../api.js';
import type { SimpleCodec } from '../scalar/simple-codec.js';
import type { OperationShape, Shape, SimpleShape } from '../shape/shape.js';
import type { EncodingRun } from './encoding-run.js';
import type { MemberEncoder } from './member-encoder.js';

/** What the encoder has to know beyond the shapes. */
export interface EncoderSettings {
  readonly soapVersion: '1.1' | '1.2';
  readonly limits: Limits;
  /** HD-4. */
  readonly allowUndeclaredHeaders: boolean;
  /** For messages. */
  readonly operationName: string;
}

/** Keys that a place allows beside those of the shape, such as `$type`. */
export type ExtraKeys = readonly string[];

export const NO_EXTRA_KEYS: ExtraKeys = [];

/**
 * Writes the elements of one Shape. `start` is the start tag without its end (`<ns1:user`, possibly with declarations and
 * `xsi:type`), `end` the end tag; both are static wherever the schema knows the name.
 *
 * Problems are reported to the run; the text returned then is of no use.
 */
export interface ValueEncoder {
  encode(start: string, end: string, value: unknown, run: EncodingRun, extraKeys: ExtraKeys): string;
  /**
   * For objects with attributes: `{ "$nil": true, "@a": … }` as an element that is nil (NL-5). Absent where the shape has
   * no attributes, and `$nil` is no key then.
   */
  readonly encodeNil?: (
    start: string,
    value: Readonly<Record<string, unknown>>,
    run: EncodingRun,
    extraKeys: ExtraKeys,
  ) => string;
}

/**
 * Compiles shapes to encoders, each once: shared shapes share an encoder, and objects are compiled when they are first
 * used, so that neither recursion nor a schema of ten thousand types costs anything before it occurs.
 */
export interface EncoderCompiler {
  readonly settings: EncoderSettings;
  readonly operation: OperationShape;
  /** rpc/encoded (EN-1). */
  readonly encoded: boolean;
  /** Where `soapenc` points to. */
  readonly encodingNamespace: string;
  valueEncoder(shape: Shape): ValueEncoder;
  codec(shape: SimpleShape): SimpleCodec;
  /** The name as it is written to XML. In rpc/encoded, names of members are unqualified. */
  elementName(name: ExpandedName): string;
  /** The name with its prefix, for attributes and for `xsi:type`. */
  qualifiedName(name: ExpandedName): string;
  /** ` xsi:type="…"` of a type in rpc/encoded, else nothing. */
  typeAttribute(name: ExpandedName | undefined): string;
  /** A global element that a wildcard may hold, with the namespaces that it needs in scope. */
  globalElement(name: ExpandedName): Island<MemberEncoder> | undefined;
  /** Checks the text of a global attribute that a wildcard may hold; nothing where the schema has none of that name. */
  globalAttribute(name: ExpandedName): TextCheck | undefined;
  /** The same for a type that `$type` of an untyped value names (AN-6, PY-4). */
  namedType(key: string): Island<NamedType> | undefined;
}

/** Reports what is wrong with a text. */
export type TextCheck = (text: string, run: EncodingRun) => void;

/** Something that the schema knows, at a place that only the input chooses. */
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
  /** The encoder says the type itself, as everything does in rpc/encoded. */
  readonly writesType: boolean;
}
