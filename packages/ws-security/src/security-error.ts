/**
 * Why a message cannot be secured, or its security not undone. The set is closed. Clients see every code, so none is ever renamed.
 *
 * - `INVALID_REQUEST`: the credential profile, an option or a key cannot be used, or the envelope cannot be secured with them.
 * - `RESPONSE_NOT_SIGNED`: the profile requires a signature, and the response or a required part of it has none.
 * - `RESPONSE_SIGNATURE_INVALID`: the response was altered, or signed by a stranger or in a way that is not accepted.
 * - `RESPONSE_EXPIRED`: the signed time of the response is too old, or in the future.
 * - `RESPONSE_DECRYPTION_FAILED`: the response cannot be decrypted, or is encrypted in a way that is not accepted.
 * - `RESPONSE_UNREADABLE`: the response is not XML, is larger than what is verified, or is not a response of a token service.
 */
export type SecurityErrorCode =
  | 'INVALID_REQUEST'
  | 'RESPONSE_NOT_SIGNED'
  | 'RESPONSE_SIGNATURE_INVALID'
  | 'RESPONSE_EXPIRED'
  | 'RESPONSE_DECRYPTION_FAILED'
  | 'RESPONSE_UNREADABLE';

const BRAND = '@soapstone/SecurityError';

/**
 * The error of message security. `message` is one lower-case sentence without a full stop that holds no key, password or content of a
 * message; `cause` is for the log of the operator only.
 *
 * @example
 * ```ts
 * try {
 *   openResponse(envelope, { verify: { certificates } });
 * } catch (error) {
 *   if (isSecurityError(error) && error.code === 'RESPONSE_EXPIRED') console.error(error.message);
 * }
 * ```
 */
export class SecurityError extends Error {
  readonly brand: string = BRAND;
  override readonly name = 'SecurityError';
  readonly code: SecurityErrorCode;

  constructor(code: SecurityErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    // A brand for the guard below, not for logs.
    Object.defineProperty(this, 'brand', { enumerable: false });
  }
}

/**
 * Whether `value` is a `SecurityError`, including one of another copy of this package.
 *
 * @example
 * ```ts
 * if (isSecurityError(error)) console.error(error.code, error.message);
 * ```
 */
export function isSecurityError(value: unknown): value is SecurityError {
  return value instanceof Error && (value as { brand?: unknown }).brand === BRAND;
}

/** The error for an unusable profile, option or message. */
export function unusableRequest(message: string): SecurityError {
  return new SecurityError('INVALID_REQUEST', message);
}
