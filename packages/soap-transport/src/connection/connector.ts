import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { defined } from '@soapstone/options/defined';
import type { buildConnector } from 'undici';
import { explainTls, type TlsReason } from '../answer/tls-reasons.js';
import type { EgressGuard } from '../egress/guard.js';
import { addressRefused } from '../egress/refusal.js';
import type { AddressBook, ResolvedAddress } from '../egress/resolver.js';
import { isTransportError, TransportError } from '../transport-error.js';
import { raisedBy } from '../transport-limits.js';
import { readResponses } from './response-reader.js';

/** The options of a guarded connector. */
export interface ConnectorOptions {
  readonly account: string;
  readonly guard: EgressGuard;
  readonly addressBook: AddressBook;
  /** The timeout for DNS, TCP and TLS together, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Called at the first TLS connection. Throws `TransportError`. */
  readonly tlsContext: () => SecureContext;
  /** Whether to verify the certificate of a server. */
  readonly verifyServer: boolean;
  /** Whether responses that break the syntax of HTTP in one of the common ways are read. */
  readonly lenientHttp: boolean;
  /** Called when such a response was read. */
  readonly onMended: () => void;
  /** Called with 1 for each socket that is opened and with -1 when it closes. */
  readonly onSocket: (change: 1 | -1) => void;
  /** Aborts connecting at any stage. */
  readonly signal: AbortSignal;
}

type Step = 'UPSTREAM_DNS' | 'UPSTREAM_CONNECT' | 'UPSTREAM_TLS';

/**
 * The only function of this package that opens a socket. The guard checks the target, then every address that the target resolves
 * to (one bad address rejects all, because we do not control which one a connection picks), then the address of the connected
 * socket, before a byte of TLS or HTTP is written. Passes a `TransportError` to the callback.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard, addressBook, account, connectTimeoutMs, signal } = options;
  let session: Buffer | undefined;

  return (target, callback) => {
    const { hostname, protocol } = target;
    const secure = protocol === 'https:';
    const port = target.port ? Number(target.port) : secure ? 443 : 80;
    let step: Step = 'UPSTREAM_DNS';
    let socket: Socket | undefined;
    let done = false;

    const finish = (error: TransportError | null, connected: Socket | null): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      if (error !== null) {
        socket?.destroy();
        callback(error, null);
      } else if (connected !== null) {
        readResponses(connected, { lenient: options.lenientHttp, onMended: options.onMended });
        keepFirstError(connected);
        callback(null, connected);
      }
    };
    const fail = (cause: unknown): void =>
      finish(isTransportError(cause) ? cause : connectFailure(step, cause), null);
    const timer = setTimeout(() => finish(connectTimeout(step, connectTimeoutMs), null), connectTimeoutMs);

    const abandon = (): void => fail(new Error('given up'));
    signal.addEventListener('abort', abandon);

    const open = (addresses: readonly ResolvedAddress[]): void => {
      if (done) return;
      for (const { address } of addresses) {
        const reason = guard.refuseAddress(address, hostname, port);
        if (reason !== undefined) {
          fail(addressRefused(reason, 'connect'));
          return;
        }
      }
      step = 'UPSTREAM_CONNECT';
      socket = openTcp(addresses, hostname, port);
      options.onSocket(1);
      socket.once('close', () => options.onSocket(-1));
      socket.on('error', fail);
      socket.once('connect', () => {
        const tcp = socket as Socket;
        const reason = guard.refuseAddress(tcp.remoteAddress ?? 'unknown', hostname, port);
        if (reason !== undefined) {
          fail(addressRefused(reason, 'connect'));
          return;
        }
        if (!secure) {
          finish(null, tcp);
          return;
        }
        step = 'UPSTREAM_TLS';
        try {
          const secureContext = options.tlsContext();
          socket = openTls(tcp, hostname, { secureContext, session, verify: options.verifyServer });
        } catch (error) {
          tcp.destroy();
          fail(error);
          return;
        }
        socket.on('error', fail);
        socket.on('session', (ticket: Buffer) => {
          session = ticket;
        });
        socket.once('close', () =>
          fail(Object.assign(new Error('closed during the handshake'), { code: 'ECONNRESET' })),
        );
        socket.once('secureConnect', () => finish(null, socket as Socket));
      });
    };

    const reason = guard.refuseTarget(hostname, port);
    const family = isIP(hostname);
    if (reason !== undefined) fail(addressRefused(reason, 'connect'));
    else if (family !== 0) open([{ address: hostname, family: family === 6 ? 6 : 4 }]);
    else
      addressBook.find(hostname, account).then((addresses) => {
        if (addresses.length === 0) fail(new Error('no address'));
        else open(addresses);
      }, fail);
  };
}

function openTcp(addresses: readonly ResolvedAddress[], hostname: string, port: number): Socket {
  const [first] = addresses;
  const common = {
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    highWaterMark: 64 * 1024,
  };
  if (addresses.length === 1 && first !== undefined)
    return connectTcp({ ...common, host: first.address, family: first.family });
  // Pinned to the checked addresses, even if the name resolves to others a moment later.
  const pinned: LookupFunction = (_hostname, _options, found) =>
    found(
      null,
      addresses.map((a) => ({ ...a })),
    );
  return connectTcp({
    ...common,
    host: hostname,
    lookup: pinned,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 250,
  });
}

function openTls(
  tcp: Socket,
  hostname: string,
  options: {
    readonly secureContext: SecureContext;
    readonly session: Buffer | undefined;
    readonly verify: boolean;
  },
): Socket {
  const { secureContext, session, verify } = options;
  return connectTls({
    socket: tcp,
    host: hostname,
    // SNI carries names only (RFC 6066 §3); an address is verified against the certificate's IP entries.
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    secureContext,
    rejectUnauthorized: verify,
    // No HTTP/2: the bulkheads and the "no byte written" rule rely on one exchange per connection.
    ALPNProtocols: ['http/1.1'],
    ...defined({ session }),
  });
}

function connectTimeout(step: Step, timeoutMs: number): TransportError {
  return new TransportError({
    code: step,
    phase: 'connect',
    message: `${CANNOT[step]}: not done within ${timeoutMs} ms${raisedBy('connectMs')}`,
  });
}

function connectFailure(step: Step, cause: unknown): TransportError {
  return new TransportError({
    code: step,
    phase: 'connect',
    message: `${CANNOT[step]}${reasonOf(cause)}`,
    ...defined({ remedy: tlsReasonOf(cause)?.remedy }),
    cause,
  });
}

const CANNOT: Readonly<Record<Step, string>> = {
  UPSTREAM_DNS: 'cannot resolve the host of the upstream',
  UPSTREAM_CONNECT: 'cannot connect to the upstream',
  UPSTREAM_TLS: 'cannot agree on TLS with the upstream',
};

/** Only the code and our words for it: system error texts contain addresses, and certificate error texts contain names of other hosts. */
function reasonOf(cause: unknown): string {
  const code = (cause as { code?: unknown }).code;
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]*$/.test(code)) return '';
  const reason = tlsReasonOf(cause);
  return reason === undefined ? `: ${code}` : `: ${reason.text} (${code})`;
}

function tlsReasonOf(cause: unknown): TlsReason | undefined {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? explainTls(code, String(message)) : undefined;
}

/**
 * Makes the first error of a socket the one that ends its exchange. When a peer sends a TLS alert and closes, undici reports the
 * close, because that is the last event.
 */
function keepFirstError(socket: Socket): void {
  let first: Error | undefined;
  socket.on('error', (error) => {
    first ??= error;
  });
  const { destroy } = socket;
  socket.destroy = (error) => destroy.call(socket, error === undefined ? error : (first ?? error));
}
