import { changeInWords } from '@soapstone/http-contract/internal/changes';
import type { ContractChange } from '@soapstone/openapi-generator';

/**
 * The effect of a change on clients of the old contract: `breaking`: a call that worked may fail, or its response may be misread;
 * `additive`: something was added, or less is required; `invisible`: only the SOAP side differs.
 */
export type ChangeKind = 'breaking' | 'additive' | 'invisible';

/** A change as `soapstone diff` prints it. */
export interface DescribedChange {
  readonly kind: ChangeKind;
  readonly operation: string;
  /**
   * The location: `input`, `query`, `result`, `fault`, `headers` or `route`, and a JSON Pointer below it. Empty for the operation itself.
   */
  readonly path: string;
  readonly message: string;
}

/** Describes a change in a few words. */
export function describeChange(change: ContractChange): DescribedChange {
  const { operation, message, path } = change;
  return {
    kind: change.breaking ? 'breaking' : change.change === 'soap' ? 'invisible' : 'additive',
    operation,
    path: message === undefined ? '' : (message === 'output' ? 'result' : message) + path,
    message: changeInWords(change).text,
  };
}
