import { ROUTES_PREFIX } from '@soapstone/http-contract';
import type { Meta, ProxyRequest, ProxyResponse } from '../proxy/http.js';
import type { LimitTexts } from '../proxy/limit-headers.js';
import { freshness } from '../proxy/respond.js';

const NO_BODY = new Uint8Array();

/** What a call by a route returned. */
interface Returned {
  readonly result: Uint8Array;
  readonly meta: Meta;
  /** How long a client may reuse it, in milliseconds. */
  readonly left: number;
  readonly limits: LimitTexts;
}

/**
 * Creates the response to a call by a route: the body is the result itself, and headers carry the rest (RFC 9211 for the cache).
 *
 * @param place the base of the routes, and the path of `Location` below it
 */
export function routeResponse(
  request: ProxyRequest,
  { result, meta, left, limits }: Returned,
  status: number,
  { base, location }: { readonly base: string; readonly location: string | undefined },
): ProxyResponse {
  const { headers, known } = freshness(request, result, left, limits);
  headers['Server-Timing'] = `total;dur=${meta.latencyMs}`;
  if (meta.cached) headers['Cache-Status'] = 'soapstone; hit';
  else if (left > 0) headers['Cache-Status'] = 'soapstone; fwd=uri-miss; stored';
  if (location !== undefined) {
    const { accountId, serviceSlug } = request;
    const service = [accountId, serviceSlug].map(encodeURIComponent).join('/');
    headers['Location'] = `${ROUTES_PREFIX}/${service}${base}${location}`;
  }
  if (known) return { status: 304, headers, body: NO_BODY };
  if (status !== 204) return { status, headers, body: result };
  delete headers['Content-Type'];
  return { status, headers, body: NO_BODY };
}
