import type { Dispatcher } from 'undici';
import type { CallScope } from '../reliability/call-scope.js';
import { TransportError } from '../transport-error.js';
import { ByteStream } from './byte-stream.js';
import { exchangeFailure } from './failure.js';

/** One HTTP request as it goes on the wire. */
export interface HttpRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Names and values in turn. */
  readonly headers: string[];
  /** Asked for once per attempt. */
  readonly body: () => Uint8Array | AsyncIterable<Uint8Array> | null;
}

/** The limits of one exchange. */
export interface HttpExchangeLimits {
  /** Milliseconds from the first byte of the request to the end of the response header section. */
  readonly firstByteMs: number;
  /** Bytes of the response body as sent. */
  readonly maxBytes: number;
}

/** A response whose header section was read. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: ByteStream;
}

/** Lower-case names. Only ever asked for names that we know. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The single value of a header; the first of several. */
export function headerValue(headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Runs one exchange on a pool. Resolves when the header section was read, rejects with `TransportError` before that. `onDone`
 * is called before the rejection, or after it resolved, when the last byte was read, the rest failed or its reader left; and
 * once more when a reader finds the complete answer unusable.
 * Never retries: undici moves a request to another connection only while no byte of it was written.
 */
export function runHttpExchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  limits: HttpExchangeLimits,
  scope: CallScope,
  now: () => number,
  onDone: (error: TransportError | undefined, answered: boolean) => void,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let firstByteTimer: ReturnType<typeof setTimeout> | undefined;
    let status: number | undefined;
    let stream: ByteStream | undefined;
    let received = 0;
    let done = false;

    const finish = (error: TransportError | undefined): void => {
      if (done) return;
      done = true;
      clearTimeout(firstByteTimer);
      scope.onCancel = undefined;
      onDone(error, stream !== undefined);
      if (error === undefined) stream?.end();
      else if (stream === undefined) reject(error);
      else stream.fail(error);
    };
    /** Our own verdict: the connection is of no further use. */
    const give = (error: TransportError): void => {
      finish(error);
      controller?.abort(error);
    };
    const tooLarge = (): TransportError =>
      new TransportError({
        code: 'UPSTREAM_TOO_LARGE',
        phase: 'read-response',
        message: `the upstream's answer is larger than ${limits.maxBytes} bytes`,
        ...(status === undefined ? {} : { upstreamStatus: status }),
      });

    scope.phase = 'connect';
    scope.onCancel = give;

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // Given up while it waited for a connection: nothing is written.
        if (done) return started.abort(new Error('given up'));
        scope.phase = 'await-response';
        scope.sent = true;
        scope.sentAt = now();
        firstByteTimer = setTimeout(() => {
          const message = `no answer within ${limits.firstByteMs} ms of the request`;
          give(new TransportError({ code: 'UPSTREAM_TIMEOUT', phase: 'await-response', message }));
        }, limits.firstByteMs);
      },
      onResponseStart(_controller, statusCode, headers) {
        if (done || statusCode < 200) return;
        clearTimeout(firstByteTimer);
        status = statusCode;
        scope.phase = 'read-response';
        const length = Number(headers['content-length'] ?? 0);
        if (length > limits.maxBytes) return give(tooLarge());
        stream = new ByteStream({
          pause: () => controller?.pause(),
          resume: () => controller?.resume(),
          abandon: (error) => {
            if (done) {
              onDone(error, true);
              return;
            }
            finish(error);
            controller?.abort(error ?? new Error('the rest is not wanted'));
          },
        });
        resolve({ status: statusCode, headers, body: stream });
      },
      onResponseData(_controller, chunk) {
        if (done) return;
        received += chunk.length;
        if (received > limits.maxBytes) give(tooLarge());
        else stream?.push(chunk);
      },
      onResponseEnd() {
        finish(undefined);
      },
      onResponseError(_controller, error) {
        finish(exchangeFailure(error, status === undefined ? { sent: scope.sent } : { sent: true, status }));
      },
    };

    if (scope.cancelled !== undefined) {
      finish(scope.cancelled);
      return;
    }
    try {
      dispatcher.dispatch(
        {
          origin: request.origin,
          path: request.path,
          method: request.method,
          headers: request.headers,
          body: request.body() as never,
        },
        handler,
      );
    } catch (error) {
      finish(exchangeFailure(error, { sent: scope.sent }));
    }
  });
}
