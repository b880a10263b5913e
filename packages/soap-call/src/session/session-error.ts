/**
 * Why a session failed a call.
 *
 * - `SESSION_RENEWED`: the server said that the session was not valid, and there is a new one. Whether the call was executed is not known:
 *   send it again if that does no harm.
 * - `UPSTREAM_LOGIN_FAILED`: the login was refused, or its answer has no token. It is tried again at the earliest after `retryAfterMs`.
 */
export type SessionErrorCode = 'SESSION_RENEWED' | 'UPSTREAM_LOGIN_FAILED';

/** A call that its session failed. The message has neither the token nor a secret. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionErrorCode;
  /** Milliseconds until another attempt makes sense. */
  readonly retryAfterMs: number;

  constructor(options: {
    readonly code: SessionErrorCode;
    readonly message: string;
    readonly retryAfterMs: number;
    readonly cause?: unknown;
  }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * A structural guard, which also recognises errors of another copy of this package.
 *
 * @example
 * ```ts
 * if (isSessionError(error) && error.code === 'SESSION_RENEWED') await again();
 * ```
 */
export function isSessionError(value: unknown): value is SessionError {
  return value instanceof Error && value.name === 'SessionError';
}
