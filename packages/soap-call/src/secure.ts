import { randomBytes } from 'node:crypto';
import type { FetchTransport, TransportRequest, TransportResponse } from '@soapstone/soap-transport/fetch';
import { asTransportError } from '@soapstone/soap-transport/internal';
import {
  assertPackable,
  type CallSignal,
  DEFAULT_TRANSPORT_LIMITS,
  receive,
  within,
} from '@soapstone/soap-transport/internal/secured';
import {
  openMessage,
  secureMessage,
  securesMessages,
  sentByTransport,
} from '@soapstone/ws-security/internal';
import { assertPortableProfile, type CredentialProfile } from '@soapstone/ws-security/web';

/**
 * Returns a transport that signs and encrypts each message before `way` sends it, and verifies and decrypts the response. `way` sees only the
 * credentials that it presents itself: HTTP Basic and headers. Needs Node's `crypto`, which Bun and Deno have too.
 *
 * @param way a transport that knows no WS-Security, such as one over `fetch`
 * @param deadlineMs how long a message may wait for a key outside the process, in milliseconds, if its request has no deadline. Default: that
 *   of the transports, 30 seconds.
 *
 * @example
 * ```ts
 * const transport = withMessageSecurity(createFetchTransport());
 * const response = await transport.send({ ...message, credentials: { signature, verify } });
 * ```
 */
export function withMessageSecurity(
  way: FetchTransport,
  deadlineMs: number = DEFAULT_TRANSPORT_LIMITS.deadlineMs,
): FetchTransport {
  return {
    async send(request, signal) {
      const { credentials } = request;
      if (credentials === undefined || !securesMessages(credentials)) return await way.send(request, signal);
      try {
        return await sendSecured(
          way,
          { ...request, deadlineMs: request.deadlineMs ?? deadlineMs },
          credentials,
          signal,
        );
      } catch (error) {
        throw asTransportError(error);
      }
    },
    fetchDocument: (uri, options = {}) =>
      way.fetchDocument(uri, {
        ...options,
        credentials: options.credentials && sentByTransport(options.credentials),
      }),
  };
}

async function sendSecured(
  way: FetchTransport,
  request: TransportRequest & { readonly deadlineMs: number },
  credentials: CredentialProfile,
  signal: CallSignal | undefined,
): Promise<TransportResponse> {
  assertPortableProfile(credentials, 'crypto');
  assertPackable(request);
  const ends = performance.now() + request.deadlineMs;
  const left = (): number => Math.max(1, Math.ceil(ends - performance.now()));
  const { signed, ...unsigned } = request;
  const securing = secureMessage(request.body, credentials, { random: randomBytes }, signed);
  const { envelope, evidence } =
    securing instanceof Promise
      ? await within(securing, { deadlineMs: left(), signal }, 'the request was not signed')
      : securing;
  const response = way.send(
    { ...unsigned, body: envelope, credentials: sentByTransport(credentials), deadlineMs: left() },
    signal,
  );
  const { verify, decryption } = credentials;
  if (verify === undefined && decryption === undefined) return await response;
  const security = { verify, decryption, request: evidence };
  return await receive(response, security, request.account, (bytes, expected) => {
    const opened = openMessage(bytes, expected);
    if (opened instanceof Uint8Array) return opened;
    return within(opened, { deadlineMs: left(), signal }, 'the response was not decrypted');
  });
}
