/**
 * What a change does to clients that were written for the old contract: `breaking` = a call that worked may fail, or its answer
 * may not be understood; `additive` = there is more than before; `invisible` = only the SOAP side is different.
 */
export type ChangeKind = 'breaking' | 'additive' | 'invisible';

/** One difference between two contracts. */
export interface Change {
  readonly kind: ChangeKind;
  readonly operation: string;
  /** Where, as a JSON Pointer below `input`, `result` or `fault`: `input/user/name`. Empty for the operation itself. */
  readonly path: string;
  readonly message: string;
}

/** Who writes the JSON that a schema describes: the client its input, the gateway results and faults. */
export type Direction = 'input' | 'output';
