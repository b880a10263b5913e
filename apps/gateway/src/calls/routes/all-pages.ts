import { LINES_TYPE, prefers } from '@soapstone/http-contract/internal/routes';
import { createRequestId } from '../../domain/calls/request-id.js';
import type { ProxyRequest, ProxyResponse, ResponsePage, RouteDoor } from '../proxy/http.js';
import { type CallHandler, type Layer, newTrail } from '../proxy/layer.js';
import { printedBody } from '../proxy/respond.js';

const LINE_END = Buffer.from('\n');

/**
 * The layer that answers `Accept: application/x-ndjson` with the items of all pages, one on each line (PG-6). Each page is a call of its
 * own, with everything that a call has: authentication, limits, charge, log. One page at a time is in memory: the next one is called once the
 * client has taken the one before.
 */
export const readAllPages: Layer = (next) => (request, trail) => {
  const { route } = request;
  if (route === undefined || request.method !== 'GET' || !prefers(request.header('accept'), LINES_TYPE))
    return next(request, trail);
  return next(requestForPage(request, route), trail).then((first) => {
    if (first.page === undefined) return first;
    const { page: _page, ...response } = first;
    return {
      ...response,
      headers: headersOfLines(first.headers),
      stream: linesFrom(first.page, request, route, next),
    };
  });
};

/** Numbers have the form that the lines are asked for in. A page that the client has is no list that it has. */
function requestForPage(request: ProxyRequest, route: RouteDoor): ProxyRequest {
  return {
    ...request,
    route,
    header(name) {
      if (name === 'if-none-match') return undefined;
      const value = request.header(name);
      return name === 'accept' ? value?.replace(/application\/x-ndjson/gi, 'application/json') : value;
    },
  };
}

function headersOfLines(headers: ProxyResponse['headers']): ProxyResponse['headers'] {
  const { Link: _link, ETag: _tag, 'Cache-Status': _status, ...others } = headers;
  const vary = headers['Vary'] === undefined ? 'Accept, Origin' : headers['Vary'];
  return { ...others, 'Content-Type': LINES_TYPE, 'Cache-Control': 'private, no-store', Vary: vary };
}

/**
 * The items of a page and of those after it. If there are more pages than one request may read, or one of them fails, the last line is an
 * object that says so, with the path where the list goes on: no member of an item has such a name.
 */
async function* linesFrom(
  first: ResponsePage,
  request: ProxyRequest,
  route: RouteDoor,
  call: CallHandler,
): AsyncGenerator<Uint8Array> {
  let page = first;
  for (let pages = 1; ; pages++) {
    if (page.items.length > 0) yield joinLines(page.items);
    const { next, most } = page;
    if (next === undefined || request.signal.aborted) return;
    if (pages === most) {
      yield lineOf({ $next: next.path });
      return;
    }
    const asked = requestForPage({ ...request, id: createRequestId(), query: next.query }, route.again());
    const response = await call(asked, newTrail());
    if (response.page === undefined) {
      yield lineOf({ $problem: problemIn(response), $next: next.path });
      return;
    }
    page = response.page;
  }
}

function joinLines(items: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(items.flatMap((item) => [item, LINE_END]));
}

function lineOf(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The problem details of a failed call. */
function problemIn(response: ProxyResponse): unknown {
  return JSON.parse(Buffer.from(printedBody(response)).toString('utf8'));
}
