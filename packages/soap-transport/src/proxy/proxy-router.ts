import { OptionError } from '@soapstone/options';
import type { ProxyOption } from '../proxy-option.js';
import { invalidRequest, TransportError } from '../transport-error.js';
import { type NoProxy, readNoProxy } from './no-proxy.js';
import { createProxyServer, type ProxyParts, type ProxyServer } from './proxy-server.js';

/** Finds the proxy for an origin. */
export interface ProxyRouter {
  /** Returns undefined if the origin is called without a proxy. Throws `TransportError` if a variable of the environment cannot be used. */
  proxyFor(origin: string): ProxyServer | undefined;
}

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** No proxy at all. */
const direct: ProxyRouter = { proxyFor: () => undefined };

/** Creates the router of a checked option. Throws `OptionError` for authorities that cannot be read. */
export function createProxyRouter(option: ProxyOption, environment: Environment): ProxyRouter {
  if (option === 'none') return direct;
  if (option === 'environment') return readEnvironment(environment);
  const {
    noProxy = '',
    name = 'option "proxy"',
    ...parts
  } = typeof option === 'string' ? { url: option } : option;
  const bypass = readNoProxy(noProxy);
  let server: ProxyServer;
  try {
    server = createProxyServer({ ...parts, name });
  } catch (error) {
    throw new OptionError('createTransport', { path: '/proxy', expected: (error as Error).message });
  }
  return { proxyFor: (origin) => (isBypassed(origin, bypass) ? undefined : server) };
}

/** The router of a request with a proxy of its own. Throws `TransportError` `INVALID_REQUEST` for authorities that cannot be read. */
export function routerOfRequest(option: ProxyOption): ProxyRouter {
  try {
    return createProxyRouter(option, process.env);
  } catch (error) {
    throw error instanceof OptionError ? invalidRequest(error.message) : error;
  }
}

/**
 * The variables of other programs, in lower case before upper case: `http_proxy` and `https_proxy` by the scheme of what is called, and
 * `no_proxy`. In a CGI program `HTTP_PROXY` is the request's header `Proxy`, so it is not read there.
 */
function readEnvironment(env: Environment): ProxyRouter {
  const find = (...names: string[]): ProxyParts | undefined => {
    for (const name of names) {
      const url = env[name]?.trim();
      if (url !== undefined && url !== '') return { url, name };
    }
    return undefined;
  };
  const { REQUEST_METHOD: method, no_proxy: lower, NO_PROXY: upper } = env;
  const isCgi = method !== undefined;
  const http = lazily(isCgi ? find('http_proxy') : find('http_proxy', 'HTTP_PROXY'));
  const https = lazily(find('https_proxy', 'HTTPS_PROXY'));
  if (http === undefined && https === undefined) return direct;
  const bypass = readNoProxy(lower || upper || '');
  return {
    proxyFor(origin) {
      const server = origin.startsWith('https:') ? https : http;
      return server === undefined || isBypassed(origin, bypass) ? undefined : server();
    },
  };
}

/** The server of a variable, read when it is needed, so that one that cannot be used fails the calls that need it alone. */
function lazily(parts: ProxyParts | undefined): (() => ProxyServer) | undefined {
  if (parts === undefined) return undefined;
  let server: ProxyServer | undefined;
  return () => {
    try {
      server ??= createProxyServer(parts);
      return server;
    } catch (error) {
      throw new TransportError({
        code: 'INVALID_REQUEST',
        phase: 'prepare',
        message: `cannot use the proxy of ${parts.name}: ${(error as Error).message}; correct the variable, or name the host in NO_PROXY`,
      });
    }
  };
}

function isBypassed(origin: string, bypass: NoProxy): boolean {
  const { hostname, port, protocol } = new URL(origin);
  return bypass(hostname, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));
}
