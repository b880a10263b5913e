/**
 * Mounts a SOAP server in node:http and in every framework that accepts its handlers: Express, Connect, Polka.
 *
 * @packageDocumentation
 */

import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { assertOptions, type Check, kindOf, members, OptionError, text, wrong } from '@soapstone/options';
import { directAnswers, type HttpRequest } from './request/http-message.js';
import type { SoapServer } from './serve/create-soap-server.js';
import { tcpPort } from './service/options.js';

const soapServer: Check = (value) =>
  typeof (value as Partial<SoapServer> | null | undefined)?.fetch === 'function'
    ? []
    : wrong(`expected the server that createSoapServer resolves to, not ${kindOf(value)}`);

const listenOptions: Check = members<{ port: number; host: string }>({ port: tcpPort, host: text });

/** A node:http handler, which is also Express middleware. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Creates a node:http handler, which is also Express middleware.
 *
 * @param server what `createSoapServer` created
 * @throws {OptionError} for anything else, such as a promise of a server
 *
 * @example
 * ```ts
 * createServer(toNodeHandler(server)).listen(8080); // node:http
 * app.use('/soap', toNodeHandler(server)); // Express
 * ```
 */
export function toNodeHandler(server: Pick<SoapServer, 'fetch'>): NodeHandler {
  assertOptions(soapServer, server, 'toNodeHandler', 'server');
  return (incoming, response, next) => {
    answer(server, incoming, response).catch((error: unknown) => {
      if (next !== undefined) next(error);
      else if (response.headersSent) response.destroy();
      else
        response
          .writeHead(500, { 'content-type': 'text/plain', connection: 'close' })
          .end('the service failed\n');
    });
  };
}

async function answer(
  server: Pick<SoapServer, 'fetch'>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const direct = incoming instanceof IncomingMessage && incoming.method === 'POST';
  const answerDirectly = direct ? directAnswers.get(server.fetch) : undefined;
  const request = answerDirectly === undefined ? readRequest(incoming, response) : undefined;
  if (answerDirectly === undefined && request === undefined) {
    response
      .writeHead(400, { 'content-type': 'text/plain', connection: 'close' })
      .end('The method or the Host header of this request cannot be used\n');
    return;
  }
  const answered = await (answerDirectly === undefined
    ? server.fetch(request as Request)
    : answerDirectly(httpRequest(incoming, response)));
  if (answered instanceof Response) {
    // Nobody reads this body, so what produces it must not wait for a reader.
    if (response.destroyed || incoming.method === 'HEAD') await answered.body?.cancel();
    if (!response.destroyed) await sendResponse(response, answered);
    return;
  }
  if (response.destroyed) return;
  const { status, contentType, body } = answered;
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.length }).end(body);
}

/** Undefined for the method TRACE and for a `Host` that is not a host, which Node accepts and Fetch does not. */
function readRequest(incoming: IncomingMessage, response: ServerResponse): Request | undefined {
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

function httpRequest(incoming: IncomingMessage, response: ServerResponse): HttpRequest {
  let made: Request | undefined;
  return {
    method: incoming.method ?? '',
    headers: { get: (name) => incoming.headers[name]?.toString() ?? null },
    // A request that is rejected before it has fully arrived still gets its response.
    body: incoming.iterator({ destroyOnReturn: false }),
    fetchRequest() {
      made ??= withoutBody(createRequest(incoming, response), response);
      return made;
    },
  };
}

function withoutBody({ url, method, headers, signal }: Request, { destroyed }: ServerResponse): Request {
  return new Request(url, { method, headers, signal: destroyed ? AbortSignal.abort() : signal });
}

/** A listening server. */
export interface ListeningServer {
  /** Its address: `http://127.0.0.1:8080/`. */
  readonly address: string;
  readonly http: Server;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/**
 * Starts an HTTP server for a SOAP server.
 *
 * @param options `port`: default 0, a free one; `host`: default `127.0.0.1`, only this machine
 * @throws {OptionError} for an unknown or unusable option, and for an address that cannot be listened on: another server has the port, for
 *   example. Its `cause` is the error of Node
 *
 * @example
 * ```ts
 * const { address, close } = await listen(await createSoapServer('users.wsdl', handlers));
 * ```
 */
export async function listen(
  server: Pick<SoapServer, 'fetch'>,
  options: { readonly port?: number | undefined; readonly host?: string | undefined } = {},
): Promise<ListeningServer> {
  assertOptions(soapServer, server, 'listen', 'server');
  assertOptions(listenOptions, options, 'listen');
  const { port = 0, host = '127.0.0.1' } = options;
  const http = createServer(toNodeHandler(server));
  await new Promise<void>((resolve, reject) => {
    http.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, port, host)));
    http.listen(port, host, () => resolve());
  });
  // A connection that the system cannot accept, such as for lack of descriptors, must not end the process.
  http.on('error', () => {});
  const { address, port: chosen, family } = http.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}/`,
    http,
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
  };
}

/** The option that keeps a server from listening, with a way out; the error of Node if it is neither. */
function cannotListen(cause: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Readonly<Record<string, readonly [path: string, expected: string]>> = {
    EADDRINUSE: [
      '/port',
      `port ${port} of ${host} is in use: close the server that has it, or choose 0 for a free port`,
    ],
    EACCES: ['/port', `this user may not listen on port ${port}: choose one from 1024, or 0 for a free port`],
    EADDRNOTAVAIL: ['/host', `this machine has no address ${host}`],
    ENOTFOUND: ['/host', `there is no host ${host}`],
  };
  const [path, expected] = reasons[cause.code ?? ''] ?? [];
  if (path === undefined || expected === undefined) return cause;
  return Object.assign(new OptionError('listen', { path, expected }), { cause });
}
