import type { SoapFaultInfo } from '@soapstone/json-xml-mapper';
import type { OutgoingPart } from '@soapstone/mime';
import { type Check, callback, members } from '@soapstone/options';
import type { Bytes } from '@soapstone/soap-model/bytes';

/**
 * Functions that see every call, for logging, tracing and rotating tokens. For each request exactly one of `response` and
 * `error` follows. They may be asynchronous. A call rejects with the error of its hook.
 *
 * @example
 * ```ts
 * const spans = new WeakMap<RequestEvent, Span>();
 * const hooks: ClientHooks = {
 *   request(event) {
 *     spans.set(event, tracer.startSpan(event.spanName, { kind: SpanKind.CLIENT, attributes: event.attributes }));
 *   },
 *   response({ request, attributes }) {
 *     spans.get(request)?.setAttributes(attributes).end();
 *   },
 *   error({ request, error, attributes }) {
 *     spans.get(request)?.setAttributes(attributes).setStatus({ code: SpanStatusCode.ERROR, message: error.message }).end();
 *   },
 * };
 * ```
 */
export interface ClientHooks {
  /** Before a request is sent. May change `event.headers`: a token, `traceparent`. */
  readonly request?: ((event: RequestEvent) => void | Promise<void>) | undefined;
  /** After a response has been read, including a SOAP fault. */
  readonly response?: ((event: ResponseEvent) => void | Promise<void>) | undefined;
  /** After a call has failed without a usable response: `TransportError` or `ResponseError`. */
  readonly error?: ((event: ErrorEvent) => void | Promise<void>) | undefined;
}

/** The members of `ClientHooks`. */
export const clientHooks: Check = members<ClientHooks>({
  request: callback,
  response: callback,
  error: callback,
});

/** Attributes of a span, named by the semantic conventions of OpenTelemetry for RPC and HTTP clients. */
export type TraceAttributes = Readonly<Record<string, string | number>>;

/** A request that is about to be sent. */
export interface RequestEvent {
  readonly operation: string;
  readonly service: string;
  readonly port: string;
  readonly url: string;
  /** HTTP headers of this call, by name; the hook may add, replace and delete some. Those from `security` are not included. */
  readonly headers: Record<string, string>;
  /** The envelope in UTF-8. It contains credentials: be careful what you log. */
  readonly body: Bytes;
  /** `data` is a `Blob` where the input has one that is read while it is sent. */
  readonly attachments: readonly OutgoingPart[];
  /** The name of a span: `Service/Operation`. */
  readonly spanName: string;
  /** `rpc.system`, `rpc.service`, `rpc.method`, `server.address`, `server.port`, `url.full` (without its query), `http.request.method`, `http.request.body.size`. */
  readonly attributes: TraceAttributes;
}

/** A response that has been read. */
export interface ResponseEvent {
  /** The object that the `request` hook saw. */
  readonly request: RequestEvent;
  readonly status: number;
  /** HTTP headers of the response, by lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The envelope as it arrived; `undefined` for `items` and `stream`, which do not keep it. */
  readonly body: Bytes | undefined;
  /** The SOAP fault, if the server answered with one. The call then throws `SoapFaultError`. */
  readonly fault: SoapFaultInfo | undefined;
  /** Milliseconds since the start of the call. */
  readonly durationMs: number;
  /** `http.response.status_code`, `http.response.body.size`, and for a fault `error.type`. */
  readonly attributes: TraceAttributes;
}

/** A call that failed. */
export interface ErrorEvent {
  /** The object that the `request` hook saw. */
  readonly request: RequestEvent;
  /** The error that the call throws. */
  readonly error: Error;
  /** Milliseconds since the start of the call. */
  readonly durationMs: number;
  /** `error.type`: the code of the error; `http.response.status_code` if there was a response. */
  readonly attributes: TraceAttributes;
}
