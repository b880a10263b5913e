import {
  ANSWERS_HEADER,
  API_KEY_HEADER,
  DRY_RUN_HEADER,
  MOCK_HEADER,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
  SOAP_HEADERS_HEADER,
  WARNINGS_HEADER,
} from '@soapstone/http-contract';
import { allowsOrigin } from '../../domain/services/cors-origins.js';
import type { Directory } from '../catalog/directory.js';
import type { ProxyRequest, ProxyResponse } from './http.js';
import type { Layer } from './layer.js';
import { anonymousQuota, limitHeaders } from './limit-headers.js';

/** The request headers that a page may send in addition to the safelisted ones. */
const ALLOWED_HEADERS = [
  'Content-Type',
  API_KEY_HEADER,
  'Authorization',
  SOAP_HEADERS_HEADER,
  DRY_RUN_HEADER,
  MOCK_HEADER,
  'If-None-Match',
  'traceparent',
  'tracestate',
].join(', ');

/** The response headers that a page may read in addition to the safelisted ones. */
const EXPOSED_HEADERS = [
  ...Object.keys(RATE_LIMIT_HEADERS),
  'RateLimit-Policy',
  'RateLimit',
  REQUEST_ID_HEADER,
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Link',
  'ETag',
].join(', ');

/** The same in responses of the routes of a design. */
const EXPOSED_BY_ROUTES = [
  ...['Location', 'Allow', 'Server-Timing', 'Cache-Status'],
  ...[SOAP_HEADERS_HEADER, WARNINGS_HEADER, ANSWERS_HEADER],
].join(', ');

/** How long a browser may reuse the response to a preflight, in seconds; a changed setting takes effect within this time. */
const PREFLIGHT_SECONDS = '600';

/**
 * The layer for pages of other origins. It answers preflights, which are not calls, and lets a page read the response to a call if the
 * service allows its origin. `now` is in milliseconds since the Unix epoch.
 */
export function allowOrigins(directory: Directory, now: () => number): Layer {
  return (next) => (request, trail) => {
    if (request.header('origin') === undefined) return next(request, trail);
    if (isPreflight(request)) return answerPreflight(request, directory, now());
    return next(request, trail).then((response) => withCors(response, request, directory));
  };
}

/** Whether a request with an origin is a browser's CORS preflight (Fetch standard). */
function isPreflight(request: Pick<ProxyRequest, 'method' | 'header'>): boolean {
  return request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined;
}

/**
 * Answers a preflight, which has no API key, with 204 and, if the service allows the origin, the headers that permit the call. Nothing is
 * charged or logged. The response is the same for a service that does not exist and for one that does not allow the origin.
 */
async function answerPreflight(
  request: ProxyRequest,
  directory: Directory,
  now: number,
): Promise<ProxyResponse> {
  const allowed = await isAllowed(request, directory);
  return {
    status: 204,
    headers: {
      ...limitHeaders(anonymousQuota(now), undefined, now),
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'Cache-Control': 'no-store',
      [REQUEST_ID_HEADER]: request.id,
      ...(allowed && {
        'Access-Control-Allow-Origin': request.header('origin') ?? '',
        'Access-Control-Allow-Methods':
          request.route === undefined ? 'GET, POST' : 'GET, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      }),
    },
    body: new Uint8Array(),
  };
}

/**
 * Adds the headers that let a page of an allowed origin read the response, including errors. Credentials are never allowed, because no
 * cookie opens the proxy.
 */
async function withCors(
  answer: ProxyResponse,
  request: ProxyRequest,
  directory: Directory,
): Promise<ProxyResponse> {
  if (!(await isAllowed(request, directory))) return answer;
  const { Vary: vary = 'Origin', ...headers } = answer.headers;
  return {
    ...answer,
    headers: {
      ...headers,
      'Access-Control-Allow-Origin': request.header('origin') ?? '',
      'Access-Control-Expose-Headers':
        request.route === undefined ? EXPOSED_HEADERS : `${EXPOSED_HEADERS}, ${EXPOSED_BY_ROUTES}`,
      Vary: vary,
    },
  };
}

async function isAllowed(request: ProxyRequest, directory: Directory): Promise<boolean> {
  const { accountId, serviceSlug } = request;
  const origin = request.header('origin');
  // The account is not authenticated here, and an account id with a slash could name a service of another account.
  if (origin === undefined || !/^[\w-]{1,64}$/.test(accountId)) return false;
  try {
    const service = await directory.findService(accountId, serviceSlug);
    return service !== undefined && allowsOrigin(service.settings.corsOrigins, origin);
  } catch {
    // The database is unreachable: the response to the call reports it.
    return false;
  }
}
