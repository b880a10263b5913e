import type { ContractChange } from '@soapstone/openapi-generator';

const PLACES: Readonly<Record<Exclude<NonNullable<ContractChange['message']>, 'route'>, string>> = {
  input: 'the request',
  query: 'the query string',
  output: 'the response',
  headers: 'the response headers',
  fault: 'the fault detail',
};

/**
 * A change of the contract in words for API clients, without its operation.
 *
 * @example inWords({ operation: 'GetUser', message: 'input', path: '/userId', change: 'required', breaking: true })
 * // 'userId: now required in the request'
 */
export function inWords(change: ContractChange): string {
  const { message, path } = change;
  if (message === undefined) return change.change === 'added' ? 'new operation' : 'removed';
  if (message === 'query' && path === '')
    return change.change === 'added' ? 'GET is now available' : 'GET is no longer available';
  if (message === 'route') return routeInWords(change);
  const member = memberOf(path);
  const text = meaningOf(change, PLACES[message], message === 'input' || message === 'query');
  return member === '' ? text : `${member}: ${text}`;
}

function routeInWords({ change, aspect = 'route', before, after }: ContractChange): string {
  if (change === 'added') return `new route ${after}`;
  if (change === 'removed') return `route ${before} removed`;
  const name = aspect === 'route' ? 'route' : `route, ${aspect}`;
  return `${name} was ${before ?? 'not set'}, is now ${after ?? 'not set'}`;
}

function meaningOf(
  { change, breaking, aspect = 'it', before, after }: ContractChange,
  place: string,
  isRequest: boolean,
): string {
  switch (change) {
    case 'added':
      if (!isRequest) return `new in ${place}`;
      return breaking ? `new and required in ${place}` : `new and optional in ${place}`;
    case 'removed':
      return `removed from ${place}`;
    case 'required':
      return isRequest ? `now required in ${place}` : `now always present in ${place}`;
    case 'optional':
      return isRequest ? `now optional in ${place}` : `may now be missing from ${place}`;
    case 'nullable':
      return `may now be null in ${place}`;
    case 'not-nullable':
      return `can no longer be null in ${place}`;
    case 'type':
      return `type in ${place} was ${before ?? 'anything'}, is now ${after ?? 'anything'}`;
    case 'values':
      return before === undefined
        ? `also allows ${after} in ${place}`
        : `no longer allows ${before} in ${place}`;
    case 'choice':
      return `different members go together in ${place}`;
    case 'form':
    case 'soap':
      return `${aspect} in ${place} was ${before ?? 'not set'}, is now ${after ?? 'not set'}`;
  }
}

/** `/user/phone/*` is `user.phone[]`. */
function memberOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, token) => (token === '*' ? `${path}[]` : path === '' ? token : `${path}.${token}`), '');
}
