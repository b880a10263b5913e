import type { ContractChange } from '../api/revisions.js';
import { segmentsOf } from '../text/pointer.js';

/** A change in words for API clients: its subject, and its consequence for them. */
export interface ChangeInWords {
  /** The affected member, in programming notation; absent if the change concerns the operation or the whole message. */
  readonly member?: string;
  readonly text: string;
}

/** Describes a change of the contract in plain words. */
export function describeChange(change: ContractChange): ChangeInWords {
  const { message, path } = change;
  if (message === undefined) return { text: operationMeaning(change) };
  if (message === 'query' && path === '') return { text: getMeaning(change) };
  if (message === 'route') return { text: routeMeaning(change) };
  const member = memberOf(path);
  return { ...(member === '' ? {} : { member }), text: meaning(change, PLACES[message]) };
}

const PLACES: Readonly<Record<Exclude<NonNullable<ContractChange['message']>, 'route'>, string>> = {
  input: 'the request',
  query: 'the query string',
  output: 'the response',
  headers: 'the response headers',
  fault: 'the fault detail',
};

function getMeaning({ change, after }: ContractChange): string {
  if (change === 'added') return 'GET is now available.';
  return `GET is no longer available: ${after || 'the input does not fit in a query string'}.`;
}

function routeMeaning({ change, aspect = 'route', before, after }: ContractChange): string {
  if (change === 'added') return `New route: ${after}.`;
  if (change === 'removed') return `Route removed: ${before}.`;
  const name = aspect === 'route' ? 'Route' : `Route: ${aspect}`;
  return `${name} was ${before || 'not set'}, is now ${after || 'not set'}.`;
}

function operationMeaning({ change, aspect = 'it', before, after }: ContractChange): string {
  if (change === 'soap') {
    return `Only the SOAP service sees this: ${aspect} was ${before || 'not set'}, is now ${after || 'not set'}.`;
  }
  return change === 'added' ? 'New operation.' : 'Operation removed.';
}

function meaning(
  { change, message, breaking, aspect = 'it', before, after }: ContractChange,
  place: string,
): string {
  const request = message === 'input' || message === 'query';
  switch (change) {
    case 'added':
      if (!request) return `New in ${place}.`;
      return breaking ? `New required field in ${place}.` : `New optional field in ${place}.`;
    case 'removed':
      return `Removed from ${place}.`;
    case 'required':
      return request ? `Now required in ${place}.` : `Now always present in ${place}.`;
    case 'optional':
      return request ? `Now optional in ${place}.` : `May now be missing from ${place}.`;
    case 'nullable':
      return `May now be null in ${place}.`;
    case 'not-nullable':
      return `Can no longer be null in ${place}.`;
    case 'type':
      return `Type changed in ${place}: was ${before || 'anything'}, is now ${after || 'anything'}.`;
    case 'values':
      return before === undefined
        ? `Also allows ${after} in ${place}.`
        : `No longer allows ${before} in ${place}.`;
    case 'choice':
      return `Different members go together in ${place}.`;
    case 'soap':
      return `Only the SOAP service, and clients generated from its WSDL, see this in ${place}: ${aspect} was ${before || 'not set'}, is now ${after || 'not set'}.`;
    case 'form':
      return `Rule changed in ${place}: ${aspect} was ${before || 'not set'}, is now ${after || 'not set'}.`;
  }
}

/** `/user/phone/*` is `user.phone[]`. */
export function memberOf(pointer: string): string {
  return segmentsOf(pointer).reduce((path, token) => {
    if (token === '*') return `${path}[]`;
    return path === '' ? token : `${path}.${token}`;
  }, '');
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
