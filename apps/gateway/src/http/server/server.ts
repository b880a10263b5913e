import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import { anonymousQuota, limitHeaders } from '../../calls/proxy/limit-headers.js';
import type { ClientPace } from '../../config/config.js';
import { createRequestId } from '../../domain/calls/request-id.js';
import { badRequest, type GatewayError } from '../../errors/errors.js';
import type { Log } from '../../log/log.js';
import type { ConnectionLimit } from '../limits/connection-limit.js';
import { tooManyPipelined } from '../limits/pipeline-limit.js';
import { errorFor } from '../messages/error-for.js';
import type { FailRequest } from '../messages/fail-request.js';
import { writeResponse } from '../messages/write-response.js';
import type { Certificate } from './certificate.js';
import { acceptAbsoluteForm, answerClientError, answerSocket, findMalformed } from './malformed.js';
import { requireProxyHeader } from './proxy-protocol.js';
import { watchClients } from './slow-clients.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A listening server. */
export interface ListeningServer {
  readonly port: number;
  /** Uses another certificate for new connections. Undefined if the server has no certificate. */
  replaceCertificate(certificate: Certificate): void;
  /** Ends the request whose code was running on `socket`. Returns false if it is a connection of another server. */
  failRequest(socket: Socket, error: unknown): boolean;
  /** Starts draining: from now on, every response closes its connection. Calls are still accepted. */
  announceClose(): void;
  /** Stops accepting, lets running calls finish for `timeout` milliseconds, then closes the remaining connections. */
  close(timeout: number): Promise<void>;
}

/** The address to listen on, and the limits for clients. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly certificate?: Certificate;
  readonly pace: ClientPace;
  /** Shared by the ports of a process. */
  readonly connections: ConnectionLimit;
  /** Whether a proxy begins each connection with the address of its client, by the PROXY protocol. */
  readonly proxyProtocol: boolean;
  /** Ends requests whose code throws. */
  readonly fail: FailRequest;
  readonly log: Pick<Log, 'error'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Runs the code of a connection event, whose exceptions cost the connection and not the process. */
function attempt(socket: Duplex, log: Pick<Log, 'error'>, run: () => void): void {
  try {
    run();
  } catch (error) {
    socket.destroy();
    log.error('a connection failed', error);
  }
}

/** Bounds the header section of a request in bytes, and slow clients in time; Node's defaults wait for minutes. */
function serverOptions({ headersTimeout, requestTimeout, keepAlive }: ClientPace) {
  return {
    maxHeaderSize: 16 * 1024,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: 1_000,
    // `findMalformed` checks this instead, because Node would respond without a body.
    requireHostHeader: false,
  } as const;
}

/** Listens with `handler`, with TLS if there is a `certificate`. Rejects if the port is taken. */
export async function listen(handler: Handler, options: ListenOptions): Promise<ListeningServer> {
  const { now, certificate, connections, pace, fail, log } = options;
  let closing = false;
  const refuse = (request: IncomingMessage, response: ServerResponse, error: GatewayError) => {
    const limits = limitHeaders(anonymousQuota(now()), undefined, now());
    if (!response.headersSent) response.setHeader('Connection', 'close');
    writeResponse(request, response, errorFor(request, error, createRequestId(), limits));
  };
  const guarded: Handler = (request, response) => {
    try {
      const admission = watch.began(request, response);
      if (admission === 'ignore') return;
      if (closing) response.setHeader('Connection', 'close');
      acceptAbsoluteForm(request);
      const error =
        connections.refusal(request.socket) ??
        (admission === 'reject' ? tooManyPipelined() : findMalformed(request));
      if (error === undefined) handler(request, response);
      else refuse(request, response, error);
    } catch (error) {
      fail(request, response, error);
    }
  };
  const settings = serverOptions(pace);
  const server: Server =
    certificate === undefined
      ? createHttpServer(settings, guarded)
      : (createHttpsServer(
          { ...settings, ...certificate, minVersion: 'TLSv1.2', handshakeTimeout: pace.headersTimeout },
          guarded,
        ) as Server);
  // Node would drop headers after the 2,000th, which may be those that a proxy added. They are bounded in bytes instead.
  server.maxHeadersCount = 0;
  const watch = watchClients(pace, () => performance.now(), refuse);

  server.on('connection', (socket: Socket) => attempt(socket, log, () => connections.count(socket)));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    attempt(socket, log, () => {
      // Part of a response may have been sent; a second one would be read as its body.
      if (watch.isAnswering(socket as Socket)) socket.destroy();
      else answerClientError(error, socket, now());
    });
  });
  server.on('connect', (_request, socket: Duplex) =>
    attempt(socket, log, () =>
      answerSocket(badRequest('MALFORMED_REQUEST', 'This server is not a forward proxy'), socket, now()),
    ),
  );
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    attempt(request.socket, log, () =>
      refuse(
        request,
        response,
        badRequest('MALFORMED_REQUEST', 'The expectation of the Expect header cannot be met'),
      ),
    );
  });
  if (options.proxyProtocol) requireProxyHeader(server, pace.headersTimeout);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  // Such as too many open files; the connections that are open are still served.
  server.on('error', (error) => log.error('a connection cannot be accepted', error));
  return {
    port: (server.address() as AddressInfo).port,
    failRequest(socket, error) {
      const exchange = watch.latest(socket);
      if (exchange !== undefined) fail(exchange.request, exchange.response, error);
      return exchange !== undefined;
    },
    announceClose() {
      closing = true;
    },
    replaceCertificate(next) {
      if (server instanceof TlsServer) server.setSecureContext({ ...next, minVersion: 'TLSv1.2' });
    },
    async close(timeout) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), timeout);
      await closed;
      clearTimeout(timer);
      watch.close();
    },
  };
}
