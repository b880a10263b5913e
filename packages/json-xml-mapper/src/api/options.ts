import type { Design } from './design.js';
import type { FillSource } from './fills.js';

/** Options of a mapper; rule ids of docs/json-mapping.md in brackets. */
export interface MapperOptions {
  /**
   * The form of `long`, `decimal` and wider types in JSON and as values. Default `number`.
   *
   * - `number`: JSON numbers; as values `number`, or `JsonNumber` if a double cannot hold it (NM-1)
   * - `string`: strings in canonical form, always (NM-2)
   * - `bigint`: integers are JSON numbers, and `bigint` as values, always; decimals are strings (NM-7)
   */
  readonly numbers?: 'number' | 'string' | 'bigint' | undefined;
  /**
   * The prototype of returned objects (`fromXml`, `requestFromXml`, `fromQuery`, `normalise`, `example`): `none`, or `ordinary` for
   * libraries that need `Object.prototype`; `__proto__` is an own member there too (VO-5). Default `none`.
   */
  readonly prototypes?: 'none' | 'ordinary' | undefined;
  /** How much of the response wrapper is removed (UW-7). Default `record`. */
  readonly unwrap?: UnwrapMode | undefined;
  /** The same per exposed operation name. */
  readonly unwrapByOperation?: Readonly<Record<string, UnwrapMode>> | undefined;
  /** Whether deviations of a response from its WSDL are errors (TR-8). Default false. */
  readonly strictResponses?: boolean | undefined;
  /** Whether to fill in attribute defaults in responses (§9.2). Default true. */
  readonly applyDefaults?: boolean | undefined;
  /** The JSON form of untyped content (AN-9). Default `ordered`. */
  readonly untyped?: 'ordered' | 'compact' | undefined;
  /** The treatment of what the schema of a response does not know: elements (TR-1), and text among elements (TR-5). Default `drop`. */
  readonly unknown?: 'drop' | 'keep' | undefined;
  readonly warnings?: 'none' | 'default' | 'all' | undefined;
  readonly allowUndeclaredHeaders?: boolean | undefined;
  /**
   * Whether `$attachments` also has MIME parts that the WSDL does not declare, by their Content-ID: those that a request sends, and in
   * results those that nothing refers to (AT-7). Default false.
   */
  readonly allowUndeclaredAttachments?: boolean | undefined;
  /** The content that strict wildcards accept in requests (AN-3). Default `known`. */
  readonly wildcards?: WildcardMode | undefined;
  /**
   * The owner's design for the JSON of the service: members that are filled in, and so are not part of the input (DF-1). A secret is
   * only named here; its value comes with each call (`EncodeOptions.fills`). Default: nothing.
   */
  readonly design?: Design | undefined;
  /**
   * The source of the values that a design fills in, for calls that bring none themselves. Default: none, so that an operation with such
   * values throws `FillError`.
   */
  readonly fills?: FillSource | 'hidden' | undefined;
  readonly limits?: Partial<Record<keyof MapperLimits, number | undefined>> | undefined;
}

/**
 * Which elements and attributes a wildcard with `processContents="strict"` accepts in a request (AN-3). `known`: names in a
 * namespace with a schema in the model must be declared; `lax`: any; `strict`: only declared ones.
 */
export type WildcardMode = 'known' | 'lax' | 'strict';

export type UnwrapMode = 'record' | 'payload' | 'none';

/** The safety limits of §21. Each is a count; bytes are bytes of UTF-8. */
export interface MapperLimits {
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly requestDepth: number;
  readonly responseDepth: number;
  readonly requestNodes: number;
  readonly responseNodes: number;
  readonly attributesPerElement: number;
  readonly numberDigits: number;
  readonly errors: number;
  readonly warnings: number;
  readonly patternStates: number;
  /** Units of work per call, beyond what is linear in its bytes: see `WorkMeter`. */
  readonly work: number;
  /**
   * Maximum bytes of JSON for a response, and of XML for a request (or ten times `requestBytes`, if larger). Default:
   * `responseBytes`.
   */
  readonly outputBytes: number;
  /**
   * Maximum bytes written per byte of a message, after the first MiB: JSON of a response, XML of a request. Short tags, defaults
   * and references can expand to much more than their own size.
   */
  readonly expansion: number;
}
