import { isSecurityError } from '@soapstone/ws-security/internal/security-error';
import { TransportError } from './transport-error.js';

/**
 * Returns the `TransportError` for a `SecurityError` of `@soapstone/ws-security`, with its code, message and cause, and any other value as
 * it is. `RESPONSE_UNREADABLE` becomes `UPSTREAM_BAD_RESPONSE`. Calls of a transport fail with it; a program that secures messages itself can
 * treat the failures of both in one way.
 *
 * @example
 * ```ts
 * const failure = asTransportError(error);
 * if (isTransportError(failure)) console.error(failure.code);
 * ```
 */
export function asTransportError(error: unknown): unknown {
  if (!isSecurityError(error)) return error;
  const { code, message, cause } = error;
  return new TransportError({
    code: code === 'RESPONSE_UNREADABLE' ? 'UPSTREAM_BAD_RESPONSE' : code,
    phase: code === 'INVALID_REQUEST' ? 'prepare' : 'read-response',
    message,
    cause,
  });
}
