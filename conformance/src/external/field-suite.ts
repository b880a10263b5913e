import { DisplayString, type Item, isInnerList, parseItem, parseList, Token } from 'structured-headers';
import type { Exchange } from '../../../apps/gateway/src/testing/record-exchanges.js';
import { collectExchanges, TESTS } from './exchanges.js';
import { type Case, type Result, score } from './row.js';

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isMissingOr = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);

/** The items of a list without inner lists. */
function itemsOf(text: string): readonly Item[] {
  return parseList(text).map((member) => {
    if (isInnerList(member)) throw new Error('an inner list');
    return member;
  });
}

/** Structured fields of responses, each with what its definition asks of a value. A value that is not one throws or returns false. */
const FIELDS: Readonly<Record<string, (text: string) => boolean>> = {
  // draft-ietf-httpapi-ratelimit-headers-10, section 4.
  ratelimit: (text) =>
    itemsOf(text).every(
      ([name, parameters]) =>
        typeof name === 'string' && isCount(parameters.get('r')) && isMissingOr(parameters.get('t'), isCount),
    ),
  // The same, section 3.
  'ratelimit-policy': (text) =>
    itemsOf(text).every(
      ([name, parameters]) =>
        typeof name === 'string' &&
        isCount(parameters.get('q')) &&
        isMissingOr(parameters.get('w'), (window) => isCount(window) && window !== 0),
    ),
  // RFC 9745, section 2.
  deprecation: (text) => parseItem(text)[0] instanceof Date,
  // RFC 9211, section 2: a cache either has a hit or forwards the request.
  'cache-status': (text) =>
    itemsOf(text).every(([cache, parameters]) => {
      const [hit, forward, stored] = ['hit', 'fwd', 'stored'].map((name) => parameters.get(name));
      return (
        (cache instanceof Token || typeof cache === 'string') &&
        !(cache instanceof DisplayString) &&
        isMissingOr(hit, (value) => typeof value === 'boolean') &&
        isMissingOr(forward, (value) => value instanceof Token) &&
        isMissingOr(stored, (value) => typeof value === 'boolean') &&
        !(hit === true && forward !== undefined) &&
        (stored !== true || forward !== undefined)
      );
    }),
};

/** Whether a value is one of its field. */
export function isField(field: string, text: string): boolean {
  try {
    return FIELDS[field]?.(text) === true;
  } catch {
    return false;
  }
}

/** The structured fields of every response of the end-to-end tests, by field, kind of path and status. */
export async function fieldSuite(): Promise<Result> {
  const { exchanges } = await collectExchanges();
  const wrong = new Map<string, boolean>();
  for (const exchange of exchanges) {
    for (const field of Object.keys(FIELDS)) {
      const text = exchange.headers[field];
      if (text === undefined) continue;
      const name = `${field} of ${kindOf(exchange)}`;
      wrong.set(name, (wrong.get(name) ?? false) || !isField(field, text));
    }
  }
  const cases: Case[] = [...wrong.keys()].sort().map((name) => ({ name, expected: true }));
  return [
    {
      suite: 'RFC 9651 (8941), RFC 9745, RFC 9211 and RateLimit, read by structured-headers',
      asked: `fields of all responses of ${TESTS.length} end-to-end test files, by field, path and status`,
      ...score(
        cases,
        cases.map(({ name }) => wrong.get(name) === false),
      ),
    },
  ];
}

/** The first segments of the path, and the status. */
function kindOf({ method, path, status }: Exchange): string {
  const [area] = /^\/(?:api\/[a-z0-9]+|[a-z0-9]+)/.exec(path) ?? ['another path'];
  return `${method} ${area}, ${status}`;
}
