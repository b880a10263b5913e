import type { ExpandedName } from '@soapstone/soap-model';
import type { MapperLimits } from '../api/options.js';
import type { JsonValue } from '../api/values.js';
import type { MessageDirection } from '../errors.js';
import type { EncodingRun } from '../request/encoding-run.js';
import type { EnvelopeFrame } from '../request/envelope.js';
import type { PrefixTable } from '../request/prefixes.js';
import type { Tags } from '../request/tags.js';
import type { BlobValue } from '../scalar/object-text.js';
import type { SimpleCodec, SimpleLimits } from '../scalar/simple-codec.js';
import type { ChosenPrefixes, MessageShape, OperationShape } from '../shape/operation-shape.js';
import type {
  AnyNode,
  AnyTypeShape,
  AttachmentShape,
  AttributeMember,
  DeclaredElement,
  ElementMember,
  ElementNode,
  ItemsNode,
  LiftedShape,
  ObjectShape,
  PolymorphicShape,
  Scope,
  Shape,
  SoapArrayShape,
} from '../shape/shape.js';
import type { AnySimpleTypeShape, Facets, SimpleShape } from '../shape/simple-shape.js';
import type { WildcardShape } from '../shape/wildcard-shape.js';
import type { BodyEncoder, ContentEncoder, RootEncoder } from './content-encoder.js';
import type { InputObject } from './json-input.js';
import type { RawWriter } from './raw/raw-place.js';

/** The settings of the encoder besides the shapes. */
export interface EncoderSettings {
  readonly soapVersion: '1.1' | '1.2';
  readonly limits: MapperLimits & SimpleLimits;
  /** Whether header blocks that the WSDL does not declare are allowed (HD-4). */
  readonly allowUndeclaredHeaders: boolean;
  /** The name of the operation, for error messages. */
  readonly operationName: string;
  /** The kind of message, for error messages. */
  readonly direction: MessageDirection;
  /** The encoders of content that most messages do not have. Throws if the program left them out. */
  uncommonContent(): UncommonContent;
  /** The encoders of members that a design fills. */
  filledContent(): FilledContent;
  /** The reader of finished elements. Throws if the program has not loaded it. */
  rawXml(): RawXml;
}

/** Keys allowed at a place besides those of the shape, such as `$type`. */
export type ExtraKeys = readonly string[];

export const NO_EXTRA_KEYS: ExtraKeys = [];

/**
 * Accepts the values of one Shape, and has the run’s writer write their elements. Problems are reported to the run; what is written
 * then is meaningless.
 */
export interface ValueEncoder {
  encode(tags: Tags, value: unknown, run: EncodingRun, extraKeys: ExtraKeys): void;
  /**
   * For objects with attributes: writes `{ "$nil": true, "@a": … }` as a nil element (NL-5). Absent if the shape has no attributes;
   * then `$nil` is not a key.
   */
  readonly encodeNil?: (tags: Tags, value: InputObject, run: EncodingRun, extraKeys: ExtraKeys) => void;
}

/** The fixed value of a union as the schema has it, and its JSON. */
export interface FixedText {
  readonly value: JsonValue;
  readonly encoder: ValueEncoder;
}

/** A compiled element of the schema. */
export interface MemberEncoder {
  readonly member: ElementMember;
  /** Writes one element; `null` is nil (§9.1). */
  encode(value: unknown, run: EncodingRun): void;
  /** The same with other tags: the Body itself, or an element with declarations. */
  encodeAs(tags: Tags, value: unknown, run: EncodingRun, extraKeys: ExtraKeys): void;
  /** NL-3: the value that stands for an absent required element. */
  readonly inserted: unknown;
}

/** A compiled attribute. */
export interface CompiledAttribute {
  readonly key: string;
  /** The markup of the attribute, or nothing if it is absent. */
  encode(value: unknown, run: EncodingRun): string;
}

/** A compiled node of a content plan: takes what it needs from the object and writes it (§8.1). */
export interface NodeEncoder {
  /** Every key that the node uses. */
  readonly keys: readonly string[];
  /** Keys that must be present for the node to be valid. */
  readonly requiredKeys: readonly string[];
  /** Whether the node is valid without any element. */
  readonly emptiable: boolean;
  /** The name of the node in error messages, such as `iban, bic?`. */
  readonly label: string;
  /** Whether all required keys of the node are present, which determines the branch of a choice (CM-13). */
  isComplete(present: ReadonlySet<string>): boolean;
  /** Whether a key of the node is present with a value (CM-12). By key. */
  readonly presence: ReadonlyMap<string, (source: InputObject) => boolean>;
  encode(source: InputObject, run: EncodingRun, cursors: Cursors): void;
}

/** How many values have been written for each key with several places (CM-8). */
export type Cursors = Map<ElementMember, number>;

/**
 * Compiles shapes to encoders, each once. Shared shapes share an encoder, and objects are compiled on first use, so neither
 * recursion nor a schema of ten thousand types costs anything before it occurs.
 */
export interface EncoderCompiler {
  readonly settings: EncoderSettings;
  readonly operation: OperationShape;
  /** Whether the message is rpc/encoded (EN-1). */
  readonly encoded: boolean;
  /** The namespace of the prefix `soapenc`. */
  readonly encodingNamespace: string;
  valueEncoder(shape: Shape): ValueEncoder;
  codec(shape: SimpleShape): SimpleCodec;
  /** The name as written to XML. In rpc/encoded, names of members are unqualified. */
  elementName(name: ExpandedName): string;
  /** The name with its prefix, for attributes and for `xsi:type`. */
  qualifiedName(name: ExpandedName): string;
  /** The attribute that names a type in rpc/encoded, otherwise nothing. */
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
  /** Whether the encoder writes the type itself, as all do in rpc/encoded. */
  readonly writesType: boolean;
}

/** The writer of finished elements. */
export type RawXml = RawWriter<EncoderCompiler, RawMember>;

/** The parts of a declared element's encoder that check finished ones. */
export type RawMember = Pick<MemberEncoder, 'member' | 'encodeAs'>;

/** The encoders of members that a design fills or lifts, which programs without a design do not load. */
export interface FilledContent {
  /** Compiles an element that a design fills. `memberEncoder` writes the elements of its scope. */
  compileFilledElement(
    node: ElementNode,
    memberEncoder: (member: ElementMember) => Pick<MemberEncoder, 'encode'>,
  ): NodeEncoder;
  /** Compiles an attribute that a design fills. */
  compileFilledAttribute(attribute: AttributeMember, compiler: EncoderCompiler): CompiledAttribute;
  /** Compiles whether a key names one of the header blocks that a design fills. */
  compileFilledBlocks(filled: readonly ElementMember[]): (key: string) => boolean;
  /** Compiles the text of an element with attributes that a design fills. */
  compileFilledText(shape: ObjectShape, compiler: EncoderCompiler): ContentEncoder;
  /** Compiles a Body whose content is an element that a design fills. */
  compileFilledBody(
    member: ElementMember,
    tags: Tags,
    memberEncoder: (member: ElementMember) => MemberEncoder,
  ): BodyEncoder;
  /** Creates the prefixes of a request that a design chooses, and its envelope. */
  choosePrefixes(
    prefixes: ChosenPrefixes,
    soapVersion: '1.1' | '1.2',
  ): { readonly table: PrefixTable; readonly frame: EnvelopeFrame };
  /** Compiles an object in whose place JSON has the value of its only member. */
  compileLifted(shape: LiftedShape, compiler: EncoderCompiler): ValueEncoder;
}

/**
 * The encoders of content that the inputs of most services do not have: derived types, substitutes, wildcards, untyped content, ordered and
 * mixed content, attachments and SOAP arrays.
 */
export interface UncommonContent {
  compileValue(shape: UncommonShape, compiler: EncoderCompiler): ValueEncoder;
  /** `head` writes the head of the substitution group. */
  compileSubstitution(member: ElementMember, head: ValueEncoder, compiler: EncoderCompiler): ValueEncoder;
  compileOrderedContent(scope: Scope, compiler: EncoderCompiler): ContentEncoder;
  /** Compiles the Body of a result whose record is the input. `encodeRoot` writes the element around it. */
  compileRecordBody(record: ElementMember, encodeRoot: RootEncoder, frame: EnvelopeFrame): BodyEncoder;
  /** @param compileBody compiles the body of a repeating group */
  compileOpenOrder(
    scope: Scope,
    compiler: EncoderCompiler,
    compileBody: (body: Scope) => ContentEncoder,
  ): ContentEncoder;
  /** Compiles the fixed value of a union, if it has one that its JSON may not tell from another. */
  compileFixedUnion(element: DeclaredElement, compiler: EncoderCompiler): FixedText | undefined;
  /** Compiles the check of a fixed value of an open type. */
  compileOpenFixed(
    shape: AnyTypeShape | AnySimpleTypeShape,
    fixed: string,
    compiler: EncoderCompiler,
  ): (value: unknown, run: EncodingRun) => void;
  /** Compiles a repeating group whose elements may be divided in several ways. */
  compileDividedItems(node: ItemsNode, compileBody: (body: Scope) => ContentEncoder): NodeEncoder;
  /** `members` are the declared elements of the scope. */
  compileAnyNode(node: AnyNode, members: readonly ElementMember[], compiler: EncoderCompiler): NodeEncoder;
  compileAnyAttributes(
    shape: ObjectShape,
    wildcard: WildcardShape,
    compiler: EncoderCompiler,
  ): (value: unknown, run: EncodingRun) => void;
  encodeAttachments(source: InputObject, message: MessageShape, run: EncodingRun): void;
  /** Writes the content of an element whose type is xs:base64Binary, in a message that is packed with MTOM. */
  packBinary(text: string, run: EncodingRun, contentType?: string): void;
  /** The same for a `Blob`, which is not read. Returns false if it has to be. */
  packBlob(blob: BlobValue, facets: Facets, run: EncodingRun, contentType?: string): boolean;
  /** Writes a header block that the description does not declare. */
  encodeUndeclaredBlock(
    name: ExpandedName,
    value: unknown,
    compiler: EncoderCompiler,
    run: EncodingRun,
  ): void;
}

/** The shapes that only `UncommonContent` encodes. */
export type UncommonShape =
  | PolymorphicShape
  | SoapArrayShape
  | AnyTypeShape
  | AnySimpleTypeShape
  | AttachmentShape;
