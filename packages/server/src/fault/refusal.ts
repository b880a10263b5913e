import type { ExpandedName } from '@soapstone/soap-model';

/** Why a message is not valid, and where. */
export interface RequestProblem {
  /** A JSON Pointer into the input; `''` for the message as a whole. */
  readonly path: string;
  /** A validation keyword, such as `required`, or the code of a deviation, such as `OUT_OF_ORDER`. */
  readonly code: string;
  readonly message: string;
}

/** The fault codes of SOAP 1.2 (Part 1 §5.4.6). SOAP 1.1 has all but `DataEncodingUnknown`, two of them under other names. */
export type FaultCode = 'Sender' | 'Receiver' | 'VersionMismatch' | 'MustUnderstand' | 'DataEncodingUnknown';

/** A request that is answered with a fault before a handler sees it, or after one failed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: FaultCode;
  readonly problems: readonly RequestProblem[];
  /** Header blocks that are not understood (SOAP 1.2 Part 1 §5.4.8). */
  readonly notUnderstood: readonly ExpandedName[];
  /** A code of WS-Addressing, as a subcode or, in SOAP 1.1, as the code. */
  readonly subcode: ExpandedName | undefined;

  constructor(
    code: FaultCode,
    reason: string,
    more: {
      readonly problems?: readonly RequestProblem[];
      readonly notUnderstood?: readonly ExpandedName[];
      readonly subcode?: ExpandedName;
    } = {},
  ) {
    super(reason);
    this.code = code;
    this.problems = more.problems ?? [];
    this.notUnderstood = more.notUnderstood ?? [];
    this.subcode = more.subcode;
  }
}
