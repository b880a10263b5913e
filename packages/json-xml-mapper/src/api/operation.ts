import type { ServiceModel, SignedElement } from '@soapstone/soap-model';
import type { Bytes } from '@soapstone/soap-model/bytes';
import type { OperationShape } from '../shape/operation-shape.js';
import type { WorkMeter } from '../work.js';
import type { FillSource } from './fills.js';
import type { MimePart, SoapFaultInfo, SoapReply, SoapReplyText, SoapRequest } from './messages.js';
import type { UnwrapMode } from './options.js';
import type { ValidationProblem, Warning } from './problems.js';
import type { SessionOf } from './session.js';
import type { JsonObject, JsonSchema, JsonValue } from './values.js';

export interface Mapper {
  readonly model: ServiceModel;
  readonly operations: readonly OperationInfo[];
  /** Compiled once per name, then shared. Throws `OperationNotFoundError`, also for an operation that a session hides. */
  compile(operation: string): CompiledOperation;
  /** The session that the design describes (DF-7). */
  readonly session?: SessionOf<CompiledOperation> | undefined;
}

/** The static properties of an operation that matter to its calls. */
export interface ExchangeInfo {
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
  /** Whether the operation only reads, judging by its name or by `wsdlx:safe` (OP-5). */
  readonly readStyle: boolean;
  /** The elements of its requests that the sender has to sign first, if a design wants some (XM-15). */
  readonly signed?: readonly SignedElement[];
}

/** The static properties of an operation. */
export interface OperationInfo extends ExchangeInfo {
  /** Whether the operation can be called with GET (GQ-1). `reason` explains to the owner why not. */
  readonly querySafe: { readonly safe: true } | { readonly safe: false; readonly reason: string };
}

/** A compiled operation (AP-1). Immutable and safe to share between calls. */
export interface CompiledOperation {
  readonly info: OperationInfo;
  readonly shape: OperationShape;

  /** Creates a meter with the budget of one call (`MapperLimits.work`), shared by the stages of a call: see `WorkOptions.work`. */
  meter(): WorkMeter;
  /** Returns every problem of `input`; none means that `toXml` accepts it. */
  validate(input: unknown, options?: WorkOptions): ValidationProblem[];
  /** Throws `MappingError` with every problem. */
  toXml(input: unknown, options?: EncodeOptions): SoapRequest;
  /**
   * The same from JSON text in UTF-8, in one pass without a tree: the gateway's hot path. Throws `MappingError`.
   *
   * It runs synchronously and takes a few milliseconds per megabyte, many times that for an invalid request. If other work shares the
   * event loop, call it in a worker thread for requests over a few hundred kilobytes, or try `WorkMeter.attempt` first and use the thread
   * when that is exhausted.
   */
  encodeJson(json: Uint8Array, options?: EncodeOptions): SoapRequest;
  /** Converts a query string (without `?`) to the JSON of the equivalent POST (§16). Throws `MappingError`. */
  fromQuery(query: string, options?: WorkOptions): JsonObject;
  /** The canonical form of a valid input (§22, N). */
  normalise(input: unknown, options?: WorkOptions): JsonObject;

  /** Throws `DecodeError`. */
  fromXml(xml: Uint8Array | string, options?: DecodeOptions): SoapReply;
  /**
   * The same with the result as JSON text in UTF-8, without a tree: the gateway's hot path, for a response that has
   * arrived completely. Throws `DecodeError`.
   */
  decodeXml(xml: Uint8Array, options?: DecodeOptions): SoapReplyText;
  /** The same for a response that arrives in chunks. */
  createDecoder(options?: DecodeOptions): ResponseDecoder;
  /** The same for a response of any size, with incremental output. */
  createStream(options?: DecodeOptions): ResponseStream;
  /**
   * Reads a response of any size item by item, as values. It buffers the incomplete item and what `createStream` buffers.
   *
   * @param path the keys from the result to the list; lists on the way are flattened. Throws `OptionError` if the schema
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

  /** The server side, for mocks and tests. */
  requestFromXml(
    xml: Uint8Array | string,
    options?: DecodeOptions,
  ): { input: JsonObject; headers: JsonObject; warnings: readonly Warning[] };
  /**
   * The server side: reads a request of any size item by item. It buffers the incomplete item, the other members of the input, and
   * what `createStream` buffers.
   *
   * @param path the keys from the input to the list. Throws `OptionError` if the schema has no list there, or one on the way.
   *
   * @example
   * ```ts
   * const reader = operation.createRequestItemReader(['record']);
   * for await (const chunk of body) for (const record of reader.write(chunk)) await store(record);
   * const { items, rest } = reader.end();
   * ```
   */
  createRequestItemReader(path: readonly string[], options?: DecodeOptions): RequestItemReader;
  responseToXml(result: unknown, options?: AnswerOptions): SoapRequest;
  faultToXml(
    fault: Partial<SoapFaultInfo> & { reason: string },
    options?: Pick<AnswerOptions, 'extraHeaders'>,
  ): SoapRequest;

  /** A valid message for documentation; the same on every call. */
  example(message: 'input' | 'output'): JsonObject;
  /**
   * An example of the detail of a declared fault: `{key: value}`, as `SoapFaultInfo.detail` has it and `faultToXml` accepts it (FL-2).
   *
   * @param name name of the fault as the WSDL declares it
   * @returns `undefined` if the operation declares no such fault
   */
  exampleFault(name: string): JsonObject | undefined;
  /**
   * JSON Schema 2020-12 of an input or a result (OA-10). Throws `SchemaSizeError` for a schema of too many members.
   *
   * @example
   * ```ts
   * const isValid = new Ajv2020({ strict: false }).compile(operation.jsonSchema('input'));
   * ```
   */
  jsonSchema(message: 'input' | 'output', options?: JsonSchemaOptions): JsonSchema;
}

/** The values that a published schema accepts. */
export interface JsonSchemaOptions {
  /**
   * Where the schema of an input accepts `null`. Results have `null` only for nil.
   *
   * - `absent` (default): also for any member that may be absent, as the mapper does (NL-2)
   * - `nil`: only where it means nil. The schema is shorter, and types generated from it have `null` only for nil.
   */
  readonly nulls?: 'absent' | 'nil' | undefined;
  /**
   * The maximum number of members of all objects of the schema together. `jsonSchema` throws `SchemaSizeError` above it, before
   * the schema takes the memory. Default and maximum: 1,000,000.
   */
  readonly most?: number | undefined;
}

/** Options shared by the stages of one call. */
export interface WorkOptions {
  /**
   * The meter that this stage's work is charged to (§21). Default: a new one. Pass the same meter to all stages of one call, such
   * as `fromQuery`, `toXml` and `normalise` of a GET, so that they share one budget. `CompiledOperation.meter` creates one.
   */
  readonly work?: WorkMeter | undefined;
}

/**
 * The digits of decimals and integers in a message.
 *
 * - `canonical`: those of the canonical representation: `-0.1` for `-0.10` (NM-2)
 * - `lexical`: those of the lexical representation, as they are written: `-0.10` (NM-8)
 */
export type Digits = 'canonical' | 'lexical';

export interface EncodeOptions extends WorkOptions {
  /**
   * The source of the values that a design fills in. `hidden` writes `***` in place of each that is not constant: for previews, dry runs
   * and logs. Default: none, so that an operation with such values throws `FillError`.
   */
  readonly fills?: FillSource | 'hidden' | undefined;
  /**
   * The digits that are written. With `lexical`, `toXml` keeps those of a `JsonNumber` or a string; `parseJson` with the same option
   * returns such numbers. Default `canonical`.
   */
  readonly digits?: Digits | undefined;
  /** Header blocks to send with the body (HD-2): a JSON object keyed like `$headers`. For each block, `$headers` in the body wins. */
  readonly headers?: JsonObject | undefined;
  /** Header blocks stored by the owner (HD-3). The caller cannot replace `locked` blocks. */
  readonly storedHeaders?: JsonObject | undefined;
  readonly lockedHeaders?: readonly string[] | undefined;
  /**
   * Finished XML header blocks of the transport (WA-3): WS-Addressing, WS-Security. A block of the JSON, given or stored, takes the
   * place of one with the same name.
   */
  readonly extraHeaders?: readonly string[] | undefined;
  /**
   * The action that the HTTP headers name in place of the one that the binding declares (XO-6): the `wsa:Action` in `extraHeaders`, if it
   * is a different one. If the binding declares none, none is named. Default: that of the binding.
   */
  readonly soapAction?: string | undefined;
  /**
   * MTOM: the size in bytes from which a value of type `xs:base64Binary` becomes a MIME part, with `xop:Include` in its place (AT-1).
   * The message must be sent with XOP packaging then. Default: values are base64 text.
   */
  readonly xopThreshold?: number | undefined;
  /**
   * Whether a `Blob` that becomes a MIME part is left unread: `data` of the part is then the `Blob` itself (AT-6). Only for senders that
   * read it while they send. Default false: a `Blob` is a problem of type.
   */
  readonly blobs?: boolean | undefined;
}

/** Options for writing a response. */
export interface AnswerOptions extends WorkOptions {
  /** Header blocks: a JSON object keyed like `$headers` (HD-2). */
  readonly headers?: JsonObject | undefined;
  /** Finished XML header blocks, such as WS-Addressing. */
  readonly extraHeaders?: readonly string[] | undefined;
  /** As in `EncodeOptions`. */
  readonly xopThreshold?: number | undefined;
}

export interface DecodeOptions extends WorkOptions {
  /** The digits that are read. With `lexical`, `0.10` is a `JsonNumber` as a value. Default `canonical`. */
  readonly digits?: Digits | undefined;
  /** HTTP Content-Type of the response (charset, TR-9). */
  readonly contentType?: string | undefined;
  /** The parts that `xop:Include` and swaRef can refer to. */
  readonly attachments?: readonly MimePart[] | undefined;
  /**
   * The WS-Addressing of the request, if it had any. WS-Addressing header blocks in the response are then understood, and
   * `RelatesTo` is checked (WA-4).
   */
  readonly addressing?: SentAddressing | undefined;
  /**
   * The elements that come back as `{"$xml": "<…>"}`, byte for byte as they were received, with the namespace declarations that they
   * inherit (XM-7, XM-8): an enveloped signature can be verified, and the value can be sent again. Each path has the keys from the result
   * to the element, with dots between them or as an array; lists on the way are walked through, and a path to `$any` means its entries.
   * The message is decoded when it is complete. A path that leads to no element throws `OptionError`. Default: those of the design (XM-10),
   * which come back in any case.
   *
   * @example
   * ```ts
   * const { result } = operation.fromXml(xml, { raw: ['invoices.invoice'] });
   * verifySignature(result.invoices.invoice[0].$xml);
   * ```
   */
  readonly raw?: readonly (string | readonly string[])[] | undefined;
}

/** The WS-Addressing properties that a response is checked against. */
export interface SentAddressing {
  /** `wsa:MessageID` of the request. Without it, as in a replay, a response may name any message. */
  readonly messageId?: string | undefined;
}

/** Decodes one response, chunk by chunk; chunks may be split anywhere. */
export interface ResponseDecoder {
  /** Throws `DecodeError`. */
  write(chunk: Uint8Array): void;
  /** Throws `DecodeError` if the document is not complete. */
  end(): SoapReplyText;
}

/**
 * Decodes one response and returns the JSON text of its result incrementally, in bounded memory. No byte is returned before it is
 * certain that there is a result and not a fault.
 */
export interface ResponseStream {
  /** Takes a chunk of the response. @returns the next bytes of the result, possibly none. Throws `DecodeError`. */
  write(chunk: Uint8Array): Bytes;
  /**
   * Ends the response. `result` of the reply is the rest of the result's text. Throws `DecodeError`.
   *
   * Members of an object are in schema order as far as the document has them in order. If an object is larger than the buffer, a
   * late member stays where it arrived, and a late item of an array that was already returned is an error.
   */
  end(): SoapReplyText;
}

/** Reads the items of one list of a request: see `CompiledOperation.createRequestItemReader`. */
export interface RequestItemReader {
  /** How many items the schema allows; `max` may be `Infinity`. */
  readonly bounds: { readonly min: number; readonly max: number };
  /** Takes a chunk of the request. @returns the items that are complete now. Throws `DecodeError`. */
  write(chunk: Uint8Array): JsonValue[];
  /** The declared header blocks, once the payload has begun; `undefined` before and if there are none. */
  headers(): JsonObject | undefined;
  /** The request is complete. `rest` is the input with an empty list in place of the items. Throws `DecodeError`. */
  end(): {
    readonly items: JsonValue[];
    readonly rest: JsonObject;
    readonly headers?: JsonObject | undefined;
    readonly warnings: readonly Warning[];
  };
}

/** Reads the items of one list of a response, in bounded memory: see `CompiledOperation.createItemReader`. */
export interface ItemReader {
  /** Takes a chunk of the response. @returns the items that are complete now. Throws `DecodeError`. */
  write(chunk: Uint8Array): JsonValue[];
  /** The response is complete. `items` are the last ones; a fault has none. Throws `DecodeError`. */
  end():
    | { readonly kind: 'result'; readonly items: JsonValue[]; readonly warnings: readonly Warning[] }
    | {
        readonly kind: 'fault';
        readonly fault: SoapFaultInfo;
        readonly items: JsonValue[];
        readonly warnings: readonly Warning[];
      };
}
