import { type ChangeInWords, changeInWords } from '@soapstone/http-contract/internal/changes';
import type { ContractChange } from '../api/revisions.js';

/** Describes a change of the contract in a sentence. */
export function describeChange(change: ContractChange): ChangeInWords {
  const { text, ...subject } = changeInWords(change);
  return { ...subject, text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
}

/** The changes of each operation, breaking ones first. */
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
