import type { ContractChange } from '../api/revisions.js';

/** A change in words for those who call the API: what it is about, and what it means for them. */
export interface ChangeInWords {
  /** The member that it is about, as programs write it; absent where it is the operation or the whole message. */
  readonly member?: string;
  readonly text: string;
}

/** Say a change of the contract in plain words. */
export function describeChange(change: ContractChange): ChangeInWords {
  const { message, path } = change;
  if (message === undefined) return { text: operationMeaning(change) };
  if (message === 'query' && path === '') return { text: getMeaning(change) };
  const member = memberOf(path);
  const subject = member === '' ? 'the whole' : 'this';
  return {
    ...(member === '' ? {} : { member }),
    text: `${PLACES[message]}, ${subject} ${meaning(change)}.`,
  };
}

const PLACES: Readonly<Record<NonNullable<ContractChange['message']>, string>> = {
  input: 'In the request',
  query: 'In the query string',
  output: 'In the response',
  headers: 'In the response headers',
  fault: 'In the fault detail',
};

function getMeaning({ change, after }: ContractChange): string {
  if (change === 'added') return 'GET is now available.';
  return `GET is no longer available: ${after || 'the input does not fit in a query string'}.`;
}

function operationMeaning({ change, aspect = 'it', before, after }: ContractChange): string {
  if (change === 'soap') {
    return `Only the SOAP service sees it: ${aspect} was ${before || 'not set'} and is ${after || 'not set'} now.`;
  }
  return change === 'added' ? 'The operation is new.' : 'The operation is gone.';
}

function meaning({ change, message, breaking, aspect = 'it', before, after }: ContractChange): string {
  const request = message === 'input' || message === 'query';
  switch (change) {
    case 'added':
      if (!request) return 'is new';
      return breaking ? 'is new, and must be sent' : 'is new, and may be left out';
    case 'removed':
      return request ? 'is not taken any more' : 'is gone';
    case 'required':
      return request ? 'must be sent now' : 'is always there now';
    case 'optional':
      return request ? 'may be left out now' : 'may be missing now';
    case 'nullable':
      return 'may be null now';
    case 'not-nullable':
      return 'may not be null any more';
    case 'type':
      return `was ${before || 'anything'} and is ${after || 'anything'} now`;
    case 'values':
      return before === undefined ? `can be ${after} as well` : `can no longer be ${before}`;
    case 'choice':
      return 'has other members that go together';
    case 'form':
    case 'soap':
      return `follows another rule: ${aspect} was ${before || 'not set'} and is ${after || 'not set'} now`;
  }
}

/** `/user/phone/*` is `user.phone[]`. */
export function memberOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, token) => {
      if (token === '*') return `${path}[]`;
      return path === '' ? token : `${path}.${token}`;
    }, '');
}

/** The changes of each operation, those that break clients first. */
export function groupChanges(
  changes: readonly ContractChange[],
): readonly { readonly operation: string; readonly changes: readonly ContractChange[] }[] {
  const groups = new Map<string, ContractChange[]>();
  for (const change of changes) {
    const group = groups.get(change.operation);
    if (group === undefined) groups.set(change.operation, [change]);
    else group.push(change);
  }
  const breaks = (group: readonly ContractChange[]) => group.some(({ breaking }) => breaking);
  return [...groups]
    .map(([operation, group]) => ({
      operation,
      changes: group.sort((one, other) => Number(other.breaking) - Number(one.breaking)),
    }))
    .sort((one, other) => Number(breaks(other.changes)) - Number(breaks(one.changes)));
}
