import type { JsonObject, JsonValue, MimePart, ValidationProblem, Warning } from '@soapstone/json-xml-mapper';
import type { ExchangeInfo } from '@soapstone/json-xml-mapper/internal';
import type { OutgoingPart } from '@soapstone/mime';
import type { Diagnostic, ServiceModel } from '@soapstone/soap-model';
import type { Bytes } from '@soapstone/soap-model/bytes';
import type { CheckedPath, ItemAt, ItemPath } from './item-path.js';
import type { CallOptions, ClientChanges } from './options.js';

/** The types of one operation, as `soapstone types --values` and `soapstone client` print them. */
export interface OperationTypes {
  readonly input: unknown;
  readonly result: unknown;
}

/** The operations of a service, by name. */
export type OperationMap<Operations> = { readonly [Name in keyof Operations]: OperationTypes };

/** Any operation of any service: inputs are checked when they are sent. */
export interface UntypedOperations {
  readonly [operation: string]: {
    readonly input: Readonly<Record<string, unknown>>;
    readonly result: JsonObject;
  };
}

/**
 * A client of one SOAP service: a function for each operation, and members whose names begin with `$`, as no operation name does.
 *
 * An operation called `then` is only reachable as `client.$operation('then')`: as a member it would make the client a thenable.
 *
 * In an untyped program, a misspelt member (`client.GetUsr`) throws `OperationNotFoundError` with the nearest name.
 */
export type Client<Operations extends OperationMap<Operations> = UntypedOperations> = {
  readonly [Name in Exclude<keyof Operations, 'then'>]: ClientOperation<Operations[Name]>;
} & ClientMembers<Operations>;

/** The members of a client besides its operations. */
export interface ClientMembers<Operations extends OperationMap<Operations> = UntypedOperations> {
  /**
   * The operation with this name, for names that are only known at run time; always typed as present. Throws
   * `OperationNotFoundError` with the nearest names.
   *
   * @example
   * ```ts
   * const result = await client.$operation(name)(input);
   * ```
   */
  $operation<Name extends keyof Operations & string>(name: Name): ClientOperation<Operations[Name]>;
  /** The names of the operations, in the order of the WSDL. */
  readonly $operations: readonly (keyof Operations & string)[];
  /**
   * The same service through one of its ports, with the same options and connections. Throws `OptionError` for any other name.
   *
   * @example
   * ```ts
   * await client.$port('DirectorySoap12').GetUser({ userId: 1 });
   * ```
   */
  $port(name: string): Client<Operations>;
  /** The names of the ports of the service that have operations, in the order of the WSDL. */
  readonly $ports: readonly string[];
  /**
   * The same service with other options: for another tenant, a new token, a longer timeout. The clients share the compiled operations
   * and the connections, so creating one reads and compiles nothing. The client itself does not change.
   *
   * The connections belong to the client that was created. Closing that one ends the calls of all; `$close` of a client from `$with`
   * leaves the connections open.
   *
   * @param changes replace the options of the client; `headers` and `soapHeaders` are added to its own, by name
   * @throws {OptionError} for an unknown option, an unusable value, and an option that is decided when a client is created: what
   *   decides how operations are compiled (`numbers`, `unwrap`, …) and how connections are opened (`limits`, `transport`, …)
   *
   * @example
   * ```ts
   * const tenant = directory.$with({ endpoint: 'https://example.org/users', security: bearer(token) });
   * await tenant.GetUser({ userId: 1 });
   * ```
   */
  $with(changes: ClientChanges): Client<Operations>;
  /** The service as the WSDL describes it: what `createMapper` and `generateOpenApi` take. */
  readonly $model: ServiceModel;
  /** The diagnostics of the WSDL: missing documents, unsupported constructs. Empty for a model. */
  readonly $diagnostics: readonly Diagnostic[];
  /** The missing document of each operation that was created in spite of it (`incomplete: 'allow'`), as a sentence. */
  readonly $incomplete: ReadonlyMap<string, string>;
  /**
   * Closes the connections. Calls in flight and later calls fail with `TransportError` `ABORTED`. Open connections do not keep a program
   * running. A client from `$with` does nothing here: the connections belong to the client that was created.
   */
  $close(): Promise<void>;
  /** Closes the client at the end of an `await using` block, like `$close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The arguments of a call. The input can be omitted if none of its members is required. */
export type CallArguments<Input, Options> =
  Record<never, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options];

/**
 * One operation: a function that resolves to the result.
 *
 * Every form throws `ValidationError` before anything is sent; `TransportError` if the exchange fails; `SoapFaultError` for a
 * fault; `ResponseError` for any other response that does not belong to the operation; `OptionError` for an unknown option.
 *
 * @example
 * ```ts
 * const { name } = await directory.GetUser({ userId: 1001 }, { timeout: 5_000 });
 * ```
 */
export interface ClientOperation<Types extends OperationTypes> {
  (...args: CallArguments<Types['input'], CallOptions>): Promise<Types['result']>;
  /** The result with everything about the exchange: SOAP headers, warnings, status, attachments, bytes and timings. */
  full(...args: CallArguments<Types['input'], CallOptions>): Promise<FullReply<Types['result']>>;
  /**
   * The request as it would be sent, without sending it. It contains the client's credentials, but nothing that is added during
   * sending: signatures, encryption, issued tokens; `full` returns the request with them.
   */
  request(...args: CallArguments<Types['input'], CallOptions>): Promise<PreparedRequest>;
  /**
   * The items of one list of the result, one by one, while the response arrives: a response of any size in bounded memory. Leaving
   * the loop abandons the rest. `timeout` applies to the whole response.
   *
   * If the design divides this list into pages (PG-1), the items are those of all pages, from the one on that the input names: each page is a call
   * with its own `timeout`, and one page is in memory. A list with more pages than `most` of the design, and a page that does not lead on, are a
   * `ResponseError` after the items before.
   *
   * A typed client infers the type of the items, and the compiler rejects a path that leads to no list. An untyped one takes the type as
   * an argument: `items<User>(…)`.
   *
   * @param path the keys from the result to the list, separated by dots or as an array; lists along the path are walked through.
   *   Throws `OptionError` if the WSDL has no list there.
   *
   * @example
   * ```ts
   * for await (const user of directory.ListUsers.items({ department: 'engines' }, 'user')) console.log(user);
   * ```
   */
  readonly items: string extends keyof Types['result']
    ? UntypedItems<Types['input']>
    : TypedItems<Types['input'], Types['result']>;
  /**
   * The result as JSON text in UTF-8, while the response arrives: a response of any size in bounded memory. A fault is thrown
   * before the first bytes, so everything that is yielded belongs to a result.
   *
   * @example
   * ```ts
   * await pipeline(directory.ListUsers.stream({}), createWriteStream('users.json'));
   * ```
   */
  stream(...args: CallArguments<Types['input'], CallOptions>): AsyncGenerator<Bytes, void, undefined>;
  /** Every problem of an input, without a call; an empty list means that it can be sent. */
  validate(input: unknown): readonly ValidationProblem[];
  /** A valid sample input or result, generated from the WSDL. The generator is loaded on first use. */
  example(message: 'input'): Promise<Types['input']>;
  example(message: 'result'): Promise<Types['result']>;
  /** The operation as the WSDL describes it: documentation, SOAP version, address, style. */
  readonly info: ExchangeInfo;
}

/** `items` of an operation whose result has no types. The type `Item` is the caller's claim. */
export type UntypedItems<Input> = <Item = JsonValue>(
  input: Input,
  path: ItemPath,
  options?: CallOptions,
) => AsyncGenerator<Item, void, undefined>;

/** `items` of an operation with types. A path that is known only at run time gives `JsonValue`. */
export type TypedItems<Input, Result> = <const Path extends ItemPath>(
  input: Input,
  path: CheckedPath<Result, Path>,
  options?: CallOptions,
) => AsyncGenerator<ItemAt<Result, Path>, void, undefined>;

/** The result of a call with everything about the exchange. */
export interface FullReply<Result> {
  readonly result: Result;
  /** SOAP header blocks of the response as JSON, by element name. Empty if there are none. */
  readonly soapHeaders: JsonObject;
  /** Deviations of the response from the WSDL. */
  readonly warnings: readonly Warning[];
  /** HTTP status. */
  readonly status: number;
  /** HTTP headers, by lower-case name; `set-cookie` may be an array. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** MIME parts of the response. Those that the envelope refers to are also in the result, as base64. */
  readonly attachments: readonly ReceivedPart[];
  /** The request as it was sent: signed and encrypted if the client does that. */
  readonly request: PreparedRequest;
  /** The response envelope as it arrived. */
  readonly body: Bytes;
  readonly timings: Timings;
}

/** A MIME part of a response. */
export interface ReceivedPart extends MimePart {
  readonly data: Bytes;
}

/** A request that is ready to be sent. */
export interface PreparedRequest {
  readonly method: 'POST';
  readonly url: string;
  /** HTTP headers, by lower-case name. The transport adds `content-length`, and a multipart `content-type` for attachments. */
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope in UTF-8. */
  readonly body: Bytes;
  /** MIME parts that are sent after the envelope. `data` is a `Blob` where the input has one that is read while it is sent. */
  readonly attachments: readonly OutgoingPart[];
  /** `mtom`: envelope and attachments are packed with XOP. */
  readonly packaging?: 'mtom' | 'swa';
}

/** Durations in milliseconds. */
export interface Timings {
  /** Checking the input and writing the envelope. */
  readonly encodeMs: number;
  /** Waiting for a free connection. */
  readonly queuedMs: number;
  /** DNS, TCP and TLS; about 0 on an open connection. */
  readonly connectMs: number;
  /** From sending to the head of the response, waiting and connecting included. */
  readonly headersMs: number;
  /** The whole call, result included. */
  readonly totalMs: number;
}
