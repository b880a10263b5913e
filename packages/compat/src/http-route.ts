import { OptionError } from '@soapstone/options';
import type { ProxyOption } from '@soapstone/soap-transport';
import type { Loose, LooseObject } from './loosely-typed-values.js';

/** How a request gets to its server. */
export interface Route {
  /** The options of the call with those of its agent: certificates, and whether they are checked. */
  readonly agent: LooseObject;
  /** The proxy, absent if the one of the environment counts. */
  readonly proxy: { readonly proxy?: ProxyOption };
}

/**
 * The route that the options `proxy`, `httpAgent` and `httpsAgent` of a call ask for, in their forms of axios.
 *
 * @throws {OptionError} for an agent whose connections cannot be made here, and for a proxy without a host
 */
export function routeOf(url: string, options: LooseObject): Route {
  const name = /^https:/i.test(url) ? 'httpsAgent' : 'httpAgent';
  const agent: Loose = options[name];
  const through = options['proxy'] ?? proxyOfAgent(agent, name);
  return {
    agent: { ...options, ...agent?.options },
    proxy: through === undefined || through === true ? {} : { proxy: proxyOption(through) },
  };
}

/** The proxy of an agent of `https-proxy-agent`, `http-proxy-agent` or `hpagent`. Throws for another agent that is not one of Node. */
function proxyOfAgent(agent: Loose, name: string): string | undefined {
  if (agent === undefined || agent === null || agent === false) return undefined;
  const address: unknown = agent.proxy?.href ?? agent.proxy;
  if (typeof address === 'string' && /^https?:/i.test(address)) return address;
  if (agent.constructor?.name === 'Agent' && agent.proxy === undefined) return undefined;
  throw new OptionError('the call of an operation', {
    path: `/${name}`,
    expected:
      'expected an agent of Node, or one with an HTTP proxy: the option request of createClient takes an axios instance with any agent',
  });
}

/** `false`, a URL, or the object of axios. The transport checks the URL. */
function proxyOption(given: Loose): ProxyOption {
  if (given === false) return 'none';
  if (typeof given === 'string') return given;
  const { protocol = 'http', host, hostname = host, port, auth } = given;
  if (typeof hostname !== 'string' || hostname === '') {
    throw new OptionError('the call of an operation', {
      path: '/proxy/host',
      expected: 'expected the host of the proxy',
    });
  }
  const scheme = String(protocol).replace(/:$/, '');
  return {
    url: `${scheme}://${hostname}${port === undefined ? '' : `:${port}`}`,
    ...(auth && { credentials: { username: String(auth.username), password: String(auth.password ?? '') } }),
  };
}
