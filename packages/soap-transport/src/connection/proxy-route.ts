import { isIP } from 'node:net';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { EgressGuard } from '../egress/guard.js';
import type { ProxyServer } from '../proxy/proxy-server.js';
import type { ProxyRoute } from './connector.js';

/** Decides how an origin is reached through a proxy. */
export interface RouteParts {
  readonly server: ProxyServer;
  readonly origin: string;
  readonly guard: EgressGuard;
  readonly credentials: CredentialProfile | undefined;
}

/**
 * How an origin is reached through a proxy: over a connection of its own (CONNECT) for TLS, for logins that belong to a connection, which a
 * proxy may share between its users, for logins at the proxy other than Basic, and where the proxy must not resolve the host name itself. Other requests are forwarded by the proxy.
 */
export function routeTo({ server, origin, guard, credentials }: RouteParts): ProxyRoute {
  const { protocol, hostname, port } = new URL(origin);
  const hasConnectionLogin = credentials?.ntlm !== undefined || credentials?.kerberos !== undefined;
  const isNamed =
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 ||
    guard.trustsName(hostname, port === '' ? 80 : Number(port));
  // A login at the proxy other than Basic belongs to the connection to it.
  const hasProxyLogin = server.login !== undefined && server.authorization === undefined;
  const isTunnel = protocol === 'https:' || hasConnectionLogin || hasProxyLogin || !isNamed;
  return { server, tunnel: isTunnel };
}
