import { isIP, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { EgressGuard } from '../egress/guard.js';
import { addressRefused } from '../egress/refusal.js';
import type { AddressBook, ResolvedAddress } from '../egress/resolver.js';
import type { Compatibility } from '../old-servers.js';
import type { ProxyServer } from '../proxy/proxy-server.js';
import { type Logins, openTunnel, type TunnelEnd } from '../proxy/tunnel.js';
import { isTransportError, type TransportError } from '../transport-error.js';
import {
  connectFailure,
  connectTimeout,
  proxySilent,
  proxyUnreachable,
  type Step,
} from './connect-failure.js';
import { watchHandshake } from './handshake-watch.js';
import { keepFirstError, openTcp, openTls } from './open-socket.js';
import { writeRequests } from './request-writer.js';
import { readResponses } from './response-reader.js';
import { refuseShortKey } from './tls-options.js';

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
  /** The settings that the server needs and that are off by default. `tlsContext` has its part for TLS. */
  readonly compatibility: Compatibility | undefined;
  /** The proxy to connect through. Default: none. */
  readonly proxy?: ProxyRoute | undefined;
  /** Makes logins at the proxy. */
  readonly logins: Logins;
  /** Called when such a response was read. */
  readonly onMended: () => void;
  /** Called if the server asks for a client certificate in the handshake. The connection must have none. Default: it is not noticed. */
  readonly onCertificateRequest?: (() => void) | undefined;
  /** Called with 1 for each socket that is opened and with -1 when it closes. */
  readonly onSocket: (change: 1 | -1) => void;
  /** Aborts connecting at any stage. */
  readonly signal: AbortSignal;
}

/** How an origin is reached through a proxy. */
export interface ProxyRoute {
  readonly server: ProxyServer;
  /** Whether to ask for a connection to the origin; otherwise each request names the origin, and the proxy calls it. */
  readonly tunnel: boolean;
}

/**
 * The only function of this package that opens a socket. The guard checks the target, then every address that the target resolves
 * to (one bad address rejects all, because we do not control which one a connection picks), then the address of the connected
 * socket, before a byte of TLS or HTTP is written. A proxy is asked for an address that was checked, and for a name only where the guard
 * trusts the name. Passes a `TransportError` to the callback.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard, addressBook, account, connectTimeoutMs, signal, proxy, compatibility } = options;
  let session: Buffer | undefined;

  return (target, callback) => {
    const { hostname, protocol } = target;
    const secure = protocol === 'https:';
    const port = target.port ? Number(target.port) : secure ? 443 : 80;
    let step: Step = 'UPSTREAM_DNS';
    let atProxy = false;
    let tcp: Socket | undefined;
    let socket: Socket | undefined;
    let done = false;

    const finish = (error: TransportError | null, connected: Socket | null): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abandon);
      if (error !== null) {
        socket?.destroy();
        tcp?.destroy();
        callback(error, null);
      } else if (connected !== null) {
        if (compatibility !== undefined) writeRequests(connected, compatibility);
        readResponses(connected, { lenient: options.lenientHttp, onMended: options.onMended });
        keepFirstError(connected);
        callback(null, connected);
      }
    };
    const fail = (cause: unknown): void => {
      if (isTransportError(cause)) finish(cause, null);
      else if (proxy !== undefined && atProxy) finish(proxyUnreachable(proxy.server, cause), null);
      else {
        const name = proxy === undefined ? undefined : hostname;
        finish(connectFailure(step, cause, { name, compatibility }), null);
      }
    };
    const timer = setTimeout(() => {
      const isWaiting = proxy !== undefined && atProxy;
      finish(
        isWaiting ? proxySilent(proxy.server, connectTimeoutMs) : connectTimeout(step, connectTimeoutMs),
        null,
      );
    }, connectTimeoutMs);

    const abandon = (): void => fail(new Error('given up'));
    signal.addEventListener('abort', abandon);

    const dial = (
      addresses: readonly ResolvedAddress[],
      host: string,
      toPort: number,
      connected: (opened: Socket) => void,
    ): void => {
      step = 'UPSTREAM_CONNECT';
      const opened = openTcp(addresses, host, toPort);
      tcp = opened;
      socket = opened;
      options.onSocket(1);
      opened.once('close', () => options.onSocket(-1));
      opened.on('error', fail);
      opened.once('connect', () => connected(opened));
    };

    /** Begins TLS on a socket. */
    const secured = (below: Socket, open: () => Socket, connected: (opened: Socket) => void): void => {
      step = 'UPSTREAM_TLS';
      let opened: Socket;
      try {
        opened = open();
      } catch (error) {
        below.destroy();
        fail(error);
        return;
      }
      socket = opened;
      opened.on('error', fail);
      opened.once('close', () =>
        fail(Object.assign(new Error('closed during the handshake'), { code: 'ECONNRESET' })),
      );
      opened.once('secureConnect', () => connected(opened));
    };

    /** Continues on a socket that leads to the target, or to a proxy that calls it. */
    const reached = (opened: Socket): void => {
      atProxy = false;
      if (!secure) {
        finish(null, opened);
        return;
      }
      const { onCertificateRequest } = options;
      const watch = onCertificateRequest && watchHandshake(opened);
      const open = (): Socket => {
        const secureContext = options.tlsContext();
        const verify = options.verifyServer;
        const tls = openTls(watch?.stream ?? opened, hostname, { secureContext, session, verify });
        tls.on('session', (ticket: Buffer) => {
          session = ticket;
        });
        return tls;
      };
      const agreed = (tls: Socket): void => {
        if (tls instanceof TLSSocket && watch?.wasAsked(tls) === true) onCertificateRequest?.();
        const short = compatibility && refuseShortKey(tls);
        if (short === undefined) finish(null, tls);
        else fail(short);
      };
      // Node reports the end of a handshake before it writes the last messages of the client.
      secured(opened, open, watch === undefined ? agreed : (tls) => void setImmediate(agreed, tls));
    };

    const open = (addresses: readonly ResolvedAddress[]): void => {
      if (done) return;
      for (const { address } of addresses) {
        const reason = guard.refuseAddress(address, hostname, port);
        if (reason !== undefined) {
          fail(addressRefused(reason, 'connect'));
          return;
        }
      }
      if (proxy !== undefined) {
        // A company's proxy may have no IPv6.
        const [first] = [...addresses].sort((a, b) => a.family - b.family);
        const host = first?.address ?? hostname;
        openThrough(proxy, { host, port, byAddress: host !== hostname });
        return;
      }
      dial(addresses, hostname, port, (opened) => {
        const reason = guard.refuseAddress(opened.remoteAddress ?? 'unknown', hostname, port);
        if (reason !== undefined) fail(addressRefused(reason, 'connect'));
        else reached(opened);
      });
    };

    /** The guard does not check the address of the proxy itself, which is part of the configuration. */
    const openThrough = ({ server, tunnel }: ProxyRoute, end: TunnelEnd): void => {
      atProxy = true;
      const ask = (opened: Socket): void => {
        if (!tunnel) {
          reached(opened);
          return;
        }
        openTunnel(opened, { proxy: server, end, account, logins: options.logins }, (error, tunnelled) => {
          if (error !== null) fail(error);
          else if (!done && tunnelled !== null) reached(tunnelled);
        });
      };
      const { tls } = server;
      const found = (addresses: readonly ResolvedAddress[]): void => {
        if (done) return;
        if (addresses.length === 0) {
          fail(new Error('no address'));
          return;
        }
        dial(addresses, server.hostname, server.port, (opened) => {
          if (tls === undefined) ask(opened);
          else {
            const context = { secureContext: tls, session: undefined, verify: true };
            secured(opened, () => openTls(opened, server.hostname, context), ask);
          }
        });
      };
      resolve(server.hostname, found);
    };

    const resolve = (name: string, found: (addresses: readonly ResolvedAddress[]) => void): void => {
      const family = isIP(name);
      if (family === 0) addressBook.find(name, account).then(found, fail);
      else found([{ address: name, family: family === 6 ? 6 : 4 }]);
    };

    const reason = guard.refuseTarget(hostname, port);
    if (reason !== undefined) fail(addressRefused(reason, 'connect'));
    else if (proxy !== undefined && isIP(hostname) === 0 && guard.trustsName(hostname, port))
      openThrough(proxy, { host: hostname, port, byAddress: false });
    else
      resolve(hostname, (addresses) => {
        if (addresses.length === 0) fail(new Error('no address'));
        else open(addresses);
      });
  };
}
