import type { CredentialProfile } from '@soapstone/ws-security';
import { composeTransport } from './compose-transport.js';
import { readTarget } from './egress/target.js';
import { decodeContent } from './http/content-coding.js';
import { credentialHeaders } from './http/credential-headers.js';
import { type HttpResponse, headerValues } from './http/http-exchange.js';
import { closesConnections } from './old-servers.js';
import { CallScope } from './reliability/call-scope.js';
import { isTransportError } from './transport-error.js';
import type { TransportOptions } from './transport-options.js';

/** Options of `createForwarder`. */
export interface ForwarderOptions extends TransportOptions {
  /** Sent with every message: headers, Basic, a client certificate and authorities. Default: none. */
  readonly credentials?: CredentialProfile | undefined;
}

/** A message of another program. */
export interface ForwardedMessage {
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

/** Sends the messages of other programs. */
export interface Forwarder {
  /**
   * Sends a message with POST and resolves when the header section of the response was read. The response is returned as it is, redirects
   * too, but without its content coding. Rejects with `TransportError`, or with the reason of the signal. Its body fails as that of `fetch`: with
   * a `TypeError` whose `cause` says why.
   */
  send(address: string, message: ForwardedMessage): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Creates a forwarder: a transport for messages that another program has written, whose header fields are kept. Its proxy, its reading of HTTP
 * and its compatibility are those of a transport.
 *
 * @throws {OptionError} as `createTransport`
 *
 * @example
 * ```ts
 * const forwarder = createForwarder({ egress: 'unguarded', lenientHttp: true });
 * const response = await forwarder.send('https://partner.example/users', { headers: request.headers, body });
 * ```
 */
export function createForwarder({ credentials, ...options }: ForwarderOptions): Forwarder {
  const { context, transport } = composeTransport(options);
  const { limits, compatibility, lenientHttp, guard, now } = context;
  return {
    async send(address, { headers, body, signal }) {
      try {
        const { origin, path } = readTarget(address, guard);
        const { deadlineMs, firstByteMs, maxResponseBytes: maxBytes } = limits;
        const scope = new CallScope({ deadlineMs, firstByteMs, now }, signal);
        return await context.run(
          {
            http: {
              origin,
              path,
              method: 'POST',
              headers: sentHeaders(headers, credentials, compatibility?.encoding !== 'identity'),
              body,
              ...(closesConnections(compatibility) && { reset: true }),
            },
            account: '',
            credentials,
            lenientHttp,
            compatibility,
            proxy: undefined,
            maxBytes,
            scope,
          },
          (response) => asResponse(response, maxBytes, signal),
        );
      } catch (error) {
        throw signal?.aborted === true ? signal.reason : error;
      }
    },
    close: () => transport.close(),
  };
}

/** The fields of a message, in which those of the credentials replace others of their names. */
function sentHeaders(
  fields: Headers,
  credentials: CredentialProfile | undefined,
  acceptsGzip: boolean,
): string[] {
  const own = credentialHeaders(credentials);
  const replaced = new Set(own.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const kept = [...fields].filter(([name]) => !replaced.has(name)).flat();
  return [...kept, ...(acceptsGzip ? ['accept-encoding', 'gzip'] : []), ...own];
}

/** The statuses whose responses have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function asResponse(
  { status, headers, body }: HttpResponse,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Response {
  const fields = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) fields.append(name, one);
  if (WITHOUT_BODY.has(status)) {
    body.abandon(undefined);
    return new Response(null, { status, headers: fields });
  }
  const coding = headerValues(headers, 'content-encoding');
  const pieces = failingAsFetch(decodeContent({ source: body, coding, status, maxBytes }), signal);
  return new Response(ReadableStream.from(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    status,
    headers: fields,
  });
}

async function* failingAsFetch(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* source;
  } catch (error) {
    throw asFetchError(error, signal);
  }
}

function asFetchError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  // Callers show the innermost text, and that of a socket does not say what happened.
  return isTransportError(error) ? new TypeError('terminated', { cause: new Error(error.message) }) : error;
}
