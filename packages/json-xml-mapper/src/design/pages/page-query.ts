import type { Keyword, ValidationProblem } from '../../api/problems.js';
import { MappingError } from '../../errors.js';
import { printPointer } from '../../pointer.js';
import { CURSOR_PARAMETER } from './cursor-parameter.js';
import { type PagePlan, type PageState, pageParameters } from './next-page.js';

/** The query string of a request for a page. */
export interface PageQuery {
  /** The cursor, if the request has one. */
  readonly cursor?: string;
  /** The query string without it. */
  readonly rest: string;
  /**
   * The parameters that all requests for pages of one list have in common, as text that is equal for equal ones. The size of a page is not among
   * them, unless pages have numbers, which depend on it.
   */
  readonly common: string;
  /** The size of a page, if the request has one. */
  readonly size?: string;
}

/** Reads the query string of a request for a page. Throws `MappingError` for parameters that only a cursor has. */
export function readPageQuery({ page, first }: PagePlan, query: string): PageQuery {
  const ofPages = new Set([...(first.to === undefined ? [] : [first.to]), ...first.keep]);
  const rest: string[] = [];
  const common: (readonly [string, string])[] = [];
  const errors: ValidationProblem[] = [];
  let cursor: string | undefined;
  let size: string | undefined;
  for (const field of query.split('&')) {
    if (field === '') continue;
    const equals = field.indexOf('=');
    const name = decode(equals < 0 ? field : field.slice(0, equals));
    const value = equals < 0 ? '' : decode(field.slice(equals + 1));
    if (name === undefined || value === undefined) {
      // A part that is not percent-encoded UTF-8 is rejected where the rest is read.
      rest.push(field);
      continue;
    }
    if (name === CURSOR_PARAMETER) {
      if (cursor !== undefined) errors.push(problemOf(name, 'duplicate', 'must be given once'));
      cursor = value;
      continue;
    }
    if (ofPages.has(name)) {
      const message = `is not a query parameter of this operation: ${CURSOR_PARAMETER} says which page is wanted`;
      errors.push(problemOf(name, 'additionalProperties', message));
    }
    rest.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    if (name === first.size) size = value;
    if (name !== first.size || page.mover.kind === 'number') common.push([name, value]);
  }
  if (errors.length > 0)
    throw new MappingError({
      code: 'VALIDATION',
      errors: errors.slice(0, MOST_ERRORS),
      operation: page.operation,
    });
  return {
    rest: rest.join('&'),
    // Lists keep their order, because the sort is stable.
    common: JSON.stringify(common.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))),
    ...(cursor !== undefined && { cursor }),
    ...(size !== undefined && { size }),
  };
}

/** The query string of the call for a page: of the operation of the route, or of the one that continues it. */
export function queryOfPage(plan: PagePlan, state: PageState, { rest, size }: PageQuery): string {
  const parameters = [...pageParameters(plan, state)];
  const isContinued = state.page > 0 && plan.page.continuation !== undefined;
  if (isContinued && plan.later.size !== undefined && size !== undefined)
    parameters.push([plan.later.size, size]);
  const added = parameters.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  return [...(isContinued || rest === '' ? [] : [rest]), ...added].join('&');
}

/** The query string of the request for another page. */
export function queryWithCursor({ rest }: PageQuery, cursor: string): string {
  return [...(rest === '' ? [] : [rest]), `${CURSOR_PARAMETER}=${encodeURIComponent(cursor)}`].join('&');
}

/** The problems that are reported of one query string. */
const MOST_ERRORS = 20;

function problemOf(name: string, keyword: Keyword, message: string): ValidationProblem {
  return { path: printPointer([name]), keyword, message, parameter: name };
}

/** GQ-2: `+` is a space, the rest is percent-encoded UTF-8. Undefined otherwise. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
