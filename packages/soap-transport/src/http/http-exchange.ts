import { defined } from '@soapstone/options/defined';
import type { Dispatcher } from 'undici';
import type { CallScope, Cancellable } from '../reliability/call-scope.js';
import { TransportError } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';
import { ByteStream, type ByteStreamSource } from './byte-stream.js';
import { exchangeFailure } from './failure.js';

/** An HTTP request as it is sent. */
export interface HttpRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** A function is called once per attempt. */
  readonly body: Uint8Array | (() => AsyncIterable<Uint8Array>) | null;
  /** Whether to say `Connection: close`, and to close the connection after the response. Default false. */
  readonly reset?: boolean;
}

/** A response whose header section was read. */
export interface HttpResponse {
  readonly status: number;
  /** The reason phrase of the status line. */
  readonly statusText?: string;
  readonly headers: ResponseHeaders;
  readonly body: ByteStream;
}

/** Names in lower case. Only looked up with names that we know. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Every value of a header, joined as in a single header line. */
export function headerValues(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The value of a header; the first one if there are several. */
export function headerValue(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The owner of an exchange. */
export interface ExchangeOwner {
  /** The header section was read. The body is still arriving. */
  exchangeAnswered(response: HttpResponse): void;
  /**
   * The exchange ended: it failed before a response, or the response was read to its end, broke off or was left by its reader.
   * Called once more if a reader finds the complete response unusable. `answered`: the header section was read.
   */
  exchangeDone(error: TransportError | undefined, answered: boolean): void;
}

/** Responses before the final one (RFC 9110 §15.2). Honest servers send one or two, or one per second. */
const MAX_INTERIM = 1_000;

/** One exchange on one connection. Never retries. A class, because undici, the reader of the body and the deadline all hold it. */
export class HttpExchange implements Dispatcher.DispatchHandler, ByteStreamSource, Cancellable {
  readonly #scope: CallScope;
  readonly #owner: ExchangeOwner;
  readonly #maxBytes: number;
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #stream: ByteStream | undefined;
  #received = 0;
  #interim = 0;
  #done = false;

  /** `maxBytes` limits the response body as sent. */
  constructor(scope: CallScope, owner: ExchangeOwner, maxBytes: number) {
    this.#scope = scope;
    this.#owner = owner;
    this.#maxBytes = maxBytes;
  }

  /** Hands the request to a connection. Called once. */
  run(dispatcher: Pick<Dispatcher, 'dispatch'>, request: HttpRequest): void {
    const scope = this.#scope;
    if (scope.cancelled !== undefined) {
      this.#finish(scope.cancelled);
      return;
    }
    scope.phase = 'connect';
    scope.waiting = this;
    const { body } = request;
    try {
      // undici also accepts async iterables and only reads the headers; its types declare neither.
      const options = typeof body === 'function' ? { ...request, body: body() } : request;
      dispatcher.dispatch(options as Dispatcher.DispatchOptions, this);
    } catch (error) {
      this.#finish(exchangeFailure(error, { sent: scope.sent }));
    }
  }

  /** Our own decision; the connection cannot be reused. */
  cancel(error: TransportError): void {
    this.#finish(error);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Aborted while waiting for the connection: nothing is written.
    if (this.#done) controller.abort(new Error('given up'));
    else this.#scope.start();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
    statusText?: string,
  ): void {
    if (this.#done) return;
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > MAX_INTERIM) this.cancel(tooManyInterim());
      return;
    }
    this.#status = status;
    this.#scope.phase = 'read-response';
    if (Number(headers['content-length'] ?? 0) > this.#maxBytes) {
      this.cancel(this.#tooLarge());
      return;
    }
    this.#stream = new ByteStream(this);
    this.#owner.exchangeAnswered(
      statusText === undefined || statusText === ''
        ? { status, headers, body: this.#stream }
        : { status, statusText, headers, body: this.#stream },
    );
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#done) return;
    this.#received += chunk.length;
    if (this.#received > this.#maxBytes) this.cancel(this.#tooLarge());
    else this.#stream?.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const status = this.#status;
    this.#finish(
      exchangeFailure(error, status === undefined ? { sent: this.#scope.sent } : { sent: true, status }),
    );
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  abandon(error: TransportError | undefined): void {
    if (this.#done) {
      this.#owner.exchangeDone(error, true);
      return;
    }
    this.#finish(error);
    this.#controller?.abort(error ?? new Error('the rest is not wanted'));
  }

  #finish(error: TransportError | undefined): void {
    if (this.#done) return;
    this.#done = true;
    this.#scope.waiting = undefined;
    const stream = this.#stream;
    this.#owner.exchangeDone(error, stream !== undefined);
    if (error === undefined) stream?.end();
    else stream?.fail(error);
  }

  #tooLarge(): TransportError {
    return new TransportError({
      code: 'UPSTREAM_TOO_LARGE',
      phase: 'read-response',
      message: `the upstream's response is larger than ${this.#maxBytes} bytes${raisedBy('maxResponseBytes')}`,
      ...defined({ upstreamStatus: this.#status }),
    });
  }
}

function tooManyInterim(): TransportError {
  return new TransportError({
    code: 'UPSTREAM_BAD_RESPONSE',
    phase: 'await-response',
    message: `the upstream sent more than ${MAX_INTERIM} interim responses`,
  });
}
