import type { CredentialProfile } from '@soapstone/ws-security';
import { credentialsKey } from '@soapstone/ws-security/internal/profile';
import { type Compatibility, closesConnections, compatibilityKey } from '../old-servers.js';
import { type ProxyOption, proxyKey } from '../proxy-option.js';
import { invalidRequest } from '../transport-error.js';

/** The owner of connections. */
export interface PoolUser {
  readonly account: string;
  readonly origin: string;
  readonly credentials: CredentialProfile | undefined;
  /** Whether responses that break the syntax of HTTP in one of the common ways are read. */
  readonly lenientHttp: boolean;
  readonly compatibility: Compatibility | undefined;
  /** The proxy of the request. Undefined: that of the transport. */
  readonly proxy: ProxyOption | undefined;
}

/** Distinguishes the pools of an account. The same for profiles that mean the same. */
export function poolKey(user: PoolUser): string {
  const { origin, credentials, lenientHttp, compatibility, proxy } = user;
  const lenient = lenientHttp ? `${origin}\u0000lenient` : origin;
  const old = compatibility === undefined ? '' : compatibilityKey(compatibility);
  const own = old === '' ? lenient : `${lenient}\u0000${old}`;
  const read = proxy === undefined ? own : `${own}\u0000proxy ${proxyKey(proxy)}`;
  return credentials === undefined ? read : `${read}\u0000${credentialsKey(credentials)}`;
}

/** NTLM and Kerberos log in a connection, not a request. */
export function assertKept(
  credentials: CredentialProfile | undefined,
  compatibility: Compatibility | undefined,
): void {
  if (!closesConnections(compatibility)) return;
  if (credentials?.ntlm === undefined && credentials?.kerberos === undefined) return;
  throw invalidRequest(
    'compatibility.connection "close" and compatibility.http "1.0" cannot be used with NTLM and Kerberos, which log in a connection that is kept',
  );
}
