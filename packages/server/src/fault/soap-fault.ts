import { assertOptions, type Check, kindOf, members, text, wrong } from '@soapstone/options';

const details: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? []
    : wrong(`expected an object, not ${kindOf(value)}`);

const soapFaultInit: Check = members<SoapFaultInit>(
  { reason: text, code: text, detail: details, actor: text },
  ['reason'],
);

/** The content of a fault. */
export interface SoapFaultInit {
  /** One sentence for the caller: `faultstring` in SOAP 1.1, `Reason` in SOAP 1.2. */
  readonly reason: string;
  /**
   * The side at fault: `Client` (`Sender` in SOAP 1.2), `Server` (`Receiver`), or your own `{namespace}local`.
   * In SOAP 1.2 your own code becomes a subcode of `Sender`. Default `Server`; `Client` for a fault with a detail that the
   * WSDL declares.
   */
  readonly code?: string | undefined;
  /**
   * The detail as JSON: the key of a declared fault element with its value, for example `{ UserNotFound: { userId: 5 } }`. Other
   * elements go under `$any`, as in any other message.
   */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  /** The URI of the node that failed: `faultactor`, or `Role` in SOAP 1.2. */
  readonly actor?: string | undefined;
}

/**
 * The error that a handler throws to send a fault. Anything else that a handler throws becomes a fault that reveals nothing about it.
 * The constructor throws `OptionError` for an unknown or unusable member.
 *
 * @example
 * ```ts
 * throw new SoapFault({ reason: 'no such user', detail: { UserNotFound: { userId: 5 } } });
 * ```
 */
export class SoapFault extends Error {
  override readonly name = 'SoapFault';
  readonly code: string;
  readonly detail: Readonly<Record<string, unknown>> | undefined;
  readonly actor: string | undefined;

  constructor(init: SoapFaultInit) {
    assertOptions(soapFaultInit, init, 'SoapFault');
    const { reason, code, detail, actor } = init;
    super(reason);
    this.code = code ?? (detail === undefined ? 'Server' : 'Client');
    this.detail = detail;
    this.actor = actor;
  }
}
