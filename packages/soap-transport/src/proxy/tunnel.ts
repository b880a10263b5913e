import { request as httpRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { TransportError } from '../transport-error.js';
import { offeredSchemes, proxyFailed, proxyRefused } from './proxy-failure.js';
import type { ProxyServer } from './proxy-server.js';

/** The largest header section of an answer to CONNECT, in bytes. */
const MAX_HEADER = 16 * 1024;

/** The end of a tunnel: the address that was checked, or a name that the proxy resolves. */
export interface TunnelEnd {
  readonly host: string;
  readonly port: number;
  /** Whether `host` stands for a name that this process has resolved. */
  readonly byAddress: boolean;
}

/**
 * Asks a proxy for a connection to `end` (RFC 9110 §9.3.6). Calls `done` once: with an error, or with the socket that leads there. The caller
 * limits the time.
 *
 * @param socket connected to the proxy
 */
export function openTunnel(
  socket: Socket,
  proxy: ProxyServer,
  end: TunnelEnd,
  done: (error: TransportError | null, tunnel: Socket | null) => void,
): void {
  const { host, port, byAddress } = end;
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const headers: Record<string, string> = { host: authority };
  if (proxy.authorization !== undefined) headers['proxy-authorization'] = proxy.authorization;
  const request = httpRequest({
    method: 'CONNECT',
    path: authority,
    headers,
    maxHeaderSize: MAX_HEADER,
    createConnection: () => socket,
  });
  request.once('error', (cause) => done(proxyFailed(proxy, brokenOf(cause), { cause }), null));
  // Node reports every status of an answer to CONNECT by this event.
  request.once('connect', ({ statusCode: status = 0, headers: answered }, tunnel, head) => {
    if (status < 200 || status > 299) {
      const offered = offeredSchemes(answered['proxy-authenticate']);
      done(proxyRefused(proxy, { status, offered, byAddress }), null);
      return;
    }
    if (head.length > 0) tunnel.unshift(head);
    done(null, tunnel as Socket);
  });
  request.end();
}

function brokenOf(cause: unknown): string {
  const code = String((cause as { code?: unknown }).code);
  return code.startsWith('HPE_')
    ? 'answers with something that is not HTTP: check that its URL is that of a proxy'
    : 'closed the connection without an answer: check that its URL is that of a proxy';
}
