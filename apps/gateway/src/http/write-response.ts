import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProxyResponse } from '../proxy/http.js';

/** Write an answer, unless the client has gone. A body that was not read ends the connection with the answer. */
export function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ProxyResponse,
): void {
  if (response.headersSent || response.destroyed) return;
  const { status, headers, body } = answer;
  const unread = !request.complete && request.method !== 'GET' && request.method !== 'HEAD';
  response.writeHead(status, {
    ...headers,
    // 304 has no body, and its length would be that of the answer it stands for.
    ...(status === 304 ? {} : { 'Content-Length': body.length }),
    ...(unread ? { Connection: 'close' } : {}),
  });
  if (request.method === 'HEAD') response.end();
  else response.end(body);
}
