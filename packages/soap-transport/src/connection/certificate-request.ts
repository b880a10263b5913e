import { createConnector } from './connector.js';
import type { PoolUser } from './pool-user.js';
import type { PoolsOptions } from './pools.js';
import { routeTo } from './proxy-route.js';
import { createTlsContext } from './tls-options.js';

/**
 * Connects to an origin, and returns whether its server asks for a client certificate in the handshake. No certificate is presented, and nothing
 * is sent over HTTP. Rejects with `TransportError`.
 */
export function findCertificateRequest(options: PoolsOptions, user: PoolUser): Promise<boolean> {
  const { account, origin, credentials: { ca } = {}, compatibility, proxy } = user;
  const { protocol, hostname, host, port } = new URL(origin);
  if (protocol !== 'https:') return Promise.resolve(false);
  const trusted = ca === undefined ? undefined : { ca };
  const context = createTlsContext(trusted, compatibility);
  const router = proxy === undefined ? options.proxies : options.routerOf(proxy);
  const server = router.proxyFor(origin);
  return new Promise((resolve, reject) => {
    let isAsked = false;
    const connect = createConnector({
      account,
      guard: options.guard,
      addressBook: options.addressBook,
      logins: options.logins,
      connectTimeoutMs: options.connectTimeoutMs,
      verifyServer: options.verifyServer,
      tlsContext: () => context,
      lenientHttp: false,
      compatibility,
      proxy: server && routeTo({ server, origin, guard: options.guard, credentials: trusted }),
      onMended: () => undefined,
      onSocket: () => undefined,
      onCertificateRequest: () => {
        isAsked = true;
      },
      // The time for connecting ends it.
      signal: new AbortController().signal,
    });
    connect({ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port }, (error, socket) => {
      socket?.destroy();
      if (error === null) resolve(isAsked);
      else reject(error);
    });
  });
}
