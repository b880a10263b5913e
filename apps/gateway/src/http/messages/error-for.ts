import type { IncomingMessage } from 'node:http';
import { ROUTES_PREFIX } from '@soapstone/http-contract';
import { problemResponse } from '../../calls/routes/problem-response.js';
import { errorResponse, type JsonResponse } from '../../errors/error-response.js';
import type { GatewayError } from '../../errors/errors.js';

/** Whether the routes of designs are served on this path, including its query. */
export function isRoutePath(url: string): boolean {
  return (
    url.startsWith(ROUTES_PREFIX) && (url.length === ROUTES_PREFIX.length || url[5] === '/' || url[5] === '?')
  );
}

/** Creates the response to a request that failed before it was read: problem details for the routes of designs, as all their errors. */
export function errorFor(
  { url = '' }: Pick<IncomingMessage, 'url'>,
  error: GatewayError,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): JsonResponse {
  return isRoutePath(url)
    ? problemResponse(error, [], requestId, headers)
    : errorResponse(error, requestId, headers);
}
