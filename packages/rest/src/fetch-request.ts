import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequest } from '@remix-run/node-fetch-server';

/** The body of the response to a request that Fetch cannot express. */
export const UNUSABLE = 'The method or the Host header of this request cannot be used\n';

/**
 * Returns a request of Node as a Fetch `Request`. Undefined for the method TRACE and for a `Host` that is no host, which Node accepts and
 * Fetch does not.
 */
export function readRequest(incoming: IncomingMessage, response: ServerResponse): Request | undefined {
  try {
    return createRequest(incoming, response);
  } catch {
    return undefined;
  }
}
