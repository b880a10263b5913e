import type { ContractChange } from '../api/revisions.js';

/** A change in words for those who call the API: what it is about, and what it means for them. */
export interface ChangeInWords {
  /** The member that it is about, as programs write it; absent where it is the operation or the whole message. */
  readonly member?: string;
  readonly text: string;
}

/** Say a change of the contract in plain words. */
export function describeChange({
  message,
  path,
  change,
  breaking,
  before,
  after,
}: ContractChange): ChangeInWords {
  if (message === undefined) {
    return { text: change === 'added' ? 'The operation is new.' : 'The operation is gone.' };
  }
  const request = message === 'input';
  const where = request ? 'In the request' : 'In the answer';
  const member = memberOf(path);
  const subject = member === '' ? 'the whole' : 'this';
  return {
    ...(member === '' ? {} : { member }),
    text: `${where}, ${subject} ${meaning({ change, request, breaking, before, after })}.`,
  };
}

interface Meaning extends Pick<ContractChange, 'change' | 'breaking'> {
  readonly request: boolean;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function meaning({ change, request, breaking, before, after }: Meaning): string {
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
    case 'type':
      return `was ${before || 'anything'} and is ${after || 'anything'} now`;
    case 'values':
      return `takes other values: ${after || 'any'} instead of ${before || 'any'}`;
    case 'form':
      return `follows other rules: ${after || 'none'} instead of ${before || 'none'}`;
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
