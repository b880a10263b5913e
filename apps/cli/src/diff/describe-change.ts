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
    message: meaning(change),
  };
}

const ON_THE_WIRE = 'invisible in JSON, breaks generated clients, mocks and recordings';

function meaning({ change, message, path, breaking, aspect, before, after }: ContractChange): string {
  if (message === 'query' && path === '') {
    return change === 'added' ? 'GET is possible now' : `GET is no longer possible: ${after}`;
  }
  if (message === 'route' && change === 'added') return `is ${after}`;
  const input = message === 'input' || message === 'query';
  // The change concerns the fault itself, not its content.
  const isFault = message === 'fault' && path.lastIndexOf('/') === 0;
  switch (change) {
    case 'added':
      if (isFault) return 'is declared now';
      return input && breaking ? 'is new and required' : 'is new';
    case 'removed':
      if (isFault) return 'is no longer declared';
      return input ? 'is no longer accepted' : 'was removed';
    case 'required':
      return input ? 'is required now' : 'is always there now';
    case 'optional':
      return input ? 'is optional now' : 'may be missing now';
    case 'nullable':
      return 'may be null';
    case 'not-nullable':
      return 'may no longer be null';
    case 'type':
      return `was ${before}, is ${after}`;
    case 'values':
      return before === undefined ? `can be ${after} as well` : `can no longer be ${before}`;
    case 'choice':
      return 'other keys go together: the choices between them are different';
    case 'form':
      return `${aspect} was ${before ?? 'not set'}, is ${after ?? 'not set'}`;
    case 'soap': {
      const what = `${aspect} was ${before ?? 'nothing'}, is ${after ?? 'nothing'}`;
      return message === undefined ? what : `${what}: ${ON_THE_WIRE}`;
    }
  }
}
