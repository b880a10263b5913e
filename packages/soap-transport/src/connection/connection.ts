import type { SecureContext } from 'node:tls';
import { Client } from 'undici';
import { invalidRequest } from '../transport-error.js';
import { type ConnectorOptions, createConnector } from './connector.js';

/** What a connection needs. */
export interface ConnectionOptions extends Omit<ConnectorOptions, 'signal' | 'tlsContext'> {
  readonly origin: string;
  readonly tlsContext: () => SecureContext;
  /** Milliseconds it is kept idle when the server does not say how long it keeps it. */
  readonly keepAliveMs: number;
  /** Called when the server or the idle timer ended it. */
  readonly onDisconnect: (connection: Connection) => void;
  readonly now: () => number;
}

/** One connection to one origin. It connects when it is first used, and again when it was closed in the meantime. */
export interface Connection {
  readonly client: Client;
  /** When its socket was connected. */
  connectedAt: number | undefined;
  /** Ends it, also in the middle of connecting; a request on it fails. */
  destroy(): Promise<void>;
}

/** Creates a connection without opening it. */
export function createConnection(options: ConnectionOptions): Connection {
  const ended = new AbortController();
  const client = new Client(options.origin, {
    connect: createConnector({ ...options, signal: ended.signal }),
    pipelining: 1,
    // The deadlines are ours: undici's tick once in half a second, and a slow drip resets its body timeout (C5).
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: options.keepAliveMs,
    // However long a server promises.
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: 16 * 1024,
    // One exchange at a time is what the bulkheads and the "no byte written" rule count on.
    allowH2: false,
  });
  const connection: Connection = {
    client,
    connectedAt: undefined,
    async destroy() {
      ended.abort();
      await client.destroy();
    },
  };
  client.on('connect', () => {
    connection.connectedAt = options.now();
  });
  client.on('disconnect', () => options.onDisconnect(connection));
  return connection;
}

/** Bun resolves `undici` to a stand-in whose clients do nothing: calls would fail with a TypeError from inside. */
export function assertHttpClient(): void {
  const { dispatch, destroy } = Client.prototype as Partial<Client>;
  if (typeof dispatch === 'function' && typeof destroy === 'function') return;
  throw invalidRequest(
    'cannot create a transport: this runtime replaces the package undici by one without HTTP clients; run it on Node.js 20.19 or newer',
  );
}
