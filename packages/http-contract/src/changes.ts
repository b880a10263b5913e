/**
 * `@soapstone/http-contract/internal/changes`: a change of a contract in words, for the programs of Soapstone. It may change in any release.
 */

/** One difference between two revisions of a service, as `compareContracts` of `@soapstone/openapi-generator` reports it. */
export interface SaidChange {
  /** Absent for the operation itself. */
  readonly message?: 'input' | 'query' | 'output' | 'fault' | 'headers' | 'route' | undefined;
  /** RFC 6901 pointer into the message; items of an array are `*`. */
  readonly path: string;
  readonly change:
    | 'added'
    | 'removed'
    | 'required'
    | 'optional'
    | 'nullable'
    | 'not-nullable'
    | 'type'
    | 'values'
    | 'choice'
    | 'form'
    | 'soap';
  readonly breaking: boolean;
  readonly aspect?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A change in words for API clients: its subject, and its consequence for them. */
export interface ChangeInWords {
  /** The affected member, in programming notation; absent if the change concerns the operation or the whole message. */
  readonly member?: string;
  /** The consequence, without a capital at its beginning and a period at its end. */
  readonly text: string;
}

const PLACES: Readonly<Record<Exclude<NonNullable<SaidChange['message']>, 'route'>, string>> = {
  input: 'the request',
  query: 'the query string',
  output: 'the response',
  headers: 'the response headers',
  fault: 'the fault detail',
};

/**
 * Describes a change of the contract in plain words, as the command line, the dashboard and the pages for consumers show it.
 *
 * @example
 * ```ts
 * changeInWords({ message: 'input', path: '/user/phone/*', change: 'required', breaking: true });
 * // { member: 'user.phone[]', text: 'now required in the request' }
 * ```
 */
export function changeInWords(change: SaidChange): ChangeInWords {
  const { message, path } = change;
  if (message === undefined) return { text: operationMeaning(change) };
  if (message === 'query' && path === '') return { text: getMeaning(change) };
  if (message === 'route') return { text: routeMeaning(change) };
  const member = memberOf(path);
  return { ...(member !== '' && { member }), text: meaning(change, PLACES[message]) };
}

function getMeaning({ change, after }: SaidChange): string {
  if (change === 'added') return 'GET is now available';
  return `GET is no longer available: ${after || 'the input does not fit in a query string'}`;
}

function routeMeaning({ change, aspect = 'route', before, after }: SaidChange): string {
  if (change === 'added') return `new route: ${after}`;
  if (change === 'removed') return `route removed: ${before}`;
  return `${aspect === 'route' ? 'route' : `route: ${aspect}`} ${wasAndIs(before, after)}`;
}

function operationMeaning({ change, aspect = 'it', before, after }: SaidChange): string {
  if (change === 'soap') return `only the SOAP service sees this: ${aspect} ${wasAndIs(before, after)}`;
  return change === 'added' ? 'new operation' : 'operation removed';
}

function meaning(
  { change, message, breaking, aspect = 'it', before, after }: SaidChange,
  place: string,
): string {
  const request = message === 'input' || message === 'query';
  switch (change) {
    case 'added':
      if (!request) return `new in ${place}`;
      return breaking ? `new required field in ${place}` : `new optional field in ${place}`;
    case 'removed':
      return `removed from ${place}`;
    case 'required':
      return request ? `now required in ${place}` : `now always present in ${place}`;
    case 'optional':
      return request ? `now optional in ${place}` : `may now be missing from ${place}`;
    case 'nullable':
      return `may now be null in ${place}`;
    case 'not-nullable':
      return `can no longer be null in ${place}`;
    case 'type':
      return `type changed in ${place}: ${wasAndIs(before, after, 'anything')}`;
    case 'values':
      return before === undefined
        ? `also allows ${after} in ${place}`
        : `no longer allows ${before} in ${place}`;
    case 'choice':
      return `different members go together in ${place}`;
    case 'soap':
      return `only the SOAP service, and clients generated from its WSDL, see this in ${place}: ${aspect} ${wasAndIs(before, after)}`;
    case 'form':
      return `rule changed in ${place}: ${aspect} ${wasAndIs(before, after)}`;
  }
}

function wasAndIs(before: string | undefined, after: string | undefined, none = 'not set'): string {
  return `was ${before || none}, is now ${after || none}`;
}

/**
 * Returns a place in a message in programming notation.
 *
 * @example
 * ```ts
 * memberOf('/user/phone/*'); // 'user.phone[]'
 * ```
 */
export function memberOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, token) => (token === '*' ? `${path}[]` : path === '' ? token : `${path}.${token}`), '');
}
