import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { badRequest } from '../proxy/errors.js';
import { anonymousQuota, limitHeaders } from '../proxy/limit-headers.js';
import { errorResponse } from '../proxy/respond.js';
import type { Certificate } from './certificate.js';
import { answerClientError, answerSocket, findMalformed } from './malformed.js';
import { createRequestId } from './request-id.js';
import { writeResponse } from './write-response.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that is listening. */
export interface ListeningServer {
  readonly port: number;
  /** Stop accepting, let what runs finish for `timeout` milliseconds, then cut what is left. */
  close(timeout: number): Promise<void>;
}

/** Slow clients are cut, and a request's head is bounded: Node's own defaults wait for minutes. Milliseconds and bytes. */
const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  // Node would answer without a body: see `findMalformed`.
  requireHostHeader: false,
} as const;

/** Listen with `handler`, with TLS where `certificate` is given. Rejects where the port is taken. */
export async function listen(
  handler: Handler,
  options: {
    readonly host: string;
    readonly port: number;
    readonly certificate?: Certificate;
    readonly now: () => number;
  },
): Promise<ListeningServer> {
  const { now, certificate } = options;
  let closing = false;
  const guarded: Handler = (request, response) => {
    if (closing) response.setHeader('Connection', 'close');
    const malformed = findMalformed(request);
    if (malformed === undefined) return handler(request, response);
    const limits = limitHeaders(anonymousQuota(now()), undefined, now());
    response.setHeader('Connection', 'close');
    writeResponse(request, response, errorResponse(malformed, createRequestId(), limits));
  };
  const server: Server =
    certificate === undefined
      ? createHttpServer(SERVER_OPTIONS, guarded)
      : (createHttpsServer({ ...SERVER_OPTIONS, ...certificate, minVersion: 'TLSv1.2' }, guarded) as Server);

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) =>
    answerClientError(error, socket, now()),
  );
  server.on('connect', (_request, socket: Duplex) =>
    answerSocket(badRequest('MALFORMED_REQUEST', 'This server is not a forward proxy'), socket, now()),
  );
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const error = badRequest('MALFORMED_REQUEST', 'The expectation of the Expect header cannot be met');
    writeResponse(
      request,
      response,
      errorResponse(error, createRequestId(), limitHeaders(anonymousQuota(now()), undefined, now())),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(timeout) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), timeout);
      await closed;
      clearTimeout(timer);
    },
  };
}
