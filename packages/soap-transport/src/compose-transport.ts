import { type CallPath, runCall } from './call.js';
import { assertCompatibility } from './connection/assert-compatibility.js';
import { findCertificateRequest } from './connection/certificate-request.js';
import { assertHttpClient } from './connection/connection.js';
import { createPools, type PoolsOptions } from './connection/pools.js';
import { createCounters, type TransportStats } from './counters.js';
import type { FetchDocumentOptions, FetchedDocument } from './document/document-options.js';
import { fetchDocument } from './document/fetch-document.js';
import { checkAddress } from './egress/check-address.js';
import { createEgressGuard, type EgressGuard } from './egress/guard.js';
import { createAddressBook } from './egress/resolver.js';
import { readTarget } from './egress/target.js';
import type { TransportRequest, TransportResponse } from './exchange.js';
import { serverEndPoint } from './logins/windows/channel-binding.js';
import { challengeOf, loginOf } from './logins/windows/login.js';
import { createProxyRouter, routerOfRequest } from './proxy/proxy-router.js';
import { assertProxy } from './proxy/proxy-settings.js';
import type { ProxyOption } from './proxy-option.js';
import { createBulkhead } from './reliability/bulkhead.js';
import type { CallSignal } from './reliability/call-scope.js';
import { createCircuitBreakers } from './reliability/circuit-breaker.js';
import { createSend, type SendContext } from './send.js';
import { resolveOptions, type TransportOptions } from './transport-options.js';

/** Sends SOAP messages and fetches documents. A process needs one transport, shared by all accounts. */
export interface Transport {
  /**
   * Sends a SOAP message and resolves when the header section of the response was read. `signal` aborts the call. Throws
   * `TransportError`.
   */
  send(request: TransportRequest, signal?: CallSignal): Promise<TransportResponse>;
  /** Fetches a WSDL or schema document with GET. Throws `TransportError`. */
  fetchDocument(uri: string, options?: FetchDocumentOptions): Promise<FetchedDocument>;
  /**
   * Checks whether a call to `url` would be let through, without connecting: its scheme, its port and what its host name
   * resolves to now. `account` pays for the look-up. `proxy`: that of the request, if it has one. Throws `TransportError`: `UPSTREAM_ADDRESS_REFUSED`, `UPSTREAM_DNS` or
   * `INVALID_REQUEST`.
   */
  checkAddress(url: string, account: string, proxy?: ProxyOption): Promise<void>;
  /**
   * Connects to the server at `url` and returns whether it asks for a client certificate in the handshake, required or not. Presents none, and
   * sends nothing over HTTP. A server that asks later, for one of its paths, is not noticed. Only `ca` of the credentials is used. Throws
   * `TransportError`.
   */
  asksForCertificate(url: string, user: CertificateUser): Promise<boolean>;
  stats(): TransportStats;
  /** Cancels the tokens of profiles that ask for it, then closes every connection; calls in flight fail with `ABORTED`. */
  close(): Promise<void>;
}

/** Who asks whether a server wants a certificate, and how it is reached. */
export type CertificateUser = Pick<TransportRequest, 'account' | 'credentials' | 'compatibility' | 'proxy'>;

/** Rejects nothing. */
const unguarded: EgressGuard = {
  refuseTarget: () => undefined,
  refuseAddress: () => undefined,
  trustsName: () => true,
};

/**
 * Creates a transport that does not check the types of its requests' members, for compositions of Soapstone that make every request
 * themselves. Addresses, headers and credentials are checked as usual. Throws like `createTransport`.
 *
 * @example
 * ```ts
 * const transport = createUncheckedTransport({ egress: { allow: ['10.1.0.0/16'] } });
 * ```
 */
export function createUncheckedTransport(options: TransportOptions): Transport {
  return composeTransport(options).transport;
}

/** A transport, and the state that it shares with other ways of sending. */
export interface ComposedTransport {
  readonly transport: Transport;
  readonly context: SendContext;
}

/** Composes a transport from its parts. Throws like `createTransport`. */
export function composeTransport(options: TransportOptions): ComposedTransport {
  const resolved = resolveOptions(options);
  assertHttpClient();
  const { limits, now, random } = resolved;
  const guard = resolved.egress === 'unguarded' ? unguarded : createEgressGuard(resolved.egress);
  const addressBook = createAddressBook({
    resolver: resolved.resolver,
    ttlMs: limits.dnsTtlMs,
    maxEntries: 1_000,
    maxLookupsPerAccount: limits.lookupsPerAccount,
    now,
  });
  const proxies = createProxyRouter(resolved.proxy, process.env);
  const connections: PoolsOptions = {
    guard,
    addressBook,
    proxies,
    routerOf: routerOfRequest,
    logins: { loginOf, challengeOf, serverEndPoint },
    connectTimeoutMs: limits.connectMs,
    verifyServer: !resolved.insecureTls,
    keepAliveMs: limits.keepAliveMs,
    maxPools: limits.pools,
    now,
  };
  const pools = createPools(connections);
  const bulkhead = createBulkhead({
    total: limits.inFlight,
    perAccount: limits.inFlightPerAccount,
    perOrigin: limits.inFlightPerOrigin,
    waitingPerOrigin: limits.waitingPerOrigin,
  });
  const breakers = createCircuitBreakers({
    failures: limits.breakerFailures,
    openMs: limits.breakerOpenMs,
    maxOpenMs: limits.breakerMaxOpenMs,
    maxEntries: 10_000,
    now,
  });
  const counters = createCounters();
  const path: CallPath = {
    pools,
    bulkhead,
    breakers,
    counters,
    now,
    retryDelayMs: () => 20 + ((random(1)[0] ?? 0) * 40) / 255,
  };
  const context: SendContext = { ...resolved, guard, run: (call, read) => runCall(path, call, read) };

  const { send, finish } = createSend(context);
  const hasProxy = (origin: string, proxy: ProxyOption | undefined): boolean =>
    (proxy === undefined ? proxies : routerOfRequest(proxy)).proxyFor(origin) !== undefined;

  const transport: Transport = {
    send,
    fetchDocument: (uri, fetchOptions) => fetchDocument(context, uri, fetchOptions),
    checkAddress: (url, account, proxy) =>
      checkAddress({ guard, addressBook, hasProxy }, url, account, proxy),
    async asksForCertificate(url, { account, credentials, compatibility, proxy }) {
      assertCompatibility(compatibility, 'asksForCertificate');
      assertProxy(proxy, 'asksForCertificate');
      const { origin } = readTarget(url, guard);
      return await findCertificateRequest(connections, {
        account,
        origin,
        credentials,
        lenientHttp: false,
        compatibility,
        proxy,
      });
    },
    stats: () => ({
      ...counters.read(),
      ...bulkhead.stats(),
      sockets: pools.sockets(),
      pools: pools.stats(),
      breakers: [...breakers.states()].map(([key, state]) => {
        const [account = '', origin = ''] = key.split('\u0000');
        return { account, origin, ...state };
      }),
      breakersOpened: breakers.opened(),
      dns: addressBook.stats(),
    }),
    close: () => finish().then(() => pools.close()),
  };
  return { transport, context };
}
