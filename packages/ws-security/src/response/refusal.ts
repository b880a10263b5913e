import { SecurityError, type SecurityErrorCode } from '../security-error.js';

/** The codes of a response that its security makes unusable. */
export type RefusalCode = Exclude<SecurityErrorCode, 'INVALID_REQUEST' | 'RESPONSE_UNREADABLE'>;

/** Thrown inside this folder for a response that is rejected. Becomes a `SecurityError` at its border. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A signature by someone who is not trusted. */
export class UntrustedSigner extends Refusal {
  constructor(why: string) {
    super('RESPONSE_SIGNATURE_INVALID', `the signer of the response is not trusted: ${why}`);
  }
}

/** A signature that does not verify, or a message structure that could mislead its reader. */
export function invalid(message: string): Refusal {
  return new Refusal('RESPONSE_SIGNATURE_INVALID', message);
}

/** A part that no signature covers. */
export function notSigned(message: string): Refusal {
  return new Refusal('RESPONSE_NOT_SIGNED', message);
}

/** The error for a rejected response. It repeats nothing of the response. */
export function refusedResponse({ code, message }: Refusal): SecurityError {
  return new SecurityError(code, message);
}
