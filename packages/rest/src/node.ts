/**
 * Mounts an API in node:http and in every framework that accepts its handlers: Express, Connect, Polka.
 *
 * @packageDocumentation
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendResponse } from '@remix-run/node-fetch-server';
import { stringify } from '@soapstone/json-xml-mapper';
import { readRequest, UNUSABLE } from './fetch-request.js';
import { assertHandler } from './options.js';

/** An app that can be mounted, such as the result of `createRestApi` or a Hono app. */
export interface FetchHandler {
  fetch(request: Request): Response | Promise<Response>;
}

/** A node:http handler, which is also Express middleware. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Creates a node:http handler, which also works as Express middleware. Mount it before `express.json()`, whose parser loses digits that a
 * double cannot hold.
 *
 * @param api the result of `createRestApi`, or any object with a `fetch` handler
 *
 * @throws {OptionError} for an object without `fetch`, such as a promise of an API
 *
 * @example
 * ```ts
 * createServer(toNodeHandler(api)).listen(3000); // node:http
 * app.use('/users', toNodeHandler(api)); // Express
 * ```
 */
export function toNodeHandler(api: FetchHandler): NodeHandler {
  assertHandler(api, 'toNodeHandler');
  return (request, response, next) => {
    answer(api, request, response).catch((error: unknown) => {
      if (next !== undefined) next(error);
      else if (response.headersSent) response.destroy();
      else
        response
          .writeHead(500, { 'content-type': 'text/plain', connection: 'close' })
          .end('The API failed\n');
    });
  };
}

async function answer(
  api: FetchHandler,
  incoming: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
): Promise<void> {
  const request = readRequest(incoming, response);
  if (request === undefined) {
    response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end(UNUSABLE);
    return;
  }
  const isParsed = incoming.body !== undefined && request.method !== 'GET';
  const answered = await api.fetch(isParsed ? withBody(request, incoming.body, response) : request);
  // Nobody reads this body, so what produces it must not wait for a reader.
  if (response.destroyed || incoming.method === 'HEAD') await answered.body?.cancel();
  if (!response.destroyed) await sendResponse(response, answered);
}

/**
 * Recreates the request from the result of a body parser, which consumed the stream. The signal is new too: the original one takes a
 * consumed stream for a client that disconnected.
 */
function withBody({ url, method, headers }: Request, body: unknown, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : stringify(body);
  return new Request(url, { method, headers, signal: gone.signal, body: text });
}
