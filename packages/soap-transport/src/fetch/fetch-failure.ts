import { isTransportError, TransportError, type TransportErrorCode } from '../transport-error.js';

/** The error codes of Node, Bun and Deno for a connection that was never established: nothing was sent. */
const BEFORE_SENDING: Readonly<Record<string, TransportErrorCode>> = {
  ENOTFOUND: 'UPSTREAM_DNS',
  EAI_AGAIN: 'UPSTREAM_DNS',
  ECONNREFUSED: 'UPSTREAM_CONNECT',
  ConnectionRefused: 'UPSTREAM_CONNECT',
  EHOSTUNREACH: 'UPSTREAM_CONNECT',
  ENETUNREACH: 'UPSTREAM_CONNECT',
  UND_ERR_CONNECT_TIMEOUT: 'UPSTREAM_CONNECT',
};

/** Prefixes of the codes of a handshake that failed. */
const TLS = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/**
 * Turns what `fetch` rejects with into a `TransportError`. If the runtime does not say how far the request got, it counts as
 * sent: an unsafe retry is worse than none.
 *
 * @param status the status of the response, if its header section was read
 */
export function fetchFailure(error: unknown, status?: number): TransportError {
  if (isTransportError(error)) return error;
  const code = codeOf(error) ?? codeOf((error as { cause?: unknown } | null)?.cause) ?? '';
  if (status !== undefined) {
    return new TransportError({
      code: 'UPSTREAM_BAD_RESPONSE',
      phase: 'read-response',
      message: "the upstream's response is truncated or broken",
      upstreamStatus: status,
      cause: error,
    });
  }
  const before = TLS.test(code) ? 'UPSTREAM_TLS' : BEFORE_SENDING[code];
  if (before !== undefined) {
    return new TransportError({
      code: before,
      phase: 'connect',
      message: `cannot connect to the upstream: ${code}`,
      cause: error,
    });
  }
  return new TransportError({
    code: 'UPSTREAM_RESET',
    phase: 'await-response',
    message: 'the upstream could not be reached, or closed the connection without a response',
    cause: error,
  });
}

function codeOf(value: unknown): string | undefined {
  const code = (value as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
