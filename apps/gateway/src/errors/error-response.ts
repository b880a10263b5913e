import { problemBody, REQUEST_ID_HEADER } from '@soapstone/http-contract';
import { stringify } from '@soapstone/json-xml-mapper';
import type { GatewayError } from './errors.js';

/** The type of every JSON body. */
export const CONTENT_TYPE = 'application/json; charset=utf-8';
/** The value of `Strict-Transport-Security`: two years. */
export const TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains';

/** The headers of every JSON response. No response of the proxy is ever a page, a frame or a script. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': CONTENT_TYPE,
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': TRANSPORT_SECURITY,
};

/** A response with a complete body, independent of framework and socket. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Whether the client that sent this `If-None-Match` has the representation with this entity tag. Tags are compared weakly, because proxies
 * that compress make them weak, and `*` names every representation (RFC 9110 §13.1.2).
 */
export function isKnownTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
  );
}

/**
 * Creates the response to a request that failed.
 *
 * @param hide removes secrets from the JSON text of the body
 */
export function errorResponse(
  error: GatewayError,
  requestId: string,
  headers: Readonly<Record<string, string>>,
  hide: (json: string) => string = (json) => json,
): JsonResponse {
  return {
    status: error.status,
    headers: {
      ...JSON_HEADERS,
      'Cache-Control': 'no-store',
      [REQUEST_ID_HEADER]: requestId,
      ...headers,
      ...error.init.headers,
    },
    body: Buffer.from(hide(stringify(problemBody(error.init, requestId)))),
  };
}
