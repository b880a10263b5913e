import { WSSE, WSU } from '../namespaces.js';
import { Refusal, UntrustedSigner } from '../response/refusal.js';
import { UnreadableXml } from '../xml/read-xml.js';

/** The fault codes of WS-Security 1.1 §12 that are used here, each with its text. */
const TEXTS = {
  InvalidSecurity: 'An error was discovered processing the wsse:Security header',
  FailedAuthentication: 'The security token could not be authenticated or authorized',
  FailedCheck: 'The signature or decryption was invalid',
  MessageExpired: 'The message has expired',
} as const;

export type ServiceFaultCode = keyof typeof TEXTS;

/**
 * A request that is rejected for its security. The message is the text of the standard, which every sender gets: the exact
 * problem would help an attacker. `reason` is for the operator of the service.
 *
 * @see https://docs.oasis-open.org/wss/v1.1/wss-v1.1-spec-os-SOAPMessageSecurity.pdf §12
 */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault';
  readonly code: ServiceFaultCode;
  /** The namespace of the code. */
  readonly namespace: string;
  readonly reason: string;

  constructor(code: ServiceFaultCode, reason: string) {
    super(TEXTS[code]);
    this.code = code;
    this.namespace = code === 'MessageExpired' ? WSU : WSSE;
    this.reason = reason;
  }
}

/** A request that could not be read as XML, or is too large for that. Its message is safe to send to the sender. */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';
}

const CODES = {
  RESPONSE_NOT_SIGNED: 'InvalidSecurity',
  RESPONSE_SIGNATURE_INVALID: 'FailedCheck',
  RESPONSE_EXPIRED: 'MessageExpired',
  RESPONSE_DECRYPTION_FAILED: 'FailedCheck',
} as const;

/** The fault for what reading a message threw; anything else is returned as it is. */
export function faultOf(error: unknown): unknown {
  if (error instanceof UnreadableXml) return new UnreadableRequest(error.message);
  if (!(error instanceof Refusal)) return error;
  const code = error instanceof UntrustedSigner ? 'FailedAuthentication' : CODES[error.code];
  return new ServiceFault(code, aboutRequest(error.message));
}

/** The same code reads messages in both directions, and words its errors for responses. */
function aboutRequest(text: string): string {
  return text
    .replaceAll(/\bresponse\b/g, 'request')
    .replaceAll(/\bserver\b/g, 'client')
    .replaceAll('the credential profile', 'the option security');
}
