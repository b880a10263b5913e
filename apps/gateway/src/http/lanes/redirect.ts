import type { IncomingMessage, ServerResponse } from 'node:http';
import { anonymousQuota, limitHeaders } from '../../calls/proxy/limit-headers.js';
import type { Log } from '../../log/log.js';

/**
 * Redirects plain HTTP to the same path of the configured base URL, never to the value of `Host`, with 308, which keeps method and body. A
 * key in such a request was visible on the network; that is logged, without the key.
 */
export function createRedirect(
  baseUrl: string,
  now: () => number,
  log: Log,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { authorization = '' } = request.headers;
    if (request.headers['x-api-key'] !== undefined || /^bearer sst_/i.test(authorization))
      log.warn('an API key was sent over plain HTTP');
    response.writeHead(308, {
      // Always a path: `listen` turns absolute targets into one, and refuses all others.
      Location: baseUrl + request.url,
      'Content-Length': 0,
      'Cache-Control': 'no-store',
      Connection: 'close',
      ...limitHeaders(anonymousQuota(now()), undefined, now()),
    });
    response.end();
  };
}
