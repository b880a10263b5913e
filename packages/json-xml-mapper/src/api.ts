import type { ServiceModel } from '@soapstone/soap-model';
import type { MessageMemory } from './encode/fast/message-memory.js';
import type { OperationShape } from './shape/shape.js';
import type { Keyword } from './validation-error.js';
import type { WorkMeter } from './work.js';

/**
 * A JSON value as this library reads and writes it: numbers that a double cannot hold are `JsonNumber` (NM-1), or `bigint` with
 * `numbers: 'bigint'` (NM-7).
 */
export type JsonValue = string | number | bigint | boolean | null | JsonNumberLike | JsonValue[] | JsonObject;
/** Objects have no prototype, so that `__proto__` and `constructor` are ordinary keys (VO-5); see `MapperOptions.prototypes`. */
export interface JsonObject {
  [key: string]: JsonValue;
}
/** The structural face of `JsonNumber` (see `json/json-number.ts`). */
export interface JsonNumberLike {
  readonly text: string;
}

/** Options of a mapper; rule ids of docs/json-mapping.md in brackets. */
export interface MapperOptions {
  /**
   * How `long`, `decimal` and wider types appear in JSON and as values. Default `number`.
   *
   * - `number`: JSON numbers; as values `number`, or `JsonNumber` where a double cannot hold it (NM-1)
   * - `string`: strings in canonical form, always (NM-2)
   * - `bigint`: integers are JSON numbers, and `bigint` as values, always; decimals are strings (NM-7)
   */
  readonly numbers?: 'number' | 'string' | 'bigint' | undefined;
  /**
   * The prototype of objects that are handed out as values (`fromXml`, `requestFromXml`, `fromQuery`, `normalise`, `example`): `none`, or that of
   * ordinary objects, for libraries that need it; `__proto__` is an own member there too (VO-5). Default `none`.
   */
  readonly prototypes?: 'none' | 'ordinary' | undefined;
  /** How much of the response wrapper is left out (UW-7). Default `record`. */
  readonly unwrap?: UnwrapMode | undefined;
  /** The same per exposed operation name. */
  readonly unwrapByOperation?: Readonly<Record<string, UnwrapMode>> | undefined;
  /** Turn deviations of a response from its WSDL into errors (TR-8). Default false. */
  readonly strictResponses?: boolean | undefined;
  /** Fill in attribute defaults in responses (§9.2). Default true. */
  readonly applyDefaults?: boolean | undefined;
  /** How untyped content is written to JSON (AN-9). Default `ordered`. */
  readonly untyped?: 'ordered' | 'compact' | undefined;
  /** What happens to elements of a response that the schema does not know (TR-1). Default `drop`. */
  readonly unknown?: 'drop' | 'keep' | undefined;
  readonly warnings?: 'none' | 'default' | 'all' | undefined;
  readonly allowUndeclaredHeaders?: boolean | undefined;
  /** What strict wildcards take (AN-3). Default `known`. */
  readonly wildcards?: WildcardMode | undefined;
  readonly limits?: Partial<Record<keyof Limits, number | undefined>> | undefined;
}

/**
 * Which elements and attributes a wildcard with `processContents="strict"` takes in a request (AN-3). `known`: those of a
 * namespace that the model has a schema of must be declared; `lax`: any; `strict`: declared ones only.
 */
export type WildcardMode = 'known' | 'lax' | 'strict';

export type UnwrapMode = 'record' | 'payload' | 'none';

/** The safety limits of §21; each is a count, bytes are bytes of UTF-8. */
export interface Limits {
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
  /** Bytes of JSON that a response may become, and of XML a request (or ten times `requestBytes`). Default: `responseBytes`. */
  readonly outputBytes: number;
  /**
   * How many bytes may be written for each byte of a message, after the first MiB: JSON of a response, XML of a request. Short
   * tags, defaults and references can make much of little.
   */
  readonly expansion: number;
}

/** One problem of a request (§17). */
export interface ValidationError {
  /** RFC 6901 pointer into the request; a missing member is reported at parent + name (VE-3). */
  readonly path: string;
  readonly keyword: Keyword;
  readonly message: string;
  readonly expected?: unknown;
  /** GET: the query parameter as sent. */
  readonly parameter?: string | undefined;
}

/** A deviation of a response that did not stop it (TR-7). */
export interface Warning {
  readonly code: string;
  /** RFC 6901 pointer into `result`. */
  readonly path: string;
  readonly message: string;
}

/** What is known of an operation without a call. */
export interface OperationInfo {
  /** The external name (OP-3). */
  readonly name: string;
  readonly service: string;
  readonly port: string;
  readonly portType: string;
  readonly documentation?: string;
  readonly style: 'document' | 'rpc';
  readonly use: 'literal' | 'encoded';
  readonly soapVersion: '1.1' | '1.2';
  readonly soapAction: string;
  /** `wsa:Action` of the input and output (WA-1). */
  readonly inputAction: string;
  readonly outputAction?: string;
  readonly address?: string;
  readonly oneWay: boolean;
  readonly resultUnwrap: UnwrapMode;
  /** OP-5. */
  readonly readStyle: boolean;
  /** GQ-1. `reason` says why not, in words for an owner. */
  readonly querySafe: { readonly safe: true } | { readonly safe: false; readonly reason: string };
}

/**
 * A SOAP request, ready to be sent (XO-6). `body` is UTF-8. It may be a view of memory that other messages stand in too:
 * hand on the view, not its `buffer`.
 */
export interface SoapRequest {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** The value of the SOAPAction HTTP header, quotes included; absent for SOAP 1.2. */
  readonly soapAction?: string;
  readonly attachments: readonly MimePart[];
}

/** A MIME part of a multipart message (§13). */
export interface MimePart {
  readonly contentId: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly filename?: string | undefined;
}

/** What the stages of one call share. */
export interface CallOptions {
  /**
   * The meter that the work of this stage is charged to (§21). Default: a new one. Pass the same to all stages of one call, such as
   * `fromQuery`, `toXml` and `normalise` of a GET, so that they have one budget together. `CompiledOperation.meter` makes one.
   */
  readonly work?: WorkMeter | undefined;
}

export interface EncodeOptions extends CallOptions {
  /** Header blocks sent beside the body (HD-2): a JSON object keyed like `$headers`; the body's `$headers` win per block. */
  readonly headers?: JsonObject | undefined;
  /** Header blocks that the caller did not send but the owner stored (HD-3). `locked` blocks cannot be replaced. */
  readonly storedHeaders?: JsonObject | undefined;
  readonly lockedHeaders?: readonly string[] | undefined;
  /** Ready XML header blocks of the transport (WA-3): WS-Addressing, WS-Security. */
  readonly extraHeaders?: readonly string[] | undefined;
  /**
   * Memory of the caller to write the message into, where it can be. Only `encodeJson` does; `SoapRequest.body` is a view
   * of it then, which is valid until `memory.reuse()`.
   */
  readonly memory?: MessageMemory | undefined;
}

/**
 * What a response turned out to be, as JSON text that is ready to be spliced into an answer. `result` may be a view of
 * memory that other results stand in too: hand on the view, not its `buffer`.
 */
export type SoapReplyText =
  | {
      readonly kind: 'result';
      readonly result: Uint8Array;
      readonly headers?: Uint8Array;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'fault'; readonly fault: SoapFault; readonly warnings: readonly Warning[] };

/** The same as values. */
export type SoapReply =
  | {
      readonly kind: 'result';
      readonly result: JsonObject;
      readonly headers?: JsonObject;
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: 'fault'; readonly fault: SoapFault; readonly warnings: readonly Warning[] };

/** A SOAP fault (FL-1), 1.1 and 1.2 alike. */
export interface SoapFault {
  readonly version: '1.1' | '1.2';
  readonly code: string;
  readonly subcodes?: readonly string[] | undefined;
  readonly reason: string;
  readonly reasons?: readonly { readonly lang: string; readonly text: string }[] | undefined;
  readonly actor?: string | undefined;
  readonly node?: string | undefined;
  readonly role?: string | undefined;
  readonly name?: string | undefined;
  readonly detail?: JsonObject | undefined;
  /** Size of a detail that is left out because it is larger than 256 KiB, in bytes of JSON. */
  readonly detailOmitted?: number | undefined;
  readonly headers?: JsonObject | undefined;
}

export interface DecodeOptions extends CallOptions {
  /** HTTP Content-Type of the response (charset, TR-9). */
  readonly contentType?: string | undefined;
  /** Parts that `xop:Include` and swaRef may refer to. */
  readonly attachments?: readonly MimePart[] | undefined;
  /**
   * The WS-Addressing of the request, where it had any: header blocks of WS-Addressing in the response are understood then,
   * and its `RelatesTo` is checked (WA-4).
   */
  readonly addressing?: SentAddressing | undefined;
}

/** What a response can be compared with. */
export interface SentAddressing {
  /** `wsa:MessageID` of the request. */
  readonly messageId: string;
}

/** Reads one response, chunk by chunk; chunks may be split anywhere. */
export interface ResponseDecoder {
  /** Throws `ResponseError`. */
  write(chunk: Uint8Array): void;
  /** Throws `ResponseError` when the document is not complete. */
  end(): SoapReplyText;
}

/**
 * Reads one response and hands the JSON text of its result on while it comes, in bounded memory. That there is a result
 * and no fault is certain before the first byte is handed on.
 */
export interface ResponseStream {
  /** Take a chunk of the response. @returns the next bytes of the result, possibly none. Throws `ResponseError`. */
  write(chunk: Uint8Array): Uint8Array;
  /**
   * The response is complete. `result` of the reply is the rest of the result's text. Throws `ResponseError`.
   *
   * Members of an object come in schema order as far as the document has them in order. Where an object is larger than
   * what is held back, a late member stands where it came, and a late piece of an array that was handed on is an error.
   */
  end(): SoapReplyText;
}

/** Reads the items of one list of a response, in bounded memory: see `CompiledOperation.createItemReader`. */
export interface ItemReader {
  /** Takes a chunk of the response. @returns the items that are complete now. Throws `ResponseError`. */
  write(chunk: Uint8Array): JsonValue[];
  /** The response is complete. `items` are the last ones; a fault has none. Throws `ResponseError`. */
  end():
    | { readonly kind: 'result'; readonly items: JsonValue[]; readonly warnings: readonly Warning[] }
    | {
        readonly kind: 'fault';
        readonly fault: SoapFault;
        readonly items: JsonValue[];
        readonly warnings: readonly Warning[];
      };
}

/** One operation, compiled (AP-1). Immutable and safe to share between calls. */
export interface CompiledOperation {
  readonly info: OperationInfo;
  readonly shape: OperationShape;

  /** A new meter with the budget of one call (`Limits.work`), to be shared by the stages of a call: see `CallOptions.work`. */
  meter(): WorkMeter;
  /** Every problem of `input`; none means that `toXml` accepts it. */
  validate(input: unknown, options?: CallOptions): ValidationError[];
  /** Throws `MappingError` with every problem. */
  toXml(input: unknown, options?: EncodeOptions): SoapRequest;
  /**
   * The same from JSON text in UTF-8, in one pass without a tree: the gateway's hot path. Throws `MappingError`.
   *
   * It is one synchronous step: some milliseconds per megabyte, and many times that for a request that is refused. Where
   * others wait for the same event loop, call it in a worker thread for more than some hundred kilobytes, or first with
   * `WorkMeter.attempt` and in the thread where that is exhausted.
   */
  encodeJson(json: Uint8Array, options?: EncodeOptions): SoapRequest;
  /** A query string (without `?`) as the JSON that a POST would carry (§16). Throws `MappingError`. */
  fromQuery(query: string, options?: CallOptions): JsonObject;
  /** The canonical form of a valid input (§22, N). */
  normalise(input: unknown, options?: CallOptions): JsonObject;

  /** Throws `ResponseError`. */
  fromXml(xml: Uint8Array | string, options?: DecodeOptions): SoapReply;
  /**
   * The same with the result as JSON text in UTF-8, without a tree: the gateway's hot path, for a response whose bytes are
   * all there. Throws `ResponseError`.
   */
  decodeXml(xml: Uint8Array, options?: DecodeOptions): SoapReplyText;
  /** The same for a response that comes in pieces. */
  createDecoder(options?: DecodeOptions): ResponseDecoder;
  /** The same for a response of any size: its result, too, is handed on while it comes. */
  createStream(options?: DecodeOptions): ResponseStream;
  /**
   * Reads a response of any size item by item, as values. It holds the item that is incomplete and what `createStream` holds.
   *
   * @param path the keys from the result to the list; a list on the way is walked through. Throws `OptionError` where the schema
   *   has no list there.
   *
   * @example
   * ```ts
   * const reader = operation.createItemReader(['orders', 'order']);
   * for await (const chunk of body) for (const order of reader.write(chunk)) await store(order);
   * for (const order of reader.end().items) await store(order);
   * ```
   */
  createItemReader(path: readonly string[], options?: DecodeOptions): ItemReader;

  /** The other side of the wire, for mocks and tests. */
  requestFromXml(
    xml: Uint8Array | string,
    options?: DecodeOptions,
  ): { input: JsonObject; headers: JsonObject; warnings: readonly Warning[] };
  responseToXml(result: unknown, options?: CallOptions & { headers?: JsonObject }): SoapRequest;
  faultToXml(fault: Partial<SoapFault> & { reason: string }): SoapRequest;

  /** Deterministic and valid: what the documentation shows. */
  example(message: 'input' | 'output'): JsonObject;
  /**
   * The same for the detail of a declared fault: `{key: value}` as `SoapFault.detail` has it and `faultToXml` takes it (FL-2).
   *
   * @param name name of the fault as the WSDL declares it
   * @returns `undefined` where the operation declares no such fault
   */
  exampleFault(name: string): JsonObject | undefined;
  /** JSON Schema 2020-12 of an input or a result (OA-10). */
  jsonSchema(message: 'input' | 'output'): JsonSchema;
}

/** A JSON Schema (2020-12): plain data, no reference leaves it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export interface Mapper {
  readonly model: ServiceModel;
  readonly operations: readonly OperationInfo[];
  /** Compiled once per name, then shared. Throws `OperationNotFoundError`. */
  compile(operation: string): CompiledOperation;
}
