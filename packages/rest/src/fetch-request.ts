import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequest } from '@remix-run/node-fetch-server';

/** The body of the response to a request that Fetch cannot express. */
export const UNUSABLE = 'The method or the Host header of this request cannot be used\n';

/**
 * Returns a request of Node as a Fetch `Request`. Undefined for the method TRACE and for a `Host` that is not a host, which Node accepts
 * and Fetch does not.
 */
export function readRequest(incoming: IncomingMessage, response: ServerResponse): Request | undefined {
  try {
    readAbsoluteTarget(incoming);
    return createRequest(incoming, response);
  } catch {
    return undefined;
  }
}

/**
 * Gives a request with a target in absolute form, `http://api.example/users`, the path and the `Host` of that target, as RFC 9112 §3.2.2 asks of
 * every server.
 */
function readAbsoluteTarget(incoming: IncomingMessage): void {
  const { url = '' } = incoming;
  if (url.startsWith('/') || !URL.canParse(url)) return;
  const { host, pathname, search } = new URL(url);
  incoming.url = pathname + search;
  incoming.headers.host = host;
}
