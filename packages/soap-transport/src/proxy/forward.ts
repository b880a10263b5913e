import type { Dispatcher } from 'undici';
import { headerValue, type ResponseHeaders } from '../http/http-exchange.js';
import { offeredSchemes, proxyRefused } from './proxy-failure.js';
import type { ProxyServer } from './proxy-server.js';

/** Sends the requests of a connection. */
export type Sending = Pick<Dispatcher, 'dispatch'>;

/**
 * Sends requests for `http:` origins to a proxy: with the whole URL as their target (RFC 9112 §3.2.2) and with the login at the proxy, which is
 * meant for the proxy alone and is not passed on by it. An answer of the proxy itself is an error.
 */
export function forwardThrough(proxy: ProxyServer, client: Sending): Sending {
  return {
    dispatch(options, handler) {
      const { origin, path, headers } = options;
      const login = proxy.authorization === undefined ? [] : ['proxy-authorization', proxy.authorization];
      const forwarded = {
        ...options,
        path: `${String(origin)}${path}`,
        headers: [...((headers ?? []) as readonly string[]), ...login],
      };
      return client.dispatch(forwarded, new ForwardedExchange(proxy, handler));
    },
  };
}

/** Passes everything on but the answers of the proxy. */
class ForwardedExchange implements Dispatcher.DispatchHandler {
  readonly #proxy: ProxyServer;
  readonly #handler: Dispatcher.DispatchHandler;

  constructor(proxy: ProxyServer, handler: Dispatcher.DispatchHandler) {
    this.#proxy = proxy;
    this.#handler = handler;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: object): void {
    this.#handler.onRequestStart?.(controller, context);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
    statusText?: string,
  ): void {
    if (!isOfProxy(status, headers)) {
      this.#handler.onResponseStart?.(controller, status, headers, statusText);
      return;
    }
    const offered = offeredSchemes(headers['proxy-authenticate']);
    // A gateway error may follow a request that the server has seen.
    const sent = status >= 500;
    controller.abort(proxyRefused(this.#proxy, { status, offered, byAddress: false }, sent));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: ResponseHeaders): void {
    this.#handler.onResponseEnd?.(controller, trailers as never);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#handler.onResponseError?.(controller, error);
  }
}

/** 407 is only ever sent by a proxy (RFC 9110 §15.5.8); other errors of common proxies say who wrote them. */
function isOfProxy(status: number, headers: ResponseHeaders): boolean {
  if (status === 407) return true;
  if (status < 400) return false;
  const server = headerValue(headers, 'server') ?? '';
  return headers['x-squid-error'] !== undefined || /^(?:squid|tinyproxy)(?:\/|$)/i.test(server);
}
