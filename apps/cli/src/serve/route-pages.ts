import {
  type Cursors,
  LINES_TYPE,
  linesOfPages,
  type PageOfLines,
  prefers,
} from '@soapstone/http-contract/internal/routes';
import type { Mapper } from '@soapstone/json-xml-mapper';
import {
  type MatchedRoute,
  PageCall,
  type PageRead,
  pagePlan,
} from '@soapstone/json-xml-mapper/internal/routes';
import type { GatewayResponse } from '../local-servers/error-response.js';
import type { GatewayRequest } from './gateway-request.js';

/** The response to one call by a route, with its page. */
export interface RouteAnswer extends GatewayResponse {
  readonly page?: PageOfLines;
}

/** Whether a request asks for the items of all pages (PG-6). */
export function asksForLines({ method, accept }: Pick<GatewayRequest, 'accept' | 'method'>): boolean {
  return method !== 'HEAD' && prefers(accept, LINES_TYPE);
}

/** The response with the items of a page and of those after it, one on each line. */
export function linesFrom(
  first: GatewayResponse,
  page: PageOfLines,
  call: (query: string) => Promise<RouteAnswer>,
): GatewayResponse {
  const { Link: _link, ...headers } = first.headers ?? {};
  const stream = linesOfPages(
    page,
    async (query) => {
      const next = await call(query);
      return next.page ?? { problem: JSON.parse(String(next.body)) as unknown };
    },
    // A client that leaves ends the lines where they are written.
    () => false,
    (value) => Buffer.from(JSON.stringify(value)),
  );
  return { ...first, contentType: LINES_TYPE, headers, stream };
}

/** The page that a request asks for; `none` for a route without pages, undefined for a cursor of another list. */
export async function findPage(
  { route, values }: MatchedRoute,
  query: string,
  slug: string,
  mapper: Mapper,
  cursors: Cursors,
): Promise<PageCall | 'none' | undefined> {
  const plan = route.page && pagePlan(route.page, (name) => mapper.compile(name).shape.pages);
  if (plan === undefined) return 'none';
  const placeOf = (place: string): string => JSON.stringify([slug, place]);
  return await PageCall.find(plan, values, query, {
    seal: (place, text) => cursors.seal(placeOf(place), text),
    open: (place, cursor) => cursors.open(placeOf(place), cursor),
  });
}

/** @param path the path of the request */
export function pageOfLines(
  { items, most, next }: Exclude<PageRead, { readonly problem: string }>,
  path: string,
): PageOfLines {
  return { items, most, ...(next !== undefined && { next: { query: next, path: `${path}?${next}` } }) };
}

/** A path that a route matched, in the one spelling that can be in a header. */
export function encodedPath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/');
}
