import { defined } from '@soapstone/options/defined';
import type { ProxyLogin } from '../proxy-option.js';
import { TransportError } from '../transport-error.js';
import type { ProxyServer } from './proxy-server.js';

/** Where a proxy failed. */
export interface ProxyFailure {
  readonly status?: number | undefined;
  /** Whether the request itself may have reached the server behind the proxy. Default false. */
  readonly sent?: boolean | undefined;
  readonly cause?: unknown;
}

/** The answer of a proxy. */
export interface ProxyAnswer {
  readonly status: number;
  /** The schemes of `Proxy-Authenticate`. */
  readonly offered: readonly string[];
  /** Whether it was asked for an address in place of a host name. */
  readonly byAddress: boolean;
}

/** A failure of the proxy. The message names the setting, never the proxy's address or its credentials. */
export function proxyFailed(
  proxy: ProxyServer,
  what: string,
  { status, sent, cause }: ProxyFailure = {},
): TransportError {
  const atServer = sent === true;
  return new TransportError({
    code: 'UPSTREAM_CONNECT',
    phase: atServer ? 'await-response' : 'connect',
    message: `cannot connect to the upstream: the proxy of ${proxy.name} ${what}`,
    ...defined({ proxyStatus: status, cause }),
  });
}

/** The failure for a status with which a proxy does not let a call through. */
export function proxyRefused(proxy: ProxyServer, answer: ProxyAnswer, sent = false): TransportError {
  return proxyFailed(proxy, refusalOf(proxy, answer), { status: answer.status, sent });
}

function refusalOf(
  { authorization, login }: ProxyServer,
  { status, offered, byAddress }: ProxyAnswer,
): string {
  if (status === 407)
    return login === undefined
      ? loginWanted(authorization !== undefined, offered)
      : loginRefused(login, offered);
  if (status >= 300 && status < 400)
    return `answers with a redirect (${status}), which is not followed: check that its URL is that of a proxy`;
  if (status === 403 || status === 405)
    return byAddress
      ? `refuses this address or port (${status}): its operator can allow it, or name the host in the egress policy, so that the proxy is asked for the name`
      : `refuses this host or port (${status}): its operator can allow it, or call it without the proxy by NO_PROXY`;
  if (status >= 502 && status <= 504)
    return `cannot reach the upstream (${status}): check the address of the service, or call it without the proxy by NO_PROXY`;
  return `answers with status ${status}: check that its URL is that of a proxy`;
}

function loginWanted(hasSent: boolean, offered: readonly string[]): string {
  if (offered.length > 0 && !offered.some((scheme) => scheme.toLowerCase() === 'basic'))
    return `asks for a login by ${offered.join(' or ')} (407), not by Basic: give its setting credentials of that kind`;
  return hasSent
    ? 'does not accept the user name and the password (407): correct them'
    : 'asks for a login (407): add a user name and a password to its setting';
}

function loginRefused(login: ProxyLogin, offered: readonly string[]): string {
  const scheme = login.kerberos !== undefined ? 'Negotiate' : login.ntlm !== undefined ? 'NTLM' : 'Digest';
  const isOffered = offered.length === 0 || offered.includes(scheme);
  if (!isOffered)
    return `asks for a login by ${offered.join(' or ')} (407), not by ${scheme}: give its setting credentials of that kind`;
  return scheme === 'Negotiate'
    ? 'does not accept the Kerberos ticket (407): check the principal and its key'
    : 'does not accept the user name and the password (407): correct them';
}

const SCHEMES = ['Basic', 'Digest', 'NTLM', 'Negotiate', 'Kerberos'];

/** The known schemes of `Proxy-Authenticate`; others are of no use in a message, and could hold anything. */
export function offeredSchemes(value: string | readonly string[] | undefined): string[] {
  const text = (typeof value === 'string' ? value : (value ?? []).join(',')).slice(0, 4_096).toLowerCase();
  const words = new Set(text.split(/[\s,]+/));
  return SCHEMES.filter((scheme) => words.has(scheme.toLowerCase()));
}
