import {
  LINES_TYPE,
  linesOfPages,
  type MissingPage,
  type PageOfLines,
  prefers,
} from '@soapstone/http-contract/internal/routes';
import { createRequestId } from '../../domain/calls/request-id.js';
import type { ProxyRequest, ProxyResponse, RouteDoor } from '../proxy/http.js';
import { type CallHandler, type Layer, newTrail } from '../proxy/layer.js';
import { printedBody } from '../proxy/respond.js';

/**
 * The layer that answers `Accept: application/x-ndjson` with the items of all pages, one on each line (PG-6). Each page is a call of its
 * own, with everything that a call has: authentication, limits, charge, log. One page at a time is in memory: the next one is called once the
 * client has taken the previous one.
 */
export const readAllPages: Layer = (next) => (request, trail) => {
  const { route, method } = request;
  const hasPages = route !== undefined && (method === 'GET' || method === 'POST');
  if (!hasPages || !prefers(request.header('accept'), LINES_TYPE)) return next(request, trail);
  const repeated = method === 'POST' ? { ...request, readBody: onceRead(request) } : request;
  return next(requestForPage(repeated, route), trail).then((first) => {
    if (first.page === undefined) return first;
    const { page, ...response } = first;
    return {
      ...response,
      headers: headersOfLines(first.headers),
      stream: linesOfPages(
        page,
        (query) => callPage(repeated, query, route, next),
        () => request.signal.aborted,
        (value) => Buffer.from(JSON.stringify(value)),
      ),
    };
  });
};

/** The requests for all pages have the body of the first one. */
function onceRead({ readBody }: ProxyRequest): ProxyRequest['readBody'] {
  let body: Promise<Uint8Array> | undefined;
  return (limit) => {
    body ??= readBody(limit);
    return body;
  };
}

async function callPage(
  request: ProxyRequest,
  query: string,
  route: RouteDoor,
  call: CallHandler,
): Promise<PageOfLines | MissingPage> {
  const asked = requestForPage({ ...request, id: createRequestId(), query }, route.again());
  const response = await call(asked, newTrail());
  return response.page ?? { problem: problemIn(response) };
}

/** Numbers have the form that the lines are asked for in. A page that the client has is not a list that it has. */
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

/** The problem details of a failed call. */
function problemIn(response: ProxyResponse): unknown {
  return JSON.parse(Buffer.from(printedBody(response)).toString('utf8'));
}
