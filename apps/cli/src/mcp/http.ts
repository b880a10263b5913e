import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
import { listenLocally, readBody } from '../listen-locally.js';
import { tooLargeMessage } from './stdio.js';

const PATH = '/mcp';
const LOCAL = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Serves the Model Context Protocol over Streamable HTTP on 127.0.0.1, without sessions. Requests of pages from other origins are
 * rejected, whatever host name they use.
 *
 * @param port 0 for a free one
 * @param maxBytes the maximum size of one message
 */
export async function serveHttp(
  host: AgentHost,
  port: number,
  maxBytes: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answer(request, response, host, maxBytes).catch(() => response.destroy());
  });
  const bound = await listenLocally(server, port);
  return {
    url: `http://127.0.0.1:${bound}${PATH}`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  host: AgentHost,
  maxBytes: number,
): Promise<void> {
  const { host: name = '', origin } = request.headers;
  if (!isLocal(`http://${name}`) || (origin !== undefined && !isLocal(origin))) {
    refuse(response, 403, 'Only 127.0.0.1 and localhost are served');
    return;
  }
  if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `The address is ${PATH}`);
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return refuse(response, 405, 'Only POST is served');
  }
  const refused = refuseMediaTypes((name) => request.headers[name] as string | undefined);
  if (refused !== undefined) return refuse(response, refused.status, refused.message);
  const body = await readBody(request, maxBytes);
  if (body === undefined) {
    response.setHeader('Connection', 'close');
    return refuse(response, 413, tooLargeMessage(maxBytes));
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

function refuse(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(errorAnswer(undefined, new RpcError(RPC.invalidRequest, message)).text);
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && LOCAL.has(new URL(address).hostname);
}
