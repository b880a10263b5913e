import type { JsonObject, ValidationProblem } from '@soapstone/json-xml-mapper';
import { anything, assertOptions, members } from '@soapstone/options';
import type { ServiceModel } from '@soapstone/soap-model';
import type { OpenedRequest } from '@soapstone/ws-security/service';
import type { Diagnostic } from '@soapstone/wsdl-parser';
import type { Answer, CallSettings } from '../call/answer-call.js';
import { assertAnonymous } from '../call/envelope-deviations.js';
import { handleCall } from '../call/handle-call.js';
import { type KnownCaller, plainResponse, refusalResponse, respond } from '../call/responses.js';
import { assertSignedChoice, openGate, type RequestGate } from '../call/secured-requests.js';
import { handleStreamedCall, tooLong } from '../call/streamed-call.js';
import { type HandlerAnswer, servedBy, validateAnswer } from '../call/validate-answer.js';
import { Refusal } from '../fault/refusal.js';
import { type EnvelopeHead, readEnvelopeHead } from '../request/envelope-head.js';
import {
  directAnswers,
  type HttpReply,
  type HttpRequest,
  requestFrom,
  responseFrom,
} from '../request/http-message.js';
import { type PeekedRequest, peekRequest } from '../request/peek-request.js';
import {
  actionIn,
  assertMediaType,
  assertReadable,
  HttpRefusal,
  readRequest,
} from '../request/read-request.js';
import { charsetOf } from '../request/text-decoder.js';
import { assertItemPaths, assertRawPaths, handlersByName } from '../service/handlers.js';
import { collectOperations, type OperationTable } from '../service/operations.js';
import {
  assertServerOptions,
  DEFAULT_PROBLEMS,
  DEFAULT_REQUEST_BYTES,
  DEFAULT_SECURED_BYTES,
  DEFAULT_STREAMED_BYTES,
  DEFAULT_TIMEOUT_MS,
  inServerOptions,
  type ServerOptions,
  type SoapHandler,
  type SoapHandlers,
  webRequest,
} from '../service/options.js';
import { readSource, type ServerSource } from '../service/read-source.js';
import { streamedHandlerOf } from '../service/streamed-items.js';
import { describeService, type ServiceDescription } from './service-page.js';
import { PublishedDocuments } from './wsdl-documents.js';

/** A SOAP server without a socket: it turns requests into responses. */
export interface SoapServer {
  /** Answers a request. Never rejects. Mount it with `toNodeHandler`, or in anything that accepts `fetch` handlers. */
  fetch(request: Request): Promise<Response>;
  readonly model: ServiceModel;
  /** The diagnostics of the WSDL. */
  readonly diagnostics: readonly Diagnostic[];
  /** The external names of the operations. */
  readonly operations: readonly string[];
  /**
   * Checks a possible result or fault of a handler, without a call.
   *
   * @param operation external name of the operation
   * @returns every problem that would prevent sending it, at most 50, with JSON Pointers into the result or the fault
   * @throws {OptionError} for an unknown operation or member
   *
   * @example
   * ```ts
   * server.validate('GetUser', { fault: { reason: 'no such user', detail: { UserNotFound: { userId: 'x' } } } });
   * // [{ path: '/detail/UserNotFound/userId', keyword: 'type', … }]
   * ```
   */
  validate(operation: string, answer: HandlerAnswer): ValidationProblem[];
  /** Returns an example result of an operation: the same on every call. Throws `OptionError` for an unknown operation. */
  example(operation: string): JsonObject;
}

/**
 * Creates a server for the SOAP ports of a WSDL. Every request is checked against the schema before a handler sees it, and every
 * result before it is sent.
 *
 * @param source the WSDL; see `ServerSource`
 * @param handlers functions by operation name
 * @throws {WsdlError} if the WSDL cannot be read
 * @throws {OptionError} if it has no such service or operation, or an option is not usable
 *
 * @example
 * ```ts
 * const server = await createSoapServer('users.wsdl', {
 *   GetUser: ({ userId }) => ({ userId, name: 'Ada Lovelace' }),
 * });
 * http.createServer(toNodeHandler(server)).listen(8080);
 * ```
 */
export async function createSoapServer<
  Operations = Readonly<Record<string, { input: JsonObject; result: unknown }>>,
>(
  source: ServerSource,
  handlers: SoapHandlers<Operations>,
  options: ServerOptions = {},
): Promise<SoapServer> {
  assertServerOptions(options);
  const { model, diagnostics, documents } = await readSource(source);
  const strict = options.strict ?? true;
  const requestBytes = options.limits?.requestBytes ?? DEFAULT_REQUEST_BYTES;
  const table = collectOperations(model, options.service, {
    warnings: strict ? 'all' : 'none',
    prototypes: 'ordinary',
    numbers: options.numbers,
    unwrap: options.unwrap,
    unwrapByOperation: options.unwrapByOperation,
    wildcards: options.wildcards,
    limits: {
      warnings: options.limits?.problems ?? DEFAULT_PROBLEMS,
      // A server reads requests, for which the mapper applies its limits for responses, and vice versa.
      responseBytes: requestBytes,
      outputBytes: Math.max(requestBytes, options.limits?.responseBytes ?? 0),
      // The result of a handler is in memory already, and its bytes are limited.
      requestNodes: Number.POSITIVE_INFINITY,
    },
  });
  const known = members(Object.fromEntries([...table.names].map((name) => [name, anything])));
  assertOptions(known, options.unwrapByOperation ?? {}, 'createSoapServer', 'unwrapByOperation');
  const byName = handlersByName(handlers, table, options);
  assertItemPaths(table, byName);
  assertRawPaths(table, byName, options.raw);
  const { security, limits } = options;
  const gate =
    security &&
    (await openGate(security, limits?.securedBytes ?? DEFAULT_SECURED_BYTES).catch((error: unknown) => {
      throw inServerOptions(error);
    }));
  const server = new Server(table, byName, new PublishedDocuments(documents), { ...options, gate });
  const fetch = async (request: Request): Promise<Response> => {
    assertOptions(webRequest, request, 'fetch', 'request');
    return responseFrom(await server.answer(requestFrom(request)));
  };
  directAnswers.set(fetch, (request) => server.answer(request));
  return {
    fetch,
    model,
    diagnostics,
    operations: [...table.names],
    validate: (operation, answer) => validateAnswer(table, operation, answer),
    example: (operation) => servedBy(table, operation, 'example')[0]!.compiled().example('output'),
  };
}

/** The options of a server, and the gate created from `security`. */
interface ServerParts extends ServerOptions {
  readonly gate: RequestGate | undefined;
}

class Server {
  readonly #table: OperationTable;
  readonly #handlers: ReadonlyMap<string, SoapHandler>;
  readonly #description: ServiceDescription;
  readonly #options: ServerParts;
  readonly #settings: CallSettings;
  /** Whether any handler reads its request item by item. */
  readonly #streams: boolean;

  constructor(
    table: OperationTable,
    handlers: ReadonlyMap<string, SoapHandler>,
    documents: PublishedDocuments,
    options: ServerParts,
  ) {
    this.#table = table;
    this.#handlers = handlers;
    this.#description = { documents, operations: table.names, address: options.address };
    this.#options = options;
    this.#streams = [...handlers.values()].some((handler) => streamedHandlerOf(handler) !== undefined);
    this.#settings = {
      strict: options.strict ?? true,
      understands: new Set(options.understands),
      timeout: options.timeout ?? DEFAULT_TIMEOUT_MS,
      mtom: options.mtom ?? 'auto',
      // Signed elements must be in the envelope.
      packs: options.security?.respond === undefined,
      problems: options.limits?.problems ?? DEFAULT_PROBLEMS,
      ...(options.raw !== undefined && { raw: new Map(Object.entries(options.raw)) }),
      onError: neverThrowing(options.onError ?? logError),
    };
  }

  async answer(request: HttpRequest): Promise<Response | HttpReply> {
    try {
      return request.method === 'POST'
        ? await this.#call(request)
        : describeService(request.fetchRequest(), this.#description);
    } catch (error) {
      if (error instanceof HttpRefusal) return plainResponse(error.status, error.message, error.headers);
      this.#settings.onError(error, '');
      return plainResponse(500, 'the service failed');
    }
  }

  async #call(request: HttpRequest): Promise<Response | HttpReply> {
    // Until the envelope is read, only the media type says which SOAP version the caller uses.
    const spoken = /application\/soap\+xml/i.test(request.headers.get('content-type') ?? '') ? '1.2' : '1.1';
    const { gate, security, limits } = this.#options;
    let head: EnvelopeHead | undefined;
    let opened: OpenedRequest | undefined;
    try {
      let whole = request;
      if (this.#streams && gate === undefined) {
        const peeked = await peekRequest(request);
        head = peeked.head;
        const answer = await this.#stream(peeked);
        if (answer !== undefined) return await respond(answer, { isXop: false, mtom: this.#settings.mtom });
        whole = peeked.request;
      }
      let message = await readRequest(whole, limits?.requestBytes ?? DEFAULT_REQUEST_BYTES);
      const { contentType } = message;
      head = readEnvelopeHead(message.envelope, charsetOf(contentType));
      if (gate !== undefined) {
        ({ message, head, opened } = await gate(message, head));
        if (security?.verify !== undefined) assertSignedChoice(this.#table, head);
      }
      const candidates = this.#table.find(head, message.action);
      if (this.#settings.strict) assertMediaType(head, { contentType });
      assertAnonymous(head.addressing);
      const handlerOf = (name: string) => this.#handlerOf(name);
      const call = { candidates, head, message, request, caller: opened?.caller ?? {} };
      const answer = await handleCall(call, handlerOf, this.#settings);
      return await respond(answer, { isXop: message.isXop, mtom: this.#settings.mtom }, opened);
    } catch (error) {
      if (error instanceof HttpRefusal) throw error;
      return await this.#refuse(error, { head, spoken, opened });
    }
  }

  /** Answers a request whose handler reads it item by item; returns `undefined` for any other request. */
  async #stream({ request, chunks, head }: PeekedRequest): Promise<Answer | undefined> {
    if (head === undefined) return undefined;
    assertReadable(request);
    const [served, ...others] = this.#table.find(head, actionIn(request));
    if (served === undefined) return undefined;
    const handler = streamedHandlerOf(this.#handlerOf(served.name));
    // References in an encoded message can point anywhere, so no item is complete before its end.
    if (handler === undefined || others.length > 0 || served.bound.input.use === 'encoded') return undefined;
    const contentType = request.headers.get('content-type') ?? '';
    if (this.#settings.strict) assertMediaType(head, { contentType });
    assertAnonymous(head.addressing);
    const { requestBytes = DEFAULT_REQUEST_BYTES, streamedBytes = DEFAULT_STREAMED_BYTES } =
      this.#options.limits ?? {};
    if (Number(request.headers.get('content-length') ?? 0) > streamedBytes) throw tooLong(streamedBytes);
    const limits = { streamedBytes, itemBytes: requestBytes };
    return await handleStreamedCall(
      { served, head, request, contentType, handler, chunks },
      limits,
      this.#settings,
    );
  }

  #handlerOf(name: string): SoapHandler | undefined {
    return this.#handlers.get(name) ?? this.#options.fallback;
  }

  async #refuse(error: unknown, known: KnownCaller): Promise<Response> {
    if (!(error instanceof Refusal)) this.#settings.onError(error, '');
    const failed = new Refusal('Receiver', 'the service failed');
    const { versions } = this.#table;
    try {
      return await refusalResponse(error instanceof Refusal ? error : failed, { versions, ...known });
    } catch (reason) {
      // The fault could not be secured, so an unsecured one without details is sent.
      this.#settings.onError(reason, '');
      return await refusalResponse(failed, { versions, ...known, opened: undefined });
    }
  }
}

/** An error in the error hook must not reach the caller. */
function neverThrowing(onError: CallSettings['onError']): CallSettings['onError'] {
  return (error, operation) => {
    try {
      onError(error, operation);
    } catch {
      // The error hook itself failed, so there is no one to report to.
    }
  };
}

function logError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: an unexpected error must be visible if there is no `onError`
  console.error(error);
}
