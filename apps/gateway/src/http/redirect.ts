import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log/log.js';
import { anonymousQuota, limitHeaders } from '../proxy/limit-headers.js';

/**
 * Answer plain HTTP: 308, which keeps method and body, to the same path of the configured base URL, never to what `Host`
 * says. A key that came this way was seen by everybody on the way; that is written down without the key.
 */
export function createRedirect(
  baseUrl: string,
  now: () => number,
  log: Log,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (request.headers['x-api-key'] !== undefined) log.warn('an API key was sent over plain HTTP');
    // An absolute request target names a host of the client's choice: only its path goes on.
    const path = request.url?.startsWith('/') ? request.url : '/';
    response.writeHead(308, {
      Location: baseUrl + path,
      'Content-Length': 0,
      'Cache-Control': 'no-store',
      Connection: 'close',
      ...limitHeaders(anonymousQuota(now()), undefined, now()),
    });
    response.end();
  };
}
