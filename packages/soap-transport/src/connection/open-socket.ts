import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { defined } from '@soapstone/options/defined';
import type { ResolvedAddress } from '../egress/resolver.js';

/** Opens a TCP connection to one of the addresses, which were checked. */
export function openTcp(addresses: readonly ResolvedAddress[], hostname: string, port: number): Socket {
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

/** Begins TLS on a connection. */
export function openTls(
  tcp: Duplex,
  hostname: string,
  options: {
    readonly secureContext: SecureContext;
    readonly session: Buffer | undefined;
    readonly verify: boolean;
  },
): Socket {
  const { secureContext, session, verify } = options;
  return connectTls({
    // The types know no other streams.
    socket: tcp as Socket,
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

/**
 * Makes the first error of a socket the one that ends its exchange. When a peer sends a TLS alert and closes, undici reports the
 * close, because that is the last event.
 */
export function keepFirstError(socket: Socket): void {
  let first: Error | undefined;
  socket.on('error', (error) => {
    first ??= error;
  });
  const { destroy } = socket;
  socket.destroy = (error) => destroy.call(socket, error === undefined ? error : (first ?? error));
}
