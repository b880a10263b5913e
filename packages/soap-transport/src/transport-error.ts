import type { Remedy } from './answer/describe-answer.js';
import type { ReceivedAnswer } from './answer/received-answer.js';

/**
 * Why an exchange gave no response. The set is closed. Clients see every code, so none is ever renamed.
 *
 * - `UPSTREAM_DNS`: the host has no address, or the resolver did not respond in time.
 * - `UPSTREAM_CONNECT`: no TCP connection (refused, unreachable, or slower than the connect timeout), or none through the proxy.
 * - `UPSTREAM_TLS`: the handshake failed: certificate, name, protocol version, or a rejected client certificate.
 * - `UPSTREAM_RESET`: the connection broke before the first byte of a response, or was reset within one.
 * - `UPSTREAM_TIMEOUT`: the first byte or the whole response did not arrive in time.
 * - `UPSTREAM_ADDRESS_REFUSED`: the egress policy does not allow this address, port or scheme.
 * - `UPSTREAM_BAD_RESPONSE`: not a usable HTTP response: redirect, truncated, wrong coding, broken multipart.
 * - `UPSTREAM_LOGIN_FAILED`: the server rejected or did not complete a Windows login (NTLM, Kerberos), or no ticket could be
 * obtained for it.
 * - `UPSTREAM_TOO_LARGE`: the response, as sent or decoded, exceeds the limit.
 * - `RESPONSE_NOT_SIGNED`: the profile requires a signature, and the response or a required part of it has none.
 * - `RESPONSE_SIGNATURE_INVALID`: the response was altered, or signed by a stranger or in a way that is not accepted.
 * - `RESPONSE_EXPIRED`: the signed time of the response is too old, or in the future.
 * - `RESPONSE_DECRYPTION_FAILED`: the response cannot be decrypted, or is encrypted in a way that is not accepted.
 * - `UPSTREAM_CIRCUIT_OPEN`: earlier calls failed in a row; nothing was sent.
 * - `UPSTREAM_BUSY`: too many calls in flight; nothing was sent.
 * - `INVALID_REQUEST`: the request cannot be sent (address, header value, credential profile).
 * - `ABORTED`: the caller's signal fired or the transport was closed.
 */
export type TransportErrorCode =
  | 'UPSTREAM_DNS'
  | 'UPSTREAM_CONNECT'
  | 'UPSTREAM_TLS'
  | 'UPSTREAM_RESET'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_ADDRESS_REFUSED'
  | 'UPSTREAM_BAD_RESPONSE'
  | 'UPSTREAM_TOO_LARGE'
  | 'UPSTREAM_LOGIN_FAILED'
  | 'RESPONSE_NOT_SIGNED'
  | 'RESPONSE_SIGNATURE_INVALID'
  | 'RESPONSE_EXPIRED'
  | 'RESPONSE_DECRYPTION_FAILED'
  | 'UPSTREAM_CIRCUIT_OPEN'
  | 'UPSTREAM_BUSY'
  | 'INVALID_REQUEST'
  | 'ABORTED';

/** Every code, in the order of the union, for exhaustive tables. */
export const TRANSPORT_ERROR_CODES: readonly TransportErrorCode[] = [
  'UPSTREAM_DNS',
  'UPSTREAM_CONNECT',
  'UPSTREAM_TLS',
  'UPSTREAM_RESET',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_ADDRESS_REFUSED',
  'UPSTREAM_BAD_RESPONSE',
  'UPSTREAM_TOO_LARGE',
  'UPSTREAM_LOGIN_FAILED',
  'RESPONSE_NOT_SIGNED',
  'RESPONSE_SIGNATURE_INVALID',
  'RESPONSE_EXPIRED',
  'RESPONSE_DECRYPTION_FAILED',
  'UPSTREAM_CIRCUIT_OPEN',
  'UPSTREAM_BUSY',
  'INVALID_REQUEST',
  'ABORTED',
];

/** The progress of the exchange. `admit` covers breaker and bulkheads; `connect` covers DNS, TCP and TLS. */
export type TransportPhase = 'prepare' | 'admit' | 'connect' | 'await-response' | 'read-response';

/** The members of a `TransportError`. */
export interface TransportErrorInit {
  readonly code: TransportErrorCode;
  readonly phase: TransportPhase;
  /**
   * One lower-case sentence without a full stop. Never contains a credential, a header value or what a host name resolves to. The
   * message of `UPSTREAM_ADDRESS_REFUSED` names the host and the entry of the policy, for the program that configured the
   * transport.
   */
  readonly message: string;
  /** Whether a byte of the request may have reached the network. Default: whether the phase is past `connect`. */
  readonly sent?: boolean | undefined;
  /** The HTTP status of the response, if one was read. */
  readonly upstreamStatus?: number | undefined;
  /** The HTTP status of a proxy that did not let the call through. */
  readonly proxyStatus?: number | undefined;
  /** Milliseconds after which a retry makes sense, if known. */
  readonly retryAfterMs?: number | undefined;
  /** The response of the server that is not usable. For the owner of the service: it may contain anything. */
  readonly answer?: ReceivedAnswer | undefined;
  /** The remedy for the person who configured the call, if there is one. */
  readonly remedy?: Remedy | undefined;
  readonly cause?: unknown;
}

/** The error for an unusable request or argument. */
export function invalidRequest(message: string): TransportError {
  return new TransportError({ code: 'INVALID_REQUEST', phase: 'prepare', message });
}

const BRAND = '@soapstone/TransportError';

/** The only error type of this package. `message` is safe to show to the person who configured the transport; `cause` is for the operator's log only. */
export class TransportError extends Error {
  readonly brand: string = BRAND;
  readonly code: TransportErrorCode;
  readonly phase: TransportPhase;
  /** False means that the server cannot have seen the call, so a retry is safe. */
  readonly sent: boolean;
  readonly upstreamStatus?: number;
  /** The HTTP status of the proxy, if one answered in place of the server. */
  readonly proxyStatus?: number;
  readonly retryAfterMs?: number;
  /** The response of the server that is not usable: for the owner of the service, never for its callers. */
  readonly answer?: ReceivedAnswer;
  readonly remedy?: Remedy;

  constructor(init: TransportErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'TransportError';
    this.code = init.code;
    this.phase = init.phase;
    this.sent = init.sent ?? (init.phase === 'await-response' || init.phase === 'read-response');
    if (init.upstreamStatus !== undefined) this.upstreamStatus = init.upstreamStatus;
    if (init.proxyStatus !== undefined) this.proxyStatus = init.proxyStatus;
    if (init.retryAfterMs !== undefined) this.retryAfterMs = init.retryAfterMs;
    if (init.answer !== undefined) {
      // Not enumerable, so that no log of the error repeats what the server wrote.
      Object.defineProperty(this, 'answer', { value: init.answer, enumerable: false });
    }
    if (init.remedy !== undefined) this.remedy = init.remedy;
    // A brand for the guard below, not for logs.
    Object.defineProperty(this, 'brand', { enumerable: false });
  }
}

/**
 * Whether `value` is a `TransportError`, including one of another copy of this package.
 *
 * @example
 * ```ts
 * if (isTransportError(error) && !error.sent) return await retry();
 * ```
 */
export function isTransportError(value: unknown): value is TransportError {
  return value instanceof Error && (value as { brand?: unknown }).brand === BRAND;
}
