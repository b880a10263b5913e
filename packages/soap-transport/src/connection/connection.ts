/// <reference path="./undici-client.d.ts" />
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
// The main entry of undici also loads its fetch, WebSockets and caches, which takes four times as long.
import Client from 'undici/lib/dispatcher/client.js';
import { forwardThrough, type Sending } from '../proxy/forward.js';
import { invalidRequest } from '../transport-error.js';
import { type ConnectorOptions, createConnector } from './connector.js';

/** The options of a connection. */
export interface ConnectionOptions extends Omit<ConnectorOptions, 'signal' | 'tlsContext' | 'onMended'> {
  readonly origin: string;
  readonly tlsContext: () => SecureContext;
  /** The idle timeout in milliseconds if the server does not announce its own. */
  readonly keepAliveMs: number;
  /** Called when the server or the idle timer closed the connection. */
  readonly onDisconnect: (connection: Connection) => void;
  readonly now: () => number;
}

/** One connection to one origin. It connects on first use and reconnects after it was closed. */
export interface Connection {
  /** Sends requests on it. */
  readonly client: Sending;
  /** When its socket was connected. */
  connectedAt: number | undefined;
  /** The socket that is connected. */
  socket: Socket | undefined;
  /** The socket on which a server has accepted a login of the connection's credentials (NTLM). */
  loggedIn: Socket | undefined;
  /** Whether a response on its socket broke the syntax of HTTP, so that it must not carry another exchange. */
  spoilt: boolean;
  /** Closes it, even while it is connecting. A request on it fails. */
  destroy(): Promise<void>;
}

/** Creates a connection without opening it. */
export function createConnection(options: ConnectionOptions): Connection {
  const ended = new AbortController();
  const connect = createConnector({
    ...options,
    signal: ended.signal,
    onMended: () => {
      connection.spoilt = true;
    },
  });
  const client = new Client(options.origin, {
    connect: (target, callback) =>
      connect(target, (...[error, socket]) => {
        if (error !== null) {
          callback(error, null);
          return;
        }
        connection.socket = socket;
        connection.spoilt = false;
        callback(null, socket);
      }),
    pipelining: 1,
    // The deadlines are our own: undici's timers have a resolution of half a second, and a slow drip resets its body timeout (C5).
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: options.keepAliveMs,
    // The upper limit, even if the server announces more.
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: 16 * 1024,
    // The bulkheads and the "no byte written" rule rely on one exchange at a time.
    allowH2: false,
  });
  const { proxy } = options;
  const connection: Connection = {
    client: proxy === undefined || proxy.tunnel ? client : forwardThrough(proxy.server, client),
    connectedAt: undefined,
    socket: undefined,
    loggedIn: undefined,
    spoilt: false,
    async destroy() {
      ended.abort();
      await client.destroy();
    },
  };
  client.on('connect', () => {
    connection.connectedAt = options.now();
  });
  client.on('disconnect', () => {
    connection.socket = undefined;
    connection.loggedIn = undefined;
    options.onDisconnect(connection);
  });
  return connection;
}

/** Bun replaces `undici` with a stub of its own, and the real one relies on the internals of Node's sockets. */
export function assertHttpClient(): void {
  if (!Reflect.has(globalThis, 'Bun')) return;
  throw invalidRequest(
    'cannot create a transport: the HTTP client undici does not run on Bun; use createFetchTransport of @soapstone/soap-transport/fetch, or run it on Node.js 20.19 or newer',
  );
}
