import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AgentHost,
  errorAnswer,
  handleRead,
  isRefusal,
  RPC,
  RpcError,
  readMessage,
  refuseMediaTypes,
} from '@soapstone/agent-tools';
import { type Refuse, readBody, serveLocally } from '../local-servers/listen-locally.js';
import { tooLargeMessage } from './stdio.js';

const PATH = '/mcp';

/**
 * Serves the Model Context Protocol over Streamable HTTP on 127.0.0.1, without sessions. Requests of pages from other origins are
 * rejected, for every host name.
 *
 * @param port 0 for a free one
 * @param maxBytes the maximum size of one message
 */
export async function serveHttp(
  host: AgentHost,
  port: number,
  maxBytes: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { url, close } = await serveLocally(
    (request, response) => answer(request, response, host, maxBytes),
    port,
    refuse,
  );
  return { url: url + PATH, close };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  host: AgentHost,
  maxBytes: number,
): Promise<void> {
  if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `The address is ${PATH}`);
  if (request.method !== 'POST') return refuse(response, 405, 'Only POST is served', { Allow: 'POST' });
  const refused = refuseMediaTypes((name) => request.headers[name] as string | undefined);
  if (refused !== undefined) return refuse(response, refused.status, refused.message);
  const body = await readBody(request, maxBytes);
  if (body === undefined) {
    return refuse(response, 413, tooLargeMessage(maxBytes), { Connection: 'close' });
  }
  const controller = new AbortController();
  response.on('close', () => controller.abort());
  const message = readMessage(body);
  const answered = await handleRead(message, host, {
    signal: controller.signal,
    header: (each) => {
      const value = request.headers[each];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    notify: (text) => sendEvent(response, text),
  }).catch(() =>
    errorAnswer(isRefusal(message) ? undefined : message.id, new RpcError(RPC.internal, 'Internal error')),
  );
  if (response.headersSent) {
    if (answered !== undefined) sendEvent(response, answered.text);
    response.end();
  } else if (answered === undefined) response.writeHead(202).end();
  else response.writeHead(answered.status, { 'Content-Type': 'application/json' }).end(answered.text);
}

/** The first notification of a request turns its response into an event stream. */
function sendEvent(response: ServerResponse, text: string): void {
  if (!response.headersSent) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
  }
  response.write(`event: message\ndata: ${text}\n\n`);
}

const refuse: Refuse = (response, status, message, headers) => {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(errorAnswer(undefined, new RpcError(RPC.invalidRequest, message)).text);
};
