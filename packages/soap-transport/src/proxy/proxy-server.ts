import { createSecureContext, type SecureContext } from 'node:tls';
import { defined } from '@soapstone/options/defined';
import type { ProxyCredentials, ProxyLogin } from '../proxy-option.js';
import { assertAuthorities } from '../readable-authorities.js';

/** A proxy as connections use it. */
export interface ProxyServer {
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** The TLS context of a proxy that is reached over TLS. */
  readonly tls?: SecureContext;
  /** The value of `Proxy-Authorization` for Basic. */
  readonly authorization?: string;
  /** The login of a tunnel, which is tried before Basic. */
  readonly login?: ProxyLogin;
  /** The setting that names it, such as `HTTPS_PROXY`. */
  readonly name: string;
}

/** The parts of a proxy. */
export interface ProxyParts {
  readonly url: string;
  readonly credentials?: ProxyCredentials | ProxyLogin | undefined;
  readonly ca?: string | readonly string[] | undefined;
  readonly name: string;
}

/** The problem with the URL of a proxy, without repeating any of it. */
export function proxyUrlProblem(url: string): string | undefined {
  const read = readProxyUrl(url);
  return typeof read === 'string' ? read : undefined;
}

/** Creates a proxy. Throws a `TypeError` that repeats nothing of a URL that cannot be used, or of authorities that cannot be read. */
export function createProxyServer({ url, credentials, ca, name }: ProxyParts): ProxyServer {
  const read = readProxyUrl(url);
  if (typeof read === 'string') throw new TypeError(read);
  const { parsed, login } = read;
  const secure = parsed.protocol === 'https:';
  const used = credentials ?? login;
  return {
    hostname: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (secure ? 443 : 80) : Number(parsed.port),
    ...(secure ? { tls: contextOf(ca) } : {}),
    ...(used === undefined ? {} : 'username' in used ? loginsOf(used) : { login: used }),
    name,
  };
}

function contextOf(ca: ProxyParts['ca']): SecureContext {
  const authorities = ca === undefined || typeof ca === 'string' ? ca : [...ca];
  try {
    assertAuthorities(ca);
    return createSecureContext({ minVersion: 'TLSv1.2', ...defined({ ca: authorities }) });
  } catch {
    throw new TypeError('its certificate authorities are not readable as PEM');
  }
}

function readProxyUrl(url: string): string | { parsed: URL; login: ProxyCredentials | undefined } {
  let parsed: URL;
  try {
    parsed = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(url.slice(0, 100)) ? url : `http://${url}`);
  } catch {
    return 'it is not http://host:port';
  }
  const { protocol, hostname, username, password } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:')
    return 'its scheme is not http or https (SOCKS is not supported)';
  if (hostname === '') return 'it has no host';
  if (username === '' && password === '') return { parsed, login: undefined };
  try {
    const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    if (login.username.includes(':') || /[\u0000-\u001f\u007f]/.test(login.username + login.password))
      return 'its user name has a colon, or its credentials have control characters';
    return { parsed, login };
  } catch {
    return 'its user name or password is not percent-encoded';
  }
}

/** Basic, and NTLM for a user name of a Windows domain. */
function loginsOf(credentials: ProxyCredentials): Pick<ProxyServer, 'authorization' | 'login'> {
  const { username, password } = credentials;
  const [domain, name] = username.split('\\', 2);
  const authorization = basic(credentials);
  if (domain === undefined || domain === '' || name === undefined || name === '') return { authorization };
  return { authorization, login: { ntlm: { domain, username: name, password } } };
}

/** HTTP Basic in UTF-8 (RFC 7617). */
function basic({ username, password }: ProxyCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}
