import { TransportError, type TransportErrorCode } from '../../transport-error.js';

/** The codes of a response that its security makes unusable. */
export type RefusalCode = Extract<TransportErrorCode, `RESPONSE_${string}`>;

/** Thrown inside this folder for a response that is rejected. Becomes a `TransportError` at its border. */
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

/** The error of `send` for a rejected response. It repeats nothing of the response. */
export function refusedResponse({ code, message }: Refusal, status?: number): TransportError {
  return new TransportError({ code, phase: 'read-response', message, upstreamStatus: status });
}
