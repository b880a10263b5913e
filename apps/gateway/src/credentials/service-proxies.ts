import { defined } from '@soapstone/options/defined';
import { type ProxyOption, type ProxySettings, TransportError } from '@soapstone/soap-transport';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { ServiceSettings } from '../domain/services/service-settings.js';

/** The kinds of a login at a proxy. */
export const PROXY_LOGIN_KINDS = ['basic', 'digest', 'kerberos', 'ntlm'] as const;

/** The login of a service at its proxy: one of the kinds. */
export type ServiceProxyLogin = Pick<CredentialProfile, (typeof PROXY_LOGIN_KINDS)[number]>;

/** The proxies that services may choose by name. Only the operator knows and decides their addresses. */
export interface ServiceProxies {
  /** Sorted. */
  readonly names: readonly string[];
  /**
   * Returns the proxy that a service has chosen, with its own login in place of the operator's; undefined if it has chosen none. Throws
   * `TransportError` if this gateway does not have the proxy, because a call must not take another way than its owner chose.
   */
  find(settings: Pick<ServiceSettings, 'proxy'>, login?: ServiceProxyLogin): ProxyOption | undefined;
}

/** Creates the table of the proxies by their names. */
export function createServiceProxies(table: ReadonlyMap<string, ProxySettings> = new Map()): ServiceProxies {
  return {
    names: [...table.keys()].sort(),
    find({ proxy: name }, login) {
      if (name === undefined) return undefined;
      const proxy = table.get(name);
      if (proxy === undefined) throw missing(name);
      const { basic, ...others } = login ?? {};
      const credentials = login === undefined ? undefined : (basic ?? others);
      return { ...proxy, ...defined({ credentials }) };
    },
  };
}

function missing(name: string): TransportError {
  return new TransportError({
    code: 'UPSTREAM_CONNECT',
    phase: 'prepare',
    message: `cannot connect to the upstream: this gateway has no proxy ${JSON.stringify(name)}, which the service has chosen (its operator names proxies with OUTBOUND_PROXIES; the setting "proxy" of the service chooses one)`,
  });
}
